import {
  type Address,
  type Declaration,
  type Example,
  type ExampleStep,
  type Expression,
  finding,
  printType,
  type Type,
} from "@contractc/kernel";
import { renameFix } from "../resolver/name-reports.js";
import type * as ast from "../syntax/index.js";
import { Assignability } from "../types/assignable.js";
import { type ExampleProblem, ExampleTypes, textOf, type VariableTypes } from "../types/example-types.js";
import type { World } from "../types/world.js";
import type { OwnerContext } from "./context.js";

/** The examples of a function, method or constructor against the signatures of what they call. */
export function checkExamples(context: OwnerContext, symbol: Address, examples: readonly Example[]): void {
  const check = new ExampleCheck(context, symbol);
  for (const example of examples) check.check(example);
}

type Function = Declaration & { kind: "function" };

/** A function with its overloads, in source order. A type may have the name too. */
function overloadsOf(world: World, address: Address): Function[] {
  const found: Function[] = [];
  const first = address.replace(/#\d+$/, "");
  let declaration = world.declaration(first);
  for (let at = 2; declaration; at++) {
    if (declaration.kind === "function") found.push(declaration);
    declaration = world.declaration(`${first}#${at}`);
  }
  return found;
}

class ExampleCheck {
  readonly #variables: VariableTypes = new Map();
  readonly #types: ExampleTypes;

  constructor(
    readonly context: OwnerContext,
    readonly symbol: Address,
  ) {
    this.#types = new ExampleTypes(
      new Assignability(context.world),
      (address) => overloadsOf(context.world, address),
      (problem) => this.#report(problem),
    );
  }

  check({ steps }: Example): void {
    this.#variables.clear();
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
        break;
    }
  }

  #equal(actual: Expression, expected: Expression): void {
    const variables = this.#variables;
    const found = collected(this.#types.typeOf(actual, variables));
    const wanted = this.#types.typeOf(expected, variables);
    if (!found || isVoidNull(found, expected)) return;
    if (this.#types.accepts(expected, found, variables, wanted)) return;
    // What is expected may be the wider of the two.
    if (wanted && !isWritten(expected) && this.#types.types.fits(found, wanted)) return;
    const texts = { expected: printType(found), actual: textOf(expected, wanted) };
    this.#report({
      problem: `This is of the type \`${texts.expected}\`, and never equal to \`${texts.actual}\`.`,
      at: expected,
      ...texts,
    });
  }

  #report({ problem, at, argument, member, near, expected, actual }: ExampleProblem): void {
    const { node, source } = this.context.originOf(at);
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

/** What comes one by one is compared as the list of it. */
function collected(type: Type | undefined): Type | undefined {
  const isOneByOne = type?.kind === "apply" && (type.name === "iterator" || type.name === "stream");
  return isOneByOne ? { ...type, name: "list" } : type;
}

/** What stands for itself: no call, variable or member. */
function isWritten({ kind }: Expression): boolean {
  return kind !== "call" && kind !== "variable" && kind !== "member" && kind !== "declaration";
}

/** A call that returns nothing may be compared with `null`. */
function isVoidNull(type: Type, expected: Expression): boolean {
  return type.kind === "primitive" && type.name === "void" && expected.kind === "null";
}
