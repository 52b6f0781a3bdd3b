import type { Address, Kernel, Parameter } from "@contractc/kernel";
import { classView, findMember } from "../../drift/code-class.js";
import { DriftContext } from "../../drift/context.js";
import { locateDeclaration, locateModules } from "../../drift/locate.js";
import type { CodeProject } from "../../project/project.js";
import type { CodeSignature, CodeType } from "../../reading/signature.js";
import { codeName } from "../../target/names.js";
import { isClassLike } from "../kernel-index.js";

/**
 * The places whose `map<K, V>` the TypeScript code writes as an object (`Record<K, V>`, an index signature) rather than
 * a `Map`, so that compiled examples pass and expect what the code takes and gives.
 *
 * Addresses of fields, of parameters (`core.f.rates`) and, for results, of functions and methods. Of a collection of
 * maps nothing is told.
 */
export type ObjectMaps = ReadonlySet<Address>;

/** @returns the places in the code that is there; a file that is yet to be written will have `Map`s */
export function objectMaps(kernel: Kernel, project: CodeProject): ObjectMaps {
  const context = new DriftContext(kernel, project);
  const found = new Set<Address>();
  const inSignatures = (
    declared: { address: Address; parameters: Parameter[] },
    signatures: CodeSignature[],
  ): void => {
    const { address } = declared;
    // Which of several signatures a call means is told by their order alone.
    const overload = Number(/#(\d+)$/.exec(address)?.[1] ?? 1);
    const signature = signatures[overload - 1] ?? signatures[0];
    for (const [at, parameter] of declared.parameters.entries()) {
      if (isObject(signature?.parameters[at]?.type)) found.add(`${address}.${parameter.name}`);
    }
    if (isObject(signature?.result)) found.add(address);
  };
  for (const located of locateModules(kernel, project)) {
    if (located.language !== "typescript") continue;
    for (const group of located.groups) {
      const [declaration] = group.declarations;
      const place = locateDeclaration(project, located, group);
      if (place.kind !== "found") continue;
      const { file, symbols } = place.definition;
      if (declaration.kind === "function") {
        const signatures = symbols.flatMap((symbol) => (symbol.kind === "function" ? symbol.signatures : []));
        for (const each of group.declarations) if (each.kind === "function") inSignatures(each, signatures);
      } else if (isClassLike(declaration)) {
        const view = classView(context, file, symbols);
        for (const member of view ? declaration.members : []) {
          const name = member.kind === "constructor" ? undefined : codeName(member, "typescript", "member");
          const owned = findMember(context, view!, (candidate) =>
            name === undefined ? candidate.kind === "constructor" : candidate.name === name,
          );
          if (!owned) continue;
          if (member.kind !== "field" && owned.member.kind !== "field")
            inSignatures(member, owned.member.signatures);
          else if (owned.member.kind === "field" && isObject(owned.member.type)) found.add(member.address);
        }
      }
    }
  }
  return found;
}

/** `Record<K, V>` and `{ [key: K]: V }`, also optional, read-only or promised. */
function isObject(type: CodeType | undefined): boolean {
  if (!type) return false;
  if (type.kind === "object") return type.index !== undefined;
  if (type.kind === "union") return type.members.some(isObject);
  if (type.kind !== "name") return false;
  if (type.name === "Record") return true;
  return (type.name === "Readonly" || type.name === "Promise") && isObject(type.arguments[0]);
}
