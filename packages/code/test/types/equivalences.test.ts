import { memoryFileSystem, printType, type Type } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import {
  type CodeType,
  compareTypes,
  contractType,
  type Equivalence,
  liftType,
  openProject,
  PYTHON_EQUIVALENCES,
  pythonReader,
  TYPESCRIPT_EQUIVALENCES,
  type TypeScope,
  type TypeVerdict,
  typescriptReader,
} from "../../src/index.js";

const readers = [await pythonReader(), await typescriptReader()];

/** Reads a type in a file of its own and lifts it; the contract has `Player` in `model`. */
function lift(file: string, text: string) {
  const fs = memoryFileSystem({ [`/repo/${file}`]: text });
  const project = openProject({ fs, root: "/repo", targets: [], readers });
  const { signature, language } = project.files.get(file)!;
  expect(signature.problems).toEqual([]);
  const holder = signature.symbols.find(({ name }) => name === "holder");
  if (holder?.kind !== "function") throw new Error(`no function in ${text}`);
  const type = holder.signatures[0]?.parameters[0]?.type;
  const scope: TypeScope = {
    language,
    file,
    project,
    addressOf: (meaning) =>
      meaning.kind === "symbol" && meaning.name === "Player" ? "model.Player" : undefined,
    typeParameters: new Set(),
  };
  const compare = (expected: Type, actual: CodeType): TypeVerdict =>
    compareTypes(expected, liftType(actual, scope), {
      language,
      alias: () => undefined,
      defaults: () => [],
      localDefaults: () => [],
      expandLocal: () => undefined,
      extends: () => false,
    });
  return { type: type!, scope, compare };
}

const python = (code: string, imports = "") =>
  lift("m.py", `${imports}\nclass Player: ...\ndef holder(value: ${code}) -> None: ...\n`);
const typescript = (code: string) =>
  lift("m.ts", `interface Options { a: 1 }\nclass Player {}\nexport function holder(value: ${code}) {}\n`);
/** A type predicate stands only as a result. */
const typescriptResult = (code: string) =>
  lift("m.ts", `export declare function holder(value: (value: unknown) => ${code}): void;\n`);

const rowsOf = (table: readonly Equivalence[]) =>
  table.flatMap(({ contract, code, imports }) =>
    code.map((form) => [printType(contract), form, contract, imports] as const),
  );

describe("equivalences of Python", () => {
  it.each(rowsOf(PYTHON_EQUIVALENCES))("%s is %s", (_, code, contract, imports) => {
    const { type, scope, compare } = python(code, imports);
    expect(compare(contract, type)).toBe("equivalent");
    expect(compare(contractType(liftType(type, scope)), type)).toBe("equivalent");
  });
});

describe("equivalences of TypeScript", () => {
  it.each(rowsOf(TYPESCRIPT_EQUIVALENCES))("%s is %s", (_, code, contract) => {
    if (/\bis\b/.test(code)) {
      const { type, compare } = typescriptResult(code);
      expect(
        compare(
          { kind: "function", parameters: [{ type: { kind: "primitive", name: "any" } }], result: contract },
          type,
        ),
      ).toBe("equivalent");
      return;
    }
    const { type, scope, compare } = typescript(code);
    expect(compare(contract, type)).toBe("equivalent");
    expect(compare(contractType(liftType(type, scope)), type)).toBe("equivalent");
  });
});

describe("different rows of a table", () => {
  // Rows that the language takes for one another: the canonical form of the others tells them apart.
  const same: Record<string, string[][]> = {
    python: [
      ["any", "json"],
      ["void", "null"],
      ["int?", "int | null"],
    ],
    typescript: [
      ["int", "float", "duration"],
      ["string", "decimal", "uuid", "path"],
      ["datetime", "date"],
      ["any", "json"],
      ["list<int>", "sequence<int>"],
      ["map<string, int>", "mapping<string, int>"],
    ],
  };
  it.each([
    ["python", PYTHON_EQUIVALENCES],
    ["typescript", TYPESCRIPT_EQUIVALENCES],
  ] as const)("are never equivalent in %s", (language, table) => {
    const wrong: string[] = [];
    for (const row of table) {
      for (const other of table) {
        const [a, b] = [printType(row.contract), printType(other.contract)];
        if (a === b || same[language]!.some((group) => group.includes(a) && group.includes(b))) continue;
        const [form] = other.code;
        if (/\bis\b/.test(form!)) continue;
        const { type, compare } = language === "python" ? python(form!, other.imports) : typescript(form!);
        if (compare(row.contract, type) === "equivalent") wrong.push(`${a} is ${form}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
