/** A name in a text, with the parts before its dots. */
export interface Word {
  name: string;
  start: number;
  end: number;
}

const PART = /[\p{ID_Continue}$]/u;

/** The identifier at or before an offset, back-ticks left out. */
export function wordAt(text: string, offset: number): Word | undefined {
  let start = offset;
  let end = offset;
  while (start > 0 && PART.test(text[start - 1]!)) start--;
  while (end < text.length && PART.test(text[end]!)) end++;
  return start === end || /^\d/.test(text.slice(start, end))
    ? undefined
    : { name: text.slice(start, end), start, end };
}

/** The same with everything that leads to it: at the end of `a.b.c` all three; `start` is that of the last part. */
export function dottedNameAt(text: string, offset: number): Word | undefined {
  const last = wordAt(text, offset);
  if (!last) return undefined;
  let { name } = last;
  let at = last.start;
  while (text[at - 1] === ".") {
    const before = wordAt(text, at - 1);
    // What stands behind a call or an index is no name that leads anywhere.
    if (!before || before.end !== at - 1) return undefined;
    name = `${before.name}.${name}`;
    at = before.start;
  }
  return { name, start: last.start, end: last.end };
}
