const BITS = 5;
const WORD = 1 << BITS;

/**
 * A set of small whole numbers that is read in ascending order: a bit for each number, a bit above for each word that is
 * not empty, and so on to the top. Adding, removing and finding the next one cost the same however many there are.
 */
export class RankSet {
  readonly #levels: Uint32Array[] = [];
  #size = 0;

  /** @param capacity numbers are from 0 to one less */
  constructor(capacity: number) {
    let words = Math.max(1, Math.ceil(capacity / WORD));
    for (;;) {
      this.#levels.push(new Uint32Array(words));
      if (words === 1) return;
      words = Math.ceil(words / WORD);
    }
  }

  get size(): number {
    return this.#size;
  }

  has(rank: number): boolean {
    return ((this.#levels[0]![rank >>> BITS] ?? 0) & (1 << (rank & (WORD - 1)))) !== 0;
  }

  /** Puts a number in or takes it out. */
  set(rank: number, isIn: boolean): void {
    if (this.has(rank) === isIn) return;
    this.#size += isIn ? 1 : -1;
    let at = rank;
    for (const words of this.#levels) {
      const word = at >>> BITS;
      const before = words[word]!;
      const bit = 1 << (at & (WORD - 1));
      words[word] = isIn ? before | bit : before & ~bit;
      // What is above changes only where the word was or becomes empty.
      if (isIn ? before !== 0 : words[word] !== 0) return;
      at = word;
    }
  }

  /** The least number from one on; `-1` for none. */
  next(from: number): number {
    let at = from;
    for (let level = 0; level < this.#levels.length; level += 1) {
      const words = this.#levels[level]!;
      const word = at >>> BITS;
      if (word >= words.length) return -1;
      const rest = words[word]! & (-1 << (at & (WORD - 1)));
      if (rest !== 0) return this.#leftmost(level, word * WORD + lowest(rest));
      at = word + 1;
    }
    return -1;
  }

  *[Symbol.iterator](): IterableIterator<number> {
    for (let at = this.next(0); at >= 0; at = this.next(at + 1)) yield at;
  }

  #leftmost(level: number, bit: number): number {
    let at = bit;
    for (let below = level - 1; below >= 0; below -= 1) at = at * WORD + lowest(this.#levels[below]![at]!);
    return at;
  }
}

function lowest(word: number): number {
  return 31 - Math.clz32(word & -word);
}
