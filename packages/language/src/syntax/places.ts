/*
 * Where the parts of nodes stand. A concrete tree would need several objects for every token; a table of numbers for
 * a whole file needs 16 bytes for every value that a node holds.
 */

/** Where the properties of a file's nodes stand: a chain of entries for each node, the last one first. */
export class Places {
  #table = new Int32Array(1024);
  // Entry 0 ends the chains.
  #next = 4;

  /**
   * Adds an entry to a chain.
   *
   * @param property its number
   * @param before the last entry of the chain so far; 0 for none
   * @returns the entry, which is the chain's last one now
   */
  add(property: number, from: number, to: number, before: number): number {
    const at = this.#next;
    if (at === this.#table.length) {
      const larger = new Int32Array(at * 2);
      larger.set(this.#table);
      this.#table = larger;
    }
    const table = this.#table;
    table[at] = property;
    table[at + 1] = from;
    table[at + 2] = to;
    table[at + 3] = before;
    this.#next = at + 4;
    return at;
  }

  /** Gives back the room that was reserved for more entries. */
  trim(): void {
    this.#table = this.#table.slice(0, this.#next);
  }

  /**
   * The place of a property.
   *
   * @param last the last entry of a node's chain
   * @param index which of several values, from 0; the last one if there are fewer
   */
  find(last: number, property: number, index: number): { from: number; to: number } | undefined {
    const table = this.#table;
    let count = 0;
    for (let at = last; at !== 0; at = table[at + 3]!) if (table[at] === property) count++;
    if (count === 0) return undefined;
    // The chain runs backwards.
    let left = count - 1 - Math.min(Math.max(0, index), count - 1);
    for (let at = last; ; at = table[at + 3]!) {
      if (table[at] === property && left-- === 0) return { from: table[at + 1]!, to: table[at + 2]! };
    }
  }
}
