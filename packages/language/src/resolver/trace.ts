import type { Address, Allow, Type } from "@contractc/kernel";
import type { AstNode } from "langium";
import type { ContainerSymbol } from "../binder/symbols.js";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";

/** The text that a part of the kernel was made of. */
export interface Origin {
  node: AstNode;
  source: Source;
}

/** An entry of the position table to be. */
export interface Mark {
  key: string;
  source: Source;
  node: AstNode;
  property: string | undefined;
}

/** A generic type with arguments, whose type parameters have bounds. */
export interface Application {
  type: Type & { kind: "reference" };
  /** The declaration the type stands in. */
  symbol: Address;
}

/** An `@allow` as written. */
export interface WrittenAllow {
  allow: Allow;
  /** What it stands on: an address, or a key of the position table. */
  symbol: string;
  /** It stands on a `uses`, and speaks of these edges alone. */
  ofEdge: boolean;
}

/** What the checks of the contract as a whole ask of the declarations of one module. */
export interface Facts {
  events: Address[];
  /** What its functions and methods emit, with who does. */
  emits: [event: Address, emitter: Address][];
  /** Events that move its state spaces. */
  triggers: Address[];
  /** Names of the requirements that its examples verify. */
  verifies: string[];
}

/** A name in the text that stands for something declared. */
export interface Reference {
  /** A key of the position table: an address, or `role backend`. */
  target: string;
  source: Source;
  node: AstNode;
  /** The property of the node that holds the name, and which of its values. */
  property: string;
  index?: number;
}

/** What lowering gives besides parts of the kernel. */
export interface Gathered {
  report: Report;
  /** Every `@allow`, in the order of lowering. */
  allows: WrittenAllow[];
  /** Takes note of where everything stands; absent where nobody has asked for that yet. */
  trace: Trace | undefined;
}

/**
 * Where the parts of the kernel stand, and which names stand for what. A contract without findings is checked without
 * anybody asking for that, and there is more of it than of the kernel: so lowering goes without, and is done again
 * with a trace for the part that somebody asks about.
 */
export class Trace {
  /** Where keys of the position table stand, in the order of lowering; of several with one key the first one counts. */
  readonly marks: Mark[] = [];
  origins = new Map<object, Origin>();
  /** Every name that resolved, in the order of lowering. */
  readonly references: Reference[] = [];

  /** Notes where a key of the position table stands: at a property of a node, or at the node. */
  position(key: string, source: Source, node: AstNode, property?: string): void {
    this.marks.push({ key, source, node, property });
  }

  /** Notes the node that an object of the kernel (a declaration, member, parameter, type, edge) was made of. */
  originate(part: object, node: AstNode, source: Source): void {
    this.origins.set(part, { node, source });
  }

  /** Notes that a name stands for something; `index` for one of several values of the property. */
  refer(target: string, source: Source, node: AstNode, property: string, index?: number): void {
    this.references.push({ target, source, node, property, ...(index === undefined ? {} : { index }) });
  }

  /**
   * Notes that the first parts of a dotted name lead to a package, module or external, and so to those around it.
   *
   * @param count how many of its parts do; all of them where it is left out
   */
  referToContainer(
    symbol: ContainerSymbol,
    source: Source,
    node: AstNode & { parts: string[] },
    count = node.parts.length,
  ): void {
    let at: ContainerSymbol | null = symbol;
    for (let index = count - 1; index >= 0 && at; index--) {
      this.refer(at.address, source, node, "parts", index);
      at = at.kind === "external" ? null : at.parent;
    }
  }
}
