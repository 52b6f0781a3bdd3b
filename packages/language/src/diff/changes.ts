import type { Address } from "@contractc/kernel";

export const IMPACTS = ["breaking", "compatible", "documentation"] as const;
/**
 * What a change means for the code that relies on the contract: `breaking` may stop it from working, `compatible`
 * cannot, `documentation` changes nothing that code can rely on.
 */
export type Impact = (typeof IMPACTS)[number];

/** One change between two contracts. */
export interface Change {
  impact: Impact;
  /** What changed, in the form `parameter-added`. */
  kind: string;
  /** Of what changed: as it is called after the change or, where it is gone, before. */
  address: Address;
  /** One sentence without a full stop, that names things as the contract does. */
  message: string;
  before?: string;
  after?: string;
}

/** Takes changes as they are found. */
export class ChangeList {
  readonly found: Change[] = [];

  /** @param ceiling the worst that is recorded: changes of what is internal break nobody */
  constructor(readonly ceiling: Impact = "breaking") {}

  add(
    impact: Impact,
    kind: string,
    address: Address,
    message: string,
    texts: { before?: string; after?: string } = {},
  ): void {
    const isOver = IMPACTS.indexOf(impact) < IMPACTS.indexOf(this.ceiling);
    this.found.push({ impact: isOver ? this.ceiling : impact, kind, address, message, ...texts });
  }

  breaking(
    kind: string,
    address: Address,
    message: string,
    texts?: { before?: string; after?: string },
  ): void {
    this.add("breaking", kind, address, message, texts);
  }

  compatible(
    kind: string,
    address: Address,
    message: string,
    texts?: { before?: string; after?: string },
  ): void {
    this.add("compatible", kind, address, message, texts);
  }

  documentation(
    kind: string,
    address: Address,
    message: string,
    texts?: { before?: string; after?: string },
  ): void {
    this.add("documentation", kind, address, message, texts);
  }
}
