import { type Subject, usersOf, withoutOverload } from "@contractc/kernel";
import type { CodeLens, Command, Range } from "vscode-languageserver";
import type { Contract } from "../session/contract.js";
import { isContract, type Session } from "../session/session.js";
import { codePlaces, declarationPlaces } from "./places.js";

/** Commands that lenses run; the server carries them out. */
export const LENS_COMMANDS = {
  /** Opens a place: its URI and range. */
  open: "contractc.open",
  /** Gives the places that use something: root and key. */
  references: "contractc.references",
  /** Compares again: the root. */
  drift: "contractc.drift",
} as const;

/**
 * What stands over the modules and declarations of a contract: where they are in the code, how many findings of the
 * comparison there are, who uses them. Over their code: where the contract declares it.
 */
export function codeLenses(session: Session, path: string): CodeLens[] {
  const [contract] = session.contractsOf(path);
  if (!contract) return [];
  return isContract(path)
    ? contractLenses(session, contract, path)
    : implementationLenses(session, contract, path);
}

function contractLenses(session: Session, contract: Contract, path: string): CodeLens[] {
  const lenses: CodeLens[] = [];
  for (const { key, start, end, declares } of contract.symbols(path)) {
    const subject = declares && key === withoutOverload(key) ? contract.subject(key) : undefined;
    if (!subject || !isShown(contract, subject)) continue;
    const range = session.rangeOf(path, start, end);
    lenses.push(
      ...implemented(session, contract, subject, range),
      ...findings(contract, subject, range),
      ...users(contract, subject, range),
    );
  }
  return lenses;
}

/** Modules, and what they declare; not the members, which would hide the text. */
function isShown({ kernel }: Contract, subject: Subject): boolean {
  if (subject.kind === "module") return true;
  return subject.kind === "declaration" && kernel.signatures[subject.owner] !== undefined;
}

function implemented(session: Session, contract: Contract, subject: Subject, range: Range): CodeLens[] {
  const [declaration] = subject.kind === "declaration" ? subject.declarations : [];
  if (declaration?.kind === "event" || declaration?.kind === "states") return [];
  if (!contract.code.implementations) return [];
  const [place, ...others] = codePlaces(session, { contract, key: subject.address });
  if (!place)
    return [
      {
        range,
        command: { title: "not in the code", command: LENS_COMMANDS.drift, arguments: [contract.root] },
      },
    ];
  const file = contract.relative(session.pathOf(place.uri) ?? "") ?? place.uri;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return [{ range, command: open(`implemented in ${file}${more}`, place) }];
}

function findings(contract: Contract, subject: Subject, range: Range): CodeLens[] {
  const isInside = (symbol: string) => symbol === subject.address || symbol.startsWith(`${subject.address}.`);
  const count = contract.code.findings.filter(
    ({ symbol, code }) => /^(?:drift|import)\//.test(code) && isInside(withoutOverload(symbol)),
  ).length;
  if (count === 0) return [];
  const title = `${count} ${count === 1 ? "difference" : "differences"} from the code`;
  return [{ range, command: { title, command: LENS_COMMANDS.drift, arguments: [contract.root] } }];
}

function users(contract: Contract, subject: Subject, range: Range): CodeLens[] {
  const count = new Set(usersOf(contract.kernel, subject).map(({ by }) => by)).size;
  if (count === 0) return [];
  const command: Command = {
    title: `used by ${count}`,
    command: LENS_COMMANDS.references,
    arguments: [contract.root, subject.address],
  };
  return [{ range, command }];
}

/** Over the code of a declaration: the contract that it is held to. */
function implementationLenses(session: Session, contract: Contract, path: string): CodeLens[] {
  const { implementations } = contract.code;
  const file = contract.relative(path);
  if (!implementations || file === undefined) return [];
  return implementations.inFile(file).flatMap(({ address, name }): CodeLens[] => {
    const subject = contract.subject(address);
    const [place] = subject?.kind === "declaration" ? declarationPlaces({ contract, key: address }) : [];
    if (!subject || !place) return [];
    const range = session.rangeOf(path, name.start, name.end);
    const lens = { range, command: open(`contract: ${address}`, session.location(place)) };
    return [lens, ...findings(contract, subject, range)];
  });
}

function open(title: string, { uri, range }: { uri: string; range: Range }): Command {
  return { title, command: LENS_COMMANDS.open, arguments: [uri, range] };
}
