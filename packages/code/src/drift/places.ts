import type { Kernel, Language, Member, Subject } from "@contractc/kernel";
import type { CodeFile, CodeProject } from "../project/project.js";
import type { CodeMember, Span } from "../reading/signature.js";
import { classView, findMember } from "./code-class.js";
import { DriftContext } from "./context.js";
import { codeName, locateDeclaration, locateModules, memberNames } from "./locate.js";

/** A place in the code; lines and columns start at 1. */
export interface ImplementationPlace {
  /** Relative to the project's root. */
  file: string;
  line: number;
  column: number;
}

/**
 * Where something of the contract is in the code: the files of a module, the definitions of a declaration (several where
 * TypeScript merges them), of a member the class that has it, be it a base.
 *
 * @returns nothing for what is no symbol of the code (events, state spaces, requirements), and for what is not there
 */
export function implementationPlaces(
  kernel: Kernel,
  project: CodeProject,
  subject: Subject,
): ImplementationPlace[] {
  const home = homeOf(subject);
  const located = locateModules(kernel, project).find(({ module }) => module.address === home);
  if (!located) return [];
  if (subject.kind === "module") {
    return located.files.map(({ path }) => ({ file: path, line: 1, column: 1 }));
  }
  const declared = declarationOf(subject);
  const group = located.groups.find(({ name }) => name === declared?.name);
  const found = group && locateDeclaration(project, located, group);
  if (found?.kind !== "found") return [];
  const { file, symbols } = found.definition;
  switch (subject.kind) {
    case "declaration":
      return symbols.map(({ nameSpan }) => placeAt(file, nameSpan));
    case "enum-member": {
      const name = codeName(subject.member, located.language);
      const values = symbols.flatMap((symbol) => (symbol.kind === "enum" ? symbol.members : []));
      return values.filter((value) => value.name === name).map(({ nameSpan }) => placeAt(file, nameSpan));
    }
    case "member": {
      const context = new DriftContext(kernel, project);
      const view = classView(context, file, symbols);
      const matches = matcher(subject.members[0], located.language);
      const owned = view && findMember(context, view, matches);
      return owned ? [placeAt(owned.owner.file, owned.member.nameSpan)] : [];
    }
    default:
      return [];
  }
}

/** The module that something stands in. */
function homeOf(subject: Subject): string | undefined {
  switch (subject.kind) {
    case "module":
      return subject.address;
    case "declaration":
      return subject.owner;
    case "member":
    case "enum-member":
      return subject.module;
    default:
      return undefined;
  }
}

/** The declaration that is looked for first. */
function declarationOf(subject: Subject): { name: string } | undefined {
  if (subject.kind === "declaration") return subject.declarations[0];
  return subject.kind === "member" || subject.kind === "enum-member" ? subject.owner : undefined;
}

function matcher(member: Member, language: Language): (code: CodeMember) => boolean {
  if (member.kind === "constructor") return ({ kind }) => kind === "constructor";
  const names = memberNames(member, language);
  return ({ kind, name }) => kind !== "constructor" && names.includes(name);
}

function placeAt(file: CodeFile, span: Span): ImplementationPlace {
  const { line, column } = file.lines.position(span.start);
  return { file: file.path, line, column };
}
