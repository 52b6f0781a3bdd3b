/** Numbers that follow from a seed alone: Mulberry32 of Tommy Ettinger (public domain). */
export class Random {
  #state: number;

  /** @param seed any number; @param salt tells streams of one seed apart */
  constructor(seed: number, salt = "") {
    let state = seed | 0;
    for (let at = 0; at < salt.length; at++) state = Math.imul(state ^ salt.charCodeAt(at), 0x01000193);
    this.#state = state;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.below(list.length)];
    if (item === undefined) throw new Error("Nothing to choose from.");
    return item;
  }

  /** In another order (Fisher and Yates). */
  shuffled<T>(list: readonly T[]): T[] {
    const items = [...list];
    for (let at = items.length - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [items[at], items[other]] = [items[other]!, items[at]!];
    }
    return items;
  }
}
