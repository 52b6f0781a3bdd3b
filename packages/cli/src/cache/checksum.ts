export const CHECKSUM_LENGTH = 16;

export function encode(text: string): Uint8Array {
  return Buffer.from(text);
}

export function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString();
}

/**
 * Against damage, not against malice: two multiplicative hashes over words of 32 bits by turns, because loading SHA-256
 * takes longer than all the rest.
 *
 * @returns 16 hexadecimal digits
 */
export function checksum(bytes: Uint8Array): string {
  // Words must begin where a multiple of four is.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : Uint8Array.from(bytes);
  const whole = aligned.length >> 2;
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, whole);
  let rest = 0;
  for (let at = whole * 4; at < aligned.length; at++) rest = (rest << 8) | aligned[at]!;
  let a = 0xdeadbeef ^ bytes.length;
  let b = 0x41c6ce57 ^ rest;
  // Plain variables in a plain loop: it runs before anything is compiled.
  for (let at = 1; at < whole; at += 2) {
    a = Math.imul(a ^ words[at - 1]!, 2654435761);
    a ^= a >>> 15;
    b = Math.imul(b ^ words[at]!, 1597334677);
    b ^= b >>> 13;
  }
  if (whole % 2 === 1) a = Math.imul(a ^ words[whole - 1]!, 2654435761);
  // Each half depends on all words.
  a = Math.imul(a ^ (a >>> 15) ^ b, 2246822507);
  b = Math.imul(b ^ (b >>> 13) ^ a, 3266489909);
  return `${hex(a ^ (a >>> 16))}${hex(b ^ (b >>> 16))}`;
}

/** The checksum of a text. */
export function checksumOf(text: string): string {
  return checksum(encode(text));
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, "0");
}
