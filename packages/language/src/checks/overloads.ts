import {
  type Constructor,
  type Declaration,
  type FunctionDeclaration,
  finding,
  type Language,
  type Member,
  type Method,
  type Parameter,
  type PrimitiveName,
  type Type,
} from "@contractc/kernel";
import type { OwnerContext } from "./context.js";

type Overload = FunctionDeclaration | Method | Constructor;

/**
 * Overloads that take the same parameters, as the language of their module sees them.
 *
 * @param parts the declarations of a module or external, or the members of a class
 */
export function checkOverloads(context: OwnerContext, parts: readonly (Declaration | Member)[]): void {
  const { report, language } = context;
  const sets = new Map<string, Overload[]>();
  for (const part of parts) {
    if (part.kind !== "function" && part.kind !== "method" && part.kind !== "constructor") continue;
    // A method that is called `new` is no overload of the constructor.
    const name = `${part.kind} ${part.address.replace(ORDINAL, "")}`;
    const others = sets.get(name);
    if (others) others.push(part);
    else sets.set(name, [part]);
  }
  for (const set of sets.values()) {
    if (set.length < 2) continue;
    const firsts = new Map<string, Overload>();
    for (const part of set) {
      const key = shapeOf(part, language);
      const other = firsts.get(key);
      if (!other) {
        firsts.set(key, part);
        continue;
      }
      const { node, source } = context.originOf(part);
      const before = context.originOf(other);
      report(
        finding(
          "type/overload",
          source.placeOf(node, "name"),
          { name: part.name },
          {
            symbol: part.address,
            related: [
              { ...before.source.placeOf(before.node, "name"), message: "the one with the same parameters" },
            ],
          },
        ),
      );
    }
  }
}

const ORDINAL = /#\d+$/;

/**
 * What tells calls apart: names do where they must be written, type parameters by their bounds. TypeScript takes overloads
 * that differ in names alone, which say what may be meant.
 */
function shapeOf({ parameters, typeParameters = [] }: Overload, language: Language | undefined): string {
  const names = new Map(typeParameters.map(({ name }, at) => [name, `#${at}`]));
  const shapes = parameters.map(({ kind, name, type, optional }: Parameter) => ({
    kind,
    type: erased(type, names, language),
    optional,
    ...(kind === "keyword-only" || language === "typescript" ? { name } : {}),
  }));
  const bounds = typeParameters.map(({ bound }) => (bound ? erased(bound, names, language) : null));
  return JSON.stringify([bounds, shapes]);
}

/** Built-in types that are one in TypeScript. */
const ONE_IN_TYPESCRIPT: Partial<Record<PrimitiveName, PrimitiveName>> = {
  int: "float",
  duration: "float",
  decimal: "string",
  uuid: "string",
  path: "string",
  date: "datetime",
  json: "any",
};

function erased(type: Type, names: ReadonlyMap<string, string>, language: Language | undefined): Type {
  const inner = (each: Type) => erased(each, names, language);
  switch (type.kind) {
    case "primitive":
      return language === "typescript"
        ? { kind: "primitive", name: ONE_IN_TYPESCRIPT[type.name] ?? type.name }
        : type;
    case "parameter":
      return { kind: "parameter", name: names.get(type.name) ?? type.name };
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
        parameters: type.parameters.map(({ name: _, ...parameter }) => ({
          ...parameter,
          type: inner(parameter.type),
        })),
        result: inner(type.result),
      };
    default:
      return type;
  }
}
