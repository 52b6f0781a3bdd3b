import type { Constant, Declaration, Enum, EnumMember } from "@contractc/kernel";
import type { CodeFile } from "../project/project.js";
import { stubOf } from "../project/stubs.js";
import type { CodeClass, CodeEnum, CodeFunction, CodeSymbol, CodeVariable } from "../reading/signature.js";
import { classLike } from "./classes.js";
import { firstParagraph } from "./docs.js";
import type { Extraction } from "./extraction.js";
import { overload, signatures } from "./functions.js";
import { inferredType, writtenType } from "./inferred.js";
import type { PlannedModule } from "./plan.js";
import { TypeReader } from "./types.js";
import { defaultValue } from "./values.js";

/** What a module offers, and the private types that its signatures name, in the order of the code. */
export function declarations(module: PlannedModule, extraction: Extraction): Declaration[] {
  const named: { name: string; symbol: string; file: CodeFile; internal: boolean }[] = [];
  for (const [name, { file, symbol }] of extraction.offers(module)) {
    named.push({ name, symbol, file, internal: false });
  }
  const stubs = module.files.flatMap((file) => stubOf(extraction.project, file) ?? []);
  for (const file of [...module.files, ...stubs]) {
    for (const [name, elsewhere] of extraction.needed(file)) {
      if (extraction.offers(module).has(name)) continue;
      named.push({ name, symbol: name, file, internal: !elsewhere });
    }
  }
  const order = new Map<CodeFile, number>();
  for (const [index, file] of module.files.entries()) {
    order.set(file, index);
    const stub = stubOf(extraction.project, file);
    if (stub) order.set(stub, index);
  }
  const start = ({ file, symbol }: (typeof named)[number]) =>
    extraction.symbols(file, symbol)[0]?.span.start ?? 0;
  named.sort((a, b) => order.get(a.file)! - order.get(b.file)! || start(a) - start(b));
  const readers = new Map<CodeFile, TypeReader>();
  return named.flatMap(({ name, symbol, file, internal }) => {
    let types = readers.get(file);
    if (!types) {
      types = typesOf(file, extraction);
      readers.set(file, types);
    }
    const symbols = extraction.symbols(file, symbol);
    const dot = file.language === "typescript" ? symbol.lastIndexOf(".") : -1;
    const scoped = dot < 0 ? types : types.inNamespace(file, symbol.slice(0, dot));
    return declarationsOf(symbols, name, module, scoped, extraction).map((declaration) =>
      withMarks(dot < 0 ? declaration : { ...declaration, names: { typescript: symbol } }, symbols, internal),
    );
  });
}

/** Reads the types of a file. */
export function typesOf(file: CodeFile, extraction: Extraction): TypeReader {
  return new TypeReader(extraction, {
    language: file.language,
    file: file.path,
    project: extraction.project,
    addressOf: (meaning, written) => extraction.addressOf(meaning, file.path, written),
    typeParameters: new Set(),
  });
}

/** A declaration with what its symbols say beside its signature: docs, and how they are exported. */
export function withMarks(
  declaration: Declaration,
  symbols: readonly CodeSymbol[],
  internal: boolean,
): Declaration {
  const doc = firstParagraph(symbols.find((symbol) => symbol.doc)?.doc);
  return {
    ...declaration,
    ...(doc === undefined ? {} : { doc }),
    ...(internal ? { internal: true } : {}),
    ...(symbols.some((symbol) => symbol.exportDefault) ? { exportDefault: true } : {}),
  };
}

/**
 * One name may be declared several times: branches of an `if` in Python, merged declarations in TypeScript, where it
 * may also stand for a type and a value.
 */
export function declarationsOf(
  symbols: readonly CodeSymbol[],
  name: string,
  module: PlannedModule,
  types: TypeReader,
  extraction: Extraction,
): Declaration[] {
  const address = `${module.address}.${name}`;
  const type = typeOf(symbols, name, address, types, extraction);
  // A class or enum is its own value, and in Python the first branch speaks for all.
  if (type && (type.kind === "class" || type.kind === "enum" || types.scope.language === "python"))
    return [type];
  const value = symbols.find(({ kind }) => kind === "function" || kind === "variable");
  const values =
    value?.kind === "function"
      ? functionsOf(value, name, address, types)
      : value?.kind === "variable"
        ? [constantOf(value, name, address, types)]
        : [];
  if (!type || values.length === 0) return type ? [type] : values;
  // What is called like a value cannot be made by its name, as a record is.
  const named: Declaration = type.kind === "record" ? { ...type, kind: "interface" } : type;
  return [named, ...values.map((each, index) => ({ ...each, address: overload(address, index + 1) }))];
}

function typeOf(
  symbols: readonly CodeSymbol[],
  name: string,
  address: string,
  types: TypeReader,
  extraction: Extraction,
): Declaration | undefined {
  const classes = symbols.filter((symbol): symbol is CodeClass => symbol.kind === "class");
  if (classes[0]) {
    const parts = types.scope.language === "typescript" ? classes : [classes[0]];
    return classLike(parts, name, address, types, extraction);
  }
  const symbol = symbols.find(({ kind }) => kind === "enum" || kind === "alias");
  if (symbol?.kind === "enum") return enumOf(symbol, name, address);
  if (symbol?.kind !== "alias") return undefined;
  const inner = types.within(symbol.typeParameters);
  return {
    kind: "alias",
    name,
    address,
    ...inner.typeParametersOfType(symbol.typeParameters),
    type: inner.read(symbol.type),
  };
}

function functionsOf(symbol: CodeFunction, name: string, address: string, types: TypeReader): Declaration[] {
  return signatures(symbol, types).map((signature, index) => ({
    kind: "function",
    name,
    address: overload(address, index),
    ...signature,
  }));
}

export function constantOf(symbol: CodeVariable, name: string, address: string, types: TypeReader): Constant {
  const type = types.read(writtenType(types, symbol.type) ?? inferredType(types, symbol.nameSpan));
  const value = symbol.constant ? defaultValue(symbol.value, type) : undefined;
  return { kind: "const", name, address, type, ...(value ? { value } : {}) };
}

function enumOf(symbol: CodeEnum, name: string, address: string): Enum {
  const members = symbol.members.map(({ name, value }): EnumMember => {
    const literal = value?.literal;
    if (literal?.kind === "string") return { name, value: literal.value };
    if (literal?.kind === "number" && Number.isFinite(Number(literal.text)))
      return { name, value: Number(literal.text) };
    return { name };
  });
  return { kind: "enum", name, address, members };
}
