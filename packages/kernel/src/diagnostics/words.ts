/** A whole contract around what an example is about. */
export function contract(body: string): string {
  return `contract Example version "1.0.0"\n\n${body}\n`;
}

/** A contract with one Python module around what an example is about. */
export function module(body: string): string {
  const lines = body.split("\n").map((line) => (line === "" ? "" : `  ${line}`));
  return contract(`module example "example.py" {\n${lines.join("\n")}\n}`);
}
