import type { CodeSignatures, Span } from "../reading/signature.js";
import type { Definition } from "./functions.js";
import type { Branch } from "./statements.js";
import { exclude } from "./statements.js";

/** A function or method under construction: overloads come before the implementation that ends them. */
export interface Collected<T> {
  item: T;
  /** Where each of its definitions stands. */
  places: (readonly Branch[])[];
  /** More overloads, or the implementation, may follow. */
  open: boolean;
}

/** What of a definition makes the first signature of a function or method. */
export function signaturesOf(definition: Definition): CodeSignatures {
  const { signature, raises, hollow } = definition;
  return hollow ? { signatures: [signature], raises, hollow } : { signatures: [signature], raises };
}

/**
 * Joins a definition to earlier overloads of the same name.
 *
 * @returns whether it belonged to them; otherwise it defines the name anew
 */
export function joinOverload<T extends CodeSignatures & { span: Span; doc?: string }>(
  collected: Collected<T>,
  definition: Definition,
  branches: readonly Branch[],
): boolean {
  if (!collected.open) return false;
  const { item } = collected;
  if (definition.overload) {
    // The other branch of `if sys.version_info …` says the same again.
    if (!collected.places.some((place) => exclude(place, branches))) {
      collected.places.push(branches);
      item.signatures.push(definition.signature);
      item.span = { start: Math.min(item.span.start, definition.span.start), end: definition.span.end };
    }
  } else {
    collected.open = false;
    item.span = { start: Math.min(item.span.start, definition.span.start), end: definition.span.end };
    item.raises = definition.raises;
    if (definition.hollow) item.hollow = definition.hollow;
    if (definition.doc !== undefined) item.doc = definition.doc;
  }
  return true;
}
