import {
  type Address,
  type Constant,
  type Enum,
  type Event,
  lastName,
  printExpression,
  printType,
  type States,
  type Type,
} from "@contractc/kernel";
import type { DiffContext } from "./context.js";
import { ParameterComparison } from "./parameters.js";
import { sameType } from "./types.js";

export function compareEnum({ changes }: DiffContext, before: Enum, after: Enum): void {
  const now = new Map(after.members.map((member) => [member.name, member]));
  for (const old of before.members) {
    const address = `${after.address}.${old.name}`;
    const member = now.get(old.name);
    if (!member) changes.breaking("enum-member-removed", address, `value \`${old.name}\` was removed`);
    else if (old.value !== member.value) {
      changes.breaking("enum-value", address, `\`${old.name}\` stands for another value`, {
        ...(old.value === undefined ? {} : { before: JSON.stringify(old.value) }),
        ...(member.value === undefined ? {} : { after: JSON.stringify(member.value) }),
      });
    } else {
      if (!sameType(old.names, member.names))
        changes.breaking("code-name", address, `\`${old.name}\` has another name in code`);
      if (old.doc !== member.doc)
        changes.documentation("doc", address, `the description of \`${old.name}\` changed`);
    }
  }
  const old = new Set(before.members.map(({ name }) => name));
  for (const { name } of after.members) {
    if (!old.has(name))
      changes.compatible("enum-member-added", `${after.address}.${name}`, `value \`${name}\` was added`);
  }
}

export function compareConstant(context: DiffContext, before: Constant, after: Constant): void {
  const { changes, comparison } = context;
  const change = comparison.compare(before.type, after.type);
  if (change !== "same") {
    const isSafe = change === "narrowed" || change === "equivalent";
    changes.add(
      isSafe ? "compatible" : "breaking",
      "const-type",
      after.address,
      `the type of \`${after.name}\` is ${isSafe ? "narrower" : "another"}`,
      {
        before: printType(before.type),
        after: printType(after.type),
      },
    );
  }
  if (!sameType(before.value, after.value)) {
    changes.compatible("const-value", after.address, `\`${after.name}\` has another value`, {
      ...(before.value ? { before: printExpression(before.value) } : {}),
      ...(after.value ? { after: printExpression(after.value) } : {}),
    });
  }
}

/** Handlers read what an event carries: more of it breaks nobody. */
export function compareEvent(context: DiffContext, before: Event, after: Event): void {
  new ParameterComparison(context.comparison, context.changes, context.language).compare(
    after.address,
    before.parameters,
    after.parameters,
    "emitter",
  );
}

export function compareStates({ changes }: DiffContext, before: States, after: States): void {
  const { address, name } = after;
  if (before.initial !== after.initial)
    changes.breaking(
      "states",
      address,
      `\`${name}\` begins in another state`,
      texts(before.initial, after.initial),
    );
  const [oldFinal, newFinal] = [[...before.final].sort(), [...after.final].sort()];
  if (!sameType(oldFinal, newFinal)) {
    changes.breaking(
      "states",
      address,
      `\`${name}\` ends in other states`,
      texts(oldFinal.join(", "), newFinal.join(", ")),
    );
  }
  const written = ({ transitions }: States) =>
    transitions.map(({ from, to, trigger }) => {
      const on = trigger.kind === "text" ? JSON.stringify(trigger.text) : lastName(trigger.target);
      return `${from} -> ${to} on ${on}`;
    });
  const [old, now] = [written(before), written(after)];
  for (const each of old.filter((text) => !now.includes(text)))
    changes.breaking("transition-removed", address, `\`${name}\` has no transition \`${each}\` any more`);
  for (const each of now.filter((text) => !old.includes(text)))
    changes.compatible("transition-added", address, `\`${name}\` has a transition \`${each}\` more`);
}

/** A type that is read as well as given: only what is equivalent is safe. */
export function compareBothWays(
  { changes, comparison }: DiffContext,
  address: Address,
  what: string,
  before: Type,
  after: Type,
): void {
  const change = comparison.compare(before, after);
  if (change === "same") return;
  const verb = {
    equivalent: "is written otherwise",
    narrowed: "is narrower",
    widened: "is wider",
    other: "is another",
  }[change];
  changes.add(
    change === "equivalent" ? "compatible" : "breaking",
    "alias",
    address,
    `${what} ${verb}`,
    texts(printType(before), printType(after)),
  );
}

function texts(before: string | undefined, after: string | undefined) {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}
