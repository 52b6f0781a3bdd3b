import type { Language } from "@contractc/kernel";
import type { AstNode } from "langium";
import type { Program } from "../binder/program.js";
import type { DeclarationSymbol } from "../binder/symbols.js";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type { ModuleScope } from "./lookup.js";
import { NameReports, type WrittenName } from "./name-reports.js";
import type { Tables } from "./tables.js";

/** What resolving and lowering one module, or one external, works with. */
export class ModuleContext {
  readonly names: NameReports;

  constructor(
    readonly program: Program,
    readonly scope: ModuleScope,
    readonly language: Language | undefined,
    readonly report: Report,
    readonly tables: Tables,
  ) {
    this.names = new NameReports(program, scope, report);
  }

  get source(): Source {
    return this.scope.owner.source;
  }

  /** Notes that a dotted name stands for a declaration: its last part for that, those before for what is around it. */
  refer(node: AstNode & { parts: string[] }, symbol: DeclarationSymbol): void {
    const last = node.parts.length - 1;
    this.tables.refer(symbol.address, this.source, node, "parts", last);
    this.tables.referToContainer(symbol.owner, this.source, node, last);
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
