import {
  type Address,
  type Alias,
  type ClassLike,
  type Constant,
  type Declaration,
  declaredName,
  type Enum,
  type EnumMember,
  type Field,
  type Member,
  printType,
  type Type,
} from "@contractc/kernel";
import type { Comparison } from "../../drift/comparison.js";
import { isClassLike } from "../../drift/declarations.js";
import { literalsOf } from "../../drift/enums.js";
import { liftMethod } from "../../drift/lift-method.js";
import type { Subject } from "../../drift/subject.js";
import { classLike, memberOf } from "../../extract/classes.js";
import { constantOf } from "../../extract/declarations.js";
import type { CodeClass, CodeEnum, CodeMember } from "../../reading/signature.js";
import { contractType } from "../../types/lifted.js";
import type { FixContext } from "../context.js";
import { type ActionDraft, type ContractRemedy, type NoRemedy, none } from "../remedy.js";
import { mergedSignature, readerOf, reconciled } from "./signatures.js";
import { type ContractWriter, holding } from "./text.js";

type Result = ContractRemedy | NoRemedy;

const INHERITED = none("The code inherits it: the contract is changed where the base declares it.");
export const NOT_COMPARED = none("What the code has there cannot be read.");

/** The signature of a function, method or constructor as the code has it. */
export function updateSignature(writer: ContractWriter, comparison: Comparison): Result {
  const { located, callable, signature, subject, owned, pair } = comparison;
  if (!located || !callable || !signature || !subject) return NOT_COMPARED;
  if (owned?.inherited) return INHERITED;
  const module = located.module.address;
  const merged = toggled(
    writer.fix,
    mergedSignature(writer.fix, writer.extraction, subject, callable, signature),
  );
  return merged.kind === "function"
    ? updateDeclaration(writer, module, merged)
    : updateMember(writer, module, pair?.declaration, merged);
}

/** A field as the code has it, be it an attribute, a property, a method or a constructor's parameter. */
export function updateField(writer: ContractWriter, comparison: Comparison): Result {
  const { located, field, subject, owned, pair, parameter } = comparison;
  if (!located || !field || !subject || !owned || !pair) return NOT_COMPARED;
  if (owned.inherited) return INHERITED;
  const module = located.module.address;
  const { fix } = writer;
  const found = foundField(writer, subject, field, owned.member, pair.view.parts, parameter?.type);
  if (!found) return NOT_COMPARED;
  const codes = new Set<string>(fix.findingsAt(field.address).map(({ code }) => code));
  const next: Field = { ...field };
  if (codes.has("drift/field-type")) {
    next.type = reconciled(fix, subject, field.type, found.type);
    if (next.default && next.type !== field.type) {
      delete next.default;
      if (found.default) next.default = found.default;
    }
    if (found.optional || subject.scope.language === "typescript") {
      delete next.optional;
      if (found.optional) next.optional = true;
    }
  }
  if (codes.has("drift/field-default")) {
    delete next.default;
    if (found.default) next.default = found.default;
  }
  return updateMember(writer, module, pair.declaration, toggled(fix, next, pair.declaration.address));
}

function foundField(
  writer: ContractWriter,
  subject: Subject,
  wanted: Field,
  member: CodeMember,
  parts: readonly CodeClass[],
  parameterType: Parameters<ReturnType<typeof readerOf>["read"]>[0],
): Pick<Field, "type" | "optional" | "default"> | undefined {
  const reader = readerOf(writer.extraction, subject);
  if (parameterType) return { type: reader.read(parameterType) };
  if (member.kind === "field") {
    const owner = parts.find(({ members }) => members.includes(member)) ?? parts[0];
    const [read] = owner ? memberOf(member, owner, wanted.address, reader) : [];
    return read?.kind === "field" ? read : undefined;
  }
  if (member.kind !== "method") return undefined;
  const lifted = liftMethod(writer.fix.drift, subject, member);
  return lifted && { type: contractType(lifted) };
}

/** A class's heading as the code has it: bases, type parameters, modifiers. */
export function updateClass(writer: ContractWriter, comparison: Comparison): Result {
  const { located, pair, subject } = comparison;
  if (!located || !pair || !subject) return NOT_COMPARED;
  const module = located.module.address;
  const { declaration, view } = pair;
  const { fix, extraction } = writer;
  const at = fix.findingsAt(declaration.address);
  const found = classLike(
    view.parts,
    declaration.name,
    declaration.address,
    readerOf(extraction, subject),
    extraction,
  );
  const next = toggled(fix, withBases(fix, declaration, found));
  if (at.some(({ code, expected }) => code === "drift/modifier" && /^<|^\w+(?::|$)/.test(expected ?? ""))) {
    const isOfGenerics = at.some(
      ({ code, expected }) => code === "drift/modifier" && isGenerics(expected, declaration),
    );
    if (isOfGenerics) {
      delete next.typeParameters;
      if (found.typeParameters) next.typeParameters = found.typeParameters;
    }
  }
  const actions = [...readonlyFields(writer, module, declaration)];
  const content = writer.heading(module, next);
  if (content !== writer.heading(module, declaration))
    actions.unshift({ op: "update", target: declaration.address, content });
  if (actions.length === 0) return none("The contract says so already.");
  return {
    kind: "contract",
    title: `Change ${declaration.name} to \`${content}\``,
    actions: writer.complete(module, [{ ...next, members: [] }], actions),
  };
}

/** `<T, U>` or `T: Bound`, as findings about type parameters say it. */
function isGenerics(expected: string | undefined, { typeParameters = [] }: ClassLike | Alias): boolean {
  if (expected === undefined) return false;
  return expected.startsWith("<") || typeParameters.some(({ name }) => expected.split(":")[0] === name);
}

function withBases(fix: FixContext, declaration: ClassLike, found: ClassLike): ClassLike {
  const next = { ...declaration };
  const bases = [...(found.extends ?? []), ...(found.implements ?? [])];
  for (const { code, expected, actual } of fix.findingsAt(declaration.address)) {
    if (code !== "drift/base") continue;
    if (expected !== undefined) {
      // The same base with other arguments takes the place of the one that the contract names.
      const change = (list: Type[] | undefined) =>
        (list ?? []).flatMap((base) => {
          if (printType(base) !== expected || base.kind !== "reference") return [base];
          return bases.filter((other) => other.kind === "reference" && other.target === base.target);
        });
      setBases(next, change(next.extends), change(next.implements));
    } else {
      const base = bases.find((each) => each.kind === "reference" && declaredName(each.target) === actual);
      if (base?.kind !== "reference") continue;
      const isInterface = fix.drift.declarations.classLike(base.target)?.kind === "interface";
      const isImplemented = isInterface && declaration.kind !== "interface";
      setBases(
        next,
        [...(next.extends ?? []), ...(isImplemented ? [] : [base])],
        [...(next.implements ?? []), ...(isImplemented ? [base] : [])],
      );
    }
  }
  return next;
}

function setBases(of: ClassLike, superTypes: Type[], interfaces: Type[]): void {
  delete of.extends;
  delete of.implements;
  if (superTypes.length > 0) of.extends = superTypes;
  if (interfaces.length > 0) of.implements = interfaces;
}

/** Where every field differs in being `readonly`, the class has one finding for all. */
function readonlyFields(writer: ContractWriter, module: Address, declaration: ClassLike): ActionDraft[] {
  const isReported = writer.fix
    .findingsAt(declaration.address)
    .some(({ code, expected }) => code === "drift/modifier" && /readonly$/.test(expected ?? ""));
  if (!isReported) return [];
  return declaration.members.flatMap((member): ActionDraft[] => {
    if (member.kind !== "field" || member.static) return [];
    const next = toggled(writer.fix, member, declaration.address);
    const content = writer.member(module, next);
    if (content === writer.member(module, member)) return [];
    return [{ op: "update", target: member.address, content }];
  });
}

/** An enum with the values of the code. */
export function updateEnum(writer: ContractWriter, comparison: Comparison): Result {
  const { located, group, definition } = comparison;
  const declaration = group?.declarations[0];
  if (!located || !definition || declaration?.kind !== "enum") return NOT_COMPARED;
  const reported = writer.fix
    .findingsAt(declaration.address)
    .filter(({ code }) => code === "drift/enum-member");
  const isReported = (text: string) =>
    reported.some(({ expected, actual }) =>
      [expected, actual].some((side) => side?.split(" = ")[0] === text),
    );
  const written = definition.symbols.find((symbol): symbol is CodeEnum => symbol.kind === "enum");
  const members = written
    ? namedMembers(declaration, written, isReported)
    : literalMembers(writer, comparison, declaration, isReported);
  if (!members) return NOT_COMPARED;
  if (members.length === 0) return none("The code's enum is empty, and a contract has none without values.");
  const module = located.module.address;
  const next: Enum = { ...declaration, members };
  const content = writer.whole(module, [{ ...withoutTrimmings(next), members }]);
  return {
    kind: "contract",
    title: `Give ${declaration.name} the values of the code`,
    actions: [{ op: "update", target: declaration.address, content }],
  };
}

function namedMembers(
  declaration: Enum,
  written: CodeEnum,
  isReported: (name: string) => boolean,
): EnumMember[] {
  const declared = new Map(declaration.members.map((member) => [member.name, member]));
  const found = written.members.flatMap(({ name, value }): EnumMember[] => {
    const own = declared.get(name);
    if (own && !isReported(name)) return [own];
    if (!own && !isReported(name)) return [];
    const literal = value?.literal;
    const read =
      literal?.kind === "string"
        ? literal.value
        : literal?.kind === "number" && Number.isFinite(Number(literal.text.replaceAll("_", "")))
          ? Number(literal.text.replaceAll("_", ""))
          : undefined;
    const { value: _, ...rest } = own ?? { name };
    return [{ ...rest, ...(read === undefined ? {} : { value: read }) }];
  });
  // What the code lacks but a comment or an `@allow` accepts stays.
  const names = new Set(written.members.map(({ name }) => name));
  const kept = declaration.members.filter(({ name }) => !names.has(name) && !isReported(name));
  return [...found, ...kept];
}

function literalMembers(
  writer: ContractWriter,
  { definition, subject, located }: Comparison,
  declaration: Enum,
  isReported: (name: string) => boolean,
): EnumMember[] | undefined {
  const alias = definition?.symbols.find((symbol) => symbol.kind === "alias");
  if (alias?.kind !== "alias" || !definition || !located) return undefined;
  const own: Subject = subject ?? {
    symbol: declaration.address,
    shown: declaration.name,
    file: definition.file,
    within: [alias.span],
    scope: writer.fix.drift.scope(definition.file),
    parameterNames: new Map(),
  };
  const literals = literalsOf(writer.fix.drift, own, alias.type);
  if (!literals) return undefined;
  const declared = new Map(
    declaration.members.map((member) => [String(member.value ?? member.name), member]),
  );
  const found = [...literals.keys()].flatMap((value): EnumMember[] => {
    const member = declared.get(value);
    return member ? [member] : isReported(value) ? [{ name: value }] : [];
  });
  const kept = [...declared].flatMap(([value, member]) =>
    literals.has(value) || isReported(member.name) ? [] : [member],
  );
  return [...found, ...kept];
}

/** Docs and annotations stay where an update has none. */
function withoutTrimmings(declaration: Enum): Enum {
  const {
    doc: _doc,
    allows: _allows,
    names: _names,
    deprecated: _deprecated,
    stable: _stable,
    ...rest
  } = declaration;
  return rest;
}

/** A constant with the type and the value of the code. */
export function updateConstant(writer: ContractWriter, comparison: Comparison): Result {
  const { located, group, definition } = comparison;
  const declaration = group?.declarations[0];
  if (!located || !definition || declaration?.kind !== "const") return NOT_COMPARED;
  const variable = definition.symbols.find((symbol) => symbol.kind === "variable");
  if (variable?.kind !== "variable") return NOT_COMPARED;
  const subject = topSubject(writer, comparison, declaration);
  const codes = new Set<string>(writer.fix.findingsAt(declaration.address).map(({ code }) => code));
  const found = constantOf(
    variable,
    declaration.name,
    declaration.address,
    readerOf(writer.extraction, subject),
  );
  const next: Constant = { ...declaration };
  if (codes.has("drift/field-type")) {
    if (!variable.type) {
      const type = typeOfLiteral(variable.value?.literal?.kind, variable.value?.text);
      if (!type) return none("The code gives no type, and its value none that a contract has a name for.");
      next.type = type;
    } else next.type = reconciled(writer.fix, subject, declaration.type, found.type);
  }
  if (codes.has("drift/const-value")) {
    const typed = constantOf(
      variable.type ? variable : { ...variable },
      declaration.name,
      declaration.address,
      readerOf(writer.extraction, subject),
    );
    const value = typed.value ?? literalValue(variable.value?.literal);
    delete next.value;
    if (value) next.value = value;
  }
  return updateDeclaration(writer, located.module.address, toggled(writer.fix, next));
}

function literalValue(
  literal: { kind: string; value?: unknown; text?: string } | undefined,
): Constant["value"] | undefined {
  if (literal?.kind === "string" && typeof literal.value === "string")
    return { kind: "string", value: literal.value };
  if (literal?.kind === "number" && literal.text !== undefined && /^-?\d+(?:\.\d+)?$/.test(literal.text))
    return { kind: "number", text: literal.text };
  if (literal?.kind === "boolean" && typeof literal.value === "boolean")
    return { kind: "boolean", value: literal.value };
  return undefined;
}

function typeOfLiteral(kind: string | undefined, text = ""): Type | undefined {
  if (kind === "string") return { kind: "primitive", name: "string" };
  if (kind === "boolean") return { kind: "primitive", name: "bool" };
  if (kind === "number") return { kind: "primitive", name: /[.eE]/.test(text) ? "float" : "int" };
  return undefined;
}

/** An alias with the type of the code. */
export function updateAlias(writer: ContractWriter, comparison: Comparison): Result {
  const { located, group, definition } = comparison;
  const declaration = group?.declarations[0];
  const alias = definition?.symbols.find((symbol) => symbol.kind === "alias");
  if (!located || declaration?.kind !== "alias" || alias?.kind !== "alias") return NOT_COMPARED;
  const { fix, extraction } = writer;
  const [found] = writer.read(
    located.module.address,
    declaration.name,
    definition!.file.path,
    definition!.symbols,
  );
  if (found?.kind !== "alias") return NOT_COMPARED;
  const subject = topSubject(writer, comparison, declaration);
  const at = fix.findingsAt(declaration.address);
  const next: Alias = { ...declaration };
  if (at.some(({ code }) => code === "drift/field-type"))
    next.type = reconciled(fix, subject, declaration.type, readWithin(extraction, subject, alias));
  if (at.some(({ code, expected }) => code === "drift/modifier" && isGenerics(expected, declaration))) {
    delete next.typeParameters;
    if (found.typeParameters) next.typeParameters = found.typeParameters;
    next.type = found.type;
  }
  return updateDeclaration(writer, located.module.address, toggled(fix, next));
}

function readWithin(
  extraction: ContractWriter["extraction"],
  subject: Subject,
  alias: {
    type: Parameters<ReturnType<typeof readerOf>["read"]>[0];
    typeParameters: CodeClass["typeParameters"];
  },
): Type {
  return readerOf(extraction, subject).within(alias.typeParameters).read(alias.type);
}

/** Modifiers alone: how it is exported, and those of methods whose signature agrees. */
export function updateModifiers(writer: ContractWriter, comparison: Comparison): Result {
  const { located, pair, members, group } = comparison;
  if (!located) return NOT_COMPARED;
  const module = located.module.address;
  const { fix } = writer;
  if (comparison.owned?.inherited) return INHERITED;
  if (members && pair) {
    const actions = members.flatMap((member): ActionDraft[] => {
      const next = toggled(fix, member, undefined, members[0].address);
      const content = writer.member(module, next);
      return content === writer.member(module, member)
        ? []
        : [{ op: "update", target: member.address, content }];
    });
    if (actions.length === 0) return NOT_COMPARED;
    return { kind: "contract", title: `Change it to \`${actions[0]!.content}\``, actions };
  }
  const actions = (group?.declarations ?? []).flatMap((declaration): ActionDraft[] => {
    const next = toggled(fix, declaration, undefined, group!.declarations[0].address);
    const content = writer.heading(module, next);
    return content === writer.heading(module, declaration)
      ? []
      : [{ op: "update", target: declaration.address, content }];
  });
  if (actions.length === 0) return NOT_COMPARED;
  return { kind: "contract", title: `Change it to \`${actions[0]!.content}\``, actions };
}

function updateDeclaration(writer: ContractWriter, module: Address, next: Declaration): Result {
  const content = writer.heading(module, next);
  const actions: ActionDraft[] = [{ op: "update", target: next.address, content }];
  return {
    kind: "contract",
    title: `Change it to \`${content}\``,
    actions: writer.complete(module, [isClassLike(next) ? { ...next, members: [] } : next], actions),
  };
}

function updateMember(
  writer: ContractWriter,
  module: Address,
  owner: ClassLike | undefined,
  next: Member,
): Result {
  const content = writer.member(module, next);
  return {
    kind: "contract",
    title: `Change it to \`${content}\``,
    actions: writer.complete(module, owner ? [holding(owner, [next])] : [], [
      { op: "update", target: next.address, content },
    ]),
  };
}

interface Modifiable {
  static?: true;
  abstract?: true;
  readonly?: true;
  internal?: true;
  exportDefault?: true;
}

/**
 * With the modifiers that findings say the code has.
 *
 * @param owner of a field: the class, which may have one finding for all of its fields
 * @param symbol of an overload: the first one, at which modifiers are reported
 */
export function toggled<T extends { address: Address; kind: string }>(
  fix: FixContext,
  of: T,
  owner?: Address,
  symbol: Address = of.address,
): T {
  const next: T & Modifiable = { ...of };
  const own = fix.findingsAt(symbol);
  const shared =
    owner === undefined
      ? []
      : fix.findingsAt(owner).filter(({ expected }) => /readonly$/.test(expected ?? ""));
  for (const { code, actual } of [...own, ...shared]) {
    if (code !== "drift/modifier" || actual === undefined) continue;
    if (actual === "not exported") next.internal = true;
    else if (actual === "export default") next.exportDefault = true;
    else if (actual === "export") delete next.exportDefault;
    else {
      const [, not, word] = /^(not )?(static|abstract|readonly|internal)$/.exec(actual) ?? [];
      if (word === undefined) continue;
      // A class has no `readonly` of its own.
      if (word === "readonly" && of.kind !== "field") continue;
      const key = word as "static" | "abstract" | "readonly" | "internal";
      delete next[key];
      if (not === undefined) next[key] = true;
    }
  }
  return next;
}

function topSubject(writer: ContractWriter, comparison: Comparison, declaration: Declaration): Subject {
  const { file, symbols } = comparison.definition!;
  return {
    symbol: declaration.address,
    shown: declaration.name,
    file,
    within: symbols.map(({ span }) => span),
    scope: writer.fix.drift.scope(file),
    parameterNames: new Map(),
  };
}
