export interface DecodedText {
  /** Without the byte order mark, as editors count columns. Bytes that are no UTF-8 stand as U+FFFD. */
  text: string;
  /** The file starts with a byte order mark: who writes it again keeps it. */
  bom: boolean;
  /** Where the first bytes stand that are no UTF-8, as an offset into `text`. */
  fault?: { offset: number; message: string };
}

const REPLACEMENT = "\uFFFD";

/** Decodes a file's bytes as UTF-8, with or without a byte order mark. Broken bytes are told, never thrown. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = bom ? bytes.subarray(3) : bytes;
  const text = decodeLossy(body);
  // Only a text with the replacement character can hide broken bytes; it may also have been written so.
  if (!text.includes(REPLACEMENT)) return { text, bom };
  const again = new TextEncoder().encode(text);
  let at = 0;
  while (at < body.length && body[at] === again[at]) at += 1;
  if (at === body.length && at === again.length) return { text, bom };
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { text, bom, fault: { offset: 0, message: "the file is UTF-16; save it as UTF-8" } };
  }
  let offset = decodeLossy(body.subarray(0, at)).length;
  while (text[offset - 1] === REPLACEMENT) offset -= 1;
  return { text, bom, fault: { offset, message: "these bytes are no UTF-8; save the file as UTF-8" } };
}

function decodeLossy(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
