import type { Address, Language } from "@contractc/kernel";
import type { AstNode } from "langium";
import type { Program } from "../binder/program.js";
import type { DeclarationOwner, DeclarationSymbol } from "../binder/symbols.js";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type { Expected, ModuleScope, Resolution } from "./lookup.js";
import { NameReports, type Suggestions, type WrittenName } from "./name-reports.js";
import type { Application, Facts, Gathered, Trace, WrittenAllow } from "./trace.js";

/** What resolving and lowering one module, or one external, works with. */
export class ModuleContext implements Gathered {
  readonly names: NameReports;
  readonly report: Report;
  readonly allows: WrittenAllow[];
  readonly trace: Trace | undefined;
  /** Arguments are compared with bounds once every declaration is known. */
  readonly applications: Application[] = [];
  readonly facts: Facts = { events: [], emits: [], triggers: [], verifies: [] };
  /**
   * No parameter list has a marker, takes a rest, or an optional parameter before one that must be given: most need no
   * closer look.
   */
  hasPlainParameters = true;
  /** Functions, methods or constructors share a name. */
  hasOverloads = false;
  /** Modules and externals of which something is named; the context's own among them. */
  readonly needed = new Set<Address>();

  constructor(
    readonly program: Program,
    readonly scope: ModuleScope,
    readonly language: Language | undefined,
    { report, allows, trace }: Gathered,
  ) {
    this.report = report;
    this.allows = allows;
    this.trace = trace;
    this.names = new NameReports(program, scope, report);
  }

  get source(): Source {
    return this.scope.owner.source;
  }

  /** Notes the node that a part of the kernel was made of. */
  originate<T extends object>(part: T, node: AstNode): T {
    this.trace?.originate(part, node, this.source);
    return part;
  }

  /** Notes that something of a module or external is named. */
  need(owner: DeclarationOwner): void {
    this.needed.add(owner.address);
  }

  /** Notes that a dotted name stands for a declaration: its last part for that, those before for what is around it. */
  refer(node: AstNode & { parts: string[] }, symbol: DeclarationSymbol): void {
    this.need(symbol.owner);
    const { trace } = this;
    if (!trace) return;
    const last = node.parts.length - 1;
    trace.refer(symbol.address, this.source, node, "parts", last);
    trace.referToContainer(symbol.owner, this.source, node, last);
  }

  /** Reports a name that does not resolve, and gives the symbol to go on with, if there is one. */
  unresolved(
    name: WrittenName,
    resolution: Exclude<Resolution, { kind: "found" }>,
    wanted: Expected,
    suggest?: Suggestions,
  ): DeclarationSymbol | undefined {
    const symbol = this.names.unresolved(name, resolution, wanted, suggest);
    if (symbol) this.need(symbol.owner);
    return symbol;
  }

  writtenName(node: AstNode & { parts: string[] }, symbol: string): WrittenName {
    const { source } = this;
    const count = node.parts.length;
    return {
      parts: node.parts,
      place: source.placeOfParts(node),
      last: source.placeOf(node, "parts", count - 1),
      ...(count > 1 ? { prefix: source.placeOfParts(node, count - 1) } : {}),
      symbol,
    };
  }
}
