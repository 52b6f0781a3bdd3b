/**
 * Which parameter of the code stands for which of the contract, so that the difference needs the fewest words: a
 * renamed parameter is one difference and not a missing and an additional one.
 */
export interface Alignment<P, C> {
  pairs: { expected: P; actual: C; renamed: boolean }[];
  missing: P[];
  extra: C[];
  /** The pairs stand in another order. */
  reordered: boolean;
}

/**
 * Aligns two parameter lists. Parameters of one name are pairs wherever they stand; what is left between two such
 * pairs is aligned by the least total cost (Needleman and Wunsch, 1970), where a pair of different names costs as
 * much as a missing parameter, more if the types differ.
 *
 * @param sameName whether the two are known by one name
 * @param sameType whether they could be one parameter under two names
 */
export function align<P, C>(
  expected: readonly P[],
  actual: readonly C[],
  sameName: (expected: P, actual: C) => boolean,
  sameType: (expected: P, actual: C) => boolean,
): Alignment<P, C> {
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  for (const [index, parameter] of expected.entries()) {
    const other = actual.findIndex((candidate, at) => !taken.has(at) && sameName(parameter, candidate));
    if (other < 0) continue;
    partner.set(index, other);
    taken.add(other);
  }
  const named = [...partner];
  const reordered = named.some(([, at], index) => index > 0 && at < named[index - 1]![1]);

  const renamed = new Set<number>();
  const pairUp = (left: readonly number[], right: readonly number[]) => {
    for (const [a, b] of cheapestPairs(left, right, (x, y) => sameType(expected[x]!, actual[y]!))) {
      partner.set(a, b);
      taken.add(b);
      renamed.add(a);
    }
  };
  const freeExpected = indexes(expected).filter((index) => !partner.has(index));
  const freeActual = indexes(actual).filter((index) => !taken.has(index));
  if (reordered) pairUp(freeExpected, freeActual);
  else {
    // Between two pairs of one name, and before the first and after the last.
    const anchors = [...named, [expected.length, actual.length] as const];
    let before = [-1, -1] as readonly [number, number];
    for (const anchor of anchors) {
      pairUp(
        freeExpected.filter((index) => index > before[0] && index < anchor[0]),
        freeActual.filter((index) => index > before[1] && index < anchor[1]),
      );
      before = anchor;
    }
  }

  return {
    pairs: [...partner]
      .sort(([a], [b]) => a - b)
      .map(([a, b]) => ({ expected: expected[a]!, actual: actual[b]!, renamed: renamed.has(a) })),
    missing: expected.filter((_, index) => !partner.has(index)),
    extra: actual.filter((_, index) => !taken.has(index)),
    reordered,
  };
}

function indexes(items: readonly unknown[]): number[] {
  return items.map((_, index) => index);
}

const GAP = 1;
const RENAMED = 1;
const REPLACED = 1.9;

function cheapestPairs(
  left: readonly number[],
  right: readonly number[],
  sameType: (left: number, right: number) => boolean,
): [number, number][] {
  if (left.length === 0 || right.length === 0) return [];
  const width = right.length + 1;
  const costs: number[] = Array.from({ length: (left.length + 1) * width }, () => 0);
  const pairCost = (a: number, b: number) => (sameType(left[a]!, right[b]!) ? RENAMED : REPLACED);
  for (let a = left.length; a >= 0; a--) {
    for (let b = right.length; b >= 0; b--) {
      if (a === left.length || b === right.length) {
        costs[a * width + b] = (left.length - a + right.length - b) * GAP;
        continue;
      }
      costs[a * width + b] = Math.min(
        costs[(a + 1) * width + b + 1]! + pairCost(a, b),
        costs[(a + 1) * width + b]! + GAP,
        costs[a * width + b + 1]! + GAP,
      );
    }
  }
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < left.length && b < right.length; ) {
    const cost = costs[a * width + b]!;
    if (cost === costs[(a + 1) * width + b + 1]! + pairCost(a, b)) {
      pairs.push([left[a]!, right[b]!]);
      a++;
      b++;
    } else if (cost === costs[(a + 1) * width + b]! + GAP) a++;
    else b++;
  }
  return pairs;
}
