import type { ClassLike, Declaration } from "@contractc/kernel";
import { isClassLike, type KernelIndex } from "../kernel-index.js";

/**
 * How TypeScript code writes a declaration that has members. A record is an interface whose values are object
 * literals, unless it has something that only a class can hold: methods, a constructor or static fields, its own or
 * inherited ones.
 */
export function typeScriptForm(index: KernelIndex, declaration: ClassLike): "class" | "interface" {
  if (declaration.kind === "interface") return "interface";
  if (declaration.kind !== "record") return "class";
  const all = [declaration, ...index.ancestors(declaration)];
  const behaves = all.some(
    (each) =>
      each.kind === "class" ||
      each.members.some(
        (member) => member.kind !== "field" || member.static || member.abstract || member.internal,
      ),
  );
  return behaves ? "class" : "interface";
}

/** Whether the declaration exists at run time: what does not is imported with `type`. */
export function isValue(index: KernelIndex, declaration: Declaration): boolean {
  if (declaration.kind === "alias") return false;
  return !isClassLike(declaration) || typeScriptForm(index, declaration) === "class";
}
