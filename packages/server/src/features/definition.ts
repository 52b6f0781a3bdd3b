import { type Declaration, references, type Type } from "@contractc/kernel";
import type { Location } from "vscode-languageserver";
import { isContract, type Session } from "../session/session.js";
import { codePlaces, declarationPlaces } from "./places.js";
import { subjectOf, type Target, targetsAt } from "./targets.js";

/**
 * Where something is defined: from a name in a contract to its declaration, from a declaration on to the code, from
 * code to the contract.
 */
export function definitionOf(session: Session, path: string, offset: number): Location[] {
  return targetsAt(session, path, offset).flatMap((target) => {
    const declared = declarationPlaces(target).map((place) => session.location(place));
    const isHere = target.declares && isContract(path);
    const code = isHere || declared.length === 0 ? codePlaces(session, target) : [];
    return isHere && code.length > 0 ? code : [...declared, ...code];
  });
}

/** Where the contract declares it, asked from the contract or from code. */
export function declarationOf(session: Session, path: string, offset: number): Location[] {
  return targetsAt(session, path, offset).flatMap((target) =>
    declarationPlaces(target).map((place) => session.location(place)),
  );
}

/** Where the code has it, asked from the contract or from code; of a class or member also those that extend it. */
export function implementationOf(session: Session, path: string, offset: number): Location[] {
  return targetsAt(session, path, offset).flatMap((target) => codePlaces(session, target));
}

/** Where the types of something are declared: of a parameter, field, constant or function those that it names. */
export function typeDefinitionOf(session: Session, path: string, offset: number): Location[] {
  return targetsAt(session, path, offset).flatMap((target) =>
    typesOf(target).flatMap((key) =>
      declarationPlaces({ contract: target.contract, key }).map((place) => session.location(place)),
    ),
  );
}

/** The addresses of the declared types that a value of the target has. */
function typesOf(target: Target): string[] {
  const subject = subjectOf(target);
  switch (subject?.kind) {
    case "declaration": {
      const [declaration] = subject.declarations;
      if (declaration.kind === "function") return addressesIn(declaration.result);
      if (declaration.kind === "const" || declaration.kind === "alias") return addressesIn(declaration.type);
      return [subject.address];
    }
    case "member": {
      const [member] = subject.members;
      if (member.kind === "constructor") return [subject.owner.address];
      return addressesIn(member.kind === "field" ? member.type : member.result);
    }
    case "enum-member":
      return [subject.owner.address];
    case undefined:
      return parameterTypes(target);
    default:
      return [];
  }
}

function parameterTypes({ contract, key }: Target): string[] {
  const dot = key.lastIndexOf(".");
  const owner = contract.subject(key.slice(0, dot));
  const name = key.slice(dot + 1);
  const signatures =
    owner?.kind === "declaration" ? owner.declarations : owner?.kind === "member" ? owner.members : [];
  return signatures.flatMap((each) =>
    "parameters" in each
      ? each.parameters
          .filter((parameter) => parameter.name === name)
          .flatMap(({ type }) => addressesIn(type))
      : [],
  );
}

function addressesIn(type: Type): string[] {
  const alias: Declaration = { kind: "alias", name: "", address: "", type };
  return [...references([alias])];
}
