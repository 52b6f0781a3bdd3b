import type { Language } from "@contractc/kernel";
import type { AstNode } from "langium";
import type { Program } from "../binder/program.js";
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

  writtenName(node: AstNode & { parts: string[] }, symbol: string): WrittenName {
    return {
      parts: node.parts,
      place: this.source.placeOfParts(node),
      last: this.source.placeOf(node, "parts", node.parts.length - 1),
      symbol,
    };
  }
}
