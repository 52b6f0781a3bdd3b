import {
  type Address,
  type Language,
  type Parameter,
  type ParameterKind,
  printExpression,
  printParameter,
  printType,
} from "@contractc/kernel";
import type { ChangeList } from "./changes.js";
import { sameType, type TypeComparison } from "./types.js";

/** Who gives the values: a caller, or for an event the one who emits it. */
export type Giver = "caller" | "emitter";

const POSITIONAL: ReadonlySet<ParameterKind> = new Set(["positional-only", "standard"]);

/** Compares parameter lists: what a caller may leave out, and how it names what it gives. */
export class ParameterComparison {
  constructor(
    readonly comparison: TypeComparison,
    readonly changes: ChangeList,
    readonly language: Language | undefined,
  ) {}

  compare(
    address: Address,
    before: readonly Parameter[],
    after: readonly Parameter[],
    giver: Giver = "caller",
  ): void {
    const pairs = this.#pairs(before, after);
    const paired = new Set([...pairs].flat());
    for (const [old, now] of pairs) this.#compareOne(address, old, now, giver);
    for (const parameter of before) if (!paired.has(parameter)) this.#removed(address, parameter);
    const taken = after.filter((parameter) => paired.has(parameter));
    for (const parameter of after)
      if (!paired.has(parameter)) this.#added(address, parameter, after, taken, giver);
    this.#order(address, before, after, pairs);
  }

  /** Parameters of one name and, among the rest, those at one position: these were renamed. */
  #pairs(before: readonly Parameter[], after: readonly Parameter[]): [Parameter, Parameter][] {
    const pairs: [Parameter, Parameter][] = [];
    const left = new Set(after);
    for (const old of before) {
      const now = after.find(({ name }) => name === old.name);
      if (!now) continue;
      pairs.push([old, now]);
      left.delete(now);
    }
    const positions = (list: readonly Parameter[]) => list.filter(({ kind }) => POSITIONAL.has(kind));
    const paired = new Set(pairs.map(([old]) => old));
    const [oldPositions, newPositions] = [positions(before), positions(after)];
    for (const [at, old] of oldPositions.entries()) {
      const now = newPositions[at];
      if (
        paired.has(old) ||
        !now ||
        !left.has(now) ||
        this.comparison.compare(old.type, now.type) === "other"
      )
        continue;
      pairs.push([old, now]);
      left.delete(now);
    }
    return pairs;
  }

  #compareOne(address: Address, old: Parameter, now: Parameter, giver: Giver): void {
    const { changes } = this;
    const own = `${address}.${now.name}`;
    if (old.name !== now.name) {
      const byName = this.language !== "typescript" && old.kind !== "positional-only";
      changes.add(
        byName ? "breaking" : "compatible",
        "parameter-renamed",
        own,
        `parameter \`${old.name}\` is now called \`${now.name}\``,
      );
    }
    if (!sameType(old.names, now.names))
      changes.breaking("parameter-name", own, `parameter \`${now.name}\` has another name in code`);
    if (old.kind !== now.kind) this.#kind(own, old, now);
    if (old.optional && !now.optional)
      changes.breaking("parameter-required", own, `parameter \`${now.name}\` can no longer be left out`);
    else if (!old.optional && now.optional)
      changes.compatible("parameter-optional", own, `parameter \`${now.name}\` can be left out`);
    else if (!sameType(old.default, now.default)) {
      const text = (value: Parameter["default"]) => (value ? { text: printExpression(value) } : undefined);
      const [was, is] = [text(old.default), text(now.default)];
      changes.compatible("parameter-default", own, `parameter \`${now.name}\` has another default`, {
        ...(was ? { before: was.text } : {}),
        ...(is ? { after: is.text } : {}),
      });
    }
    const change = this.comparison.compare(old.type, now.type);
    if (change === "same") return;
    const texts = { before: printType(old.type), after: printType(now.type) };
    const isSafe = change === "equivalent" || change === (giver === "caller" ? "widened" : "narrowed");
    const verb = {
      equivalent: "is written otherwise",
      narrowed: "is narrower",
      widened: "is wider",
      other: "is another",
    }[change];
    changes.add(
      isSafe ? "compatible" : "breaking",
      "parameter-type",
      own,
      `the type of parameter \`${now.name}\` ${verb}`,
      texts,
    );
  }

  #kind(own: Address, old: Parameter, now: Parameter): void {
    const gains =
      (now.kind === "standard" && (old.kind === "positional-only" || old.kind === "keyword-only")) ||
      (now.kind === "variadic" && old.kind === "positional-only");
    this.changes.add(
      gains ? "compatible" : "breaking",
      "parameter-kind",
      own,
      `parameter \`${now.name}\` was ${old.kind} and is ${now.kind}`,
    );
  }

  #removed(address: Address, parameter: Parameter): void {
    const { name } = parameter;
    this.changes.breaking("parameter-removed", `${address}.${name}`, `parameter \`${name}\` was removed`, {
      before: printParameter(parameter),
    });
  }

  #added(
    address: Address,
    parameter: Parameter,
    after: readonly Parameter[],
    taken: readonly Parameter[],
    giver: Giver,
  ): void {
    const { name, kind, optional } = parameter;
    const own = `${address}.${name}`;
    const texts = { after: printParameter(parameter) };
    if (giver === "emitter") {
      this.changes.compatible("parameter-added", own, `parameter \`${name}\` was added`, texts);
      return;
    }
    const collects = kind === "variadic" || kind === "keyword-variadic";
    if (!optional && !collects) {
      this.changes.breaking(
        "parameter-added",
        own,
        `parameter \`${name}\` was added and must be given`,
        texts,
      );
      return;
    }
    const at = after.indexOf(parameter);
    const isBefore =
      POSITIONAL.has(kind) && taken.some((other) => POSITIONAL.has(other.kind) && after.indexOf(other) > at);
    if (isBefore) {
      this.changes.breaking(
        "parameter-added",
        own,
        `parameter \`${name}\` was added before others that are given by position`,
        texts,
      );
    } else
      this.changes.compatible(
        "parameter-added",
        own,
        `parameter \`${name}\` was added and can be left out`,
        texts,
      );
  }

  #order(
    address: Address,
    before: readonly Parameter[],
    after: readonly Parameter[],
    pairs: readonly (readonly [Parameter, Parameter])[],
  ): void {
    const partner = new Map(pairs);
    const order = before
      .filter(({ kind }) => POSITIONAL.has(kind))
      .flatMap((old) => {
        const now = partner.get(old);
        return now && POSITIONAL.has(now.kind) ? [after.indexOf(now)] : [];
      });
    if (order.every((at, index) => index === 0 || at > order[index - 1]!)) return;
    const names = (list: readonly Parameter[]) => list.map(({ name }) => name).join(", ");
    this.changes.breaking("parameter-order", address, "parameters have another order", {
      before: names(before),
      after: names(after),
    });
  }
}
