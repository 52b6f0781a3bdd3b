import { type Declaration, nearestName, printHeading, type Type } from "@contractc/kernel";
import type { CodeFile } from "../project/project.js";
import { pythonBinding } from "../project/python/bindings.js";
import { sourceOf } from "../project/stubs.js";
import { namespaceOffers } from "../project/typescript/namespaces.js";
import type { CodeFunction, CodeSymbol, CodeVariable } from "../reading/signature.js";
import { checkClass } from "./classes.js";
import { checkAlias, checkConstant } from "./constants.js";
import type { DriftContext } from "./context.js";
import { FILE_START } from "./context.js";
import { type Group, isClassLike, isFunction, isValue } from "./declarations.js";
import { checkEnum } from "./enums.js";
import { checkExport } from "./exports.js";
import { checkCallable } from "./functions.js";
import { checkHollow } from "./hollow.js";
import { codeName, type Definition, type Located, type LocatedModule, lookUp, ownSymbols } from "./locate.js";
import { compareIn, isAny, type Subject } from "./subject.js";

/** How messages call the kinds of the contract. */
const KINDS: Record<Declaration["kind"], string> = {
  class: "class",
  interface: "interface",
  record: "record",
  error: "error",
  enum: "enum",
  alias: "type",
  function: "function",
  const: "constant",
  event: "event",
  states: "state space",
};

const CODE_KINDS: Record<CodeSymbol["kind"], string> = {
  class: "class",
  function: "function",
  variable: "variable",
  alias: "type alias",
  enum: "enum",
  namespace: "namespace",
  "re-export": "re-export",
};

/** Compares one declaration, or the overloads of a function, with what the module offers under its name. */
export function checkGroup(
  context: DriftContext,
  located: LocatedModule,
  group: Group,
  found: Located,
  unparsable: boolean,
): void {
  const [declaration] = group.declarations;
  if (found.kind === "missing") {
    if (!unparsable) reportMissing(context, located, declaration);
    return;
  }
  const { entry } = located;
  if (found.kind === "outside") {
    if (!entry) return;
    context.report(
      "drift/unknown",
      { file: entry, span: FILE_START },
      {
        what: `The ${KINDS[declaration.kind]} \`${declaration.name}\``,
        why: "it is defined outside of the project",
      },
      { symbol: declaration.address, expected: printHeading(declaration) },
    );
    return;
  }
  const { definition } = found;
  if (!unparsable) checkSource(context, located, declaration, definition);
  if (isNamespaceAlone(located, declaration, definition)) {
    if (!unparsable) reportMissing(context, located, declaration);
    return;
  }
  const subject = subjectOf(context, declaration, definition);
  if (!checkSymbols(context, subject, group, definition, unparsable))
    reportKind(context, subject, declaration, definition);
  else checkExport(context, located, subject, declaration, definition);
}

/**
 * A type and a namespace that share a name are two things of the code: where the namespace is left alone and the file has
 * a new type with a name like it, the type is called otherwise now.
 */
function isNamespaceAlone(
  located: LocatedModule,
  declaration: Declaration,
  { symbols }: Definition,
): boolean {
  if (located.language !== "typescript" || isValue(declaration)) return false;
  if (!symbols.every(({ kind }) => kind === "namespace")) return false;
  const near = nearestSymbol(located, declaration)?.symbol;
  return near !== undefined && near.kind !== "namespace";
}

/** A stub may promise what its source does not have, and a body that does nothing is the source's. */
function checkSource(
  context: DriftContext,
  { module }: LocatedModule,
  declaration: Declaration,
  { file: stub, symbols: [promised], source: written }: Definition,
): void {
  const source = written ?? sourceOf(context.project, stub);
  if (!source || !promised) return;
  const own = source.signature.symbols.filter(({ name }) => name === promised.name);
  const subject = subjectOf(context, declaration, { file: source, symbols: own });
  const implementation = own.find(({ kind }) => kind === "function");
  if (implementation?.kind === "function") checkHollow(context, subject, implementation);
  // A variable that only has an annotation, and what `__getattr__` or a star import gives, is not seen in the source.
  if (own.length > 0 || promised.kind === "alias" || promised.conditional || isDynamic(source)) return;
  if (pythonBinding(source, [promised.name])) return;
  context.report(
    "drift/missing-symbol",
    { file: source, span: FILE_START },
    { kind: KINDS[declaration.kind], name: declaration.name, path: module.path, nearest: undefined },
    { symbol: declaration.address, expected: printHeading(declaration) },
  );
}

/** Names of the module may be made at run time. */
function isDynamic({ text, signature }: CodeFile): boolean {
  const isOpen = /^def __getattr__\b|\bglobals\(\)|\bsetattr\(|\bsys\.modules\[/m.test(text);
  return (
    isOpen || signature.imports.some(({ names }) => names.some(({ name, local }) => name === "*" && !local))
  );
}

function subjectOf(
  context: DriftContext,
  declaration: Declaration,
  { file, symbols, namespace }: Definition,
): Subject {
  return {
    symbol: declaration.address,
    shown: declaration.name,
    file,
    within: symbols.map(({ span }) => span),
    scope: context.scope(file, [], undefined, namespace),
    parameterNames: new Map(),
  };
}

/** @returns whether the symbols hold something of the declared kind */
function checkSymbols(
  context: DriftContext,
  subject: Subject,
  group: Group,
  { symbols }: Definition,
  unparsable: boolean,
): boolean {
  const [declaration] = group.declarations;
  if (isClassLike(declaration)) return checkClass(context, subject, declaration, symbols, unparsable);
  switch (declaration.kind) {
    case "enum":
      return checkEnum(context, subject, declaration, symbols);
    case "alias": {
      const alias = symbols.find((symbol) => symbol.kind === "alias");
      if (alias?.kind !== "alias") return isSameType(context, subject, declaration.type, symbols);
      checkAlias(context, subject, declaration, alias);
      return true;
    }
    case "function": {
      const [first, ...overloads] = group.declarations.filter(isFunction);
      if (!first) return false;
      const callable = callableOf(symbols);
      if (!callable) return false;
      if (callable.kind === "variable") {
        const signatures = context.project
          .resolver?.(subject.file.language)
          ?.signaturesOf(subject.file.path, callable.nameSpan);
        if (signatures?.kind !== "known") reportComputedFunction(context, subject, first, callable);
        else {
          const computed = { nameSpan: callable.nameSpan, raises: [], signatures: [...signatures.value] };
          checkCallable(context, subject, [first, ...overloads], computed);
        }
        return true;
      }
      checkCallable(context, subject, [first, ...overloads], callable);
      checkHollow(context, subject, callable);
      return true;
    }
    case "const": {
      const variable = symbols.find((symbol) => symbol.kind === "variable");
      if (variable?.kind === "variable") {
        checkConstant(context, subject, declaration, variable);
        return true;
      }
      // `const X = { … } as const` reads as an enum; as a constant its type is what the contract says.
      return symbols.some((symbol) => symbol.kind === "enum" && symbol.form === "const-object");
    }
    case "event":
    case "states":
      return true;
  }
}

/** Whether an interface or object type of the code is what the contract's alias computes. */
function isSameType(
  context: DriftContext,
  subject: Subject,
  expected: Type,
  symbols: readonly CodeSymbol[],
): boolean {
  const [symbol] = symbols;
  if (symbol?.kind !== "class" || symbol.form === "class" || symbol.typeParameters.length > 0) return false;
  return compareIn(context, subject, expected, { kind: "verbatim", text: symbol.name }) === "equivalent";
}

/** A function, or a variable that holds one: with a function type as written, otherwise as it is. */
function callableOf(symbols: readonly CodeSymbol[]): CodeFunction | CodeVariable | undefined {
  const functions = symbols.filter((symbol) => symbol.kind === "function");
  if (functions[0]) return functions[0];
  const variable = symbols.find((symbol) => symbol.kind === "variable");
  if (variable?.kind !== "variable") return undefined;
  const { type, signature } = variable;
  if (signature && !type) {
    return { ...variable, kind: "function", decorators: [], raises: [], signatures: [signature] };
  }
  if (type?.kind === "function") {
    return {
      ...variable,
      kind: "function",
      decorators: [],
      raises: [],
      signatures: [
        {
          start: type.start,
          end: type.end,
          typeParameters: type.typeParameters,
          parameters: type.parameters,
          parameterSpan: { start: type.start, end: type.end },
          result: type.result,
        },
      ],
    };
  }
  // A literal is no function; a call or a name may make one.
  return variable.value?.literal && variable.value.literal.kind !== "name" ? undefined : variable;
}

function reportComputedFunction(
  context: DriftContext,
  subject: Subject,
  declaration: Declaration,
  variable: CodeVariable,
): void {
  if (declaration.kind === "const" && isAny(declaration.type)) return;
  context.report(
    "drift/unknown",
    { file: subject.file, span: variable.nameSpan, within: subject.within },
    {
      what: `The signature of \`${declaration.name}\``,
      why: "it is a variable that holds a computed function",
    },
    { symbol: declaration.address, expected: printHeading(declaration) },
  );
}

/** What the module's file defines and the contract does not declare, and that is called almost like a declaration. */
function nearestSymbol(
  { entry, files, language, groups }: LocatedModule,
  declaration: Declaration,
): { name: string; symbol: CodeSymbol } | undefined {
  const file = entry ?? files[0];
  const wanted = codeName(declaration, language);
  const declared = new Set(groups.map(({ declarations: [first] }) => codeName(first, language)));
  const candidates = (file?.signature.symbols ?? [])
    .flatMap((symbol) => [
      { name: symbol.name, symbol },
      ...(symbol.kind === "namespace" ? namespaceOffers(symbol) : []),
    ])
    // What a namespace of the same name holds is in it as before.
    .filter(({ name }) => !declared.has(name) && !name.startsWith(`${wanted}.`));
  const nearest = nearestName(
    wanted,
    candidates.map(({ name }) => name),
  );
  return candidates.find(({ name }) => name === nearest);
}

function reportMissing(context: DriftContext, located: LocatedModule, declaration: Declaration): void {
  const { entry, files, module } = located;
  const file = entry ?? files[0];
  if (!file) return;
  const near = nearestSymbol(located, declaration);
  if (near) context.suggests(`${file.path}#${near.name}`);
  context.report(
    "drift/missing-symbol",
    near ? { file, span: near.symbol.nameSpan, within: [near.symbol.span] } : { file, span: FILE_START },
    { kind: KINDS[declaration.kind], name: declaration.name, path: module.path, nearest: near?.name },
    { symbol: declaration.address, expected: printHeading(declaration) },
  );
}

function reportKind(
  context: DriftContext,
  subject: Subject,
  declaration: Declaration,
  { file, symbols }: Definition,
): void {
  const [symbol] = symbols;
  if (!symbol) return;
  context.report(
    "drift/kind",
    { file, span: symbol.nameSpan, within: subject.within },
    {
      name: declaration.name,
      expected: withArticle(KINDS[declaration.kind]),
      actual: withArticle(symbol.kind === "class" ? symbol.form.replace("-", " ") : CODE_KINDS[symbol.kind]),
    },
    { symbol: declaration.address, expected: KINDS[declaration.kind], actual: CODE_KINDS[symbol.kind] },
  );
}

function withArticle(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/**
 * Reports what a module offers and the contract does not declare. Of a folder module that is what its entry offers;
 * what the entry passes on from other modules belongs to those.
 */
export function checkUnlistedSymbols(context: DriftContext, located: LocatedModule): void {
  const { entry, module } = located;
  if (!entry) return;
  const reported = new Set<string>();
  const report = (
    file: CodeFile,
    symbol: CodeSymbol,
    kind: CodeSymbol["kind"],
    name: string,
    definition: Definition,
  ) => {
    if (reported.has(name)) return;
    reported.add(name);
    context.comparing({ definition }, () =>
      context.report(
        "drift/unlisted-symbol",
        { file, span: symbol.nameSpan, within: [symbol.span] },
        { kind: CODE_KINDS[kind], name, module: module.name },
        { symbol: `${module.address}.${name}`, actual: name, declared: [module.address] },
      ),
    );
  };
  const own = new Set(located.files);
  for (const symbol of entry.signature.symbols) {
    if (!isPublic(entry, symbol) || isIncidental(entry, symbol)) continue;
    if (context.suggested.has(`${entry.path}#${symbol.name}`)) continue;
    if (symbol.kind === "namespace") {
      for (const { name, symbol: inner } of namespaceOffers(symbol)) {
        if (inner.kind === "re-export" || context.addressOfSymbol(entry.path, name) !== undefined) continue;
        if (!context.suggested.has(`${entry.path}#${name}`))
          report(entry, inner, inner.kind, name, {
            file: entry,
            symbols: ownSymbols(entry, name),
            namespace: name.slice(0, name.lastIndexOf(".")),
          });
      }
      continue;
    }
    if (symbol.kind !== "re-export") {
      if (context.addressOfSymbol(entry.path, symbol.name) === undefined)
        report(entry, symbol, symbol.kind, symbol.name, {
          file: entry,
          symbols: ownSymbols(entry, symbol.name),
        });
      continue;
    }
    if (!module.folder || symbol.original === "*") continue;
    const found = lookUp(context.project, entry, symbol.name);
    if (found.kind !== "found" || !own.has(found.definition.file)) continue;
    const [first] = found.definition.symbols;
    if (!first || context.addressOfSymbol(found.definition.file.path, first.name) !== undefined) continue;
    report(entry, symbol, first.kind, symbol.name, found.definition);
  }
}

/** Python's `__all__`, where there is one, is the list of what is public. */
function isPublic(file: CodeFile, symbol: CodeSymbol): boolean {
  return symbol.exported && (file.signature.exported?.includes(symbol.name) ?? true);
}

/** Names that a module has for itself although they are public by their form, and what no contract can say. */
function isIncidental(file: CodeFile, symbol: CodeSymbol): boolean {
  if (/^__.*__$/.test(symbol.name)) return true;
  if (file.language !== "python" || symbol.kind !== "variable" || file.signature.exported) return false;
  // `bytes = bytes` offers nothing that Python itself does not.
  if (symbol.value?.literal?.kind === "name" && symbol.value.literal.name === symbol.name) return true;
  return /^(?:logging\.)?getLogger\(|^structlog\.get_logger\(/.test(symbol.value?.text ?? "");
}
