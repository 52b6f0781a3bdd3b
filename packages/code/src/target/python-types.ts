import type { Address, ConstructorName, LiteralValue, PrimitiveName, Type } from "@contractc/kernel";

/** Where the text of a type stands: annotations are not evaluated, aliases and bases are. */
export type PythonPosition = "annotation" | "runtime";

/** What the printer asks of the file it prints for. */
export interface PythonTypeNames {
  /** The local name for a name of the standard library; sees to the import. */
  standard(module: string, name: string): string;
  /** The local name of a declared or external type; sees to the import. */
  reference(target: Address, position: PythonPosition): string;
  /** The type variable that stands for a type parameter of the declarations being printed. */
  typeVariable(name: string): string;
}

const PRIMITIVES: Record<PrimitiveName, string | readonly [module: string, name: string]> = {
  int: "int",
  float: "float",
  bool: "bool",
  string: "str",
  bytes: "bytes",
  any: ["typing", "Any"],
  void: "None",
  null: "None",
  object: "object",
  datetime: ["datetime", "datetime"],
  date: ["datetime", "date"],
  duration: ["datetime", "timedelta"],
  decimal: ["decimal", "Decimal"],
  uuid: ["uuid", "UUID"],
  json: ["typing", "Any"],
  path: ["pathlib", "Path"],
};

const CONSTRUCTORS: Record<ConstructorName, string | readonly [module: string, name: string]> = {
  list: "list",
  set: "set",
  map: "dict",
  tuple: "tuple",
  sequence: ["collections.abc", "Sequence"],
  iterable: ["collections.abc", "Iterable"],
  iterator: ["collections.abc", "Iterator"],
  stream: ["collections.abc", "AsyncIterator"],
  mapping: ["collections.abc", "Mapping"],
  future: ["collections.abc", "Awaitable"],
};

/**
 * A type of the contract as Python writes it, in the forms of Python 3.10 and later.
 *
 * @param type any type of a kernel without errors
 * @param names gives local names and notes the imports they need
 * @param position whether the text is evaluated when the module loads
 */
export function printPythonType(type: Type, names: PythonTypeNames, position: PythonPosition): string {
  const inner = (part: Type) => printPythonType(part, names, position);
  const standard = (entry: string | readonly [string, string]) =>
    typeof entry === "string" ? entry : names.standard(entry[0], entry[1]);
  switch (type.kind) {
    case "primitive":
      return standard(PRIMITIVES[type.name]);
    case "apply": {
      const name = standard(CONSTRUCTORS[type.name]);
      if (type.arguments.length > 0) return `${name}[${type.arguments.map(inner).join(", ")}]`;
      return type.name === "tuple" ? `${name}[()]` : name;
    }
    case "reference": {
      const name = names.reference(type.target, position);
      return type.arguments.length === 0 ? name : `${name}[${type.arguments.map(inner).join(", ")}]`;
    }
    case "parameter":
      return names.typeVariable(type.name);
    case "literal":
      return `${names.standard("typing", "Literal")}[${pythonLiteral(type.value)}]`;
    case "optional":
      return printUnion([type.type, { kind: "primitive", name: "null" }], names, position);
    case "union":
      return printUnion(type.members, names, position);
    case "function": {
      const callable = names.standard("collections.abc", "Callable");
      const open = type.parameters.some((parameter) => parameter.rest);
      const parameters = open
        ? "..."
        : `[${type.parameters.map((parameter) => inner(parameter.type)).join(", ")}]`;
      return `${callable}[${parameters}, ${inner(type.result)}]`;
    }
    case "verbatim":
      return type.text;
    case "unresolved":
      return type.name;
  }
}

/** Members in order, nested ones flattened, neighbouring literals in one `Literal[…]`, one `None` at the end. */
function printUnion(members: readonly Type[], names: PythonTypeNames, position: PythonPosition): string {
  const texts: string[] = [];
  const literals: string[] = [];
  let literalsAt = -1;
  let none = false;
  const add = (type: Type): void => {
    if (type.kind === "union") {
      for (const member of type.members) add(member);
      return;
    }
    if (type.kind === "optional") {
      add(type.type);
      none = true;
      return;
    }
    if (type.kind === "primitive" && (type.name === "null" || type.name === "void")) {
      none = true;
      return;
    }
    if (type.kind === "literal") {
      if (literalsAt < 0) literalsAt = texts.push("") - 1;
      literals.push(pythonLiteral(type.value));
      return;
    }
    const text = printPythonType(type, names, position);
    if (!texts.includes(text)) texts.push(text);
  };
  members.forEach(add);
  if (literalsAt >= 0) texts[literalsAt] = `${names.standard("typing", "Literal")}[${literals.join(", ")}]`;
  if (none) texts.push("None");
  return texts.join(" | ");
}

/** A string, number, truth value or `null` as Python writes it. */
export function pythonLiteral(value: LiteralValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "number" ? String(value) : pythonString(value);
}

/** A string literal: every escape of JSON is one of Python. */
export function pythonString(value: string): string {
  return JSON.stringify(value);
}
