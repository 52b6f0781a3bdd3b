import type { CodeFile } from "../project/project.js";
import type { ClassForm, CodeClass, CodeMember, CodeSymbol, CodeType } from "../reading/signature.js";
import type { LiftedType } from "../types/lifted.js";
import { substitute } from "../types/normal.js";
import type { DriftContext } from "./context.js";
import { lookUp, preferStub } from "./locate.js";

/** A class of the code: several symbols where TypeScript merges declarations. */
export interface CodeClassView {
  file: CodeFile;
  parts: readonly [CodeClass, ...CodeClass[]];
}

/** A member and the class that has it: the class itself or one of its bases. */
export interface OwnedMember {
  member: CodeMember;
  owner: CodeClassView;
  inherited: boolean;
  /** Puts the type arguments, with which the class names its base, into the base's types. */
  resolve?: (type: LiftedType) => LiftedType;
}

/** The class among the symbols of a name; an alias of a class is that class. */
export function classView(
  context: DriftContext,
  file: CodeFile,
  symbols: readonly CodeSymbol[],
  depth = 0,
): CodeClassView | undefined {
  const [first, ...rest] = symbols.filter((symbol) => symbol.kind === "class");
  if (first) return { file, parts: [first, ...rest] };
  const alias = symbols.find((symbol) => symbol.kind === "alias");
  if (alias?.kind !== "alias" || alias.type.kind !== "name" || depth > 5) return undefined;
  return resolveClass(context, file, alias.type.name, depth + 1);
}

function resolveClass(
  context: DriftContext,
  file: CodeFile,
  name: string,
  depth = 0,
): CodeClassView | undefined {
  const found = lookUp(context.project, file, name);
  if (found.kind !== "found") return undefined;
  const { file: definer, symbols } = preferStub(context.project, found.definition);
  return classView(context, definer, symbols, depth);
}

export function formOf(view: CodeClassView): ClassForm {
  return view.parts.find(({ form }) => form !== "interface")?.form ?? view.parts[0].form;
}

export function isAbstract(view: CodeClassView): boolean {
  return view.parts.some(({ abstract }) => abstract);
}

export function membersOf(view: CodeClassView): CodeMember[] {
  return view.parts.flatMap(({ members }) => members);
}

export function extendsOf(view: CodeClassView): CodeType[] {
  return view.parts.flatMap((part) => part.extends);
}

/** A direct base of a class. */
export interface CodeBase {
  type: CodeType;
  /** The class in the project; absent for a base from outside and for one that cannot be told. */
  view?: CodeClassView;
}

export function basesOf(context: DriftContext, view: CodeClassView): CodeBase[] {
  return extendsOf(view).map((type) => {
    const base = type.kind === "name" ? resolveClass(context, view.file, type.name) : undefined;
    return base ? { type, view: base } : { type };
  });
}

/** Every class of the project above one, nearest first, each once. */
export function allBases(
  context: DriftContext,
  view: CodeClassView,
): { bases: CodeBase[]; foreign: CodeType[] } {
  const bases: CodeBase[] = [];
  const foreign: CodeType[] = [];
  const seen = new Set<CodeClass>([view.parts[0]]);
  const visit = (current: CodeClassView) => {
    for (const base of basesOf(context, current)) {
      if (!base.view) {
        foreign.push(base.type);
        continue;
      }
      if (seen.has(base.view.parts[0])) continue;
      seen.add(base.view.parts[0]);
      bases.push(base);
      visit(base.view);
    }
  };
  visit(view);
  return { bases, foreign };
}

/** Whether the bases that the project has demand members that a class does not define. */
export function leavesAbstract(context: DriftContext, view: CodeClassView): boolean {
  const defined = new Set(membersOf(view).map(({ name }) => name));
  for (const { view: above } of allBases(context, view).bases) {
    for (const member of above ? membersOf(above) : []) {
      if (defined.has(member.name)) continue;
      if (member.abstract || (above && formOf(above) === "interface" && !member.implemented)) return true;
      defined.add(member.name);
    }
  }
  return false;
}

/** Finds a member in a class or in the bases that the project has, nearest first. */
export function findMember(
  context: DriftContext,
  view: CodeClassView,
  matches: (member: CodeMember) => boolean,
): OwnedMember | undefined {
  const seen = new Set<CodeClass>();
  const visit = (
    current: CodeClassView,
    inherited: boolean,
    resolve: OwnedMember["resolve"],
  ): OwnedMember | undefined => {
    if (seen.has(current.parts[0])) return undefined;
    seen.add(current.parts[0]);
    const member = membersOf(current).find(matches);
    if (member) return { member, owner: current, inherited, ...(resolve ? { resolve } : {}) };
    for (const base of basesOf(context, current)) {
      if (!base.view) continue;
      const found = visit(base.view, true, chain(argumentsOf(context, current, base), resolve));
      if (found) return found;
    }
    return undefined;
  };
  return visit(view, false, undefined);
}

function argumentsOf(context: DriftContext, view: CodeClassView, base: CodeBase): OwnedMember["resolve"] {
  const parameters = base.view?.parts[0].typeParameters ?? [];
  if (parameters.length === 0 || base.type.kind !== "name") return undefined;
  const scope = context.scope(view.file, view.parts[0].typeParameters);
  const given = base.type.arguments.map((argument) => context.lift(argument, scope));
  const names = parameters.map(({ name }) => name);
  return (type) => substitute(type, names, given);
}

function chain(inner: OwnedMember["resolve"], outer: OwnedMember["resolve"]): OwnedMember["resolve"] {
  if (!inner || !outer) return inner ?? outer;
  return (type) => outer(inner(type));
}
