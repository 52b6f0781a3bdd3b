import type { Address, Declaration, Kernel, Language, Member } from "@contractc/kernel";
import { type ModuleMap, mapModules } from "../project/module-map.js";
import type { CodeFile, CodeProject } from "../project/project.js";
import type { CodeMember, CodeSignatures, CodeSymbol, Span } from "../reading/signature.js";
import { type CodeClassView, classView, findMember, membersOf } from "./code-class.js";
import { DriftContext } from "./context.js";
import { codeName, type LocatedModule, locateDeclaration, locateModules, memberNames } from "./locate.js";

/** A part of the contract in the code. */
export interface Implementation {
  /** Of a declaration, member, value of an enum or parameter; overloads share that of the first. */
  address: Address;
  file: CodeFile;
  /** The name. */
  name: Span;
  /** All of it, decorators included. */
  whole: Span;
}

/**
 * Where the parts of a contract are in the code, and the other way round. Only the files of modules that are asked
 * about are read.
 */
export class Implementations {
  readonly #context: DriftContext;
  readonly #map: ModuleMap;
  readonly #located: ReadonlyMap<Address, LocatedModule>;
  readonly #known = new Map<Address, readonly Implementation[]>();

  constructor(
    readonly kernel: Kernel,
    readonly project: CodeProject,
  ) {
    this.#context = new DriftContext(kernel, project);
    this.#map = mapModules(kernel, project);
    this.#located = new Map(locateModules(kernel, project).map((each) => [each.module.address, each]));
  }

  /** The module that a file belongs to. */
  moduleOf(path: string): Address | undefined {
    return this.#map.moduleOf(path)?.address;
  }

  /** The files of a module, its entry first. */
  filesOf(module: Address): readonly CodeFile[] {
    return this.#located.get(module)?.files ?? [];
  }

  /** The implementations of one part, by its address without the number of an overload. */
  of(address: Address): readonly Implementation[] {
    const module = this.#map.moduleAt(address);
    if (!module) return [];
    return this.ofModule(module.address).filter((each) => each.address === address);
  }

  /** Every part that a file implements for its own module, by place. */
  inFile(path: string): readonly Implementation[] {
    const module = this.moduleOf(path);
    if (module === undefined) return [];
    return this.ofModule(module)
      .filter(({ file }) => file.path === path)
      .sort((a, b) => a.name.start - b.name.start);
  }

  /** Every part of a module that the code has. */
  ofModule(module: Address): readonly Implementation[] {
    let known = this.#known.get(module);
    if (!known) {
      const located = this.#located.get(module);
      known = located ? this.#locate(located) : [];
      this.#known.set(module, known);
    }
    return known;
  }

  #locate(located: LocatedModule): Implementation[] {
    const { project } = this;
    const found: Implementation[] = [];
    for (const group of located.groups) {
      const [declaration] = group.declarations;
      if (declaration.kind === "event" || declaration.kind === "states") continue;
      const place = locateDeclaration(project, located, group);
      if (place.kind !== "found") continue;
      const { file, symbols } = place.definition;
      for (const symbol of symbols) {
        found.push({ address: declaration.address, file, name: symbol.nameSpan, whole: symbol.span });
        if (symbol.kind === "function") found.push(...parametersOf(declaration, file, symbol));
      }
      found.push(...this.#members(declaration, file, symbols, located.language));
    }
    return found;
  }

  #members(
    declaration: Declaration,
    file: CodeFile,
    symbols: readonly CodeSymbol[],
    language: Language,
  ): Implementation[] {
    if (declaration.kind === "enum") {
      const values = symbols.flatMap((symbol) => (symbol.kind === "enum" ? symbol.members : []));
      return declaration.members.flatMap((member) =>
        values
          .filter(({ name }) => name === codeName(member, language))
          .map((value) => ({
            address: `${declaration.address}.${member.name}`,
            file,
            name: value.nameSpan,
            whole: value,
          })),
      );
    }
    if (!("members" in declaration)) return [];
    const view = classView(this.#context, file, symbols);
    return view
      ? firstOfEachName(declaration.members).flatMap((member) => this.#member(member, view, language))
      : [];
  }

  #member(member: Member, view: CodeClassView, language: Language): Implementation[] {
    const names = memberNames(member, language);
    const matches = (code: CodeMember) =>
      member.kind === "constructor"
        ? code.kind === "constructor"
        : code.kind !== "constructor" && names.includes(code.name);
    const owned = findMember(this.#context, view, matches);
    if (!owned) return [];
    // A property with a setter, and a method with overloads in an interface, stand there more than once.
    const all = membersOf(owned.owner).filter(matches);
    const { file } = owned.owner;
    return all.flatMap((code) => [
      { address: member.address, file, name: code.nameSpan, whole: code.span },
      ...(code.kind === "field" ? [] : parametersOf(member, file, code)),
    ]);
  }
}

function firstOfEachName(members: readonly Member[]): Member[] {
  const seen = new Set<string>();
  return members.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** The parameters of a function by their names in the code. */
function parametersOf(of: Declaration | Member, file: CodeFile, code: CodeSignatures): Implementation[] {
  if (!("parameters" in of)) return [];
  const { language } = file;
  return code.signatures.flatMap(({ parameters }) =>
    of.parameters.flatMap((parameter) =>
      parameters
        .filter(({ name }) => name === (parameter.names?.[language] ?? parameter.name))
        .map(({ nameSpan, start, end }) => ({
          address: `${of.address}.${parameter.name}`,
          file,
          name: nameSpan,
          whole: { start, end },
        })),
    ),
  );
}
