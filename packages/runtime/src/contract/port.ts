import type { Address, Finding, Kernel } from "@contractc/kernel";

/** A contract at one moment. */
export interface ContractState {
  kernel: Kernel;
  /** Content of each contract file, by path relative to the workspace. */
  files: ReadonlyMap<string, string>;
}

export type Proposal =
  | { kind: "accepted"; state: ContractState; modules: { signature: Address[]; slice: Address[] } }
  | { kind: "refused"; message: string; findings: Finding[] };

/** The language, as the runtime needs it: text stays on the other side. */
export interface ContractPort {
  /** Compiles contract text. @param files by path relative to the workspace */
  compile(files: ReadonlyMap<string, string>, root: string): { kernel?: Kernel; findings: Finding[] };
  /** Tries evolution actions on a contract; writes nothing. */
  propose(state: ContractState, actions: readonly unknown[], by: string): Proposal;
  /** A contract of existing code, for a workspace that has none. @param tree its files by path */
  extract(folder: string): Promise<ContractState>;
  describe(kernel: Kernel, name: string): string | undefined;
  /** Tokens of a text, as models count them. */
  tokens(text: string): number;
}
