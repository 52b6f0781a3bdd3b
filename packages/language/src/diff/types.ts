import { canonicalJson, type Kernel, type Signature, type Type } from "@contractc/kernel";
import { Assignability } from "../types/assignable.js";
import { World } from "../types/world.js";

/** How a type changed, as seen by assignability in the new contract. */
export type TypeChange = "same" | "equivalent" | "narrowed" | "widened" | "other";

/**
 * Compares types of two contracts. What was removed is still known, so that a type that names it can be compared; that
 * it is gone is a change of its own.
 */
export class TypeComparison {
  readonly types: Assignability;

  constructor(before: Kernel, after: Kernel) {
    const signatures: Kernel["signatures"] = Object.create(null);
    for (const [module, declarations] of Object.entries(after.signatures))
      signatures[module] = [...declarations];
    for (const [module, declarations] of Object.entries(before.signatures)) {
      const now = new Set((after.signatures[module] ?? []).map(({ address }) => address));
      const gone = declarations.filter(({ address }) => !now.has(address));
      signatures[module] = [...(signatures[module] ?? []), ...gone];
    }
    const externals = [
      ...after.externals,
      ...before.externals.filter(({ address }) => after.externals.every((each) => each.address !== address)),
    ];
    this.types = new Assignability(World.of({ ...after, signatures, externals }));
  }

  /** @returns `narrowed` where every value of the new type is one of the old type */
  compare(before: Type, after: Type): TypeChange {
    if (sameType(before, after)) return "same";
    const narrowed = this.types.fits(after, before);
    const widened = this.types.fits(before, after);
    if (narrowed && widened) return "equivalent";
    return narrowed ? "narrowed" : widened ? "widened" : "other";
  }
}

export function sameType(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null, 0) === canonicalJson(b ?? null, 0);
}

/** The type of what a call gives: of an asynchronous function a future. */
export function resultOf({ async, result }: Signature): Type {
  return async ? { kind: "apply", name: "future", arguments: [result] } : result;
}
