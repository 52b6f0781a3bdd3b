import type { Implementation, NameMeaning, OpenedProject } from "@contractc/code";
import { type Address, type Subject, withoutOverload } from "@contractc/kernel";
import type { Contract } from "../session/contract.js";
import { isCode, isContract, type Session } from "../session/session.js";
import { dottedNameAt } from "../text/words.js";

/** Something of a contract that a name in a text stands for. */
export interface Target {
  contract: Contract;
  /** A key of the position table, without the number of an overload: an address, or `role backend`. */
  key: string;
  /** The name, in the file that was asked about. */
  start: number;
  end: number;
  /** The name is where the contract declares it or the code defines it. */
  declares: boolean;
}

/**
 * What the name at an offset stands for, in a contract or in code.
 *
 * Of code, only names that follow from syntax are known: those of symbols, members and parameters where they are
 * defined, of imports, and names that lead to them.
 */
export function targetsAt(session: Session, path: string, offset: number): Target[] {
  if (isContract(path)) return contractTargets(session, path, offset);
  return isCode(path) ? codeTargets(session, path, offset) : [];
}

/** The subject that a target is, or is a part of (a parameter is one of its function). */
export function subjectOf({ contract, key }: Target): Subject | undefined {
  const name = /^(?:role|decision|flow) (.+)$/.exec(key)?.[1] ?? key;
  return contract.subject(name);
}

function contractTargets(session: Session, path: string, offset: number): Target[] {
  return session.contractsOf(path).flatMap((contract) => {
    const hit = contract.symbols(path).filter(({ start, end }) => start <= offset && offset <= end);
    // Where two names touch, the one that begins here is meant.
    const [found] = [...hit].sort((a, b) => b.start - a.start || Number(b.declares) - Number(a.declares));
    if (!found) return [];
    const { start, end, declares } = found;
    return [{ contract, key: withoutOverload(found.key), start, end, declares }];
  });
}

function codeTargets(session: Session, path: string, offset: number): Target[] {
  return session.contractsOf(path).flatMap((contract) => {
    const file = contract.relative(path);
    const { implementations, project } = contract.code;
    if (file === undefined || !implementations || !project?.files.has(file)) return [];
    const own = implementations.inFile(file).find(({ name }) => name.start <= offset && offset <= name.end);
    if (own) {
      return [{ contract, key: own.address, ...own.name, declares: true }];
    }
    return usedIn(contract, project, file, offset);
  });
}

function usedIn(contract: Contract, project: OpenedProject, path: string, offset: number): Target[] {
  const file = project.files.get(path)!;
  const { implementations } = contract.code;
  for (const statement of file.signature.imports) {
    if (offset < statement.start || offset > statement.end) continue;
    const { specifierSpan, specifier, names } = statement;
    if (specifierSpan.start <= offset && offset <= specifierSpan.end) {
      const target = project.resolveImport(path, specifier);
      const module = target.kind === "file" ? implementations?.moduleOf(target.path) : undefined;
      return module === undefined ? [] : [{ contract, key: module, ...specifierSpan, declares: false }];
    }
    const name = names.find(({ span }) => span.start <= offset && offset <= span.end);
    if (!name) continue;
    const key = keyOfMeaning(contract, project.resolveImported(path, specifier, name.name));
    return key === undefined ? [] : [{ contract, key, ...name.span, declares: false }];
  }
  const word = dottedNameAt(file.text, offset);
  if (!word) return [];
  const key = keyOfMeaning(contract, project.resolveName(path, word.name));
  return key === undefined ? [] : [{ contract, key, start: word.start, end: word.end, declares: false }];
}

/** The address of what a name of the code means, where the contract has it. */
export function keyOfMeaning(contract: Contract, meaning: NameMeaning): Address | undefined {
  const { implementations } = contract.code;
  switch (meaning.kind) {
    case "file":
      return implementations?.moduleOf(meaning.path);
    case "symbol": {
      const found = definitionsIn(contract, meaning.file).filter(
        ({ file, name }) => file.text.slice(name.start, name.end) === meaning.name,
      );
      const top = found.sort((a, b) => a.address.length - b.address.length)[0];
      if (!top || meaning.member === undefined) return top?.address;
      const member = `${top.address}.${meaning.member}`;
      return contract.subject(member) ? member : top.address;
    }
    case "external": {
      const { externals } = contract.kernel;
      const external = externals.find(({ name, from }) => (from ?? name) === meaning.package);
      if (!external) return undefined;
      const type = external.declarations.find(({ name }) => name === meaning.name);
      return type?.address ?? external.address;
    }
    default:
      return undefined;
  }
}

/** Top-level symbols of a file that the contract declares, whichever module passes them on. */
function definitionsIn(contract: Contract, path: string): Implementation[] {
  const { implementations } = contract.code;
  const own = implementations?.inFile(path) ?? [];
  return own.filter(({ address }) => contract.subject(address)?.kind === "declaration");
}
