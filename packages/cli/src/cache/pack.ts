import { CHECKSUM_LENGTH, checksum, decode, encode } from "./checksum.js";

/*
 * A pack: many records in one file. A checksum and the length of the index, the index with a checksum for each record, and
 * the records one after the other. What is asked for is compared with its checksum then, so that opening a pack costs no
 * more than its index.
 */

interface Index {
  /** The program that wrote the pack. */
  build: string;
  keys: string[];
  sizes: number[];
  checksums: string[];
}

const SIZE_LENGTH = 16;

/** @returns the bytes of a pack, the same for the same records */
export function packOf(build: string, records: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const index: Index = { build, keys: [...records.keys()], sizes: [], checksums: [] };
  for (const record of records.values()) {
    index.sizes.push(record.length);
    index.checksums.push(checksum(record));
  }
  const head = encode(JSON.stringify(index));
  const size = encode(String(head.length).padStart(SIZE_LENGTH));
  return Buffer.concat([encode(checksum(head)), size, head, ...records.values()]);
}

/** The records of a pack by key; a damaged one is none. */
export class Pack {
  /** A record turned out not to be what was written. */
  damaged = false;
  readonly #places = new Map<string, { start: number; end: number; checksum: string }>();

  private constructor(
    readonly name: string,
    private readonly bytes: Uint8Array,
    { keys, sizes, checksums }: Index,
    first: number,
  ) {
    let start = first;
    for (const [at, key] of keys.entries()) {
      const end = start + (sizes[at] ?? 0);
      this.#places.set(key, { start, end, checksum: checksums[at] ?? "" });
      start = end;
    }
  }

  /** @returns `undefined` for what is damaged or was written by another build */
  static open(name: string, bytes: Uint8Array, build: string): Pack | undefined {
    const start = CHECKSUM_LENGTH + SIZE_LENGTH;
    const size = Number(decode(bytes.subarray(CHECKSUM_LENGTH, start)));
    if (!Number.isSafeInteger(size) || size <= 0) return undefined;
    const head = bytes.subarray(start, start + size);
    if (decode(bytes.subarray(0, CHECKSUM_LENGTH)) !== checksum(head)) return undefined;
    const index = JSON.parse(decode(head)) as Index;
    return index.build === build ? new Pack(name, bytes, index, start + size) : undefined;
  }

  get size(): number {
    return this.bytes.length;
  }

  keys(): Iterable<string> {
    return this.#places.keys();
  }

  get(key: string): Uint8Array | undefined {
    const place = this.#places.get(key);
    if (!place) return undefined;
    const record = this.bytes.subarray(place.start, place.end);
    if (checksum(record) === place.checksum) return record;
    this.#places.delete(key);
    this.damaged = true;
    return undefined;
  }
}
