/** What names are looked up in. */
export interface Lookup<K, V> extends Iterable<[K, V]> {
  get(key: K): V | undefined;
  has(key: K): boolean;
  keys(): Iterable<K>;
}

/** So many keys that differ are worth a copy. */
const MANY = 200;

/** A map, or one that differs from another in a few keys: made without copying that one, which stays as it is. */
export class LayeredMap<K, V> implements Lookup<K, V> {
  readonly #base: ReadonlyMap<K, V>;
  /** `undefined` for keys that are gone. */
  readonly #changes: ReadonlyMap<K, V | undefined>;

  constructor(base: ReadonlyMap<K, V>, changes: ReadonlyMap<K, V | undefined> = new Map()) {
    this.#base = base;
    this.#changes = changes;
  }

  get(key: K): V | undefined {
    return this.#changes.size > 0 && this.#changes.has(key) ? this.#changes.get(key) : this.#base.get(key);
  }

  has(key: K): boolean {
    return this.get(key) !== undefined;
  }

  *keys(): Iterable<K> {
    for (const [key] of this) yield key;
  }

  *[Symbol.iterator](): Iterator<[K, V]> {
    for (const [key, value] of this.#base) if (!this.#changes.has(key)) yield [key, value];
    for (const [key, value] of this.#changes) if (value !== undefined) yield [key, value];
  }

  /** The map with other values under some keys; `undefined` takes a key out. */
  with(changes: ReadonlyMap<K, V | undefined>): LayeredMap<K, V> {
    const all = new Map([...this.#changes, ...changes]);
    if (all.size <= MANY) return new LayeredMap(this.#base, all);
    const whole = new Map(this.#base);
    for (const [key, value] of all) {
      if (value === undefined) whole.delete(key);
      else whole.set(key, value);
    }
    return new LayeredMap(whole);
  }
}
