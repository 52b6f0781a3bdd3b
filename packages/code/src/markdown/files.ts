import { posix } from "node:path";
import type { Language } from "@contractc/kernel";

const SOURCE = /\.(?:pyi?|[cm]?tsx?)$/;
const NAMED = /[\w@~.-]+(?:\/[\w@.-]+)*\.[A-Za-z]\w{0,4}\b/g;

/** The language of a file that contractc reads; `undefined` for any other. */
export function languageOfPath(path: string): Language | undefined {
  if (/\.pyi?$/.test(path)) return "python";
  return SOURCE.test(path) ? "typescript" : undefined;
}

/** A path as it is written in prose, from the project's folder; `undefined` where it leads out of it. */
export function projectPath(written: string): string | undefined {
  const path = posix.normalize(written.trim().replaceAll("\\", "/").replace(/^\/+/, ""));
  return path === "." || path.startsWith("..") || path.includes(":") ? undefined : path;
}

/** What looks like the name of a source file in a sentence, in order, with where it stands. */
export function sourceFilesIn(text: string): { name: string; at: number; end: number }[] {
  return [...text.matchAll(NAMED)]
    .map((match) => ({ name: match[0], at: match.index, end: match.index + match[0].length }))
    .filter(({ name }) => SOURCE.test(name));
}

/**
 * The paths of a directory tree, drawn with lines (`├──`) or by indentation. A first line that is a folder with all
 * others below it is the project's own folder.
 */
export function pathsOfTree(text: string): { path: string; line: number }[] {
  const entries = text.split("\n").flatMap((raw, index) => {
    const line = raw.replace(/\s+#.*$/, "").trimEnd();
    const name = line
      .replace(/^[\s│├└─|`+\\*-]*/u, "")
      .split(/\s{2,}|\s\(|\s[-–—]\s/)[0]!
      .trim();
    const indent = line.length - line.replace(/^[\s│├└─|`+\\*-]*/u, "").length;
    return name === "" ? [] : [{ name, indent, line: index }];
  });
  const [first, ...rest] = entries;
  const rooted = first?.name.endsWith("/") && rest.every(({ indent }) => indent > first.indent);
  const open: { name: string; indent: number }[] = [];
  return (rooted ? rest : entries).map(({ name, indent, line }) => {
    while (open.length > 0 && open.at(-1)!.indent >= indent) open.pop();
    const path = [...open.map((folder) => folder.name.replace(/\/$/, "")), name].join("/");
    open.push({ name, indent });
    return { path, line };
  });
}

/** Finds the file that prose means: by its path, by the end of its path, or by its name without extension. */
export class FileNames {
  constructor(private readonly paths: readonly string[]) {}

  /** @returns `undefined` where no file fits, or several do */
  find(written: string): string | undefined {
    const path = projectPath(written);
    if (path === undefined) return undefined;
    if (this.paths.includes(path)) return path;
    const ends = this.paths.filter((each) => each.endsWith(`/${path}`));
    if (ends.length > 0) return ends.length === 1 ? ends[0] : undefined;
    const stems = this.paths.filter((each) => each.replace(/\.\w+$/, "") === path || stem(each) === path);
    return stems.length === 1 ? stems[0] : undefined;
  }
}

function stem(path: string): string {
  return posix.basename(path).replace(/\.\w+$/, "");
}
