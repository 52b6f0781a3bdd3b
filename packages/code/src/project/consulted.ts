/** The files whose contents something depends on. */
export interface Looked {
  paths: Set<string>;
  /** Every file of the project may count. */
  all: boolean;
}

/** Something that is found out once, with what it depends on. */
export interface Found<T> {
  value: T;
  looked: Looked | undefined;
}

/**
 * Notes which files' contents are looked at while something is found out, so that it need not be found out again where
 * these have not changed. Which files there are and what steers imports is not noted: it counts for everything.
 */
export class Consulted {
  readonly #parts = new Map<string, Looked>();
  #current: Looked | undefined;

  /** Says that a file's content is looked at. */
  note(path: string): void {
    this.#current?.paths.add(path);
  }

  /** Says that all files are looked at. */
  noteAll(): void {
    if (this.#current) this.#current.all = true;
  }

  /** Notes for a part, beside what is noted for it already, what an action looks at. */
  by<T>(part: string, action: () => T): T {
    let looked = this.#parts.get(part);
    if (!looked) {
      looked = nothing();
      this.#parts.set(part, looked);
    }
    return this.#with(looked, action);
  }

  /** Does something whose looking at files is noted in another way. */
  apart<T>(action: () => T): T {
    return this.#with(undefined, action);
  }

  /** Drops what was noted for a part, which is found out anew. */
  forget(part: string): void {
    this.#parts.delete(part);
  }

  /** What was noted for a part. */
  of(part: string): Looked {
    return this.#parts.get(part) ?? nothing();
  }

  /** Finds out what is kept for others: what it looks at is noted for them, too, when they take it with `take`. */
  found<T>(action: () => T): Found<T> {
    const looked = nothing();
    const value = this.#with(looked, action);
    this.#add(looked);
    return { value, looked };
  }

  /** Takes what was found out before. */
  take<T>({ value, looked }: Found<T>): T {
    if (looked) this.#add(looked);
    return value;
  }

  #add({ paths, all }: Looked): void {
    if (!this.#current) return;
    for (const path of paths) this.#current.paths.add(path);
    if (all) this.#current.all = true;
  }

  #with<T>(looked: Looked | undefined, action: () => T): T {
    const outer = this.#current;
    this.#current = looked;
    try {
      return action();
    } finally {
      this.#current = outer;
    }
  }
}

/** Whether something depends on the contents of one of the files. */
export function dependsOn(looked: Looked | undefined, paths: ReadonlySet<string>): boolean {
  if (!looked) return false;
  if (looked.all) return true;
  for (const path of paths) if (looked.paths.has(path)) return true;
  return false;
}

function nothing(): Looked {
  return { paths: new Set(), all: false };
}

/** @param consulted absent where nobody asks what things depend on */
export function foundBy<T>(consulted: Consulted | undefined, action: () => T): Found<T> {
  return consulted ? consulted.found(action) : { value: action(), looked: undefined };
}

/** @param consulted absent where nobody asks what things depend on */
export function notedBy<T>(consulted: Consulted | undefined, part: string, action: () => T): T {
  return consulted ? consulted.by(part, action) : action();
}

/** @param consulted absent where nobody asks what things depend on */
export function notedAsAll<T>(consulted: Consulted | undefined, action: () => T): T {
  consulted?.noteAll();
  return consulted ? consulted.apart(action) : action();
}
