/** What is waited for until a signal comes, which may have come already. */
export function aborted<T>(signal: AbortSignal, value: () => T): Promise<T> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(value());
    else signal.addEventListener("abort", () => resolve(value()), { once: true });
  });
}
