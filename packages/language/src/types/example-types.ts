import {
  type Address,
  type Argument,
  type ClassLike,
  type Expression,
  lastName,
  type Member,
  nearestName,
  type Parameter,
  printExpression,
  printType,
  type Signature,
  type Type,
} from "@contractc/kernel";
import { type Assignability, isUnknown } from "./assignable.js";
import { type CallProblem, type Matching, matchArguments } from "./calls.js";
import { valueFits } from "./values.js";
import { ANY, compose, isClassLike, type Substitution, substitute, substituteMember } from "./world.js";

/** Types of the variables that an example has bound so far; `undefined` for what cannot be told. */
export type VariableTypes = Map<string, Type | undefined>;

/** A fault of an example's expression. */
export interface ExampleProblem {
  problem: string;
  /** The expression concerned. */
  at: Expression;
  /** The name of this argument of it is concerned. */
  argument?: number;
  /** The member's name of it is concerned. */
  member?: true;
  near?: string;
  expected?: string;
  actual?: string;
}

/** Something that can be called. */
interface Callable {
  /** Absent where any arguments are taken. */
  parameters?: readonly Parameter[];
  result: Type | undefined;
  typeParameters: readonly string[];
}

/**
 * The static types of an example's expressions, and what is wrong with them. What cannot be told (a member of a
 * built-in type, a class of a third party) has no type, and nothing is said of it.
 */
export class ExampleTypes {
  constructor(
    readonly types: Assignability,
    readonly overloads: (address: Address) => readonly (Signature & { name: string })[],
    readonly report: (problem: ExampleProblem) => void,
  ) {}

  /** @returns the type, of an awaited call what it resolves to */
  typeOf(expression: Expression, variables: VariableTypes): Type | undefined {
    switch (expression.kind) {
      case "string":
        return { kind: "literal", value: expression.value };
      case "number":
        return { kind: "primitive", name: /^-?(?:0[xX]|[0-9_]+$)/.test(expression.text) ? "int" : "float" };
      case "boolean":
        return { kind: "literal", value: expression.value };
      case "null":
        return { kind: "primitive", name: "null" };
      case "variable":
        return variables.get(expression.name);
      case "declaration": {
        const declaration = this.types.world.declaration(expression.target);
        return declaration?.kind === "const" ? declaration.type : undefined;
      }
      case "list":
        return this.#collection("list", [expression.items], variables);
      case "map": {
        const keys = expression.entries.map(({ key }) => key);
        return this.#collection("map", [keys, expression.entries.map(({ value }) => value)], variables);
      }
      case "member":
        return this.#member(expression, variables);
      case "call":
        return this.#call(expression, variables);
      case "unresolved":
        return undefined;
    }
  }

  /** Whether a value may be of a type: literals by what they are, everything else by its type. */
  accepts(value: Expression, type: Type, variables: VariableTypes, actual?: Type): boolean {
    if (value.kind === "variable" || value.kind === "call" || value.kind === "member") {
      const known = actual ?? (value.kind === "variable" ? variables.get(value.name) : undefined);
      return known === undefined || this.types.fits(known, type);
    }
    return valueFits(this.types, value, type);
  }

  #collection(name: "list" | "map", parts: Expression[][], variables: VariableTypes): Type {
    const arguments_ = parts.map((values) => {
      const found = values.map((value) => this.typeOf(value, variables));
      const [first] = found;
      const same = first && found.every((type) => JSON.stringify(type) === JSON.stringify(first));
      return same ? first : ANY;
    });
    return { kind: "apply", name, arguments: arguments_ };
  }

  #member(expression: Expression & { kind: "member" }, variables: VariableTypes): Type | undefined {
    const { object } = expression;
    const { world } = this.types;
    if (object.kind === "declaration") {
      const declaration = world.declaration(object.target);
      if (declaration?.kind === "enum") return { kind: "reference", target: object.target, arguments: [] };
    }
    const found = this.#membersOf(expression, variables);
    const [first] = found ?? [];
    if (first?.kind !== "field") return undefined;
    return first.optional ? { kind: "optional", type: first.type } : first.type;
  }

  /** The members of that name; reports where there are none; `undefined` where that cannot be told. */
  #membersOf(expression: Expression & { kind: "member" }, variables: VariableTypes): Member[] | undefined {
    const { object, name } = expression;
    const { world } = this.types;
    let owner: ClassLike | undefined;
    let outer: Substitution = new Map();
    const isStatic = object.kind === "declaration" && world.declaration(object.target)?.kind !== "const";
    if (isStatic) owner = world.classLike(object.target);
    else {
      const type = this.#present(this.typeOf(object, variables));
      const ancestor = type && world.ancestor(type);
      owner = ancestor?.declaration;
      outer = ancestor?.substitution ?? outer;
    }
    if (!owner || owner.name === "") return undefined;
    const found = this.#find(owner, name, outer);
    if (found.length > 0) return found;
    if (world.isPartlyKnown(owner) || world.hasBuiltinMember(owner, name)) return undefined;
    const names = [owner, ...world.ancestors(owner, "both").map((each) => each.declaration)].flatMap((each) =>
      each.members.flatMap((member) => (member.kind === "constructor" ? [] : [member.name])),
    );
    const near = nearestName(name, names);
    const hint = near === undefined ? "declare it, or correct the name." : `did you mean \`${near}\`?`;
    this.report({
      problem: `\`${owner.name}\` has no member \`${name}\`: ${hint}`,
      at: expression,
      member: true,
      ...(near === undefined ? {} : { near }),
    });
    return undefined;
  }

  #find(owner: ClassLike, name: string, outer: Substitution): Member[] {
    const own = [
      { declaration: owner, substitution: new Map() as Substitution },
      ...this.types.world.ancestors(owner, "both"),
    ];
    for (const { declaration, substitution } of own) {
      const members = declaration.members.filter(
        (member) => member.name === name && member.kind !== "constructor",
      );
      if (members.length === 0) continue;
      const values = declaration === owner ? outer : compose(substitution, outer);
      return members.map((member) => substituteMember(member, values));
    }
    return [];
  }

  #present(type: Type | undefined): Type | undefined {
    const expanded = type && this.types.world.expand(type);
    return expanded?.kind === "optional" ? this.types.world.expand(expanded.type) : expanded;
  }

  #call(expression: Expression & { kind: "call" }, variables: VariableTypes): Type | undefined {
    const { callee, arguments: given } = expression;
    const actual = given.map(({ value }) => this.typeOf(value, variables));
    const callables = this.#callables(expression, variables);
    if (!callables) return undefined;
    const shown =
      callee.kind === "declaration" ? lastName(callee.target).replace(/#\d+$/, "") : memberName(callee);
    const attempts = callables.map((callable) =>
      this.#attempt(shown, callable, expression, actual, variables),
    );
    const fitting = attempts.find(({ problems }) => problems.length === 0);
    const [only] = attempts;
    if (fitting) return fitting.result;
    if (attempts.length === 1 && only) {
      for (const problem of only.problems) this.report(problem);
      return only.result;
    }
    if (attempts.length > 1) {
      const text = `(${given.map(({ value }) => printExpression(value)).join(", ")})`;
      this.report({ problem: `No overload of \`${shown}\` takes \`${text}\`.`, at: expression });
    }
    return undefined;
  }

  /** What a call may mean; `undefined` where that cannot be told. */
  #callables(
    { callee }: Expression & { kind: "call" },
    variables: VariableTypes,
  ): readonly Callable[] | undefined {
    const { world } = this.types;
    if (callee.kind === "member") {
      if (callee.object.kind === "declaration" && world.declaration(callee.object.target)?.kind === "enum") {
        return undefined;
      }
      const found = this.#membersOf(callee, variables);
      if (!found) return undefined;
      const methods = found.flatMap((member) => (member.kind === "method" ? [callableOf(member)] : []));
      return methods.length > 0 ? methods : undefined;
    }
    if (callee.kind !== "declaration") {
      this.typeOf(callee, variables);
      return undefined;
    }
    const declaration = world.declaration(callee.target);
    if (declaration?.kind === "function") return this.overloads(callee.target).map(callableOf);
    return declaration && isClassLike(declaration) ? this.#constructions(declaration, callee) : undefined;
  }

  #constructions(declaration: ClassLike, callee: Expression): Callable[] | undefined {
    const { world } = this.types;
    if (declaration.kind === "interface" || declaration.abstract) {
      const what = declaration.kind === "interface" ? "an interface" : "abstract";
      const problem = `\`${declaration.name}\` is ${what}: make an object of a class that ${declaration.kind === "interface" ? "implements" : "extends"} it.`;
      this.report({ problem, at: callee });
      return undefined;
    }
    const typeParameters = (declaration.typeParameters ?? []).map(({ name }) => name);
    const result = selfOf(declaration);
    if (world.isPartlyKnown(declaration)) {
      return [{ result, typeParameters }];
    }
    const owners = [
      { declaration, substitution: new Map() as Substitution },
      ...world.ancestors(declaration, "extends"),
    ];
    for (const { declaration: owner, substitution } of owners) {
      const own = owner.members.flatMap((member) => (member.kind === "constructor" ? [member] : []));
      if (own.length === 0) continue;
      return own.map((each) => {
        const { parameters } = substituteMember(each, substitution);
        return { parameters, result, typeParameters };
      });
    }
    const fields = this.#fieldParameters(owners);
    // A class without a constructor leaves it open, and an error without fields may be given a text.
    const open = declaration.kind !== "record" && (declaration.kind !== "error" || fields.length === 0);
    return [{ ...(open ? {} : { parameters: fields }), result, typeParameters }];
  }

  #fieldParameters(owners: readonly { declaration: ClassLike; substitution: Substitution }[]): Parameter[] {
    const fields = new Map<string, Parameter>();
    for (const { declaration, substitution } of [...owners].reverse()) {
      for (const member of declaration.members) {
        if (member.kind !== "field" || member.static) continue;
        const { name, type, optional, default: value } = substituteMember(member, substitution);
        fields.set(name, {
          name,
          type,
          kind: "standard",
          ...(optional || value !== undefined ? { optional: true as const } : {}),
          ...(value === undefined ? {} : { default: value }),
        });
      }
    }
    return [...fields.values()];
  }

  #attempt(
    shown: string,
    { parameters, result, typeParameters }: Callable,
    expression: Expression & { kind: "call" },
    actual: readonly (Type | undefined)[],
    variables: VariableTypes,
  ): { problems: ExampleProblem[]; result: Type | undefined } {
    const { arguments: given } = expression;
    if (!parameters) {
      const open = new Map(typeParameters.map((name): [string, Type] => [name, ANY]));
      return { problems: [], result: result && substitute(result, open) };
    }
    const matching = matchArguments(shown, parameters, given);
    const problems = matching.problems.map((problem) => placed(problem, expression, given));
    const settled = typeParameters.length > 0 ? settle(typeParameters, matching, actual) : NOTHING_SETTLED;
    matching.parameters.forEach((parameter, at) => {
      const { value } = given[at]!;
      if (!parameter) return;
      const expected = substitute(parameter.type, settled);
      const isAbsent = value.kind === "null" && parameter.optional && parameter.default === undefined;
      if (isAbsent || this.accepts(value, expected, variables, actual[at])) return;
      const texts = { expected: printType(expected), actual: textOf(value, actual[at]) };
      problems.push({
        problem: `\`${texts.actual}\` does not fit \`${parameter.name}: ${texts.expected}\` of \`${shown}\`.`,
        at: value,
        ...texts,
      });
    });
    return { problems, result: result && substitute(awaited(result), settled) };
  }
}

const NOTHING_SETTLED: Substitution = new Map();

/** What type parameters stand for in a call. What the arguments do not settle may be anything. */
function settle(
  typeParameters: readonly string[],
  { parameters }: Matching,
  actual: readonly (Type | undefined)[],
): Substitution {
  const values = new Map<string, Type>();
  parameters.forEach((parameter, at) => {
    const type = actual[at];
    if (parameter && type) infer(parameter.type, widened(type), values);
  });
  return new Map(typeParameters.map((name): [string, Type] => [name, values.get(name) ?? ANY]));
}

function callableOf({ parameters, result, typeParameters = [] }: Signature): Callable {
  return {
    parameters,
    result: awaited(result),
    typeParameters: typeParameters.map(({ name }) => name),
  };
}

/** Calls are awaited. */
function awaited(type: Type): Type {
  return type.kind === "apply" && type.name === "future" ? (type.arguments[0] ?? ANY) : type;
}

function selfOf({ address, typeParameters = [] }: ClassLike): Type {
  return {
    kind: "reference",
    target: address,
    arguments: typeParameters.map(({ name }): Type => ({ kind: "parameter", name })),
  };
}

function memberName(callee: Expression): string {
  return callee.kind === "member" ? callee.name : "this";
}

function placed(
  { problem, at, named, near }: CallProblem,
  call: Expression,
  given: readonly Argument[],
): ExampleProblem {
  const hint = near === undefined ? {} : { near };
  if (at === undefined) return { problem, at: call };
  if (named) return { problem, at: call, argument: at, ...hint };
  return { problem, at: given[at]!.value };
}

/** A value as messages show it: as written, or by its type where it is a call or a variable. */
export function textOf(value: Expression, type: Type | undefined): string {
  const isPlain = value.kind !== "call" && value.kind !== "variable" && value.kind !== "member";
  return isPlain || !type ? printExpression(value) : printType(type);
}

function widened(type: Type): Type {
  if (type.kind !== "literal") return type;
  const name = typeof type.value === "string" ? "string" : typeof type.value === "boolean" ? "bool" : "float";
  return { kind: "primitive", name };
}

/** Settles type parameters by what is given for them: the first thing given counts. */
function infer(declared: Type, actual: Type, values: Map<string, Type>): void {
  if (declared.kind === "parameter") {
    if (!values.has(declared.name)) values.set(declared.name, actual);
  } else if (declared.kind === "optional") {
    infer(declared.type, actual.kind === "optional" ? actual.type : actual, values);
  } else if (
    (declared.kind === "apply" && actual.kind === "apply") ||
    (declared.kind === "reference" && actual.kind === "reference" && declared.target === actual.target)
  ) {
    for (const [at, part] of declared.arguments.entries()) {
      const other = actual.arguments[at];
      if (other && !isUnknown(other)) infer(part, other, values);
    }
  }
}
