import type { Comment, OxcError, ParseResult, ParserOptions, Program } from "oxc-parser";
import type { CodeProblem } from "../reading/signature.js";
import { skim } from "./nesting.js";

/** The native parser, as far as it is used here. */
export interface Parser {
  parseSync(file: string, text: string, options?: ParserOptions): ParseResult;
}

/** How a file's text is to be read. */
export interface Dialect {
  lang: NonNullable<ParserOptions["lang"]>;
  sourceType: NonNullable<ParserOptions["sourceType"]>;
  /** Types stand in comments. */
  javascript: boolean;
  /** A declaration file: everything is `declare`. */
  ambient: boolean;
}

export interface Parsed {
  program: Program;
  comments: Comment[];
  problems: CodeProblem[];
}

/** @param file a path with one of the reader's extensions */
export function dialectOf(file: string): Dialect {
  const match = /\.(d\.(?:[^./]+\.)?)?([cm]?)([jt])s(x?)$/i.exec(file);
  const javascript = match?.[3]?.toLowerCase() === "j";
  const ambient = match?.[1] !== undefined && !javascript;
  const common = match?.[2]?.toLowerCase() === "c";
  return {
    // Elements are common in `.js` and mean nothing else there.
    lang: javascript ? "jsx" : ambient ? "dts" : match?.[4] ? "tsx" : "ts",
    sourceType: common ? "commonjs" : javascript && match?.[2] === "" ? "unambiguous" : "module",
    javascript,
    ambient,
  };
}

/**
 * Parses a file. The parser gives up at the first error it cannot pass, and then returns nothing at all; so where it
 * does, the text is cut in front of each declaration that starts a line, and the pieces that do not parse by
 * themselves are blanked out.
 *
 * @returns the tree, empty where nothing could be read; the problems by place
 */
export function parse(parser: Parser, file: string, text: string, dialect: Dialect): Parsed {
  const skimmed = skim(text, dialect.lang === "tsx" || dialect.lang === "jsx");
  if (skimmed.tooDeep !== undefined) {
    const start = skimmed.tooDeep;
    const problem = { start, end: start + 1, message: "The code nests too deeply to be read." };
    return { ...parseText(parser, file, "", dialect), problems: [problem] };
  }
  const whole = parseText(parser, file, text, dialect);
  if (whole.problems.length === 0 || whole.program.body.length > 0) return whole;
  const problems: CodeProblem[] = [];
  const pieces: string[] = [];
  for (const [start, end] of cut(text, skimmed.starts)) {
    const piece = text.slice(start, end);
    const result = parser.parseSync(file, piece, optionsOf(dialect));
    const errors = result.errors.filter((error) => error.severity === "Error");
    // A piece with a tree has an error that the parser passes; it is reported with the whole.
    if (errors.length > 0 && result.program.body.length === 0) {
      problems.push(...errors.map((error) => problemOf(error, start, text.length)));
      pieces.push(blank(piece));
    } else pieces.push(piece);
  }
  if (problems.length === 0) return whole;
  const rest = parseText(parser, file, pieces.join(""), dialect);
  if (rest.problems.length > 0 && rest.program.body.length === 0) return whole;
  return { ...rest, problems: sorted([...problems, ...rest.problems]) };
}

function parseText(parser: Parser, file: string, text: string, dialect: Dialect): Parsed {
  let result = parser.parseSync(file, text, optionsOf(dialect));
  if (result.errors.length > 0 && dialect.javascript && dialect.sourceType !== "module") {
    // A CommonJS file may return at its top level.
    const again = parser.parseSync(file, text, { ...optionsOf(dialect), sourceType: "commonjs" });
    if (again.errors.length === 0) result = again;
  }
  const errors = result.errors.filter((error) => error.severity === "Error");
  const problems = sorted(errors.map((error) => problemOf(error, 0, text.length)));
  return { program: result.program, comments: result.comments, problems };
}

function optionsOf(dialect: Dialect): ParserOptions {
  return { lang: dialect.lang, sourceType: dialect.sourceType, astType: "ts", preserveParens: false };
}

function problemOf(error: OxcError, shift: number, length: number): CodeProblem {
  const label = error.labels[0];
  const start = Math.min(shift + (label?.start ?? 0), length);
  const end = Math.min(shift + (label?.end ?? 0), length);
  return { start, end: Math.max(start, end), message: error.message };
}

function sorted(problems: CodeProblem[]): CodeProblem[] {
  return problems.sort((a, b) => a.start - b.start || a.end - b.end);
}

const DECLARATION =
  /(?:@|\/\*\*|(?:export|import|function|async|class|abstract|interface|type|enum|const|let|var|declare|namespace|module)\b)/y;

/** Pieces that together are the text. A doc comment and a decorator stay with what follows. */
function* cut(text: string, starts: readonly number[]): Generator<[number, number]> {
  let from = 0;
  let leading = false;
  for (const start of starts) {
    DECLARATION.lastIndex = start;
    const match = DECLARATION.exec(text)?.[0];
    if (match === undefined) continue;
    if (!leading && start > from) {
      yield [from, start];
      from = start;
    }
    leading = match === "@" || match === "/**";
  }
  if (from < text.length) yield [from, text.length];
}

/** As many spaces and the same lines, so that places stay what they are. */
function blank(text: string): string {
  return text.replace(/[^\r\n\u2028\u2029]/g, " ");
}
