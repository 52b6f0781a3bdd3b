/**
 * The value of a number as contracts and code write it: with a sign, underscores, in base 16, 8 or 2.
 *
 * @returns a finite number, as JSON can say it: what is too large is the largest there is
 */
export function numberOf(text: string): number {
  const negative = text.startsWith("-");
  const digits = text.replace(/^[-+]\s*/, "").replaceAll("_", "");
  const value = Number(digits);
  const finite = Number.isNaN(value) ? 0 : Math.min(value, Number.MAX_VALUE);
  return negative ? -finite : finite;
}

/** Whether a number is too large to be one: `1e999`. */
export function isTooLarge(text: string): boolean {
  // No shorter text says more than 1.8e308.
  return text.length > 4 && Number(text.replaceAll("_", "")) === Number.POSITIVE_INFINITY;
}
