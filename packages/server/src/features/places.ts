import type { Implementation } from "@contractc/code";
import type { Place } from "@contractc/kernel";
import type { Location } from "vscode-languageserver";
import type { Contract } from "../session/contract.js";
import type { Session } from "../session/session.js";
import type { Target } from "./targets.js";

/** Where the contract declares something; overloads one after the other. */
export function declarationPlaces({ contract, key }: Pick<Target, "contract" | "key">): Place[] {
  const { positions } = contract.kernel;
  const places: Place[] = [];
  for (let ordinal = 1; ; ordinal++) {
    const position = positions[ordinal === 1 ? key : `${key}#${ordinal}`];
    if (!position) return places;
    places.push({ ...position, file: contract.absolute(position.file) });
  }
}

/** Where the code has something: a module's files, the definitions of a declaration, member or parameter. */
export function codePlaces(
  session: Session,
  { contract, key }: Pick<Target, "contract" | "key">,
): Location[] {
  const { implementations } = contract.code;
  if (!implementations) return [];
  const subject = contract.subject(key);
  if (subject?.kind === "module") {
    return implementations.filesOf(key).map(({ path }) => session.locationOf(contract.absolute(path), 0, 0));
  }
  return implementations.of(key).map((each) => implementationLocation(session, contract, each));
}

export function implementationLocation(
  session: Session,
  contract: Contract,
  { file, name }: Implementation,
): Location {
  return session.locationOf(contract.absolute(file.path), name.start, name.end);
}
