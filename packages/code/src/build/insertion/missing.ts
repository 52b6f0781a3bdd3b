import type { ClassLike, Constructor, Enum, Kernel, Member, Module } from "@contractc/kernel";
import { type CodeClassView, classView, findMember, formOf } from "../../drift/code-class.js";
import { DriftContext } from "../../drift/context.js";
import type { Group } from "../../drift/declarations.js";
import { type Located, type LocatedModule, locateDeclaration, locateModules } from "../../drift/locate.js";
import { isBuiltInErrorField, keptParameter } from "../../drift/unseen-fields.js";
import type { CodeFile, CodeProject } from "../../project/project.js";
import type { CodeClass, CodeEnum, CodeMember } from "../../reading/signature.js";
import { codeName } from "../../target/names.js";
import { type CodeUnit, codeUnits, isClassLike, memberGroups } from "../kernel-index.js";

/** What the code of a module lacks, by the same rules by which drift finds it. */
export interface MissingCode {
  module: Module;
  /** The file that new definitions go to: the module's own, or the entry of its folder. Absent where there is none. */
  entry?: CodeFile;
  /** Other files of the module are there, so that a missing entry need not hold everything. */
  hasFiles: boolean;
  units: CodeUnit[];
  classes: MissingMembers[];
  enums: { file: CodeFile; declaration: Enum; symbol: CodeEnum; members: Enum["members"] }[];
}

export interface MissingMembers {
  file: CodeFile;
  declaration: ClassLike;
  /** The part of a merged declaration that takes the members. */
  symbol: CodeClass;
  /** In the contract's order, overloads together. */
  groups: Member[][];
}

/** @returns what is missing in each module that the project has files of */
export function findMissing(kernel: Kernel, project: CodeProject): Map<string, MissingCode> {
  const context = new DriftContext(kernel, project);
  const found = new Map<string, MissingCode>();
  for (const located of locateModules(kernel, project)) {
    found.set(located.module.address, missingIn(context, located));
  }
  return found;
}

function missingIn(context: DriftContext, located: LocatedModule): MissingCode {
  const { module, entry, files, groups } = located;
  const missing: MissingCode = {
    module,
    ...(entry ? { entry } : {}),
    hasFiles: files.length > 0,
    units: [],
    classes: [],
    enums: [],
  };
  const units = new Map(
    codeUnits(context.kernel.signatures[module.address] ?? []).map((unit) => [
      unit.kind === "functions" ? unit.overloads[0].address : unit.address,
      unit,
    ]),
  );
  for (const group of groups) {
    const [declaration] = group.declarations;
    const unit = units.get(declaration.address);
    if (!unit) continue;
    const place = locate(context, located, group);
    if (place.kind === "missing") {
      if (!context.declarations.isAllowed("drift/missing-symbol", declaration.address))
        missing.units.push(unit);
      continue;
    }
    // What another module's file or a package defines is not this module's to change.
    if (place.kind === "outside" || !files.includes(place.definition.file)) continue;
    const { file, symbols } = place.definition;
    if (isClassLike(declaration)) {
      const view = classView(context, file, symbols);
      const members = view && missingMembers(context, located, declaration, view);
      if (members) missing.classes.push(members);
    } else if (declaration.kind === "enum") {
      const symbol = symbols.find((candidate): candidate is CodeEnum => candidate.kind === "enum");
      const names = new Set(symbol?.members.map(({ name }) => name));
      const members = declaration.members.filter(
        ({ name }) => !names.has(name) && !names.has(codeName({ name }, located.language, "enum-member")),
      );
      if (symbol && members.length > 0) missing.enums.push({ file, declaration, symbol, members });
    }
  }
  return missing;
}

/** Under the contract's name, or under the one that a build gives where the language cannot have that. */
function locate(context: DriftContext, located: LocatedModule, group: Group): Located {
  const place = locateDeclaration(context.project, located, group);
  const [declaration, ...rest] = group.declarations;
  const legal = codeName(declaration, located.language, "symbol");
  if (place.kind !== "missing" || legal === (declaration.names?.[located.language] ?? declaration.name))
    return place;
  const renamed = { ...declaration, names: { ...declaration.names, [located.language]: legal } };
  return locateDeclaration(context.project, located, { ...group, declarations: [renamed, ...rest] });
}

function missingMembers(
  context: DriftContext,
  { language, files }: LocatedModule,
  declaration: ClassLike,
  view: CodeClassView,
): MissingMembers | undefined {
  if (!files.includes(view.file)) return undefined;
  const groups = memberGroups(declaration).filter((group) => {
    const first = group[0]!;
    if (context.declarations.isAllowed("drift/missing-member", first.address)) return false;
    if (first.kind === "constructor") return lacksConstructor(context, view, first);
    const name = codeName(first, language, "member");
    const names = new Set([name, first.names?.[language] ?? first.name]);
    if (findMember(context, view, (member) => names.has(member.name))) return false;
    return (
      first.kind !== "field" ||
      ![...names].some((each) => keptParameter(context, view, each) || isBuiltInErrorField(declaration, each))
    );
  });
  const symbol = view.parts.find(({ form }) => form !== "interface") ?? view.parts[0];
  return groups.length === 0 ? undefined : { file: view.file, declaration, symbol, groups };
}

/**
 * Fields make the constructor of a dataclass and its like, an interface has none, and one without parameters need not
 * be written.
 */
function lacksConstructor(context: DriftContext, view: CodeClassView, { parameters }: Constructor): boolean {
  return parameters.length > 0 && formOf(view) === "class" && !findMember(context, view, isConstructor);
}

function isConstructor(member: CodeMember): boolean {
  return member.kind === "constructor";
}
