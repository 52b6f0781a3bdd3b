import {
  type Address,
  type Common,
  lastName,
  printSignature,
  type RaisedError,
  type Signature,
  type TypeParameter,
} from "@contractc/kernel";
import { ChangeList } from "./changes.js";
import type { DiffContext } from "./context.js";
import { ParameterComparison } from "./parameters.js";
import { resultOf, sameType } from "./types.js";

/** A function, method or constructor. */
export type Callable = Signature & Common & { static?: true; abstract?: true };

/** Compares the overloads of one name. */
export function compareOverloads(
  context: DiffContext,
  before: readonly Callable[],
  after: readonly Callable[],
): void {
  const [old, now] = [before[0], after[0]];
  if (old && now && before.length === 1 && after.length === 1) {
    compareCallable(context, old, now);
    return;
  }
  const unmatched = new Set(after);
  for (const each of before) {
    const match =
      [...unmatched].find((other) => sameCall(each, other)) ??
      after.find((other) => accepts(context, each, other));
    if (match) {
      unmatched.delete(match);
      if (match.address === each.address || sameCall(each, match)) compareTexts(context, each, match);
      continue;
    }
    context.changes.breaking(
      "overload-removed",
      each.address,
      `no overload takes what \`${each.name}${printSignature(each)}\` took`,
      {
        before: printSignature(each),
      },
    );
  }
  for (const each of unmatched) {
    context.changes.compatible("overload-added", each.address, `\`${each.name}\` has another overload`, {
      after: printSignature(each),
    });
  }
}

function sameCall(a: Callable, b: Callable): boolean {
  const shape = (of: Callable) => ({
    parameters: of.parameters,
    result: resultOf(of),
    typeParameters: of.typeParameters,
  });
  return sameType(shape(a), shape(b));
}

/** Whether a new overload takes every call that an old one took. */
function accepts(context: DiffContext, before: Callable, after: Callable): boolean {
  const changes = new ChangeList();
  compareCallable({ ...context, changes }, before, after);
  return !changes.found.some(({ impact }) => impact === "breaking");
}

export function compareCallable(context: DiffContext, before: Callable, after: Callable): void {
  const { changes, comparison, language } = context;
  const { address, name } = after;
  new ParameterComparison(comparison, changes, language).compare(
    address,
    before.parameters,
    after.parameters,
  );
  compareTypeParameters(context, address, before.typeParameters, after.typeParameters);
  compareResult(context, before, after);
  if (Boolean(before.static) !== Boolean(after.static)) {
    changes.breaking(
      "modifier",
      address,
      `\`${name}\` is ${after.static ? "now static" : "no longer static"}`,
    );
  }
  if (!before.abstract && after.abstract)
    changes.breaking("modifier", address, `\`${name}\` is now abstract: heirs must implement it`);
  if (before.abstract && !after.abstract)
    changes.compatible("modifier", address, `\`${name}\` is no longer abstract`);
  compareErrors(context, before, after);
  compareEmits(context, before, after);
  compareTexts(context, before, after);
}

function compareResult({ changes, comparison }: DiffContext, before: Callable, after: Callable): void {
  const { address } = after;
  if (Boolean(before.async) !== Boolean(after.async) && !sameType(resultOf(before), resultOf(after))) {
    changes.breaking(
      "async",
      address,
      `\`${after.name}\` is ${after.async ? "now asynchronous" : "no longer asynchronous"}`,
    );
  }
  const change = comparison.compare(before.result, after.result);
  if (change === "same" || sameType(resultOf(before), resultOf(after))) return;
  const texts = {
    before: printSignature({ ...before, parameters: [] }),
    after: printSignature({ ...after, parameters: [] }),
  };
  const verb = {
    equivalent: "is written otherwise",
    narrowed: "is narrower",
    widened: "is wider",
    other: "is another",
  }[change];
  const isSafe = change === "equivalent" || change === "narrowed";
  changes.add(
    isSafe ? "compatible" : "breaking",
    "result",
    address,
    `the result of \`${after.name}\` ${verb}`,
    texts,
  );
}

/** An error more must be handled; one less need not be. */
function compareErrors({ changes }: DiffContext, before: Callable, after: Callable): void {
  const nameOf = (error: RaisedError) => (error.kind === "declared" ? error.target : error.name);
  const [old, now] = [(before.raises ?? []).map(nameOf), (after.raises ?? []).map(nameOf)];
  for (const error of now.filter((each) => !old.includes(each))) {
    changes.breaking("raises-added", after.address, `\`${after.name}\` may raise \`${lastName(error)}\``);
  }
  for (const error of old.filter((each) => !now.includes(each))) {
    changes.compatible(
      "raises-removed",
      after.address,
      `\`${after.name}\` no longer raises \`${lastName(error)}\``,
    );
  }
}

function compareEmits({ changes }: DiffContext, before: Callable, after: Callable): void {
  const [old, now] = [before.emits ?? [], after.emits ?? []];
  for (const event of now.filter((each) => !old.includes(each))) {
    changes.compatible("emits-added", after.address, `\`${after.name}\` emits \`${lastName(event)}\``);
  }
  for (const event of old.filter((each) => !now.includes(each))) {
    changes.breaking(
      "emits-removed",
      after.address,
      `\`${after.name}\` no longer emits \`${lastName(event)}\``,
    );
  }
}

/** Conditions and examples: texts and tests, no part of the signature. */
function compareTexts({ changes }: DiffContext, before: Callable, after: Callable): void {
  const parts = [
    ["requires", "preconditions"],
    ["ensures", "postconditions"],
    ["examples", "examples"],
  ] as const;
  for (const [key, word] of parts) {
    if (!sameType(before[key], after[key]))
      changes.documentation(key, after.address, `the ${word} of \`${after.name}\` changed`);
  }
}

/** Compares type parameters: a wider bound takes more arguments, a default lets one leave them out. */
export function compareTypeParameters(
  { changes, comparison }: DiffContext,
  address: Address,
  before: readonly TypeParameter[] = [],
  after: readonly TypeParameter[] = [],
): void {
  const name = lastName(address);
  if (after.length < before.length || after.slice(before.length).some((parameter) => !parameter.default)) {
    if (after.length !== before.length) {
      changes.breaking(
        "type-parameters",
        address,
        `\`${name}\` takes ${after.length} type arguments in place of ${before.length}`,
      );
    }
    return;
  }
  if (after.length > before.length) {
    changes.compatible("type-parameters", address, `\`${name}\` takes type arguments that can be left out`);
  }
  for (const [at, old] of before.entries()) {
    const now = after[at]!;
    if (sameType(old.bound, now.bound)) continue;
    const change = !now.bound
      ? "widened"
      : !old.bound
        ? "narrowed"
        : comparison.compare(old.bound, now.bound);
    const isSafe = change === "widened" || change === "equivalent" || change === "same";
    changes.add(
      isSafe ? "compatible" : "breaking",
      "type-parameters",
      address,
      `the bound of type parameter \`${now.name}\` is ${isSafe ? "wider" : "narrower"}`,
    );
  }
}
