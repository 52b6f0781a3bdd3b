import { withoutOverload } from "@contractc/kernel";
import { overrideFamily } from "@contractc/language";
import { type DocumentHighlight, DocumentHighlightKind, type Location } from "vscode-languageserver";
import type { Session } from "../session/session.js";
import { codeReferences } from "./code-references.js";
import { declarationPlaces } from "./places.js";
import { type Target, targetsAt } from "./targets.js";

/** Every place that names the thing at an offset: in the contract first, then in the code. */
export function referencesOf(
  session: Session,
  path: string,
  offset: number,
  options: { declaration: boolean },
): Location[] {
  return targetsAt(session, path, offset).flatMap((target) => [
    ...(options.declaration ? declarationPlaces(target).map((place) => session.location(place)) : []),
    ...contractReferences(session, target),
    ...codeReferences(target.contract, target.key)
      .filter(({ how }) => options.declaration || how !== "definition")
      .map(({ file, start, end }) => session.locationOf(target.contract.absolute(file.path), start, end)),
  ]);
}

/** The places in a contract that name the thing at an offset in it, the declaration as what is written. */
export function highlightsOf(session: Session, path: string, offset: number): DocumentHighlight[] {
  const uri = session.uriOf(path);
  return targetsAt(session, path, offset).flatMap((target) => {
    const declared = declarationPlaces(target).map((place) => session.location(place));
    const used = contractReferences(session, target);
    return [
      ...declared.map(({ uri, range }) => ({ uri, range, kind: DocumentHighlightKind.Write })),
      ...used.map(({ uri, range }) => ({ uri, range, kind: DocumentHighlightKind.Read })),
    ]
      .filter((each) => each.uri === uri)
      .map(({ range, kind }) => ({ range, kind }));
  });
}

/** The names in the contract that stand for something, or for a member that it overrides. */
export function contractReferences(
  session: Session,
  { contract, key }: Pick<Target, "contract" | "key">,
): Location[] {
  const family =
    contract.subject(key)?.kind === "member" ? overrideFamily(contract.kernel, key) : new Set([key]);
  return contract.names
    .filter((site) => family.has(withoutOverload(site.key)))
    .map(({ file, start, end }) => session.locationOf(file, start, end));
}
