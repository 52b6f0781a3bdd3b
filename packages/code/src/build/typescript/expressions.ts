import type { Address, Argument, Expression, Type } from "@contractc/kernel";
import { codeName } from "../../target/names.js";
import { memberAccess, memberName } from "../../target/typescript-types.js";
import type { ObjectMaps } from "../examples/object-maps.js";
import { type CallTarget, type ExpressionTypes, parameterOf, type Variables } from "../examples/typing.js";
import { isClassLike, type KernelIndex } from "../kernel-index.js";
import { typeScriptForm } from "./forms.js";

/** What an expression's printer asks of the file it prints for. */
export interface TypeScriptExpressionNames {
  /** The local name of a declared function, class, enum or constant; sees to its import at run time. */
  value(target: string): string;
  ambient(name: string): string;
}

/** Writes expressions of defaults and examples as TypeScript. */
export class TypeScriptExpressions {
  /** An asynchronous call was printed: the text is only valid inside of an asynchronous function. */
  awaits = false;
  /** Why the text would not run, where it would not. */
  readonly faults: string[] = [];
  readonly #index: KernelIndex;

  constructor(
    readonly types: ExpressionTypes,
    readonly names: TypeScriptExpressionNames,
    /** Local names of variables. */
    readonly variableNames: ReadonlyMap<string, string> = new Map(),
    /** Places whose maps are objects in the code. */
    readonly objectMaps: ObjectMaps = new Set(),
  ) {
    this.#index = types.index;
  }

  /**
   * @param expression what to write
   * @param expected the type its place asks for: decides between `null` and `undefined`, arrays and sets
   * @param variables types of the variables in scope
   * @param place the address of the parameter, field or function that the value is for, where it is for one
   */
  print(
    expression: Expression,
    expected: Type | undefined,
    variables: Variables,
    place: Address = "",
  ): string {
    switch (expression.kind) {
      case "string":
        return this.#string(expression.value, expected);
      case "number":
        return this.#has(expected, "decimal") ? JSON.stringify(expression.text) : expression.text;
      case "boolean":
        return String(expression.value);
      case "null":
        return this.#nothing(expected);
      case "list":
        return this.#list(expression.items, expected, variables);
      case "map":
        return this.#map(expression, expected, variables, this.objectMaps.has(place));
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

  /** `T?` is `T | undefined`; only a type that says `null` has it. */
  #nothing(expected: Type | undefined): string {
    if (!expected) return "null";
    return allowsNull(expected) ? "null" : isOptional(expected) ? "undefined" : "null";
  }

  #has(expected: Type | undefined, name: string): boolean {
    return this.types.alternatives(expected).some((each) => each.kind === "primitive" && each.name === name);
  }

  #string(value: string, expected: Type | undefined): string {
    const text = JSON.stringify(value);
    if (this.#has(expected, "string")) return text;
    if (this.#has(expected, "datetime") || this.#has(expected, "date"))
      return `new ${this.names.ambient("Date")}(${text})`;
    return this.#has(expected, "bytes") ? `new ${this.names.ambient("TextEncoder")}().encode(${text})` : text;
  }

  #list(items: readonly Expression[], expected: Type | undefined, variables: Variables): string {
    const form = this.types
      .alternatives(expected)
      .find((each) => each.kind === "apply" && each.name !== "map" && each.name !== "mapping");
    const elementOf = (at: number) =>
      form?.kind === "apply" ? form.arguments[form.name === "tuple" ? at : 0] : undefined;
    const text = `[${items.map((item, at) => this.print(item, elementOf(at), variables)).join(", ")}]`;
    if (form?.kind !== "apply") return text;
    if (form.name === "set")
      return items.length === 0
        ? `new ${this.names.ambient("Set")}()`
        : `new ${this.names.ambient("Set")}(${text})`;
    return form.name === "iterator" ? `${text}.values()` : text;
  }

  #map(
    expression: Expression & { kind: "map" },
    expected: Type | undefined,
    variables: Variables,
    isObject: boolean,
  ): string {
    const form = this.types
      .alternatives(expected)
      .find((each) => each.kind === "apply" && (each.name === "map" || each.name === "mapping"));
    const [key, value] = form?.kind === "apply" ? form.arguments : [];
    const plain = isObject || (form === undefined && expected !== undefined);
    if (plain) {
      // Of a type that names no map (`json`, `any`) a map is an object.
      const entries = expression.entries.map((entry) => {
        const name =
          entry.key.kind === "string"
            ? memberName(entry.key.value)
            : `[${this.print(entry.key, key, variables)}]`;
        return `${name}: ${this.print(entry.value, value, variables)}`;
      });
      return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
    }
    const entries = expression.entries.map(
      (entry) => `[${this.print(entry.key, key, variables)}, ${this.print(entry.value, value, variables)}]`,
    );
    return `new ${this.names.ambient("Map")}(${entries.length === 0 ? "" : `[${entries.join(", ")}]`})`;
  }

  #member(expression: Expression & { kind: "member" }, variables: Variables): string {
    const { object, name } = expression;
    const declaration =
      object.kind === "declaration" ? this.#index.home(object.target)?.declaration : undefined;
    if (declaration?.kind === "enum") return `${this.names.value(declaration.address)}${memberAccess(name)}`;
    return `${this.#object(object, variables)}${memberAccess(this.#memberName(expression, variables))}`;
  }

  #memberName({ object, name }: Expression & { kind: "member" }, variables: Variables): string {
    const declaration =
      object.kind === "declaration" ? this.#index.home(object.target)?.declaration : undefined;
    const owners = declaration
      ? [declaration]
      : this.types
          .alternatives(this.types.typeOf(object, variables))
          .map((type) => this.#index.classOf(type));
    for (const owner of owners) {
      if (!owner || !isClassLike(owner)) continue;
      const found = this.#index.members(owner, name)[0];
      if (!found) continue;
      if (found.member.internal) this.faults.push(`'${name}' is internal: no test may reach it`);
      return codeName(found.member, "typescript", "member");
    }
    return name;
  }

  /** The object of a member access; one that may be absent is said to be there, as the example means it. */
  #object(object: Expression, variables: Variables): string {
    const text = this.print(object, undefined, variables);
    if (object.kind === "number" || text.startsWith("{")) return `(${text})`;
    const type = object.kind === "declaration" ? undefined : this.types.typeOf(object, variables);
    return this.#has(type, "null") ? `${text}!` : text;
  }

  #call(expression: Expression & { kind: "call" }, variables: Variables): string {
    const target = this.types.call(expression, variables);
    if (target.kind === "construct" && typeScriptForm(this.#index, target.declaration) === "interface") {
      return this.#literal(target, expression.arguments, variables);
    }
    const { callee } = expression;
    const name =
      callee.kind === "member"
        ? `${this.#object(callee.object, variables)}${memberAccess(this.#memberName(callee, variables))}`
        : this.print(callee, undefined, variables);
    const given = this.#given(target, expression.arguments, variables);
    if (target.kind === "construct") return `new ${name}(${given})`;
    if (!target.async) return `${name}(${given})`;
    this.awaits = true;
    return `(await ${name}(${given}))`;
  }

  /** The address of what a value comes from: the function or method called, the field read. */
  placeOf(expression: Expression, variables: Variables): Address {
    if (expression.kind === "call") return addressOf(this.types.call(expression, variables));
    if (expression.kind !== "member") return "";
    for (const type of this.types.alternatives(this.types.typeOf(expression.object, variables))) {
      const owner = this.#index.classOf(type);
      const found = owner && this.#index.members(owner, expression.name)[0];
      if (found) return found.member.address;
    }
    return "";
  }

  /** A record's value: an object literal with the fields that are given, and those that have defaults. */
  #literal(
    target: CallTarget & { kind: "construct" },
    given: readonly Argument[],
    variables: Variables,
  ): string {
    const values = new Map<string, Expression>();
    for (const [index, argument] of given.entries()) {
      const parameter = parameterOf(target.parameters, argument, index);
      if (parameter) values.set(parameter.name, argument.value);
    }
    const fields: string[] = [];
    for (const parameter of target.parameters) {
      const value = values.get(parameter.name) ?? parameter.default;
      if (value === undefined) continue;
      const name = memberName(codeName(parameter, "typescript", "member"));
      const field = this.#index.members(target.declaration, parameter.name)[0]?.member.address;
      const text = this.print(value, parameter.type, variables, field);
      fields.push(name === text ? name : `${name}: ${text}`);
    }
    return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
  }

  /** Arguments in the order of the parameters; what is left out before a given one is `undefined`. */
  #given(target: CallTarget, given: readonly Argument[], variables: Variables): string {
    if (target.kind === "value") {
      return given.map((argument) => this.print(argument.value, undefined, variables)).join(", ");
    }
    const { parameters } = target;
    const slots: string[] = [];
    const rest: string[] = [];
    const variadic = parameters.findIndex((each) => each.kind === "variadic");
    for (const [index, argument] of given.entries()) {
      const parameter = parameterOf(parameters, argument, index);
      const place = parameter && `${addressOf(target)}.${parameter.name}`;
      const text = this.print(argument.value, parameter?.type, variables, place);
      if (!parameter || parameter.kind === "keyword-variadic") {
        this.faults.push(`TypeScript cannot pass '${argument.name ?? text}' by name`);
      } else if (parameter.kind === "variadic") {
        rest.push(text);
      } else {
        slots[parameters.indexOf(parameter)] = text;
      }
    }
    const length = rest.length > 0 ? variadic : slots.length;
    const filled = Array.from({ length }, (_, at) => slots[at] ?? "undefined");
    return [...filled, ...rest].join(", ");
  }
}

function addressOf(target: CallTarget): Address {
  switch (target.kind) {
    case "function":
      return target.declaration.address;
    case "method":
      return target.method.address;
    case "construct":
      return `${target.declaration.address}.new`;
    case "value":
      return "";
  }
}

function allowsNull(type: Type): boolean {
  if (type.kind === "primitive") return type.name === "null" || type.name === "any" || type.name === "json";
  if (type.kind === "optional") return allowsNull(type.type);
  return type.kind === "union" && type.members.some(allowsNull);
}

function isOptional(type: Type): boolean {
  if (type.kind === "primitive") return type.name === "void";
  return type.kind === "optional" || (type.kind === "union" && type.members.some(isOptional));
}
