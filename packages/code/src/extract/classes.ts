import type { Address, ClassLike, Field, Member, Type } from "@contractc/kernel";
import type { CodeClass, CodeField, CodeMember, CodeMethod } from "../reading/signature.js";
import { firstParagraph } from "./docs.js";
import { isError } from "./errors.js";
import type { Extraction } from "./extraction.js";
import { overload, signatures } from "./functions.js";
import { inferredType, writtenType } from "./inferred.js";
import type { TypeReader } from "./types.js";
import { defaultValue } from "./values.js";

/** A class, interface, record or error of the code as the contract declares it. */
export function classLike(
  parts: readonly CodeClass[],
  name: string,
  address: Address,
  outer: TypeReader,
  extraction: Extraction,
): ClassLike {
  const code = parts[0]!;
  const types = outer.within(code.typeParameters, {
    kind: "reference",
    target: address,
    arguments: code.typeParameters.map(({ name }) => ({ kind: "parameter", name })),
  });
  const kind = kindOf(code, types.scope.file, extraction);
  const bases = (list: CodeClass["extends"]) =>
    list
      .map((base) => types.read(base))
      .filter((base): base is Type & { kind: "reference" } => base.kind === "reference");
  // That an error derives from the language's own errors goes without saying.
  const superTypes = bases(parts.flatMap((part) => part.extends)).filter(
    ({ target }) => kind !== "error" || isDeclared(target, extraction),
  );
  const implemented = bases(parts.flatMap((part) => part.implements));
  return {
    kind,
    name,
    address,
    ...(code.abstract && kind === "class" ? { abstract: true } : {}),
    ...types.typeParametersOfType(code.typeParameters),
    ...(superTypes.length > 0 ? { extends: superTypes } : {}),
    ...(implemented.length > 0 ? { implements: implemented } : {}),
    members: members(parts, address, types),
  };
}

function isDeclared(target: Address, extraction: Extraction): boolean {
  return extraction.modules.some((module) => target.startsWith(`${module.address}.`));
}

function kindOf(code: CodeClass, file: string, extraction: Extraction): ClassLike["kind"] {
  if (code.form === "class" && isError(code, file, extraction)) return "error";
  switch (code.form) {
    case "dataclass":
    case "named-tuple":
    case "typed-dict":
      return "record";
    case "interface":
    case "type-literal":
      return code.members.length > 0 && code.members.every(({ kind }) => kind === "field")
        ? "record"
        : "interface";
    case "class":
      return "class";
  }
}

function members(parts: readonly CodeClass[], address: Address, types: TypeReader): Member[] {
  const found: Member[] = [];
  const names = new Set<string>();
  for (const part of parts) {
    for (const member of part.members) {
      if (member.visibility !== "public" || isProtocolName(member)) continue;
      const key = member.kind === "constructor" ? "new" : member.name;
      if (names.has(key)) continue;
      names.add(key);
      found.push(...memberOf(member, part, address, types));
    }
  }
  return found;
}

/** `__len__` and its like belong to the language, not to the interface that a contract states. */
function isProtocolName(member: CodeMember): boolean {
  // What an object was made by is called `constructor` on every object.
  return member.kind !== "constructor" && (/^__.*__$/.test(member.name) || member.name === "constructor");
}

/** A member of a class of the code as the contract declares it: of overloads each. */
export function memberOf(
  member: CodeMember,
  owner: CodeClass,
  address: Address,
  types: TypeReader,
): Member[] {
  switch (member.kind) {
    case "field":
      return [fieldOf(member, address, types, owner.frozen)];
    case "constructor":
      // The fields of a dataclass say what it is made of.
      return owner.form === "class" || owner.form === "interface"
        ? constructorsOf(member, address, types)
        : [];
    case "method":
      return methodsOf(member, owner, address, types);
  }
}

function fieldOf(code: CodeField, address: Address, types: TypeReader, frozen = false): Field {
  const read = types.read(writtenType(types, code.type) ?? inferredType(types, code.nameSpan));
  const typescript = types.scope.language === "typescript";
  const isTwice = code.optional === true && typescript && read.kind === "optional";
  const isExact = isTwice && types.scope.project.resolver?.("typescript")?.isExactOptional(types.scope.file);
  const type = isTwice && !isExact ? read.type : read;
  const value = defaultValue(code.default, type);
  return {
    kind: "field",
    name: code.name,
    address: `${address}.${code.name}`,
    ...doc(code),
    type,
    ...(code.optional ? { optional: true } : {}),
    ...(value === undefined || code.static ? {} : { default: value }),
    ...(code.readonly || frozen ? { readonly: true } : {}),
    ...(code.static ? { static: true } : {}),
    ...(code.abstract ? { abstract: true } : {}),
  };
}

function constructorsOf(code: CodeMethod, address: Address, types: TypeReader): Member[] {
  return signatures(code, types).map((signature, index) => ({
    kind: "constructor",
    name: "new",
    address: overload(`${address}.new`, index),
    ...doc(code),
    ...signature,
    result: { kind: "primitive", name: "void" },
  }));
}

function methodsOf(code: CodeMethod, owner: CodeClass, address: Address, types: TypeReader): Member[] {
  const isAbstract = code.abstract && owner.form === "class";
  return signatures(code, types).map((signature, index) => ({
    kind: "method",
    name: code.name,
    address: overload(`${address}.${code.name}`, index),
    ...doc(code),
    ...signature,
    ...(code.static || code.classMethod ? { static: true } : {}),
    ...(isAbstract ? { abstract: true } : {}),
  }));
}

function doc(code: { doc?: string }): { doc?: string } {
  const text = firstParagraph(code.doc);
  return text === undefined ? {} : { doc: text };
}
