import type { CodeFile, OpenedProject } from "@contractc/code";
import type { Address } from "@contractc/kernel";
import { lastName } from "@contractc/kernel";
import type { Contract } from "../session/contract.js";
import { type Identifier, identifiersIn } from "../text/identifiers.js";
import { keyOfMeaning } from "./targets.js";

/** A place in the code where something of the contract is named. */
export interface CodeReference {
  file: CodeFile;
  start: number;
  end: number;
  /**
   * `definition` and `name` follow from syntax. `member` is a member of the name in a file that has to do with the class:
   * whose member it is only types would tell.
   */
  how: "definition" | "name" | "member";
}

/**
 * Where the code of a contract's modules names something of the contract, by file and place: where it is defined, where
 * it is imported and used by name, and members that are called so.
 */
export function codeReferences(contract: Contract, key: Address): CodeReference[] {
  const { implementations, project } = contract.code;
  const subject = contract.subject(key);
  if (!implementations || !project) return [];
  const found: CodeReference[] = implementations
    .of(key)
    .map(({ file, name }) => ({ file, ...name, how: "definition" }));
  const names = new Set(found.map(({ file, start, end }) => file.text.slice(start, end)));
  if (names.size === 0) names.add(lastName(key));
  if (subject?.kind === "declaration" || subject?.kind === "module" || subject?.kind === "external") {
    for (const file of project.files.values()) found.push(...byName(contract, project, file, key, names));
  }
  if (subject?.kind === "member" || subject?.kind === "enum-member") {
    const owner = subject.owner.address;
    for (const file of project.files.values()) {
      if (mentions(contract, project, file, owner)) found.push(...members(file, names));
    }
  }
  return unique(found);
}

function byName(
  contract: Contract,
  project: OpenedProject,
  file: CodeFile,
  key: Address,
  names: ReadonlySet<string>,
): CodeReference[] {
  // A file that does not have the word anywhere need not be taken apart.
  const local = localNames(contract, project, file, key, names);
  if (local.imports.length === 0 && local.names.size === 0) return [];
  const found: CodeReference[] = local.imports.map((span) => ({
    file,
    start: span.start,
    end: span.end,
    how: "name",
  }));
  for (const each of identifiers(file)) {
    if (each.isMember || !local.names.has(each.name)) continue;
    if (keyOfMeaning(contract, project.resolveName(file.path, each.name)) === key) {
      found.push({ file, start: each.start, end: each.end, how: "name" });
    }
  }
  return found;
}

/** The imports of something in a file, and what it is called there. */
function localNames(
  contract: Contract,
  project: OpenedProject,
  file: CodeFile,
  key: Address,
  names: ReadonlySet<string>,
) {
  const imports: { start: number; end: number }[] = [];
  const local = new Set<string>();
  for (const statement of file.signature.imports) {
    for (const { name, local: own, span } of statement.names) {
      const meaning = project.resolveImported(file.path, statement.specifier, name);
      if (keyOfMeaning(contract, meaning) !== key) continue;
      const at = file.text.slice(span.start, span.end).indexOf(name);
      if (at >= 0 && names.has(name))
        imports.push({ start: span.start + at, end: span.start + at + name.length });
      if (own !== undefined && !own.includes(".")) local.add(own);
    }
  }
  for (const symbol of file.signature.symbols) if (names.has(symbol.name)) local.add(symbol.name);
  return { imports, names: local };
}

/** Whether a file defines a class or imports it, so that members of its instances may be named there. */
function mentions(contract: Contract, project: OpenedProject, file: CodeFile, owner: Address): boolean {
  const { implementations } = contract.code;
  if (implementations?.of(owner).some((each) => each.file === file)) return true;
  const module = owner.slice(0, owner.lastIndexOf("."));
  return file.signature.imports.some((statement) => {
    const target = project.resolveImport(file.path, statement.specifier);
    return target.kind === "file" && implementations?.moduleOf(target.path) === module;
  });
}

function members(file: CodeFile, names: ReadonlySet<string>): CodeReference[] {
  return identifiers(file)
    .filter(({ name, isMember }) => isMember && names.has(name))
    .map(({ start, end }) => ({ file, start, end, how: "member" }));
}

const known = new WeakMap<object, Identifier[]>();

/** The identifiers of a file; its signature is a new object when its text changes. */
function identifiers(file: CodeFile): Identifier[] {
  let found = known.get(file.signature);
  if (!found) {
    found = identifiersIn(file.text, file.language);
    known.set(file.signature, found);
  }
  return found;
}

function unique(references: readonly CodeReference[]): CodeReference[] {
  const seen = new Map<string, CodeReference>();
  for (const each of references) {
    const place = `${each.file.path} ${String(each.start).padStart(9, "0")}`;
    if (!seen.has(place)) seen.set(place, each);
  }
  return [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
}
