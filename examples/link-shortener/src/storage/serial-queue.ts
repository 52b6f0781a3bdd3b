/** Work that must not overlap. */

export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs the work after all that was queued before it, even where that failed. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result;
    return result;
  }
}
