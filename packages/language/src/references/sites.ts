import type { Address } from "@contractc/kernel";
import type { Lowered } from "../lowering/kernel.js";
import { compare } from "../source/report.js";
import { type Source, type Span, spanOfProperty } from "../source/source.js";
import { expressionReferences } from "./expressions.js";

/** One name in the text that stands for something declared elsewhere. */
export interface ReferenceSite {
  /** A key of the position table: an address, or `role backend`. */
  target: string;
  source: Source;
  span: Span;
}

/**
 * Every name of a contract that stands for something declared, by file and place. What an expression's members and
 * named arguments stand for follows from the types of what is before them; where those cannot be told there is no site.
 */
export function referenceSites(lowered: Lowered): ReferenceSite[] {
  return [...lowered.tables.references, ...expressionReferences(lowered)]
    .map(({ target, source, node, property, index }) => ({
      target,
      source,
      span: spanOfProperty(node, property, index),
    }))
    .sort(
      (a, b) =>
        compare(a.source.path, b.source.path) ||
        a.span.start - b.span.start ||
        a.span.end - b.span.end ||
        compare(a.target, b.target),
    )
    .filter((site, at, all) => {
      const before = all[at - 1];
      return !(
        before &&
        before.source === site.source &&
        before.span.start === site.span.start &&
        before.target === site.target
      );
    });
}

/** An address without the ordinals of overloads: `core.f#2` is `core.f`. */
export function withoutOrdinal(address: Address): Address {
  return address.replace(/#\d+/g, "");
}

/** @returns whether an address is another's or that of something inside of it */
export function isWithin(address: Address, outer: Address): boolean {
  return outer === "" || address === outer || address.startsWith(`${outer}.`);
}
