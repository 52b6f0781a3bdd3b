/** A fenced block of a Markdown file. */
export interface Fence {
  /** The first word after the back-ticks. */
  language: string;
  /** What follows the first word. */
  info: string;
  text: string;
  /** Line of the text's first line, from 1. */
  line: number;
  /** Where the text stands in the file. */
  start: number;
  end: number;
}

/** The fenced blocks of a Markdown file, in order. */
export function fencesOf(markdown: string): Fence[] {
  return [...markdown.matchAll(/^```(\S+)[ ]?(.*)\n((?:(?!```).*\n)*)```$/gm)].map((match) => {
    const [whole, language = "", info = "", text = ""] = match;
    const end = match.index + whole.length - 3;
    const start = end - text.length;
    return { language, info, text, line: markdown.slice(0, start).split("\n").length, start, end };
  });
}
