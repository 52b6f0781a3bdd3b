import type { Type } from "@contractc/kernel";

/** A type with other names of its type parameters. */
export function renamedParameters(type: Type, names: ReadonlyMap<string, string>): Type {
  if (names.size === 0) return type;
  const change = (part: Type): Type => renamedParameters(part, names);
  switch (type.kind) {
    case "parameter":
      return { kind: "parameter", name: names.get(type.name) ?? type.name };
    case "apply":
    case "reference":
      return { ...type, arguments: type.arguments.map(change) };
    case "optional":
      return { ...type, type: change(type.type) };
    case "union":
      return { ...type, members: type.members.map(change) };
    case "function":
      return {
        ...type,
        parameters: type.parameters.map((parameter) => ({ ...parameter, type: change(parameter.type) })),
        result: change(type.result),
      };
    default:
      return type;
  }
}
