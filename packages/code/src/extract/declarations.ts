import type { Constant, Declaration, Enum, EnumMember } from "@contractc/kernel";
import type { CodeClass, CodeEnum, CodeFunction, CodeSymbol, CodeVariable } from "../reading/signature.js";
import { classLike } from "./classes.js";
import { firstParagraph } from "./docs.js";
import type { Extraction } from "./extraction.js";
import { signatures } from "./functions.js";
import type { PlannedModule } from "./plan.js";
import { TypeReader } from "./types.js";
import { defaultValue } from "./values.js";

/** What a module offers, and the private types that its signatures name, in the order of the code. */
export function declarations(module: PlannedModule, extraction: Extraction): Declaration[] {
  const { file } = module;
  const types = new TypeReader(extraction, {
    language: file.language,
    file: file.path,
    project: extraction.project,
    addressOf: (meaning) => extraction.addressOf(meaning, file.path),
    typeParameters: new Set(),
  });
  const found: Declaration[] = [];
  const names = new Set<string>();
  for (const { name } of file.signature.symbols) {
    if (names.has(name)) continue;
    names.add(name);
    const symbols = extraction.symbols(file, name);
    const exported = symbols.some((symbol) => symbol.exported);
    if (!exported && !extraction.isNeeded(file.path, name)) continue;
    for (const declaration of declarationsOf(symbols, module, types, extraction)) {
      const internal = !exported && !extraction.isNeededElsewhere(file.path, name);
      found.push(withMarks(declaration, symbols, internal));
    }
  }
  return found;
}

function withMarks(declaration: Declaration, symbols: readonly CodeSymbol[], internal: boolean): Declaration {
  const doc = firstParagraph(symbols.find((symbol) => symbol.doc)?.doc);
  return {
    ...declaration,
    ...(doc === undefined ? {} : { doc }),
    ...(internal ? { internal: true } : {}),
    ...(symbols.some((symbol) => symbol.exportDefault) ? { exportDefault: true } : {}),
  };
}

/** One name may be declared several times: branches of an `if` in Python, merged declarations in TypeScript. */
function declarationsOf(
  symbols: readonly CodeSymbol[],
  module: PlannedModule,
  types: TypeReader,
  extraction: Extraction,
): Declaration[] {
  const classes = symbols.filter((symbol): symbol is CodeClass => symbol.kind === "class");
  const symbol = classes[0] ?? symbols.find(({ kind }) => kind !== "namespace" && kind !== "re-export");
  if (!symbol) return [];
  const { name } = symbol;
  const address = `${module.address}.${name}`;
  switch (symbol.kind) {
    case "class": {
      const parts = types.scope.language === "typescript" ? classes : [symbol];
      return [classLike(parts, address, types, extraction)];
    }
    case "enum":
      return [enumOf(symbol, address)];
    case "alias": {
      const inner = types.within(symbol.typeParameters);
      return [
        {
          kind: "alias",
          name,
          address,
          ...inner.typeParametersOfType(symbol.typeParameters),
          type: inner.read(symbol.type),
        },
      ];
    }
    case "function":
      return functionsOf(symbol, address, types);
    case "variable":
      return [constantOf(symbol, address, types)];
    case "namespace":
    case "re-export":
      return [];
  }
}

function functionsOf(symbol: CodeFunction, address: string, types: TypeReader): Declaration[] {
  return signatures(symbol, types).map((signature, index) => ({
    kind: "function",
    name: symbol.name,
    address: index === 0 ? address : `${address}#${index + 1}`,
    ...signature,
  }));
}

function constantOf(symbol: CodeVariable, address: string, types: TypeReader): Constant {
  const type = types.read(symbol.type);
  const value = symbol.constant ? defaultValue(symbol.value, type) : undefined;
  return { kind: "const", name: symbol.name, address, type, ...(value ? { value } : {}) };
}

function enumOf(symbol: CodeEnum, address: string): Enum {
  const members = symbol.members.map(({ name, value }): EnumMember => {
    const literal = value?.literal;
    if (literal?.kind === "string") return { name, value: literal.value };
    if (literal?.kind === "number" && Number.isFinite(Number(literal.text)))
      return { name, value: Number(literal.text) };
    return { name };
  });
  return { kind: "enum", name: symbol.name, address, members };
}
