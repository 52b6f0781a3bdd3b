import {
  type Address,
  type ClassLike,
  type Constant,
  type Declaration,
  type Enum,
  type Event,
  type Field,
  lastName,
  type Member,
  type Parameter,
  printExpression,
  printHeading,
  printMember,
  printType,
  type States,
  type Type,
} from "@contractc/kernel";
import { isClassLike } from "../types/world.js";
import { type Change, ChangeList } from "./changes.js";
import { compareCommon, type DiffContext } from "./context.js";
import { type Callable, compareOverloads, compareTypeParameters } from "./functions.js";
import { ParameterComparison } from "./parameters.js";
import { sameType } from "./types.js";

/** Compares what one module declares. What is internal before and after breaks nobody. */
export function compareDeclarations(
  context: Omit<DiffContext, "changes">,
  before: readonly Declaration[],
  after: readonly Declaration[],
): Change[] {
  const found: Change[] = [];
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  for (const name of names) {
    const old = before.filter((each) => each.name === name);
    const now = after.filter((each) => each.name === name);
    const isInternal = [...old, ...now].every(({ internal }) => internal);
    const changes = new ChangeList(isInternal ? "compatible" : "breaking");
    compareNamed({ ...context, changes }, old, now);
    found.push(...changes.found);
  }
  return found;
}

/** Everything of one name: overloads, or a type and a value. */
function compareNamed(
  context: DiffContext,
  before: readonly Declaration[],
  after: readonly Declaration[],
): void {
  const functions = (list: readonly Declaration[]) => list.filter((each) => each.kind === "function");
  const [oldFunctions, newFunctions] = [functions(before), functions(after)];
  const rest = (list: readonly Declaration[]) => list.filter((each) => each.kind !== "function");
  const [old, now] = [rest(before), rest(after)];
  if (oldFunctions.length > 0 && newFunctions.length > 0) {
    compareVisibility(context, oldFunctions[0]!, newFunctions[0]!);
    compareOverloads(context, oldFunctions, newFunctions);
  }
  const gone = [...(newFunctions.length === 0 ? oldFunctions : []), ...old.slice(now.length)];
  const added = [...(oldFunctions.length === 0 ? newFunctions : []), ...now.slice(old.length)];
  for (const [at, each] of old.slice(0, now.length).entries()) compareDeclaration(context, each, now[at]!);
  // One of a name that is replaced by another of it is a change of kind.
  const replaced = Math.min(gone.length, added.length);
  for (let at = 0; at < replaced; at++) compareKind(context, gone[at]!, added[at]!);
  for (const each of gone.slice(replaced)) {
    context.changes.breaking("removed", each.address, `${word(each)} \`${each.name}\` was removed`, {
      before: printHeading(each),
    });
  }
  for (const each of added.slice(replaced)) {
    context.changes.compatible("added", each.address, `${word(each)} \`${each.name}\` was added`, {
      after: printHeading(each),
    });
  }
}

function word({ kind }: Declaration): string {
  return kind === "alias" ? "type" : kind === "const" ? "constant" : kind === "states" ? "state space" : kind;
}

function compareKind({ changes }: DiffContext, before: Declaration, after: Declaration): void {
  changes.breaking("kind", after.address, `\`${after.name}\` was a ${word(before)} and is a ${word(after)}`, {
    before: printHeading(before),
    after: printHeading(after),
  });
}

function compareVisibility({ changes }: DiffContext, before: Declaration, after: Declaration): void {
  const { address, name } = after;
  if (!before.internal && after.internal)
    changes.breaking("internal", address, `\`${name}\` is now internal`);
  if (before.internal && !after.internal)
    changes.compatible("internal", address, `\`${name}\` is no longer internal`);
  const isDefault = (each: Declaration) => "exportDefault" in each && each.exportDefault === true;
  if (isDefault(before) !== isDefault(after)) {
    changes.breaking(
      "export",
      address,
      `\`${name}\` is ${isDefault(after) ? "now" : "no longer"} the default export`,
    );
  }
  compareCommon({ changes }, before, after);
}

function compareDeclaration(context: DiffContext, before: Declaration, after: Declaration): void {
  if (before.kind !== after.kind) {
    compareKind(context, before, after);
    if (!isClassLike(before) || !isClassLike(after)) return;
  }
  compareVisibility(context, before, after);
  if (isClassLike(before) && isClassLike(after)) compareClass(context, before, after);
  else if (before.kind === "enum" && after.kind === "enum") compareEnum(context, before, after);
  else if (before.kind === "alias" && after.kind === "alias") {
    compareTypeParameters(context, after.address, before.typeParameters, after.typeParameters);
    compareBothWays(context, after.address, `type \`${after.name}\``, before.type, after.type);
  } else if (before.kind === "const" && after.kind === "const") compareConstant(context, before, after);
  else if (before.kind === "event" && after.kind === "event") compareEvent(context, before, after);
  else if (before.kind === "states" && after.kind === "states") compareStates(context, before, after);
}

function compareClass(context: DiffContext, before: ClassLike, after: ClassLike): void {
  const { changes } = context;
  const { address, name } = after;
  if (!before.abstract && after.abstract)
    changes.breaking("modifier", address, `\`${name}\` is now abstract`);
  if (before.abstract && !after.abstract)
    changes.compatible("modifier", address, `\`${name}\` is no longer abstract`);
  compareTypeParameters(context, address, before.typeParameters, after.typeParameters);
  for (const key of ["extends", "implements"] as const) {
    const [old, now] = [before[key] ?? [], after[key] ?? []];
    for (const base of old.filter((each) => !now.some((other) => sameType(each, other)))) {
      changes.breaking("base-removed", address, `\`${name}\` no longer ${key} \`${printType(base)}\``);
    }
    for (const base of now.filter((each) => !old.some((other) => sameType(each, other)))) {
      changes.compatible("base-added", address, `\`${name}\` now ${key} \`${printType(base)}\``);
    }
  }
  const names = [...new Set([...before.members, ...after.members].map((member) => member.name))];
  for (const each of names) {
    const old = before.members.filter((member) => member.name === each);
    const now = after.members.filter((member) => member.name === each);
    const isInternal = [...old, ...now].every(({ internal }) => internal);
    const list = isInternal ? new ChangeList("compatible") : changes;
    compareMembers({ ...context, changes: list }, after, old, now);
    if (isInternal) changes.found.push(...list.found);
  }
  if (isMadeOfFields(before) && isMadeOfFields(after)) compareConstruction(context, before, after);
}

/** Records and errors are made from their fields, in order, unless they say how. */
function isMadeOfFields({ kind, members }: ClassLike): boolean {
  return (kind === "record" || kind === "error") && !members.some((member) => member.kind === "constructor");
}

function compareConstruction(context: DiffContext, before: ClassLike, after: ClassLike): void {
  const parameters = (of: ClassLike): Parameter[] =>
    of.members.flatMap((member): Parameter[] =>
      member.kind === "field" && !member.static
        ? [
            {
              name: member.name,
              type: member.type,
              kind: "standard",
              ...(isOptional(member) ? { optional: true } : {}),
            },
          ]
        : [],
    );
  const found = new ChangeList();
  new ParameterComparison(context.comparison, found, context.language).compare(
    after.address,
    parameters(before),
    parameters(after),
  );
  // Fields that go, come with no value or change their type are told as such.
  for (const change of found.found) {
    if (change.impact !== "breaking") continue;
    if (change.kind === "parameter-order") {
      context.changes.breaking(
        "field-order",
        after.address,
        `the fields of \`${after.name}\` have another order`,
        {
          before: change.before ?? "",
          after: change.after ?? "",
        },
      );
    } else if (change.kind === "parameter-added" && change.message.endsWith("by position")) {
      context.changes.breaking(
        "field-order",
        change.address,
        `field \`${lastName(change.address)}\` was added before others that are given by position`,
      );
    }
  }
}

function isOptional({ optional, default: value }: Field): boolean {
  return optional === true || value !== undefined;
}

function compareMembers(
  context: DiffContext,
  owner: ClassLike,
  before: readonly Member[],
  after: readonly Member[],
): void {
  const { changes } = context;
  const [old, now] = [before[0], after[0]];
  if (old && now) {
    if (old.kind !== now.kind) {
      changes.breaking("kind", now.address, `\`${now.name}\` was a ${old.kind} and is a ${now.kind}`, {
        before: printMember(old),
        after: printMember(now),
      });
      return;
    }
    if (!old.internal && now.internal)
      changes.breaking("internal", now.address, `\`${now.name}\` is now internal`);
    if (old.internal && !now.internal)
      changes.compatible("internal", now.address, `\`${now.name}\` is no longer internal`);
    compareCommon(context, old, now);
    if (old.kind === "field" && now.kind === "field") compareField(context, owner, old, now);
    else compareOverloads(context, before.filter(isCallable), after.filter(isCallable));
  } else if (old) {
    changes.breaking(`${old.kind}-removed`, old.address, `${old.kind} \`${old.name}\` was removed`, {
      before: printMember(old),
    });
  } else if (now) memberAdded(context, owner, now);
}

function isCallable(member: Member): member is Exclude<Member, Field> & Callable {
  return member.kind !== "field";
}

/** A member more breaks whoever has to provide it: makers of a record, implementers of an interface, heirs. */
function memberAdded({ changes }: DiffContext, owner: ClassLike, member: Member): void {
  const { address, name, kind } = member;
  const texts = { after: printMember(member) };
  const text = `${kind} \`${name}\` was added`;
  const isAbstract = kind !== "constructor" && member.abstract === true;
  const mustBeImplemented =
    isAbstract || (owner.kind === "interface" && !(kind === "field" && isOptional(member)));
  if (mustBeImplemented) {
    const who = owner.kind === "interface" ? "what implements" : "heirs of";
    changes.breaking(`${kind}-added`, address, `${text}: ${who} \`${owner.name}\` must have it`, texts);
  } else if (kind === "field" && isMadeOfFields(owner) && !isOptional(member) && !member.static) {
    changes.breaking(`${kind}-added`, address, `${text} and must be given`, texts);
  } else if (
    kind === "constructor" &&
    member.parameters.some(({ optional, kind: sort }) => !optional && !sort.includes("variadic"))
  ) {
    changes.breaking(`${kind}-added`, address, `\`${owner.name}\` is now made with arguments`, texts);
  } else changes.compatible(`${kind}-added`, address, text, texts);
}

function compareField(context: DiffContext, owner: ClassLike, before: Field, after: Field): void {
  const { changes, comparison } = context;
  const { address, name } = after;
  const change = comparison.compare(before.type, after.type);
  const isMade = isMadeOfFields(owner);
  if (change !== "same") {
    // What is only read may become narrower; what is also written or given must stay what it is.
    const isReadOnly = before.readonly === true && after.readonly === true && !isMade;
    const isSafe = change === "equivalent" || (change === "narrowed" && isReadOnly);
    const verb = {
      equivalent: "is written otherwise",
      narrowed: "is narrower",
      widened: "is wider",
      other: "is another",
    }[change];
    changes.add(
      isSafe ? "compatible" : "breaking",
      "field-type",
      address,
      `the type of field \`${name}\` ${verb}`,
      {
        before: printType(before.type),
        after: printType(after.type),
      },
    );
  }
  if (!before.optional && after.optional)
    changes.breaking("field-optional", address, `field \`${name}\` may be missing`);
  else if (before.optional && !after.optional && !isOptional(after)) {
    changes.add(
      isMade || owner.kind === "interface" ? "breaking" : "compatible",
      "field-required",
      address,
      `field \`${name}\` is always there`,
    );
  } else if (before.default && !after.default && !isOptional(after)) {
    changes.add(
      isMade ? "breaking" : "compatible",
      "field-default",
      address,
      `field \`${name}\` has no default any more`,
    );
  } else if (!sameType(before.default, after.default)) {
    changes.compatible("field-default", address, `field \`${name}\` has another default`, {
      ...(before.default ? { before: printExpression(before.default) } : {}),
      ...(after.default ? { after: printExpression(after.default) } : {}),
    });
  }
  if (!before.readonly && after.readonly)
    changes.breaking("modifier", address, `field \`${name}\` can no longer be written`);
  if (before.readonly && !after.readonly)
    changes.compatible("modifier", address, `field \`${name}\` can be written`);
  if (Boolean(before.static) !== Boolean(after.static))
    changes.breaking(
      "modifier",
      address,
      `field \`${name}\` is ${after.static ? "now static" : "no longer static"}`,
    );
  if (!before.abstract && after.abstract)
    changes.breaking("modifier", address, `field \`${name}\` is now abstract`);
}

function compareEnum({ changes }: DiffContext, before: Enum, after: Enum): void {
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

function compareConstant(context: DiffContext, before: Constant, after: Constant): void {
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
function compareEvent(context: DiffContext, before: Event, after: Event): void {
  new ParameterComparison(context.comparison, context.changes, context.language).compare(
    after.address,
    before.parameters,
    after.parameters,
    "emitter",
  );
}

function compareStates({ changes }: DiffContext, before: States, after: States): void {
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
function compareBothWays(
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
