import type { Language, Module } from "@contractc/kernel";
import { type NameRole, possibleName, wantedName } from "../target/names.js";
import { isClassLike, type KernelIndex } from "./kernel-index.js";
import type { BuildProblem } from "./problem.js";

/** Every name of a module's declarations that its language cannot have, with the name written instead. */
export function nameProblems(index: KernelIndex, module: Module, language: Language): BuildProblem[] {
  const problems: BuildProblem[] = [];
  const look = (named: Parameters<typeof wantedName>[0], role: NameRole, symbol: string): void => {
    const wanted = wantedName(named, language, role);
    const legal = possibleName(named, language, role);
    if (legal === wanted) return;
    problems.push({
      kind: "name",
      severity: "warning",
      path: module.path,
      symbol,
      message: `${language === "python" ? "Python" : "TypeScript"} cannot name this '${wanted}': it is written '${legal}'; state a name with @name(${language}: "${legal}")`,
    });
  };
  for (const declaration of index.declarations(module.address)) {
    if (declaration.kind === "event" || declaration.kind === "states") continue;
    look(declaration, "symbol", declaration.address);
    const signatures = [];
    if (declaration.kind === "function") signatures.push(declaration);
    if (declaration.kind === "enum") {
      for (const member of declaration.members) {
        look(member, "enum-member", `${declaration.address}.${member.name}`);
      }
    }
    if (isClassLike(declaration)) {
      for (const member of declaration.members) {
        if (member.kind !== "constructor") look(member, "member", member.address);
        if (member.kind !== "field") signatures.push(member);
      }
    }
    for (const { parameters, address } of signatures) {
      for (const parameter of parameters) look(parameter, "parameter", `${address}.${parameter.name}`);
    }
  }
  return problems;
}
