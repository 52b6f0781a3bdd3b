import type { Allow, Edge, Finding } from "@contractc/kernel";
import type { WrittenAllow } from "../resolver/trace.js";

/**
 * What `@allow("code", "why")` accepts of the checks' findings: those on the declaration concerned, or in what it
 * stands on. Without a reason it accepts nothing. Names that do not resolve cannot be accepted.
 */
export class Acceptance {
  readonly #bySymbol = new Map<string, Allow[]>();
  /** Those that accepted something. */
  #used = new Set<Allow>();

  constructor(written: readonly WrittenAllow[]) {
    for (const { allow, symbol, ofEdge } of written) {
      if (ofEdge) continue;
      const others = this.#bySymbol.get(symbol);
      if (others) others.push(allow);
      else this.#bySymbol.set(symbol, [allow]);
    }
  }

  /** Whether a finding is accepted where it stands or around that. */
  accepts({ code, symbol }: Finding): boolean {
    if (this.#bySymbol.size === 0) return false;
    for (let at = symbol; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
      if (this.#use(this.#bySymbol.get(at), code)) return true;
    }
    return false;
  }

  /** Whether a finding about an edge is accepted on its `uses`. */
  acceptsEdge(edge: Edge, code: string): boolean {
    return this.#use(edge.allows, code);
  }

  /** Whether an edge accepts a code, without saying that there was something to accept. */
  couldAccept(edge: Edge, code: string): boolean {
    return acceptedOn(edge, code) !== undefined;
  }

  /** Notes that something was accepted. */
  use(allow: Allow): void {
    this.#used.add(allow);
  }

  /** Runs something, and tells what accepted something meanwhile. */
  during(run: () => void): Allow[] {
    const before = this.#used;
    const used = new Set<Allow>();
    this.#used = used;
    run();
    this.#used = before;
    for (const allow of used) before.add(allow);
    return [...used];
  }

  isUsed(allow: Allow): boolean {
    return this.#used.has(allow);
  }

  #use(allows: readonly Allow[] | undefined, code: string): boolean {
    const allow = allows?.find((each) => isReasoned(each, code));
    if (allow) this.#used.add(allow);
    return allow !== undefined;
  }
}

/** The `@allow` of a `uses` that accepts a code. */
export function acceptedOn(edge: Edge, code: string): Allow | undefined {
  return edge.allows?.find((allow) => isReasoned(allow, code));
}

function isReasoned(allow: Allow, code: string): boolean {
  return allow.code === code && (allow.reason ?? "").trim() !== "";
}
