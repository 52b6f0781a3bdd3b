import type { Address, ClassLike, Field, Member, Type } from "@contractc/kernel";
import type { CodeClass, CodeField, CodeMember, CodeMethod } from "../reading/signature.js";
import { classNamed, isClassAttribute, leavesAbstract } from "./bases.js";
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
  // A class that is merged with an interface is a class.
  const code = parts.find(({ form }) => form !== "interface") ?? parts[0]!;
  const types = outer.within(code.typeParameters, {
    kind: "reference",
    target: address,
    arguments: code.typeParameters.map(({ name }) => ({ kind: "parameter", name })),
  });
  const { file, language } = types.scope;
  const kind = kindOf(code, file, extraction);
  const bases = (list: CodeClass["extends"]) =>
    list
      .map((base) => types.read(base))
      .filter((base): base is Type & { kind: "reference" } => base.kind === "reference");
  // Python names a protocol among the bases; a contract's class implements it.
  const isImplemented = (base: CodeClass["extends"][number]) =>
    language === "python" && kind !== "interface" && isInterface(base, file, extraction);
  // What an interface extends that is merged with a class, the class implements.
  const merged = code.form === "class" ? parts.filter(({ form }) => form === "interface") : [];
  // A class of Python that derives from an enum of another file is one; a contract's class cannot say so.
  const extended = parts
    .filter((part) => !merged.includes(part))
    .flatMap((part) => part.extends)
    .filter((base) => !isEnum(base, file, extraction));
  // That an error derives from the language's own errors goes without saying.
  const superTypes = bases(extended.filter((base) => !isImplemented(base))).filter(
    ({ target }) => kind !== "error" || isDeclared(target, extraction),
  );
  const implemented = bases([
    ...extended.filter(isImplemented),
    ...parts.flatMap((part) => part.implements),
    ...merged.flatMap((part) => part.extends),
  ]).filter(
    ({ target }, at, all) =>
      !superTypes.some((base) => base.target === target) &&
      all.findIndex((other) => other.target === target) === at,
  );
  const isAbstract =
    code.abstract ||
    code.form === "interface" ||
    (language === "python" && leavesAbstract({ code, file }, extraction));
  return {
    kind,
    name,
    address,
    ...(isAbstract && kind === "class" ? { abstract: true } : {}),
    ...types.typeParametersOfType(code.typeParameters),
    ...(superTypes.length > 0 ? { extends: superTypes } : {}),
    ...(implemented.length > 0 ? { implements: implemented } : {}),
    members: members(parts, address, types, extraction),
  };
}

function isEnum(base: CodeClass["extends"][number], file: string, extraction: Extraction): boolean {
  if (base.kind !== "name") return false;
  const meaning = extraction.project.resolveName(file, base.name);
  const source = meaning.kind === "symbol" ? extraction.project.files.get(meaning.file) : undefined;
  if (!source || meaning.kind !== "symbol") return false;
  return extraction.symbols(source, meaning.name).some(({ kind }) => kind === "enum");
}

function isProtocol(base: CodeClass["extends"][number], file: string, extraction: Extraction): boolean {
  const found = base.kind === "name" ? classNamed(base.name, file, extraction) : undefined;
  return found?.code.form === "interface" && found.code.members.length > 0;
}

/** Whether a base is a class of the project that the contract declares as an interface. */
function isInterface(base: CodeClass["extends"][number], file: string, extraction: Extraction): boolean {
  if (base.kind !== "name") return false;
  const found = classNamed(base.name, file, extraction);
  return found !== undefined && kindOf(found.code, found.file, extraction) === "interface";
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
      if (code.members.some(({ implemented }) => implemented)) return "class";
      return code.members.length > 0 &&
        code.members.every(({ kind }) => kind === "field") &&
        !code.extends.some((base) => isProtocol(base, file, extraction))
        ? "record"
        : "interface";
    case "class":
      return "class";
  }
}

function members(
  parts: readonly CodeClass[],
  address: Address,
  types: TypeReader,
  extraction: Extraction,
): Member[] {
  const found: Member[] = [];
  const names = new Set<string>();
  for (const part of parts) {
    for (const member of part.members) {
      if (member.visibility !== "public" || isProtocolName(member)) continue;
      // A method may be called `new`, too.
      const key = member.kind === "constructor" ? "constructor of the class" : member.name;
      if (names.has(key)) continue;
      names.add(key);
      const { language, file } = types.scope;
      const isStatic =
        language === "python" &&
        member.kind === "field" &&
        isClassAttribute(member, { code: part, file }, extraction);
      found.push(...memberOf(isStatic ? { ...member, static: true } : member, part, address, types));
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
      return [fieldOf(member, address, types, owner)];
    case "constructor":
      // The fields of a dataclass say what it is made of.
      return owner.form === "class" || owner.form === "interface"
        ? constructorsOf(member, address, types)
        : [];
    case "method":
      return methodsOf(member, owner, address, types);
  }
}

function fieldOf(code: CodeField, address: Address, types: TypeReader, owner: CodeClass): Field {
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
    ...(code.readonly || owner.frozen ? { readonly: true } : {}),
    ...(code.static ? { static: true } : {}),
    ...(code.abstract || (code.origin === "property" && isLeftAbstract(code, owner))
      ? { abstract: true }
      : {}),
  };
}

/** Abstract by its decorator or, in a protocol that the contract declares as an abstract class, for want of a body. */
function isLeftAbstract(code: CodeMember, owner: CodeClass): boolean {
  if (owner.form === "class") return code.abstract === true;
  const isClass = owner.form === "interface" && owner.members.some(({ implemented }) => implemented);
  return isClass && !code.implemented;
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
  const isAbstract = isLeftAbstract(code, owner);
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
