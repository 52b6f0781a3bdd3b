import type { Address, Kernel } from "@contractc/kernel";

/** A module that a change of the contract takes back, and why. */
export interface Concerned {
  module: Address;
  /** `implement`: its signature changed, or it is new; `review`: only its words and conditions did. */
  again: "implement" | "review";
  reason: string;
}

/**
 * State control: whom a change of the contract concerns. Exactly those whose signature changed implement again, exactly
 * those of which only the slice changed are reviewed again; nobody else.
 *
 * @param because why the contract changed: what everyone concerned is told
 * @param asked modules that asked for the change and wait for it; they try again whether theirs changed or not
 * @returns in the order of the later kernel
 */
export function concernedBy(
  before: Kernel,
  after: Kernel,
  because: string,
  asked: readonly Address[] = [],
): Concerned[] {
  const known = new Map(before.modules.map(({ address, hashes }) => [address, hashes]));
  const waiting = new Set(asked);
  return after.modules.flatMap(({ address, hashes }): Concerned[] => {
    const old = known.get(address);
    if (!old) return [{ module: address, again: "implement", reason: `The module is new: ${because}` }];
    if (old.signature !== hashes.signature) {
      return [{ module: address, again: "implement", reason: `Its signature changed: ${because}` }];
    }
    if (waiting.has(address)) {
      return [{ module: address, again: "implement", reason: `What it asked for is there: ${because}` }];
    }
    if (old.slice !== hashes.slice) {
      return [{ module: address, again: "review", reason: `What is asked of it changed: ${because}` }];
    }
    return [];
  });
}
