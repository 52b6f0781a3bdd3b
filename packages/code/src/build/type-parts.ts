import type { Address, Type } from "@contractc/kernel";

/** The types directly inside of a type. */
export function typeParts(type: Type): readonly Type[] {
  switch (type.kind) {
    case "apply":
    case "reference":
      return type.arguments;
    case "optional":
      return [type.type];
    case "union":
      return type.members;
    case "function":
      return [...type.parameters.map((parameter) => parameter.type), type.result];
    default:
      return [];
  }
}

/** The declared and external types that a type names, in order of mention. */
export function declaredTypes(type: Type): Address[] {
  const inner = typeParts(type).flatMap(declaredTypes);
  return type.kind === "reference" ? [type.target, ...inner] : inner;
}

/** Whether the type holds names that only the file itself defines: declared types, type parameters, verbatim text. */
export function namesLocalTypes(type: Type): boolean {
  return (
    type.kind === "reference" ||
    type.kind === "parameter" ||
    type.kind === "verbatim" ||
    typeParts(type).some(namesLocalTypes)
  );
}

/** The type with type parameters replaced. */
export function substitute(type: Type, values: ReadonlyMap<string, Type>): Type {
  if (values.size === 0) return type;
  const inner = (part: Type) => substitute(part, values);
  switch (type.kind) {
    case "parameter":
      return values.get(type.name) ?? type;
    case "apply":
    case "reference":
      return { ...type, arguments: type.arguments.map(inner) };
    case "optional":
      return { kind: "optional", type: inner(type.type) };
    case "union":
      return { kind: "union", members: type.members.map(inner) };
    case "function":
      return {
        kind: "function",
        parameters: type.parameters.map((parameter) => ({ ...parameter, type: inner(parameter.type) })),
        result: inner(type.result),
      };
    default:
      return type;
  }
}
