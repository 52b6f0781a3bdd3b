import type { ClassLike, Type } from "@contractc/kernel";
import type { TypeHierarchyItem } from "vscode-languageserver";
import type { Contract } from "../session/contract.js";
import type { Session } from "../session/session.js";
import { isClassLike } from "./completion/scope.js";
import { fromItem, itemOf } from "./hierarchy-items.js";
import { targetsAt } from "./targets.js";

/** The classes, interfaces, records and errors at an offset of a contract or of code. */
export function prepareTypes(session: Session, path: string, offset: number): TypeHierarchyItem[] {
  return targetsAt(session, path, offset).flatMap(({ contract, key }) => {
    const item = classAt(contract, key) && itemOf(session, contract, key);
    return item ? [item] : [];
  });
}

/** What a class extends and implements. */
export function supertypes(session: Session, item: TypeHierarchyItem): TypeHierarchyItem[] {
  const found = fromItem(session, item);
  const declaration = found && classAt(found.contract, found.key);
  if (!declaration) return [];
  return targetsOf(declaration).flatMap((key) => itemOf(session, found.contract, key) ?? []);
}

/** What extends or implements it. */
export function subtypes(session: Session, item: TypeHierarchyItem): TypeHierarchyItem[] {
  const found = fromItem(session, item);
  if (!found) return [];
  return found.contract.subjects.flatMap((subject) => {
    const declaration = subject.kind === "declaration" ? subject.declarations[0] : undefined;
    if (!isClassLike(declaration) || !targetsOf(declaration).includes(found.key)) return [];
    return itemOf(session, found.contract, subject.address) ?? [];
  });
}

function classAt(contract: Contract, key: string): ClassLike | undefined {
  const subject = contract.subject(key);
  const declaration = subject?.kind === "declaration" ? subject.declarations[0] : undefined;
  return isClassLike(declaration) ? declaration : undefined;
}

function targetsOf({ extends: bases = [], implements: interfaces = [] }: ClassLike): string[] {
  const targets = [...bases, ...interfaces].flatMap((type: Type) =>
    type.kind === "reference" ? [type.target] : [],
  );
  return [...new Set(targets)];
}
