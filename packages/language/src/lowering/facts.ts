import type { Address, Declaration, Signature } from "@contractc/kernel";

/** What the checks of the contract as a whole ask of the declarations of one module. */
export interface Facts {
  events: readonly Address[];
  /** What its functions and methods emit, with who does. */
  emits: readonly (readonly [event: Address, emitter: Address])[];
  /** Events that move one of its state spaces. */
  triggers: readonly Address[];
  /** Names of the requirements that its examples verify. */
  verifies: readonly string[];
}

const NONE: readonly never[] = [];

/** Collects the facts of some declarations in one walk. */
export function factsOf(declarations: readonly Declaration[]): Facts {
  const events: Address[] = [];
  const emits: [Address, Address][] = [];
  const triggers = new Set<Address>();
  const verifies = new Set<string>();
  const add = (address: Address, signature: Signature) => {
    if (signature.emits) for (const event of signature.emits) emits.push([event, address]);
    if (!signature.examples) return;
    for (const example of signature.examples) {
      if (example.verifies) for (const name of example.verifies) verifies.add(name);
    }
  };
  for (const declaration of declarations) {
    switch (declaration.kind) {
      case "event":
        events.push(declaration.address);
        break;
      case "states":
        for (const { trigger } of declaration.transitions) {
          if (trigger.kind === "event") triggers.add(trigger.target);
        }
        break;
      case "function":
        add(declaration.address, declaration);
        break;
      case "class":
      case "interface":
      case "record":
      case "error":
        for (const member of declaration.members) if (member.kind !== "field") add(member.address, member);
        break;
    }
  }
  return {
    events: events.length > 0 ? events : NONE,
    emits: emits.length > 0 ? emits : NONE,
    triggers: triggers.size > 0 ? [...triggers] : NONE,
    verifies: verifies.size > 0 ? [...verifies] : NONE,
  };
}
