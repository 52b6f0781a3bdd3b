import type { Source } from "../source/source.js";

/** Replaces a stretch of a text: UTF-16 offsets, the end exclusive. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Edits by the file they are of. */
export type FileEdits = Map<Source, Edit[]>;

/** Adds edits; one that only lays out anew and is there already, as two insertions into one block make it, is dropped. */
export function addEdits(to: FileEdits, source: Source, edits: readonly Edit[]): void {
  const list = to.get(source) ?? [];
  for (const edit of edits) {
    const isLayout = edit.text.trim() === "" && edit.text !== "";
    const same = (other: Edit) =>
      other.start === edit.start && other.end === edit.end && other.text === edit.text;
    if (!isLayout || !list.some(same)) list.push(edit);
  }
  to.set(source, list);
}

/**
 * @param edits in any order; of several that insert at one place, each stands after the ones before it
 * @throws Error where two of them overlap: a mistake of the caller
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits
    .map((edit, at) => ({ ...edit, at }))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.at - b.at);
  let result = "";
  let done = 0;
  for (const { start, end, text: replacement } of sorted) {
    if (start < done) throw new Error("two edits of one text overlap");
    result += text.slice(done, start) + replacement;
    done = end;
  }
  return result + text.slice(done);
}
