const spaceAt = /[\s\uFEFF]/;

/** A word as the language has it, at a position. */
export const wordAt = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;

/** The signs of one character. */
export const plainSigns = "{}()[]<>,.:=-?|@*/;";

/** Whether a character is white space other than blanks, tabs and line ends. */
export function isSpace(char: string): boolean {
  return spaceAt.test(char);
}

/** Whether no token and no white space begins at an offset. */
export function isStrange(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  if (isAsciiWordPart(code) || code === 32 || code === 9 || code === 10 || code === 13) return false;
  if (code === 34 || code === 96 || code === 39) return false;
  if (code < 128) return !plainSigns.includes(text.charAt(offset)) && !(code === 33 || code === 61);
  if (isSpace(text.charAt(offset))) return false;
  wordAt.lastIndex = offset;
  return !wordAt.test(text);
}

/** Whether a unit is an ASCII letter, a digit, `_` or `$`. */
export function isAsciiWordPart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36
  );
}

/** Whether a unit ends a line; the end of the text does. */
export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || Number.isNaN(code);
}

/** Where the three closing quotes start, behind any escaped ones; -1 if there are none. */
export function closingTriple(text: string, from: number): number {
  let at = text.indexOf('"""', from);
  while (at > 0) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 92) slashes++;
    if (slashes % 2 === 0) return at;
    at = text.indexOf('"""', at + 1);
  }
  return at;
}

/** How many lines end between two offsets. */
export function countLineEnds(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) count++;
  }
  return count;
}

/** The offset in `text` at which its last line starts. */
export function lastLineOffset(text: string): number {
  return Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
}

/** What to do about characters that are no part of the language, where they tell what was meant. */
export function hintFor(characters: string): string | undefined {
  if (/[“”„«»]/.test(characters)) return 'Strings stand in straight double quotes: "…".';
  if (/[&^]/.test(characters)) return "A type that is both is written by extending both.";
  return undefined;
}
