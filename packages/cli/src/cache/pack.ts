import { CHECKSUM_LENGTH, checksum, decode, encode } from "./checksum.js";
import type { CacheFolder } from "./folder.js";

/*
 * A pack: many records in one file. A checksum and the length of the index, the index, and the records one after the
 * other. The index is text, a line for each record with its checksum, where it ends and its key, so that to find a few
 * records takes a search of the text and nothing else. Records are read when they are asked for, and compared with their
 * checksums then.
 */

const SIZE_LENGTH = 16;
/** Digits of the place where a record ends. */
const PLACE_LENGTH = 12;
/** A line of the index before its key: a checksum and a place, with a space after each. */
const KEY_AT = CHECKSUM_LENGTH + PLACE_LENGTH + 2;

/** After so many searches of an index it is made a table of, and after so many records the whole pack is read. */
const FEW = 32;

/** @returns the bytes of a pack, the same for the same records */
export function packOf(build: string, records: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const lines = [build];
  let end = 0;
  for (const [key, record] of records) {
    end += record.length;
    lines.push(`${checksum(record)} ${String(end).padStart(PLACE_LENGTH)} ${JSON.stringify(key)}`);
  }
  const head = encode(`${lines.join("\n")}\n`);
  const size = encode(String(head.length).padStart(SIZE_LENGTH));
  return Buffer.concat([encode(checksum(head)), size, head, ...records.values()]);
}

/** The records of a pack by key; a damaged one is none. */
export class Pack {
  /** A record turned out not to be what was written. */
  damaged = false;
  #searches = 0;
  /** Where the line of each key begins. */
  #lines: Map<string, number> | undefined;

  #whole: Uint8Array | undefined;
  #reads = 0;

  private constructor(
    private readonly folder: CacheFolder,
    readonly name: string,
    /** Bytes of the file. */
    readonly size: number,
    /** Lines, the build's first. */
    private readonly index: string,
    /** Where the records begin. */
    private readonly first: number,
  ) {}

  /** @returns `undefined` for what is no pack, is damaged or was written by another build */
  static open(folder: CacheFolder, name: string, build: string): Pack | undefined {
    const stat = folder.stat(name);
    // A link is nothing that we wrote.
    if (stat?.kind !== "file") return undefined;
    const start = CHECKSUM_LENGTH + SIZE_LENGTH;
    const before = folder.readPart(name, 0, start);
    const size = before ? Number(decode(before.subarray(CHECKSUM_LENGTH))) : 0;
    if (!before || !Number.isSafeInteger(size) || size <= 0 || size > stat.size) return undefined;
    const head = folder.readPart(name, start, start + size);
    if (!head || decode(before.subarray(0, CHECKSUM_LENGTH)) !== checksum(head)) return undefined;
    const index = decode(head);
    if (!index.startsWith(`${build}\n`)) return undefined;
    return new Pack(folder, name, stat.size, index, start + size);
  }

  keys(): Iterable<string> {
    return [...this.#all().keys()].map((written) => JSON.parse(written) as string);
  }

  get(key: string): Uint8Array | undefined {
    const line = this.#line(key);
    if (line === undefined) return undefined;
    const before = this.index.lastIndexOf("\n", line - 2) + 1;
    const start = before === 0 ? 0 : this.#end(before);
    const record = this.#read(this.first + start, this.first + this.#end(line));
    if (record && checksum(record) === this.index.slice(line, line + CHECKSUM_LENGTH)) return record;
    this.damaged = true;
    return undefined;
  }

  #read(start: number, end: number): Uint8Array | undefined {
    if (!this.#whole && this.#reads++ < FEW) return this.folder.readPart(this.name, start, end);
    this.#whole ??= this.folder.read(this.name);
    return this.#whole?.subarray(start, end);
  }

  /** Where the line of a key begins. */
  #line(key: string): number | undefined {
    if (this.#lines || this.#searches++ > FEW) return this.#all().get(JSON.stringify(key));
    const wanted = ` ${JSON.stringify(key)}\n`;
    for (let at = this.index.indexOf(wanted); at >= 0; at = this.index.indexOf(wanted, at + 1)) {
      const line = this.index.lastIndexOf("\n", at) + 1;
      // Another key may end like this one.
      if (line > 0 && at + 1 - line === KEY_AT) return line;
    }
    return undefined;
  }

  #all(): Map<string, number> {
    if (this.#lines) return this.#lines;
    const lines = new Map<string, number>();
    const { index } = this;
    for (let at = index.indexOf("\n") + 1; at < index.length; ) {
      const end = index.indexOf("\n", at);
      lines.set(index.slice(at + KEY_AT, end), at);
      at = end + 1;
    }
    this.#lines = lines;
    return lines;
  }

  #end(line: number): number {
    return Number(this.index.slice(line + CHECKSUM_LENGTH + 1, line + KEY_AT - 1));
  }
}
