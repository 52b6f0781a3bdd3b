import type { Reading, Readings } from "@contractc/code";
import { checksum, checksumOf, decode, encode } from "./checksum.js";
import type { CacheFolder } from "./folder.js";
import { Pack, packOf } from "./pack.js";

/** How much is kept. */
export interface Limits {
  /** Of all packs together. */
  bytes: number;
  /** More packs than this become one. */
  packs: number;
}

const LIMITS: Limits = { bytes: 192 << 20, packs: 6 };

const PACK = /^code-([0-9a-f]{16})-[0-9a-f]{16}\.pack$/;

/**
 * Readings of code files, kept on disk by their keys: many in one file, so that a repository of thousands of files takes
 * a few to open. A pack is written as a whole and never changed; processes that run at once add packs of their own.
 *
 * What is damaged, or was written by another build of the program, is as good as not there.
 */
export class PackedReadings implements Readings {
  readonly #fresh = new Map<string, Reading>();
  readonly #used = new Set<string>();
  readonly #family: string;
  /** Names of files that hold no pack of this build, though they are called so. */
  readonly #unreadable: string[] = [];
  #packs: Pack[] | undefined;

  /** @param build tells builds of the program apart */
  constructor(
    private readonly folder: CacheFolder,
    private readonly build: string,
    private readonly limits = LIMITS,
  ) {
    this.#family = checksumOf(build);
  }

  get(key: string): Reading | undefined {
    const fresh = this.#fresh.get(key);
    if (fresh) return fresh;
    const record = this.#record(key);
    if (!record) return undefined;
    this.#used.add(key);
    return JSON.parse(decode(record)) as Reading;
  }

  set(key: string, reading: Reading): void {
    this.#fresh.set(key, reading);
  }

  /** Writes what is new. Packs that are small beside it, damaged or too many become one with it. */
  save(): void {
    if (this.#fresh.size === 0) return;
    const fresh = [...this.#fresh].map(([key, reading]) => [key, encode(JSON.stringify(reading))] as const);
    const merged = this.#merged(fresh.reduce((sum, [, record]) => sum + record.length, 0));
    const data = packOf(this.build, this.#records(fresh, merged));
    const name = `code-${this.#family}-${checksum(data)}.pack`;
    this.folder.write(name, data);
    if (!this.folder.list().includes(name)) return;
    for (const pack of merged) if (pack.name !== name) this.folder.remove(pack.name);
    for (const bad of this.#unreadable) if (bad !== name) this.folder.remove(bad);
    this.#makeRoom(name);
  }

  /** The new records, then those of the packs: what this run had no use for stays out where there is too much. */
  #records(
    fresh: readonly (readonly [string, Uint8Array])[],
    merged: readonly Pack[],
  ): Map<string, Uint8Array> {
    const records = new Map<string, Uint8Array>();
    let size = 0;
    const add = (key: string, record: Uint8Array | undefined) => {
      if (!record || records.has(key) || size + record.length > this.limits.bytes / 2) return;
      records.set(key, record);
      size += record.length;
    };
    for (const [key, record] of fresh) add(key, record);
    for (const used of [true, false]) {
      for (const pack of merged) {
        for (const key of pack.keys()) if (this.#used.has(key) === used) add(key, pack.get(key));
      }
    }
    return records;
  }

  /** The packs that become one with what is new: each byte is written again a few times only, however often a file changes. */
  #merged(fresh: number): Pack[] {
    const packs = this.#open().toSorted((a, b) => Number(b.damaged) - Number(a.damaged) || a.size - b.size);
    const all = packs.reduce((sum, { size }) => sum + size, fresh);
    if (all > this.limits.bytes) return packs;
    let size = fresh;
    return packs.filter((pack, at) => {
      const isSmall = pack.size <= 2 * size || packs.length - at >= this.limits.packs;
      if (!pack.damaged && !isSmall) return false;
      size += pack.size;
      return true;
    });
  }

  #record(key: string): Uint8Array | undefined {
    for (const pack of this.#open()) {
      const record = pack.get(key);
      if (record) return record;
    }
    return undefined;
  }

  #open(): Pack[] {
    this.#packs ??= this.folder.list().flatMap((name) => {
      if (PACK.exec(name)?.[1] !== this.#family) return [];
      const pack = Pack.open(this.folder, name, this.build);
      if (!pack && this.folder.stat(name)?.kind === "file") this.#unreadable.push(name);
      return pack ?? [];
    });
    return this.#packs;
  }

  /** Removes packs of other builds, the oldest first, until all together are no more than they may be. */
  #makeRoom(own: string): void {
    const packs = this.folder.list().flatMap((name) => {
      const stat = PACK.test(name) ? this.folder.stat(name) : null;
      return stat ? { name, ...stat } : [];
    });
    let size = packs.reduce((sum, pack) => sum + pack.size, 0);
    for (const pack of packs.sort((a, b) => a.modified - b.modified)) {
      if (size <= this.limits.bytes) return;
      if (pack.name === own || PACK.exec(pack.name)?.[1] === this.#family) continue;
      this.folder.remove(pack.name);
      size -= pack.size;
    }
  }
}
