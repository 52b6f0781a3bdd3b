import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Writes what a soak works on: copies of the examples, and a generated contract of several files with code of two
 * languages that follows it.
 *
 * @param examples the folder of the examples
 * @param folder where to write; each contract gets a folder of its own in it
 */
export function writeWorkspaces(examples: string, folder: string): void {
  for (const name of ["plane-battle", "link-shortener"]) {
    cpSync(join(examples, name), join(folder, name), { recursive: true });
  }
  for (const [path, text] of generated(8)) {
    const file = join(folder, "generated", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** A root with a contract file for each module; every second module is Python, the others are TypeScript. */
export function generated(modules: number): Map<string, string> {
  const files = new Map<string, string>();
  const root = ['contract Generated version "1.0.0"', ""];
  for (let at = 0; at < modules; at++) root.push(`import "parts/part${at}.contract"`);
  root.push("", "target python {", '  roots "py"', "}", "target typescript {", '  roots "."', "}", "");
  files.set("generated.contract", root.join("\n"));
  for (let at = 0; at < modules; at++) {
    const isPython = at % 2 === 0;
    const path = isPython ? `py/part${at}.py` : `ts/part${at}.ts`;
    const used = at - 2;
    files.set(
      `parts/part${at}.contract`,
      [
        `/// Part ${at}.`,
        `module part${at} "${path}" {`,
        ...(used >= 0 ? [`  uses part${used}`] : []),
        `  record Order${at} {`,
        "    id: string",
        "    amount: float",
        "  }",
        `  fn total${at}(order: Order${at}, most: float) -> float`,
        ...(used >= 0 ? [`  fn again${at}(order: Order${used}) -> float`] : []),
        "}",
        "",
      ].join("\n"),
    );
    files.set(path, isPython ? pythonOf(at, used) : typeScriptOf(at, used));
  }
  return files;
}

function pythonOf(at: number, used: number): string {
  return [
    "from dataclasses import dataclass",
    ...(used >= 0 ? [`from part${used} import Order${used}, total${used}`] : []),
    "",
    "",
    "@dataclass",
    `class Order${at}:`,
    "    id: str",
    "    amount: float",
    "",
    "",
    `def total${at}(order: Order${at}, most: float) -> float:`,
    "    return min(order.amount, most)",
    ...(used >= 0
      ? ["", "", `def again${at}(order: Order${used}) -> float:`, `    return total${used}(order, 1.0)`]
      : []),
    "",
  ].join("\n");
}

function typeScriptOf(at: number, used: number): string {
  return [
    ...(used >= 0 ? [`import { type Order${used}, total${used} } from "./part${used}.js";`, ""] : []),
    `export interface Order${at} {`,
    "  id: string;",
    "  amount: number;",
    "}",
    "",
    `export function total${at}(order: Order${at}, most: number): number {`,
    "  return Math.min(order.amount, most);",
    "}",
    ...(used >= 0
      ? [
          "",
          `export function again${at}(order: Order${used}): number {`,
          `  return total${used}(order, 1);`,
          "}",
        ]
      : []),
    "",
  ].join("\n");
}
