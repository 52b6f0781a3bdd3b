import type { Address, Language } from "@contractc/kernel";
import type { CodeProject, NameMeaning } from "../project/project.js";
import type { LiftedType } from "./lifted.js";

/** What lifting a type needs to know about the place where it is written. */
export interface TypeScope {
  language: Language;
  /** Path of the file in the project. */
  file: string;
  project: Pick<CodeProject, "files" | "resolveName" | "resolver">;
  /**
   * The contract's address of what a name means.
   *
   * @param written the name as the code writes it; tells what a default import is called
   * @returns `undefined` for what the contract does not declare
   */
  addressOf(meaning: NameMeaning, written: string): Address | undefined;
  /** Type parameters of the enclosing declarations. */
  typeParameters: ReadonlySet<string>;
  /** The enclosing class: what `Self` and `this` mean. */
  self?: LiftedType;
}

/** The scope with more type parameters: inside of a generic class or function. */
export function withTypeParameters(scope: TypeScope, names: Iterable<string>): TypeScope {
  const all = new Set(scope.typeParameters);
  for (const name of names) all.add(name);
  return all.size === scope.typeParameters.size ? scope : { ...scope, typeParameters: all };
}
