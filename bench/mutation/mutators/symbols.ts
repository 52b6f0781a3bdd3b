import type { Mutation, Mutator, Site } from "../mutation.ts";
import { replace } from "../mutation.ts";
import { appended, removed, renamed, type SymbolPlace, styled, symbols } from "./places.ts";

/** How people call what the contract declares. */
const NAMES: Record<string, string> = {
  function: "function",
  class: "class",
  interface: "interface",
  record: "record",
  error: "error",
  enum: "enum",
  alias: "alias",
  const: "constant",
};

function remove(kind: string): Mutator {
  return {
    kind: `symbol/remove-${NAMES[kind]}`,
    *mutations(site) {
      for (const { code, address } of ofKind(site, kind)) {
        yield {
          ...at(site, address),
          edits: removed(site.outline, code),
          expected: { codes: ["drift/missing-symbol"], symbols: [address] },
        };
      }
    },
  };
}

function rename(kind: string): Mutator {
  return {
    kind: `symbol/rename-${NAMES[kind]}`,
    *mutations(site) {
      for (const { code, address } of ofKind(site, kind)) {
        // Importers give a default export whatever name they like.
        if (code.modifiers.some(({ word }) => word === "default")) continue;
        yield {
          ...at(site, address),
          edits: renamed(site.outline, code, `${code.name}Other`),
          expected: {
            codes: ["drift/missing-symbol"],
            symbols: [address],
            also: ["drift/unlisted-symbol"],
          },
        };
      }
    },
  };
}

const PYTHON = {
  function: "def added_function(value: int) -> int:\n    return value + 1\n",
  class: "class added_class:\n    def __init__(self, value: int) -> None:\n        self.value = value\n",
  constant: "added_constant: int = 3\n",
};
const TYPESCRIPT = {
  function: "export function addedFunction(value: number): number {\n  return value + 1;\n}\n",
  class: "export class addedClass {\n  constructor(readonly value: number) {}\n}\n",
  constant: "export const addedConstant: number = 3;\n",
  interface: "export interface addedInterface {\n  value: number;\n}\n",
  alias: "export type addedAlias = string | number;\n",
  enum: 'export enum addedEnum {\n  One = "one",\n}\n',
};

function add(kind: keyof typeof TYPESCRIPT): Mutator {
  return {
    kind: `symbol/add-${kind}`,
    ...(kind in PYTHON ? {} : { languages: ["typescript"] as const }),
    *mutations(site) {
      const { outline, declared } = site;
      const module = declared.module(outline.path);
      const text = outline.language === "python" ? PYTHON[kind as keyof typeof PYTHON] : TYPESCRIPT[kind];
      const name = styled(outline, `added ${kind}`);
      const edits = appended(outline, name, text);
      // A file without anything of its own offers nothing yet: that is another kind of finding.
      if (!module || !edits || outline.path.endsWith(".pyi") || outline.path.endsWith(".d.ts")) return;
      const address = `${module.address}.${name}`;
      yield {
        ...at(site, address),
        edits,
        expected: { codes: ["drift/unlisted-symbol"], symbols: [address] },
      };
    },
  };
}

const hide: Mutator = {
  kind: "symbol/hide",
  *mutations(site) {
    const { outline } = site;
    for (const { code, address } of symbols(site)) {
      if (outline.exportLists.some(({ names }) => names.some(({ name }) => name === code.name))) continue;
      const word = code.modifiers.find((modifier) => modifier.word === "export");
      if (
        outline.language === "typescript" &&
        (!word || code.modifiers.some((each) => each.word === "default"))
      )
        continue;
      if (outline.language === "python" && !code.exported) continue;
      yield {
        ...at(site, address),
        edits: word
          ? [replace({ start: word.start, end: word.end + 1 }, "")]
          : renamed(outline, code, `_${code.name}`),
        expected: { codes: ["drift/missing-symbol", "drift/modifier"], symbols: [address] },
      };
    }
  },
};

/** Something else under the same name. */
const kind: Mutator = {
  kind: "symbol/kind",
  *mutations(site) {
    const { outline } = site;
    const isPython = outline.language === "python";
    for (const { code, contract, address } of symbols(site)) {
      const isFunction = contract.kind === "function";
      const text = isPython
        ? isFunction
          ? `${code.name}: int = 3`
          : `def ${code.name}(value: int) -> int:\n    return value + 1`
        : isFunction
          ? `export const ${code.name}: number = 3;`
          : `export function ${code.name}(value: number): number {\n  return value + 1;\n}`;
      if (contract.kind === "const" && !isPython && !code.exported) continue;
      if (!isPython && !code.exported) continue;
      if (code.modifiers.some(({ word }) => word === "default")) continue;
      yield {
        ...at(site, address),
        edits: [replace(code.span, text)],
        expected: {
          codes: ["drift/kind", "drift/missing-symbol"],
          symbols: [address],
          // A type is missing where a function has its name.
          also: ["drift/unlisted-symbol"],
        },
      };
    }
  },
};

function* ofKind(site: Site, wanted: string): Generator<SymbolPlace> {
  for (const symbol of symbols(site)) if (symbol.contract.kind === wanted) yield symbol;
}

function at({ outline }: Site, address: string): Pick<Mutation, "at" | "file"> {
  return { at: address, file: outline.path };
}

const KINDS = Object.keys(NAMES);

export const symbolMutators: Mutator[] = [
  ...KINDS.map(remove),
  ...KINDS.map(rename),
  ...(Object.keys(TYPESCRIPT) as (keyof typeof TYPESCRIPT)[]).map(add),
  hide,
  kind,
];
