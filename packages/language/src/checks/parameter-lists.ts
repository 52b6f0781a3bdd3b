import type { Address, Language, Parameter } from "@contractc/kernel";
import type { AstNode } from "langium";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { isClassLike } from "../types/world.js";
import type { CheckContext } from "./context.js";

/** The parameters of one function, method, constructor or event. */
export interface ParameterList {
  kind: "function" | "method" | "constructor" | "event";
  symbol: Address;
  parameters: Parameter[];
  /** With the markers, and what was left out of the kernel. */
  nodes: ast.Parameter[];
  source: Source;
  language: Language | undefined;
}

/** Walks every parameter list of a contract. */
export function forEachParameterList(context: CheckContext, visit: (list: ParameterList) => void): void {
  const { kernel, tables } = context;
  const owners = [
    ...kernel.modules.map((module) => ({
      declarations: kernel.signatures[module.address] ?? [],
      language: module.language,
    })),
    ...kernel.externals.map((external) => ({ declarations: external.declarations, language: undefined })),
  ];
  for (const { declarations, language } of owners) {
    const each = (part: { kind: ParameterList["kind"]; address: Address; parameters: Parameter[] }) => {
      const { node, source } = tables.originOf(part);
      visit({
        kind: part.kind,
        symbol: part.address,
        parameters: part.parameters,
        nodes: parametersOf(node),
        source,
        language,
      });
    };
    for (const declaration of declarations) {
      if (declaration.kind === "function" || declaration.kind === "event") each(declaration);
      else if (isClassLike(declaration)) {
        for (const member of declaration.members) if (member.kind !== "field") each(member);
      }
    }
  }
}

function parametersOf(node: AstNode): ast.Parameter[] {
  return "parameters" in node ? (node.parameters as ast.Parameter[]) : [];
}
