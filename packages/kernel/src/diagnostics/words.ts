/** A whole contract around what an example is about. */
export function contract(body: string): string {
  return `contract Example version "1.0.0"\n\n${body}\n`;
}

/** A contract with one Python module around what an example is about. */
export function module(body: string): string {
  const lines = body.split("\n").map((line) => (line === "" ? "" : `  ${line}`));
  return contract(`module example "example.py" {\n${lines.join("\n")}\n}`);
}

/** Names of a circle that a message still writes out. */
const LONGEST_CYCLE = 12;

/** A circle as messages show it: of a long one the beginning and the end, with the number of names between. */
export function shownCycle(names: readonly string[]): string {
  if (names.length <= LONGEST_CYCLE) return names.join(" -> ");
  const between = names.length - LONGEST_CYCLE + 2;
  return [...names.slice(0, 7), `… ${between} more …`, ...names.slice(-3)].join(" -> ");
}
