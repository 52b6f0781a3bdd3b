import { readFileSync } from "node:fs";

/** The names in a zip file with their sizes unpacked, from its central directory. */
export function zipEntries(file: string): Map<string, number> {
  const data = readFileSync(file);
  const end = data.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0) throw new Error(`${file} is no zip file`);
  const entries = new Map<string, number>();
  let at = data.readUInt32LE(end + 16);
  for (let count = data.readUInt16LE(end + 10); count > 0; count--) {
    const length = data.readUInt16LE(at + 28);
    entries.set(data.toString("utf8", at + 46, at + 46 + length), data.readUInt32LE(at + 24));
    at += 46 + length + data.readUInt16LE(at + 30) + data.readUInt16LE(at + 32);
  }
  return entries;
}
