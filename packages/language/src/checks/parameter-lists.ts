import type { Address, Parameter } from "@contractc/kernel";
import type { AstNode } from "langium";
import type * as ast from "../syntax/index.js";
import { isClassLike } from "../types/world.js";
import type { OwnerContext } from "./context.js";

/** The parameters of one function, method, constructor or event. */
export interface ParameterList {
  kind: "function" | "method" | "constructor" | "event";
  address: Address;
  parameters: Parameter[];
}

/** Walks every parameter list of a module or external. */
export function forEachParameterList(context: OwnerContext, visit: (list: ParameterList) => void): void {
  for (const declaration of context.declarations) {
    if (declaration.kind === "function" || declaration.kind === "event") visit(declaration);
    else if (isClassLike(declaration)) {
      for (const member of declaration.members) if (member.kind !== "field") visit(member);
    }
  }
}

/** The parameters as they are written: with the markers, and what was left out of the kernel. */
export function writtenParameters(context: OwnerContext, list: ParameterList): ast.Parameter[] {
  const node: AstNode = context.originOf(list).node;
  return "parameters" in node ? (node.parameters as ast.Parameter[]) : [];
}
