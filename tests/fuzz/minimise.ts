/**
 * Makes an input smaller that still fails: leaves out ever smaller stretches, after ddmin (Zeller and Hildebrandt,
 * "Simplifying and Isolating Failure-Inducing Input", 2002).
 *
 * @param fails whether a smaller input has the same fault
 * @param attempts how often `fails` may be asked
 * @param seconds after so long the smallest input so far has to do
 */
export function minimise<T extends string | Uint8Array>(
  input: T,
  fails: (smaller: T) => boolean,
  attempts = 600,
  seconds = 20,
): T {
  const end = performance.now() + seconds * 1000;
  let current = input;
  let left = attempts;
  for (let size = Math.ceil(current.length / 2); size >= 1 && left > 0; ) {
    let removed = false;
    for (let at = 0; at < current.length && left > 0; left--) {
      if (performance.now() > end) return current;
      const smaller = without(current, at, at + size);
      if (fails(smaller)) {
        current = smaller;
        removed = true;
      } else {
        at += size;
      }
    }
    if (size === 1 && !removed) break;
    size = removed && size === 1 ? 1 : Math.floor(size / 2);
  }
  return current;
}

function without<T extends string | Uint8Array>(input: T, from: number, to: number): T {
  if (typeof input === "string") return (input.slice(0, from) + input.slice(to)) as T;
  return Uint8Array.from([...input.subarray(0, from), ...input.subarray(to)]) as T;
}
