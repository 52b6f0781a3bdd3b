import { readFileSync } from "node:fs";
import { printType } from "@contractc/kernel";
import { expect, it } from "vitest";
import { type Equivalence, PYTHON_EQUIVALENCES, TYPESCRIPT_EQUIVALENCES } from "../../src/index.js";

const read = (name: string) => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), "utf8");

/** A row as the page prints it; a bar would end a cell. */
function row({ contract, code, note }: Equivalence): string {
  const cell = (text: string) =>
    (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``).replaceAll("|", "\\|");
  const forms = code.map(cell).join(", ");
  return `| ${cell(printType(contract))} | ${forms} | ${note ?? ""} |`;
}

it.each([
  ["python.md", PYTHON_EQUIVALENCES],
  ["typescript.md", TYPESCRIPT_EQUIVALENCES],
])("%s prints the table of equivalences, row by row", (name, equivalences) => {
  const page = read(name);
  const start = page.indexOf("| contract | code | |");
  const table = page.slice(start).split("\n\n")[0]!.trim().split("\n").slice(2);
  expect(table).toEqual(equivalences.map(row));
});
