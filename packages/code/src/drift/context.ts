import {
  type Address,
  type ClassLike,
  type Code,
  type Finding,
  type FindingOptions,
  finding,
  type Kernel,
  type Place,
  type RelatedPlace,
} from "@contractc/kernel";
import type { Acceptance } from "../imports/report.js";
import { NotAtHand } from "../project/not-at-hand.js";
import type { CodeFile, CodeProject, NameMeaning } from "../project/project.js";
import { nameWithin } from "../project/typescript/namespaces.js";
import type { CodeType, CodeTypeParameter, Span } from "../reading/signature.js";
import { compareTypes, type TypeVerdict } from "../types/compare.js";
import { liftType } from "../types/lift.js";
import { type LiftedType, type LocalType, someType } from "../types/lifted.js";
import { type CompareContext, substitute } from "../types/normal.js";
import type { TypeScope } from "../types/scope.js";
import type { Comparison } from "./comparison.js";
import { type Asked, DeclarationIndex, type MoreDeclarations } from "./declarations.js";
import { allRealised, type LocatedGroups } from "./located-groups.js";

/** Where a finding stands in the code. */
export interface CodePlace {
  file: CodeFile;
  span: Span;
  /** Larger stretches around it: a `contract-ignore` comment at their first lines speaks of it, too. */
  within?: readonly Span[];
}

export interface ReportOptions extends Omit<FindingOptions, "related" | "symbol"> {
  symbol: Address;
  /** Keys of `kernel.positions` that lead to the contract's side; the first that is known is taken. */
  declared?: readonly string[];
}

/** What is known of modules that are not compared. */
export interface KnownModules {
  declarations: MoreDeclarations;
  /** The contract's address of what a file defines. */
  addressOf(file: string, name: string): Address | undefined;
  missing: readonly Address[];
  unexported: readonly Address[];
}

/**
 * What all parts of the comparison share: the contract by address, which symbol of the code is which declaration, and
 * the findings so far.
 */
export class DriftContext {
  readonly findings: Finding[] = [];
  /** What suppressed other findings. */
  readonly accepted: Acceptance[] = [];
  /** What each finding compares. */
  readonly comparisons = new Map<Finding, Comparison>();
  #comparison: Comparison | undefined;
  readonly declarations: DeclarationIndex;
  /** Files, symbols (`file#name`) and members that a finding named as what was probably meant. */
  suggested: ReadonlySet<string> = new Set();
  #suggesting = new Set<string>();
  /** What is asked of the contract, and of what the code has for it, is noted here. */
  #asked: Asked | undefined;
  /** Declarations that the code has nothing for. */
  readonly missing = new Set<Address>();
  /** Declarations that the code keeps to the file that defines them. */
  readonly unexported = new Set<Address>();
  /** The contract's address of what a file defines: `file#name`. */
  #addresses = new Map<string, Address>();

  /** @param others where the kernel holds some modules only; it tells what is which declaration for all of them */
  constructor(
    readonly kernel: Pick<Kernel, "modules" | "packages" | "externals" | "signatures" | "positions">,
    readonly project: CodeProject,
    private readonly others?: KnownModules,
  ) {
    this.declarations = new DeclarationIndex(kernel, others?.declarations);
    for (const address of others?.missing ?? []) this.missing.add(address);
    for (const address of others?.unexported ?? []) this.unexported.add(address);
  }

  /** Does something, of whose suggestions others know once it is done. */
  suggesting(action: () => void): ReadonlySet<string> {
    const outer = this.suggested;
    this.#suggesting = new Set();
    this.suggested = this.#suggesting;
    try {
      action();
      return this.#suggesting;
    } finally {
      this.suggested =
        outer.size + this.#suggesting.size === 0 ? outer : new Set([...outer, ...this.#suggesting]);
    }
  }

  /** Does something, and notes what it asks of the contract and of which definitions are which declarations. */
  asking<T>(asked: Asked, action: () => T): T {
    this.#asked = asked;
    this.declarations.asked = asked;
    try {
      return action();
    } finally {
      this.#asked = undefined;
      this.declarations.asked = undefined;
    }
  }

  /** Says that a finding names something as what was probably meant. */
  suggests(what: string): void {
    this.#suggesting.add(what);
  }

  // ---------------------------------------------------------------- names

  /** Says that a definition of the code is a declaration of the contract. The first one stands. */
  realises(file: string, name: string, address: Address): void {
    const key = `${file}#${name}`;
    if (!this.#addresses.has(key)) this.#addresses.set(key, address);
  }

  /**
   * Takes over what all modules have found, in place of what was known before.
   *
   * @returns which definitions are another declaration than before, and whether others are absent
   */
  register(located: readonly Pick<LocatedGroups, "realised" | "missing" | "unexported">[]): {
    names: Set<string>;
    absent: boolean;
  } {
    const before = this.#addresses;
    this.#addresses = new Map();
    for (const [file, name, address] of allRealised(located)) this.realises(file, name, address);
    const names = new Set<string>();
    for (const [key, address] of this.#addresses) if (before.get(key) !== address) names.add(key);
    for (const key of before.keys()) if (!this.#addresses.has(key)) names.add(key);
    const absent = () => JSON.stringify([[...this.missing], [...this.unexported]]);
    const absentBefore = absent();
    this.missing.clear();
    this.unexported.clear();
    for (const each of located) {
      for (const address of each.missing) this.missing.add(address);
      for (const address of each.unexported) this.unexported.add(address);
    }
    return { names, absent: absent() !== absentBefore };
  }

  /** Takes over what another context of the same modules knows of definitions. */
  takeOver(other: DriftContext): void {
    this.#addresses = other.#addresses;
    for (const address of other.missing) this.missing.add(address);
    for (const address of other.unexported) this.unexported.add(address);
  }

  /** Does something whose findings, and what it accepts, are not kept here. */
  apart<T>(action: () => T): T {
    const suggested = this.suggested;
    try {
      return action();
    } finally {
      this.findings.length = 0;
      this.accepted.length = 0;
      this.comparisons.clear();
      this.suggested = suggested;
    }
  }

  /** Which definition is which declaration, by file and name: `file#name`. */
  get realisations(): ReadonlyMap<string, Address> {
    return this.#addresses;
  }

  /** Where the code defines a declaration. */
  placeOf(address: Address): { file: string; name: string } | undefined {
    if (this.others) throw new NotAtHand("every definition");
    if (this.#asked) this.#asked.everything = true;
    for (const [key, other] of this.#addresses) {
      if (other !== address) continue;
      const at = key.lastIndexOf("#");
      return { file: key.slice(0, at), name: key.slice(at + 1) };
    }
    return undefined;
  }

  addressOfSymbol(file: string, name: string): Address | undefined {
    this.#asked?.names.add(`${file}#${name}`);
    return this.others ? this.others.addressOf(file, name) : this.#addresses.get(`${file}#${name}`);
  }

  addressOf(meaning: NameMeaning, written: string, file: CodeFile): Address | undefined {
    switch (meaning.kind) {
      case "symbol":
        return this.addressOfSymbol(
          meaning.file,
          meaning.member === undefined ? meaning.name : `${meaning.name}.${meaning.member}`,
        );
      case "external":
      case "global":
        return this.declarations.externalAddress(meaning, written, file.language);
      case "file":
      case "unknown":
        return undefined;
    }
  }

  /** Whether other files may have no name for a declaration, which is told where it is declared. */
  isAway(address: Address): boolean {
    if (this.#asked) this.#asked.absent = true;
    return this.missing.has(address) || this.unexported.has(address);
  }

  // ---------------------------------------------------------------- types

  /**
   * @param typeParameters of the enclosing declarations
   * @param self the enclosing class
   * @param namespace the namespace of TypeScript that it stands in
   */
  scope(
    file: CodeFile,
    typeParameters: readonly CodeTypeParameter[] = [],
    self?: LiftedType,
    namespace?: string,
  ): TypeScope {
    return {
      language: file.language,
      file: file.path,
      project: namespace === undefined ? this.project : projectWithin(this.project, file, namespace),
      addressOf: (meaning, written) => this.addressOf(meaning, written, file),
      typeParameters: new Set(typeParameters.map(({ name }) => name)),
      ...(self ? { self } : {}),
    };
  }

  /** What `Self` and `this` mean in a class of the contract. */
  selfOf(declaration: ClassLike): LiftedType {
    return {
      kind: "reference",
      target: declaration.address,
      arguments: (declaration.typeParameters ?? []).map(({ name }) => ({ kind: "parameter", name })),
    };
  }

  lift(type: CodeType, scope: TypeScope): LiftedType {
    return liftType(type, scope);
  }

  /** @param parameterNames the contract's names of the code's type parameters */
  compare(
    expected: LiftedType,
    actual: LiftedType,
    scope: TypeScope,
    parameterNames: ReadonlyMap<string, string> = new Map(),
  ): TypeVerdict {
    const context: CompareContext = {
      language: scope.language,
      alias: (target) => this.declarations.alias(target),
      defaults: (target) => this.declarations.defaults(target),
      localDefaults: (type) => this.#localDefaults(type),
      expandLocal: (type) => this.#expand(type),
      canonical: (target) => this.declarations.canonical(target),
      extends: (derived, base) => this.declarations.extends(derived, base),
      parameterNames,
    };
    const verdict = compareTypes(expected, actual, context);
    // The code may have the missing type under another name, of which the missing symbol says enough.
    return verdict !== "equivalent" && this.#isExplained(expected, actual) ? "equivalent" : verdict;
  }

  /** The contract names a type that the code does not have, or not for others, where the code names an unknown one. */
  #isExplained(expected: LiftedType, actual: LiftedType): boolean {
    if (this.#asked) this.#asked.absent = true;
    const isNamed = (types: ReadonlySet<Address>) => {
      if (types.size === 0) return false;
      const names = new Set([...types].map((address) => address.slice(address.lastIndexOf(".") + 1)));
      return someType(
        expected,
        (type) =>
          (type.kind === "reference" && types.has(type.target)) ||
          // A type that only the code's language can say names it in its text.
          (type.kind === "verbatim" && words(type.text).some((word) => names.has(word))),
      );
    };
    const isUnknown = ({ kind }: LiftedType) => kind === "unresolved" || kind === "verbatim";
    if (!someType(actual, (type) => type.kind === "local" || isUnknown(type))) return false;
    // An import of what is not exported leads nowhere; another type of the code is another.
    return isNamed(this.missing) || (someType(actual, isUnknown) && isNamed(this.unexported));
  }

  #localDefaults(type: LocalType): LiftedType[] {
    const file = this.project.files.get(type.file);
    const symbol = file?.signature.symbols.find(
      ({ name, kind }) => name === type.name && kind !== "re-export",
    );
    if (!file || type.member !== undefined || !symbol || !("typeParameters" in symbol)) return [];
    const scope = this.scope(file, symbol.typeParameters);
    return symbol.typeParameters.map((parameter) =>
      parameter.default ? this.lift(parameter.default, scope) : { kind: "primitive", name: "any" },
    );
  }

  #expand(type: LocalType): LiftedType | undefined {
    const file = this.project.files.get(type.file);
    if (!file || type.member !== undefined) return undefined;
    const alias = file.signature.symbols.find(
      (symbol) => symbol.name === type.name && symbol.kind === "alias",
    );
    if (alias?.kind !== "alias") return undefined;
    const lifted = this.lift(alias.type, this.scope(file, alias.typeParameters));
    return substitute(
      lifted,
      alias.typeParameters.map(({ name }) => name),
      type.arguments,
    );
  }

  // ---------------------------------------------------------------- findings

  /** Says what is compared meanwhile, beside what is said already. */
  comparing<T>(part: Comparison, run: () => T): T {
    const outer = this.#comparison;
    this.#comparison = { ...outer, ...part };
    try {
      return run();
    } finally {
      this.#comparison = outer;
    }
  }

  #add(found: Finding): void {
    this.findings.push(found);
    if (this.#comparison) this.comparisons.set(found, this.#comparison);
  }

  /** A finding in the code, with the contract's side as its related place. */
  report<C extends Code>(
    code: C,
    at: CodePlace,
    parameters: Parameters<typeof finding<C>>[2],
    options: ReportOptions,
  ): void {
    if (this.#isAllowed(code, options.symbol) || this.#isIgnored(code, at)) return;
    const { declared = [options.symbol], ...rest } = options;
    const place = this.codePlace(at.file, at.span);
    const contract = this.contractPlace(declared);
    const related: RelatedPlace[] = contract ? [{ ...contract, message: "declared here" }] : [];
    this.#add(finding(code, place, parameters, { ...rest, related }));
  }

  /** A finding about something that is not in the code. */
  reportInContract<C extends Code>(
    code: C,
    parameters: Parameters<typeof finding<C>>[2],
    options: ReportOptions,
  ): void {
    if (this.#isAllowed(code, options.symbol)) return;
    const { declared = [options.symbol], ...rest } = options;
    const place = this.contractPlace([...declared, ""]) ?? {
      file: this.project.root,
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 1,
    };
    this.#add(finding(code, place, parameters, { ...rest, related: [] }));
  }

  codePlace(file: CodeFile, span: Span): Place {
    return file.lines.place(this.#absolute(file.path), span.start, span.end);
  }

  contractPlace(keys: readonly string[]): Place | undefined {
    for (const key of keys) {
      const position = this.kernel.positions[key];
      this.#asked?.positions.set(key, position);
      if (position) return { ...position, file: this.#absolute(position.file) };
    }
    return undefined;
  }

  #absolute(path: string): string {
    const { root } = this.project;
    return root.endsWith("/") ? `${root}${path}` : `${root}/${path}`;
  }

  #isAllowed(code: Code, symbol: Address): boolean {
    const address = this.declarations.allowedAt(code, symbol);
    if (address !== undefined) this.accepted.push({ kind: "allow", code, address });
    return address !== undefined;
  }

  #isIgnored(code: Code, { file, span, within = [] }: CodePlace): boolean {
    const { suppressions } = file.signature;
    if (suppressions.length === 0) return false;
    const lines = new Set([span, ...within].map(({ start }) => file.lines.position(start).line));
    const suppression = suppressions.find(
      (each) => each.code === code && each.reason.trim() !== "" && lines.has(each.line),
    );
    if (suppression) this.accepted.push({ kind: "comment", code, file: file.path, suppression });
    return suppression !== undefined;
  }
}

function words(text: string): string[] {
  return text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}

/** The project as it looks from inside of a namespace. */
export function projectWithin(
  project: CodeProject,
  file: CodeFile,
  namespace: string,
): Pick<CodeProject, "files" | "resolveName" | "resolver"> {
  return {
    files: project.files,
    ...(project.resolver ? { resolver: project.resolver } : {}),
    resolveName: (path, name) =>
      project.resolveName(path, path === file.path ? nameWithin(file, namespace, name) : name),
  };
}

/** The start of a file, for what has no place of its own in it. */
export const FILE_START: Span = { start: 0, end: 0 };
