import type { ClassLike, Expression, Type } from "@contractc/kernel";
import { isInteger } from "../lowering/literal-types.js";
import { numberValue } from "../syntax/index.js";
import { type Assignability, isUnknown } from "./assignable.js";

/** Built-in types whose values are written as a text. */
const WRITTEN_AS_TEXT: ReadonlySet<string> = new Set([
  "string",
  "path",
  "uuid",
  "decimal",
  "datetime",
  "date",
  "bytes",
]);
/** Built-in types whose values are written as a number; whole ones for `int`. */
const WRITTEN_AS_NUMBER: ReadonlySet<string> = new Set(["float", "decimal", "duration"]);

/**
 * Whether a value of a default fits a type. What cannot be told (a call of something generic, a member of an
 * object) fits.
 */
export function valueFits(types: Assignability, value: Expression, type: Type): boolean {
  const expected = types.world.expand(type);
  if (isUnknown(expected)) return true;
  if (expected.kind === "optional") return value.kind === "null" || valueFits(types, value, expected.type);
  if (expected.kind === "union") return expected.members.some((member) => valueFits(types, value, member));
  const isObject = expected.kind === "primitive" && expected.name === "object";
  switch (value.kind) {
    case "string":
      return literalFits(types, value.value, expected) || isWritten(expected, WRITTEN_AS_TEXT);
    case "number":
      return (
        isObject ||
        isWritten(expected, WRITTEN_AS_NUMBER) ||
        (isInteger(value.text) && isWritten(expected, INT)) ||
        (expected.kind === "literal" && expected.value === numberValue(value.text))
      );
    case "boolean":
      return literalFits(types, value.value, expected);
    case "null":
      return expected.kind === "primitive" && expected.name === "null";
    case "list":
      return isObject || listFits(types, value.items, expected);
    case "map":
      return isObject || mapFits(types, value.entries, expected);
    default: {
      const actual = typeOfValue(types, value);
      return actual === undefined || types.fits(actual, expected);
    }
  }
}

const INT: ReadonlySet<string> = new Set(["int"]);

function isWritten(type: Type, names: ReadonlySet<string>): boolean {
  return type.kind === "primitive" && names.has(type.name);
}

function literalFits(types: Assignability, value: string | boolean, expected: Type): boolean {
  return types.fits({ kind: "literal", value }, expected);
}

function listFits(types: Assignability, items: readonly Expression[], expected: Type): boolean {
  if (expected.kind !== "apply") return false;
  if (expected.name === "tuple") {
    if (expected.arguments.length === 0) return true;
    return (
      items.length === expected.arguments.length &&
      items.every((item, at) => valueFits(types, item, expected.arguments[at]!))
    );
  }
  const collects = expected.name === "list" || expected.name === "set" || expected.name === "sequence";
  if (!collects && expected.name !== "iterable") return false;
  const element = expected.arguments[0];
  return element === undefined || items.every((item) => valueFits(types, item, element));
}

function mapFits(
  types: Assignability,
  entries: readonly { key: Expression; value: Expression }[],
  expected: Type,
): boolean {
  if (expected.kind === "reference") {
    const declaration = types.world.classLike(expected.target);
    return declaration !== undefined && objectFits(types, entries, declaration);
  }
  if (expected.kind !== "apply" || (expected.name !== "map" && expected.name !== "mapping")) return false;
  const [key, value] = expected.arguments;
  if (!key || !value) return true;
  return entries.every((entry) => valueFits(types, entry.key, key) && valueFits(types, entry.value, value));
}

/** `{ "x": 1 }` for a record or an interface that has such fields, as TypeScript and `TypedDict` write them. */
function objectFits(
  types: Assignability,
  entries: readonly { key: Expression; value: Expression }[],
  declaration: ClassLike,
): boolean {
  if (declaration.kind !== "record" && declaration.kind !== "interface") return false;
  if (types.world.isPartlyKnown(declaration)) return true;
  const all = [declaration, ...types.world.ancestors(declaration).map((ancestor) => ancestor.declaration)];
  const fields = new Map(
    all
      .flatMap((each) => each.members)
      .flatMap((member) => (member.kind === "field" ? [[member.name, member]] : [])),
  );
  const given = new Set<string>();
  for (const { key, value } of entries) {
    const field = key.kind === "string" ? fields.get(key.value) : undefined;
    if (!field || !valueFits(types, value, field.type)) return false;
    given.add(field.name);
  }
  return [...fields.values()].every(
    (field) => given.has(field.name) || field.optional || field.default !== undefined,
  );
}

/** The type of a value that is no literal; `undefined` where it cannot be told. */
export function typeOfValue(types: Assignability, value: Expression): Type | undefined {
  switch (value.kind) {
    case "call":
      return value.callee.kind === "declaration" ? resultOfCall(types, value.callee.target) : undefined;
    case "member": {
      const owner =
        value.object.kind === "declaration" ? types.world.declaration(value.object.target) : undefined;
      return owner?.kind === "enum" ? { kind: "reference", target: owner.address, arguments: [] } : undefined;
    }
    case "declaration": {
      const declaration = types.world.declaration(value.target);
      return declaration?.kind === "const" ? declaration.type : undefined;
    }
    default:
      return undefined;
  }
}

function resultOfCall(types: Assignability, target: string): Type | undefined {
  const declaration = types.world.declaration(target);
  // Which overload is called cannot be told without comparing arguments.
  if (!declaration || types.world.declaration(`${target}#2`)) return undefined;
  if ("typeParameters" in declaration && declaration.typeParameters) return undefined;
  if (declaration.kind === "function") return declaration.result;
  return types.world.classLike(target) ? { kind: "reference", target, arguments: [] } : undefined;
}
