import {
  type Address,
  type Declaration,
  type Example,
  type ExampleStep,
  type Expression,
  finding,
  lastName,
  printType,
  type RaisedError,
  type Signature,
  type Type,
} from "@contractc/kernel";
import { renameFix } from "../resolver/name-reports.js";
import type * as ast from "../syntax/index.js";
import { Assignability } from "../types/assignable.js";
import { type ExampleProblem, ExampleTypes, textOf, type VariableTypes } from "../types/example-types.js";
import { isClassLike } from "../types/world.js";
import { allDeclarations, type CheckContext } from "./context.js";

/** Examples against the signatures of what they call. */
export function checkExamples(context: CheckContext): void {
  const overloads = new Overloads(context);
  const check = (symbol: Address, { examples = [] }: Signature) => {
    for (const example of examples) new ExampleCheck(context, overloads, symbol).check(example);
  };
  for (const declaration of allDeclarations(context.kernel)) {
    if (declaration.kind === "function") check(declaration.address, declaration);
    else if (isClassLike(declaration)) {
      for (const member of declaration.members) if (member.kind !== "field") check(member.address, member);
    }
  }
}

type Function = Declaration & { kind: "function" };

/** Functions by the address of their first overload. Made once, and only where there is an example. */
class Overloads {
  #sets: Map<Address, Function[]> | undefined;

  constructor(readonly context: CheckContext) {}

  of(address: Address): readonly Function[] {
    if (!this.#sets) {
      this.#sets = new Map();
      for (const declaration of allDeclarations(this.context.kernel)) {
        if (declaration.kind !== "function") continue;
        const key = first(declaration.address);
        const others = this.#sets.get(key);
        if (others) others.push(declaration);
        else this.#sets.set(key, [declaration]);
      }
    }
    return this.#sets.get(first(address)) ?? [];
  }
}

function first(address: Address): Address {
  return address.replace(/#\d+$/, "");
}

class ExampleCheck {
  readonly #variables: VariableTypes = new Map();
  readonly #types: ExampleTypes;

  constructor(
    readonly context: CheckContext,
    overloads: Overloads,
    readonly symbol: Address,
  ) {
    this.#types = new ExampleTypes(
      new Assignability(context.world),
      (address) => overloads.of(address),
      (problem) => this.#report(problem),
    );
  }

  check({ steps }: Example): void {
    for (const step of steps) this.#step(step);
  }

  #step(step: ExampleStep): void {
    const variables = this.#variables;
    switch (step.kind) {
      case "let":
        variables.set(step.name, this.#types.typeOf(step.value, variables));
        break;
      case "do":
        this.#types.typeOf(step.value, variables);
        break;
      case "equal":
        this.#equal(step.actual, step.expected);
        break;
      case "raises":
        this.#types.typeOf(step.actual, variables);
        this.#raises(step.actual, step.error);
        break;
    }
  }

  #equal(actual: Expression, expected: Expression): void {
    const variables = this.#variables;
    const found = this.#types.typeOf(actual, variables);
    const wanted = this.#types.typeOf(expected, variables);
    if (!found || isVoidNull(found, expected)) return;
    if (this.#types.accepts(expected, found, variables, wanted)) return;
    // What is expected may be the wider of the two.
    if (
      wanted &&
      expected.kind !== "list" &&
      expected.kind !== "map" &&
      this.#types.types.fits(found, wanted)
    )
      return;
    const texts = { expected: printType(found), actual: textOf(expected, wanted) };
    this.#report({
      problem: `This is of the type \`${texts.expected}\`, and never equal to \`${texts.actual}\`.`,
      at: expected,
      ...texts,
    });
  }

  /** An error that nothing in the expression declares to raise. */
  #raises(actual: Expression, error: RaisedError): void {
    if (error.kind !== "declared") return;
    const { world } = this.context;
    const declared = world.classLike(error.target);
    const signatures = this.#called(actual);
    if (!declared || !signatures) return;
    const family = new Set([
      error.target,
      ...world.ancestors(declared).map((each) => each.declaration.address),
    ]);
    const raises = signatures.flatMap((signature) => signature.raises ?? []);
    const related = raises.some((raised) => {
      if (raised.kind !== "declared") return true;
      const other = world.classLike(raised.target);
      if (family.has(raised.target) || !other) return true;
      return world.ancestors(other).some((each) => each.declaration.address === error.target);
    });
    if (related) return;
    const name = lastName(error.target);
    this.#report({
      problem: `Nothing that is called here declares to raise \`${name}\`: add \`raises ${name}\` to what does.`,
      at: actual,
    });
  }

  /** The signatures that an expression calls directly; `undefined` where one of them cannot be told. */
  #called(expression: Expression): Signature[] | undefined {
    if (expression.kind !== "call") return undefined;
    const { callee } = expression;
    const { world } = this.context;
    if (callee.kind !== "declaration" || expression.arguments.some(({ value }) => value.kind === "call")) {
      return undefined;
    }
    const declaration = world.declaration(callee.target);
    return declaration?.kind === "function" ? [...this.#types.overloads(callee.target)] : undefined;
  }

  #report({ problem, at, argument, member, near, expected, actual }: ExampleProblem): void {
    const { node, source } = this.context.tables.originOf(at);
    const whole = source.place(node);
    const named = argument === undefined ? undefined : argumentNode(node, argument);
    const place = named ? source.placeOf(named, "name") : member ? source.placeOf(node, "name") : whole;
    this.context.report(
      finding(
        "type/example",
        place,
        { problem },
        {
          symbol: this.symbol,
          ...(expected === undefined || actual === undefined ? {} : { expected, actual }),
          key: problem,
          fixes: near === undefined ? [] : [renameFix(place, near)],
        },
      ),
    );
  }
}

function argumentNode(node: object, at: number) {
  const call = node as { arguments?: ast.Argument[] };
  return call.arguments?.[at];
}

/** A call that returns nothing may be compared with `null`. */
function isVoidNull(type: Type, expected: Expression): boolean {
  return type.kind === "primitive" && type.name === "void" && expected.kind === "null";
}
