import type { Allow, Common, Declaration, Language } from "./declarations.js";
import type { Address } from "./types.js";

/**
 * The executable kernel K = (N, Σ, Δ) with the constraint projection: plain JSON, deterministic to the byte.
 *
 * What has no order is sorted (modules by address, edges by ends); what has one keeps it (declarations,
 * members and parameters in source order).
 */
export interface Kernel {
  format: "contractc-kernel/1";
  name: string;
  version: string;
  /** Of everything but positions. */
  hash: string;
  targets: Target[];
  /** N: modules and the files they live in. */
  modules: Module[];
  packages: Package[];
  externals: External[];
  /** Σ: the declarations of each module, by the module's address, in source order. */
  signatures: Record<Address, Declaration[]>;
  /** Δ. */
  graph: Graph;
  projection: Projection;
  /** Where each address was declared. A section of its own, outside of every hash. See `positionKey`. */
  positions: Record<string, Position>;
}

/** Settings and verification gates of one implementation language. */
export interface Target {
  language: Language;
  /** Import roots, relative to the contract's folder; `["."]` where none is stated. */
  roots: string[];
  tsconfig?: string;
  check?: string;
  test?: string;
  smoke?: string;
}

export interface Package extends Common {
  /** Folder, relative to the contract's folder, forward slashes, no trailing slash; `"."` for that folder. */
  path: string;
}

export interface Module extends Common {
  /** File, or folder for `folder: true`, relative to the contract's folder, forward slashes. */
  path: string;
  /** The path ends in `/` in the contract: a folder whose entry is `index.*` or `__init__.py`. */
  folder?: true;
  /** Absent where neither extension nor targets tell. */
  language?: Language;
  package?: Address;
  owner?: string;
  satisfies?: string[];
  handles?: Address[];
  hashes: ModuleHashes;
}

export interface ModuleHashes {
  /** Of the module's Σ and Δ: where it changes, the module is implemented again. */
  signature: string;
  /** Adds docs, clauses, examples and satisfied requirements: where it changes, the module is reviewed again. */
  slice: string;
  /** Of the slice and of the signatures of what the module uses. */
  surroundings: string;
}

/** A third-party package, or with requirement `"std"` a part of the standard library whose types are named. */
export interface External extends Common {
  /** What to install, as `pygame >= 2.5`. */
  requirement: string;
  /** How the code imports it, where that differs from `name`. */
  from?: string;
  /** A bare `type Surface` of an external says nothing of its insides: it is a class without members. */
  declarations: Declaration[];
}

export type EdgeKind = "use" | "type" | "lazy";

/** A declared dependency of a module on a module or an external. */
export interface Edge {
  from: Address;
  to: Address;
  kind: EdgeKind;
  /** `to` is an external. */
  external?: true;
  allows?: Allow[];
}

export interface EventEdge {
  event: Address;
  /** The functions that emit it. */
  emitters: Address[];
  /** The modules that handle it. */
  handlers: Address[];
}

export interface Flow {
  name: string;
  doc?: string;
  /** Functions or methods, in order. */
  hops: Address[];
}

export interface Graph {
  uses: Edge[];
  events: EventEdge[];
  flows: Flow[];
  /** Each list from the top layer down; addresses of packages or modules. */
  layers: Address[][];
  forbidden: { from: Address; to: Address; reason?: string }[];
  independent: Address[][];
}

export type Priority = "must" | "should" | "could";

export interface Requirement {
  name: string;
  priority: Priority;
  text: string;
  doc?: string;
  accept: string[];
}

export const QUALITY_KINDS = [
  "performance",
  "security",
  "reliability",
  "usability",
  "scalability",
  "maintainability",
  "portability",
] as const;
export type QualityKind = (typeof QUALITY_KINDS)[number];

export interface Quality {
  name: string;
  kind: QualityKind;
  text: string;
  doc?: string;
  accept: string[];
}

export interface Role {
  name: string;
  text?: string;
  doc?: string;
  read?: string[];
  write?: string[];
  run?: string[];
}

/** What people and agents read: none of it changes a signature. */
export interface Projection {
  requirements: Requirement[];
  qualities: Quality[];
  decisions: { name: string; text: string; because?: string; doc?: string }[];
  risks: { text: string; doc?: string }[];
  /** Open until there is an answer. */
  questions: { text: string; answer?: string; doc?: string }[];
  roles: Role[];
}

/** Lines and columns start at 1; columns count UTF-16 units. */
export interface Position {
  /** Relative to the root contract's folder, forward slashes. */
  file: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}
