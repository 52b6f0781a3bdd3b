import {
  type CodeClass,
  type CodeEnum,
  type CodeField,
  type CodeFunction,
  type CodeMethod,
  type CodeParameter,
  type CodeSymbol,
  type CodeType,
  type ModuleSignature,
  pythonReader,
} from "@contractc/code";

const reader = await pythonReader();

/** Reads Python, the common indentation of a template taken off. */
export function read(text: string, file = "core/module.py"): ModuleSignature {
  return reader.read(file, dedent(text));
}

/** Takes off the first line end and the indentation of the first line. */
export function dedent(text: string): string {
  const lines = text.replace(/^\n/, "").split("\n");
  const margin = /^ */.exec(lines[0] ?? "")?.[0].length ?? 0;
  return lines.map((line) => (line.slice(0, margin).trim() === "" ? line.slice(margin) : line)).join("\n");
}

export function symbol<K extends CodeSymbol["kind"]>(
  module: ModuleSignature,
  kind: K,
  name: string,
): Extract<CodeSymbol, { kind: K }> {
  const found = module.symbols.filter((one) => one.name === name);
  if (found.length !== 1 || found[0]?.kind !== kind) {
    throw new Error(
      `expected one ${kind} ${name} among ${module.symbols.map((one) => `${one.kind} ${one.name}`)}`,
    );
  }
  return found[0] as Extract<CodeSymbol, { kind: K }>;
}

export function functionOf(text: string, name: string, file?: string): CodeFunction {
  return symbol(read(text, file), "function", name);
}

export function classOf(text: string, name: string, file?: string): CodeClass {
  return symbol(read(text, file), "class", name);
}

export function enumOf(text: string, name: string): CodeEnum {
  return symbol(read(text), "enum", name);
}

export function member(owner: CodeClass, name: string): CodeClass["members"][number] {
  const found = owner.members.filter((one) => one.name === name);
  if (found.length !== 1)
    throw new Error(`expected one ${name} among ${owner.members.map((one) => one.name)}`);
  return found[0] as CodeClass["members"][number];
}

export function fieldOf(owner: CodeClass, name: string): CodeField {
  const found = member(owner, name);
  if (found.kind !== "field") throw new Error(`${name} is a ${found.kind}`);
  return found;
}

export function methodOf(owner: CodeClass, name: string): CodeMethod {
  const found = member(owner, name);
  if (found.kind === "field") throw new Error(`${name} is a field`);
  return found;
}

/** A type in one line, to compare: `dict[str, int | None]`, `<other a + b>`. */
export function show(type: CodeType | undefined): string {
  if (!type) return "-";
  switch (type.kind) {
    case "name":
      return type.name + (type.arguments.length > 0 ? `[${type.arguments.map(show).join(", ")}]` : "");
    case "union":
      return type.members.map(show).join(" | ");
    case "list":
      return `[${type.items.map(show).join(", ")}]`;
    case "tuple":
      return `(${type.items.map(show).join(", ")})`;
    case "ellipsis":
      return "...";
    case "literal":
      return type.literal.kind === "null" ? "None" : `'${JSON.stringify(type.literal)}`;
    case "other":
      return `<other ${type.text}>`;
    default:
      throw new Error(`${type.kind} is no type of Python`);
  }
}

/** A parameter list in one line, with `/` and `*` where the kinds change. */
export function showParameters(parameters: readonly CodeParameter[]): string {
  return parameters
    .map((parameter) => {
      const mark = {
        "positional-only": "p:",
        standard: "",
        "keyword-only": "k:",
        variadic: "*",
        "keyword-variadic": "**",
      };
      const type = parameter.type ? `: ${show(parameter.type)}` : "";
      return (
        mark[parameter.kind] +
        parameter.name +
        type +
        (parameter.default ? ` = ${parameter.default.text}` : "")
      );
    })
    .join(", ");
}
