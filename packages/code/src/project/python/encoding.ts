/** PEP 263: a comment on one of the first two lines, the first of which may only be a comment or blank. */
const COOKIE = /^(?:[ \t\f]*(?:#[^\n\r]*)?(?:\r\n?|\n))?[ \t\f]*#[^\n\r]*?coding[:=][ \t]*([-\w.]+)/;

/** Names that Python knows and the Encoding Standard does not. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["latin-1", "latin1"],
  ["iso-latin-1", "latin1"],
  ["latin-9", "iso-8859-15"],
]);

/**
 * Decodes a Python file that is no UTF-8 but names its encoding.
 *
 * @returns `undefined` where it names none, UTF-8 itself, or one that is not known or does not fit
 */
export function decodePython(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 400));
  const name = COOKIE.exec(head)?.[1]?.toLowerCase().replaceAll("_", "-");
  // The Encoding Standard takes ASCII for Windows-1252; Python refuses the bytes.
  if (name === undefined || /^(?:utf-?8(?:-|$)|(?:us-)?ascii$)/.test(name)) return undefined;
  try {
    return new TextDecoder(ALIASES.get(name) ?? name, { fatal: true }).decode(bytes);
  } catch (error) {
    // RangeError: no such encoding; TypeError: the bytes do not fit it.
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}
