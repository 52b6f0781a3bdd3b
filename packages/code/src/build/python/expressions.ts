import type { Argument, Expression, Parameter, Type } from "@contractc/kernel";
import { codeName } from "../../target/names.js";
import { type PythonTypeNames, pythonString } from "../../target/python-types.js";
import { type CallTarget, type ExpressionTypes, parameterOf, type Variables } from "../examples/typing.js";
import { isClassLike } from "../kernel-index.js";

/** What an expression's printer asks of the file it prints for. */
export interface PythonExpressionNames extends PythonTypeNames {
  /** The local name of a declared function, class, enum or constant; sees to its import at run time. */
  value(target: string): string;
}

/** Writes expressions of defaults and examples as Python. */
export class PythonExpressions {
  /** An asynchronous call was printed: the text is only valid inside of an asynchronous function. */
  awaits = false;
  /** Why the text would not run, where it would not. */
  readonly faults: string[] = [];

  constructor(
    readonly types: ExpressionTypes,
    readonly names: PythonExpressionNames,
    /** Local names of variables. */
    readonly variableNames: ReadonlyMap<string, string> = new Map(),
  ) {}

  /**
   * @param expression what to write
   * @param expected the type its place asks for: a list is written as a set, a text as a path where that is meant
   * @param variables types of the variables in scope
   */
  print(expression: Expression, expected: Type | undefined, variables: Variables): string {
    switch (expression.kind) {
      case "string":
        return this.#string(expression.value, expected);
      case "number":
        return this.#number(expression.text, expected);
      case "boolean":
        return expression.value ? "True" : "False";
      case "null":
        return "None";
      case "list":
        return this.#list(expression.items, expected, variables);
      case "map": {
        const [key, value] = this.#arguments(expected, ["map", "mapping"]);
        const entries = expression.entries.map(
          (entry) => `${this.print(entry.key, key, variables)}: ${this.print(entry.value, value, variables)}`,
        );
        return `{${entries.join(", ")}}`;
      }
      case "variable":
        return this.variableNames.get(expression.name) ?? expression.name;
      case "declaration":
        return this.names.value(expression.target);
      case "member":
        return this.#member(expression, variables);
      case "call":
        return this.#call(expression, variables);
      case "unresolved":
        this.faults.push(`'${expression.name}' is not declared`);
        return expression.name;
    }
  }

  #has(expected: Type | undefined, name: string): boolean {
    return this.types.alternatives(expected).some((each) => each.kind === "primitive" && each.name === name);
  }

  #string(value: string, expected: Type | undefined): string {
    const text = pythonString(value);
    const plain = this.types
      .alternatives(expected)
      .some((each) => each.kind === "literal" || (each.kind === "primitive" && each.name === "string"));
    if (plain || expected === undefined) return text;
    if (this.#has(expected, "path")) return `${this.names.standard("pathlib", "Path")}(${text})`;
    if (this.#has(expected, "uuid")) return `${this.names.standard("uuid", "UUID")}(${text})`;
    if (this.#has(expected, "decimal")) return `${this.names.standard("decimal", "Decimal")}(${text})`;
    if (this.#has(expected, "datetime"))
      return `${this.names.standard("datetime", "datetime")}.fromisoformat(${text})`;
    if (this.#has(expected, "date"))
      return `${this.names.standard("datetime", "date")}.fromisoformat(${text})`;
    return this.#has(expected, "bytes") ? `${text}.encode()` : text;
  }

  #number(text: string, expected: Type | undefined): string {
    const plain = this.types
      .alternatives(expected)
      .some(
        (each) => each.kind === "literal" || (each.kind === "primitive" && /^(int|float)$/.test(each.name)),
      );
    if (plain || expected === undefined) return text;
    if (this.#has(expected, "decimal")) return `${this.names.standard("decimal", "Decimal")}("${text}")`;
    if (this.#has(expected, "duration"))
      return `${this.names.standard("datetime", "timedelta")}(seconds=${text})`;
    return text;
  }

  /** The type arguments of the first alternative that is one of the constructors. */
  #arguments(expected: Type | undefined, constructors: readonly string[]): readonly Type[] {
    for (const each of this.types.alternatives(expected)) {
      if (each.kind === "apply" && constructors.includes(each.name)) return each.arguments;
    }
    return [];
  }

  #list(items: readonly Expression[], expected: Type | undefined, variables: Variables): string {
    const form = this.types
      .alternatives(expected)
      .find((each) => each.kind === "apply" && each.name !== "map" && each.name !== "mapping");
    if (form?.kind !== "apply")
      return `[${items.map((item) => this.print(item, undefined, variables)).join(", ")}]`;
    if (form.name === "tuple") {
      const texts = items.map((item, at) => this.print(item, form.arguments[at], variables));
      return texts.length === 1 ? `(${texts[0]},)` : `(${texts.join(", ")})`;
    }
    const texts = items.map((item) => this.print(item, form.arguments[0], variables)).join(", ");
    if (form.name === "set") return texts === "" ? "set()" : `{${texts}}`;
    if (form.name === "iterator") return `iter([${texts}])`;
    return `[${texts}]`;
  }

  #member(expression: Expression & { kind: "member" }, variables: Variables): string {
    const { object, name } = expression;
    const declaration =
      object.kind === "declaration" ? this.types.index.home(object.target)?.declaration : undefined;
    if (declaration?.kind === "enum") {
      return `${this.names.value(declaration.address)}.${codeName({ name }, "python", "enum-member")}`;
    }
    return `${this.#object(object, variables)}.${this.#memberName(expression, variables)}`;
  }

  #memberName({ object, name }: Expression & { kind: "member" }, variables: Variables): string {
    const declaration =
      object.kind === "declaration" ? this.types.index.home(object.target)?.declaration : undefined;
    const owners = declaration
      ? [declaration]
      : this.types
          .alternatives(this.types.typeOf(object, variables))
          .map((type) => this.types.index.classOf(type));
    for (const owner of owners) {
      if (!owner || !isClassLike(owner)) continue;
      const found = this.types.index.members(owner, name)[0];
      if (found) return codeName(found.member, "python", "member");
    }
    return codeName({ name }, "python", "member");
  }

  #object(object: Expression, variables: Variables): string {
    const text = this.print(object, undefined, variables);
    return object.kind === "number" ? `(${text})` : text;
  }

  #call(expression: Expression & { kind: "call" }, variables: Variables): string {
    const target = this.types.call(expression, variables);
    const { callee } = expression;
    const name =
      callee.kind === "member"
        ? `${this.#object(callee.object, variables)}.${this.#memberName(callee, variables)}`
        : this.print(callee, undefined, variables);
    const text = `${name}(${this.#given(target, expression.arguments, variables)})`;
    if (!target.async) return text;
    this.awaits = true;
    return `(await ${text})`;
  }

  /** Positional arguments in order, then those by keyword. Records and errors take all by keyword. */
  #given(target: CallTarget, given: readonly Argument[], variables: Variables): string {
    const parameters: readonly Parameter[] = target.kind === "value" ? [] : target.parameters;
    const byKeyword =
      target.kind === "construct" &&
      (target.declaration.kind === "record" || target.declaration.kind === "error");
    const slots: { order: number; text: string }[] = [];
    const keywords: string[] = [];
    for (const [index, argument] of given.entries()) {
      const parameter = parameterOf(parameters, argument, index);
      const text = this.print(argument.value, parameter?.type, variables);
      if (!parameter) {
        if (argument.name === undefined) slots.push({ order: index, text });
        else keywords.push(`${argument.name}=${text}`);
        continue;
      }
      const order = parameters.indexOf(parameter);
      const positional =
        parameter.kind === "positional-only" ||
        (argument.name === undefined && !byKeyword) ||
        parameter.kind === "variadic";
      if (positional) slots.push({ order, text });
      else if (parameter.kind === "keyword-variadic") keywords.push(`${argument.name}=${text}`);
      else keywords.push(`${codeName(parameter, "python", "parameter")}=${text}`);
    }
    const ordered = slots.map((slot, index) => ({ ...slot, index }));
    ordered.sort((a, b) => a.order - b.order || a.index - b.index);
    return [...ordered.map((slot) => slot.text), ...keywords].join(", ");
  }
}
