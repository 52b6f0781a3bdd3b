/** Numbers that depend on nothing but a seed: the generator sfc32 of Chris Doty-Humphrey (PractRand). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param stream numbers of one seed but different streams have nothing in common */
  constructor(seed: number, stream: number) {
    this.#a = seed | 0;
    this.#b = stream | 0;
    this.#c = 0x9e3779b9;
    for (let round = 0; round < 15; round++) this.#next();
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** A whole number from 0 to `end` - 1; 0 where `end` is 0. */
  below(end: number): number {
    return end <= 0 ? 0 : Math.floor((this.#next() / 0x1_0000_0000) * end);
  }

  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  /** True once in `times` on average. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError("Nothing to pick from");
    return item;
  }
}
