/** Time as something that is passed in, so that a test need not wait for it. */

export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }
}

/** A clock that moves only when it is told to. */
export class ManualClock implements Clock {
  #milliseconds: number;

  /** @param start seconds since 1970-01-01T00:00:00Z */
  constructor(start: number = 0) {
    this.#milliseconds = start * 1000;
  }

  now(): Date {
    return new Date(this.#milliseconds);
  }

  advance(seconds: number): void {
    this.#milliseconds += seconds * 1000;
  }
}
