import type {
  Address,
  Argument,
  ClassLike,
  Expression,
  FunctionDeclaration,
  Method,
  Parameter,
  Type,
} from "@contractc/kernel";
import { isClassLike, type KernelIndex } from "../kernel-index.js";
import { substitute } from "../type-parts.js";

/** What a call expression calls, with the overload that fits its arguments. */
export type CallTarget =
  | {
      kind: "function";
      declaration: FunctionDeclaration;
      parameters: Parameter[];
      result: Type;
      async: boolean;
    }
  | {
      kind: "method";
      owner: ClassLike;
      method: Method;
      parameters: Parameter[];
      result: Type;
      async: boolean;
    }
  | { kind: "construct"; declaration: ClassLike; parameters: Parameter[]; result: Type; async: false }
  /** A value of a function type, or something that the kernel does not describe. */
  | { kind: "value"; result?: Type; async: false };

/** Types of the variables that an example has bound so far. */
export type Variables = ReadonlyMap<string, Type | undefined>;

/** The static types of expressions: what a compiled test needs to know to write values as the target does. */
export class ExpressionTypes {
  constructor(readonly index: KernelIndex) {}

  /** @returns the type, `future` of an awaited call taken off; `undefined` where the kernel does not tell */
  typeOf(expression: Expression, variables: Variables): Type | undefined {
    switch (expression.kind) {
      case "string":
        return { kind: "primitive", name: "string" };
      case "number":
        return { kind: "primitive", name: isFloatText(expression.text) ? "float" : "int" };
      case "boolean":
        return { kind: "primitive", name: "bool" };
      case "null":
        return { kind: "primitive", name: "null" };
      case "variable":
        return variables.get(expression.name);
      case "declaration": {
        const declaration = this.index.home(expression.target)?.declaration;
        return declaration?.kind === "const" ? declaration.type : undefined;
      }
      case "member":
        return this.#member(expression, variables);
      case "call":
        return this.call(expression, variables).result;
      case "list": {
        const item = expression.items[0] && this.typeOf(expression.items[0], variables);
        return item && { kind: "apply", name: "list", arguments: [item] };
      }
      case "map": {
        const entry = expression.entries[0];
        const key = entry && this.typeOf(entry.key, variables);
        const value = entry && this.typeOf(entry.value, variables);
        return key && value && { kind: "apply", name: "map", arguments: [key, value] };
      }
      case "unresolved":
        return undefined;
    }
  }

  #member(expression: Expression & { kind: "member" }, variables: Variables): Type | undefined {
    const { object, name } = expression;
    if (object.kind === "declaration") {
      const declaration = this.index.home(object.target)?.declaration;
      if (declaration?.kind === "enum") return { kind: "reference", target: object.target, arguments: [] };
      const found =
        declaration && isClassLike(declaration) ? this.index.members(declaration, name)[0] : undefined;
      return found?.member.kind === "field" ? found.member.type : undefined;
    }
    const found = this.#find(this.typeOf(object, variables), name)[0];
    if (found?.member.kind !== "field") return undefined;
    const type = substitute(found.member.type, found.values);
    return found.member.optional ? { kind: "optional", type } : type;
  }

  /** The members of that name of a value's type, with what the type's arguments say of its parameters. */
  #find(type: Type | undefined, name: string) {
    for (const alternative of this.alternatives(type)) {
      const declaration = this.index.classOf(alternative);
      if (!declaration || alternative.kind !== "reference") continue;
      const found = this.index.members(declaration, name);
      const values = bindings(declaration.typeParameters, alternative.arguments);
      if (found.length > 0) return found.map(({ owner, member }) => ({ owner, member, values }));
    }
    return [];
  }

  /** What a call calls; of overloads the first that the arguments fit. */
  call(expression: Expression & { kind: "call" }, variables: Variables): CallTarget {
    const { callee } = expression;
    if (callee.kind === "declaration") {
      const home = this.index.home(callee.target);
      const declaration = home?.declaration;
      if (declaration?.kind === "function") {
        const siblings =
          home!.kind === "module"
            ? this.index.declarations(home!.module.address)
            : home!.external.declarations;
        const overloads = siblings.filter(
          (other): other is FunctionDeclaration =>
            other.kind === "function" && other.name === declaration.name,
        );
        const chosen = this.#choose(overloads, expression.arguments, (of) => of.parameters) ?? declaration;
        return {
          kind: "function",
          declaration: chosen,
          ...this.#outcome(chosen, expression.arguments, variables),
        };
      }
      if (declaration && isClassLike(declaration)) {
        const lists = this.index.constructions(declaration);
        const parameters = this.#choose(lists, expression.arguments, (list) => list) ?? lists[0]!;
        const values = this.#inferred(parameters, expression.arguments, variables);
        const typeArguments = (declaration.typeParameters ?? []).map(
          ({ name }): Type => values.get(name) ?? { kind: "parameter", name },
        );
        const result: Type = { kind: "reference", target: callee.target, arguments: typeArguments };
        return { kind: "construct", declaration, parameters, result, async: false };
      }
    }
    if (callee.kind === "member") {
      const found = this.#methods(callee, variables);
      const chosen = this.#choose(found, expression.arguments, ({ method }) => method.parameters) ?? found[0];
      if (chosen) {
        const { owner, method, values } = chosen;
        const outcome = this.#outcome(method, expression.arguments, variables);
        return {
          kind: "method",
          owner,
          method,
          ...outcome,
          parameters: outcome.parameters.map((each) => ({ ...each, type: substitute(each.type, values) })),
          result: substitute(outcome.result, values),
        };
      }
    }
    const type = this.alternatives(this.typeOf(callee, variables)).find((each) => each.kind === "function");
    return { kind: "value", async: false, ...(type?.kind === "function" ? { result: type.result } : {}) };
  }

  #methods(callee: Expression & { kind: "member" }, variables: Variables) {
    const methods: { owner: ClassLike; method: Method; values: ReadonlyMap<string, Type> }[] = [];
    const add = (
      owner: ClassLike,
      member: ClassLike["members"][number],
      values: ReadonlyMap<string, Type>,
    ) => {
      if (member.kind === "method") methods.push({ owner, method: member, values });
    };
    const declaration =
      callee.object.kind === "declaration" ? this.index.home(callee.object.target)?.declaration : undefined;
    if (declaration && isClassLike(declaration)) {
      for (const { owner, member } of this.index.members(declaration, callee.name))
        add(owner, member, new Map());
      return methods;
    }
    for (const { owner, member, values } of this.#find(this.typeOf(callee.object, variables), callee.name)) {
      add(owner, member, values);
    }
    return methods;
  }

  /** The parameters and result of a call with the type parameters that its arguments settle replaced. */
  #outcome(of: FunctionDeclaration | Method, given: readonly Argument[], variables: Variables) {
    const values = this.#inferred(of.parameters, given, variables);
    const parameters = of.parameters.map((each) => ({ ...each, type: substitute(each.type, values) }));
    const result = substitute(of.result, values);
    if (result.kind === "apply" && result.name === "future" && result.arguments[0]) {
      return { parameters, result: result.arguments[0], async: true };
    }
    return { parameters, result, async: of.async === true };
  }

  #inferred(parameters: readonly Parameter[], given: readonly Argument[], variables: Variables) {
    const values = new Map<string, Type>();
    for (const [index, argument] of given.entries()) {
      const parameter = parameterOf(parameters, argument, index);
      const actual = parameter && this.typeOf(argument.value, variables);
      if (parameter && actual) infer(parameter.type, actual, values);
    }
    return values;
  }

  #choose<T>(candidates: readonly T[], given: readonly Argument[], parametersOf: (of: T) => Parameter[]) {
    if (candidates.length < 2) return candidates[0];
    return candidates.find((candidate) => this.#fits(parametersOf(candidate), given));
  }

  #fits(parameters: readonly Parameter[], given: readonly Argument[]): boolean {
    const filled = new Set<Parameter>();
    for (const [index, argument] of given.entries()) {
      const parameter = parameterOf(parameters, argument, index);
      if (!parameter || !this.#mayHold(parameter.type, argument.value)) return false;
      filled.add(parameter);
    }
    return parameters.every(
      (each) =>
        filled.has(each) ||
        each.optional ||
        each.default !== undefined ||
        each.type.kind === "optional" ||
        each.kind === "variadic" ||
        each.kind === "keyword-variadic",
    );
  }

  /** Whether a literal can be of the type, by its kind alone; everything that is no literal can. */
  #mayHold(type: Type, value: Expression): boolean {
    const kinds = ["string", "number", "boolean", "null", "list", "map"];
    if (!kinds.includes(value.kind)) return true;
    return this.alternatives(type).some((each) => {
      if (each.kind === "literal") {
        if (value.kind === "string" || value.kind === "boolean") return each.value === value.value;
        return value.kind === "number" && each.value === Number(value.text);
      }
      if (each.kind === "apply") {
        if (value.kind === "map") return each.name === "map" || each.name === "mapping";
        return value.kind === "list" && each.name !== "map" && each.name !== "mapping";
      }
      if (each.kind !== "primitive") return each.kind === "parameter" || each.kind === "verbatim";
      if (each.name === "any" || each.name === "json" || each.name === "object") return true;
      if (value.kind === "number") {
        return (
          ["float", "decimal", "duration"].includes(each.name) ||
          (each.name === "int" && !isFloatText(value.text))
        );
      }
      if (value.kind === "boolean") return each.name === "bool";
      if (value.kind === "null") return each.name === "null" || each.name === "void";
      return value.kind === "string" && !["int", "float", "bool", "null", "void"].includes(each.name);
    });
  }

  /** A type as the list of what a value of it may be: aliases followed, unions and `T?` taken apart. */
  alternatives(type: Type | undefined, seen: ReadonlySet<Address> = new Set()): Type[] {
    if (!type) return [];
    if (type.kind === "union") return type.members.flatMap((member) => this.alternatives(member, seen));
    if (type.kind === "optional") {
      return [...this.alternatives(type.type, seen), { kind: "primitive", name: "null" }];
    }
    if (type.kind !== "reference" || seen.has(type.target)) return [type];
    const declaration = this.index.home(type.target)?.declaration;
    if (declaration?.kind !== "alias") return [type];
    const values = bindings(declaration.typeParameters, type.arguments);
    return this.alternatives(substitute(declaration.type, values), new Set([...seen, type.target]));
  }
}

/** The parameter that an argument fills. */
export function parameterOf(
  parameters: readonly Parameter[],
  argument: Argument,
  index: number,
): Parameter | undefined {
  if (argument.name !== undefined) {
    return (
      parameters.find((each) => each.name === argument.name && each.kind !== "variadic") ??
      parameters.find((each) => each.kind === "keyword-variadic")
    );
  }
  const positional = parameters.filter((each) => each.kind === "standard" || each.kind === "positional-only");
  return positional[index] ?? parameters.find((each) => each.kind === "variadic");
}

function bindings(parameters: ClassLike["typeParameters"], given: readonly Type[]): Map<string, Type> {
  const values = new Map<string, Type>();
  for (const [index, parameter] of (parameters ?? []).entries()) {
    const value = given[index];
    if (value) values.set(parameter.name, value);
  }
  return values;
}

function infer(declared: Type, actual: Type, values: Map<string, Type>): void {
  if (declared.kind === "parameter") {
    if (!values.has(declared.name)) values.set(declared.name, actual);
  } else if (declared.kind === "optional") {
    infer(declared.type, actual.kind === "optional" ? actual.type : actual, values);
  } else if (
    (declared.kind === "apply" && actual.kind === "apply") ||
    (declared.kind === "reference" && actual.kind === "reference" && declared.target === actual.target)
  ) {
    for (const [index, part] of declared.arguments.entries()) {
      const other = actual.arguments[index];
      if (other) infer(part, other, values);
    }
  }
}

/** `1.0` and `1e3` are floats, `1` is none. */
export function isFloatText(text: string): boolean {
  return /[.eE]/.test(text) && !/^-?0[xX]/.test(text);
}
