import type { Address, Fix } from "@contractc/kernel";

/** One change of a contract, as an evolution action says it; who carries it out adds the author and the reason. */
export interface ActionDraft {
  op: "add" | "update" | "remove" | "rename";
  target: Address;
  /** Contract text; empty for the removal of the target itself. */
  content: string;
}

/** Edits that bring the code to the contract. */
export interface CodeRemedy {
  kind: "code";
  fix: Fix;
}

/** Actions that bring the contract to the code: to be carried out together, or not at all. */
export interface ContractRemedy {
  kind: "contract";
  title: string;
  actions: ActionDraft[];
}

/** Nothing mends the finding in this direction. */
export interface NoRemedy {
  kind: "none";
  /** Why, for the user. */
  reason: string;
}

export function none(reason: string): NoRemedy {
  return { kind: "none", reason };
}
