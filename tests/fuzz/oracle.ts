import { type Finding, LineIndex, type Place } from "@contractc/kernel";

/** One promise that was not kept. */
export interface Failure {
  /** Which promise; failures of one name with one detail are taken for the same fault. */
  oracle: string;
  detail: string;
}

export function failure(oracle: string, detail: string): Failure {
  return { oracle, detail };
}

/** Whatever was thrown, with the place it came from. */
export function thrown(error: unknown): Failure {
  if (!(error instanceof Error)) return failure("throws", String(error));
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const frame = frames.find((line) => !line.includes("node_modules") && !line.includes("<anonymous>")) ?? "";
  const place = /at (?:async )?([\w.#<>$ ]+)/.exec(frame)?.[1]?.trim() ?? "";
  return failure("throws", `${error.name}: ${error.message.slice(0, 160)} @ ${place}`);
}

/**
 * Every place of the findings lies in a text, and every edit of a fix replaces a stretch of one without touching
 * another.
 *
 * @param texts by the path that findings carry
 */
export function placesFault(
  findings: readonly Finding[],
  texts: ReadonlyMap<string, string>,
): Failure | undefined {
  const indexes = new Map<string, LineIndex>();
  const indexOf = (file: string): LineIndex | undefined => {
    const text = texts.get(file);
    let index = indexes.get(file);
    if (text !== undefined && !index) {
      index = new LineIndex(text);
      indexes.set(file, index);
    }
    return index;
  };
  const fault = (place: Place): string | undefined => {
    const index = indexOf(place.file);
    return index ? placeFault(place, index) : `in no file that was read: ${place.file}`;
  };
  for (const finding of findings) {
    const own = fault(finding);
    if (own) return failure("place", `${finding.code}: ${own}`);
    for (const related of finding.related) {
      const wrong = fault(related);
      if (wrong) return failure("related place", `${finding.code}: ${wrong}`);
    }
    for (const { title, edits } of finding.fixes) {
      if (edits.length === 0) return failure("fix", `${finding.code}: '${title}' edits nothing`);
      for (const edit of edits) {
        const wrong = fault(edit);
        if (wrong) return failure("fix", `${finding.code}: ${wrong}`);
      }
      if (overlap(edits)) return failure("fix", `${finding.code}: edits overlap`);
    }
  }
  return undefined;
}

function placeFault({ line, column, endLine, endColumn }: Place, index: LineIndex): string | undefined {
  for (const [at, where] of [
    [line, column],
    [endLine, endColumn],
  ] as const) {
    if (!Number.isInteger(at) || !Number.isInteger(where) || at < 1 || where < 1)
      return "before the first line or column";
    if (at > index.lineCount) return "behind the last line";
    const start = index.offsetOfLine(at);
    const end = at < index.lineCount ? index.offsetOfLine(at + 1) : index.text.length;
    if (where - 1 > end - start) return "behind the end of its line";
  }
  if (endLine < line || (endLine === line && endColumn < column)) return "ends before it starts";
  return undefined;
}

function overlap(edits: readonly Place[]): boolean {
  const sorted = [...edits].sort((a, b) =>
    a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column,
  );
  return sorted.some((edit, at) => {
    const next = sorted[at + 1];
    if (!next || next.file !== edit.file) return false;
    return next.line < edit.endLine || (next.line === edit.endLine && next.column < edit.endColumn);
  });
}

/** Each offset is found again by its line and column. */
export function lineIndexFault(text: string, offsets: readonly number[]): Failure | undefined {
  const index = new LineIndex(text);
  for (const offset of offsets) {
    // Between the two characters of one line end there is no column of its own.
    if (text[offset] === "\n" && text[offset - 1] === "\r") continue;
    const { line, column } = index.position(offset);
    if (index.offset(line, column) !== offset) return failure("line index", `${offset} is ${line}:${column}`);
  }
  return undefined;
}
