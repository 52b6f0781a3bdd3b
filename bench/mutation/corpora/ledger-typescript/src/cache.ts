/** Something with a key. */
export interface Keyed<K extends string = string> {
  key: K;
}

/** Keeps the last values. */
export class Cache<K extends string, V extends object> {
  readonly #values = new Map<K, V>();
  hits = 0;
  limit: number = 100;

  constructor(limit: number = 100) {
    this.limit = limit;
  }

  get(key: K): V | undefined {
    const found = this.#values.get(key);
    if (found !== undefined) this.hits += 1;
    return found;
  }

  set(key: K, value: V): this {
    if (this.#values.size >= this.limit) this.#values.clear();
    this.#values.set(key, value);
    return this;
  }

  async load(key: K, make: (key: K) => Promise<V>): Promise<V> {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = await make(key);
    this.set(key, made);
    return made;
  }
}

export function indexBy<T extends Keyed>(items: readonly T[]): Map<string, T> {
  return new Map(items.map((item) => [item.key, item]));
}

export function pick<T extends object, K extends keyof T>(value: T, ...keys: K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, value[key]])) as Pick<T, K>;
}
