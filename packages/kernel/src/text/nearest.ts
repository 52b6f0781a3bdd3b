/**
 * The number of single-character edits between two names: insertions, deletions, replacements and swaps of
 * neighbours (optimal string alignment, the restricted Damerau-Levenshtein distance: Boytsov, "Indexing methods
 * for approximate dictionary searching", 2011).
 *
 * @param limit distances above it are not told apart: the result is then `limit + 1`
 */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    let best = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        previous[column]! + 1,
        current[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      }
      current.push(cost);
      best = Math.min(best, cost);
    }
    if (best > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}

/** Case and the separators between words do not make a name another one: `max_size` is `maxSize`. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[_$\-\s]/g, "");
}

/**
 * The existing name that somebody who wrote `name` most probably meant.
 *
 * Names that differ only in case or word separators are nearest, then those within one edit per three
 * characters. Ties go to the first in code-unit order, so that the answer does not depend on the order of the
 * candidates.
 *
 * @returns `undefined` where nothing is near enough to be worth suggesting
 */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = folded(name);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let nearest: string | undefined;
  let nearestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === name) continue;
    const other = folded(candidate);
    // Of a one-letter name everything is one edit away; only a difference in case is a hint there.
    const bound = wanted.length < 2 || other.length < 2 ? 0 : Math.min(limit, nearestDistance);
    const distance = editDistance(wanted, other, bound);
    if (distance > bound) continue;
    if (distance < nearestDistance || (nearest !== undefined && candidate < nearest)) {
      nearest = candidate;
      nearestDistance = distance;
    }
  }
  return nearest;
}
