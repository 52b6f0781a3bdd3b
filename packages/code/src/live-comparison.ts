import type { Address, Finding, Kernel, Module } from "@contractc/kernel";
import { DriftContext } from "./drift/context.js";
import type { Asked } from "./drift/declarations.js";
import { checkUnlistedFiles } from "./drift/files.js";
import { byPlace, compareModule, type ModuleVerdict } from "./drift/index.js";
import { locateModules } from "./drift/locate.js";
import { type LocatedGroups, locateGroups } from "./drift/located-groups.js";
import { checkGraph, type ImportCheck } from "./imports/check.js";
import { type ImportGraph, importGraph } from "./imports/graph.js";
import type { Acceptance } from "./imports/report.js";
import { changedDeclarations, frameOf, samePosition } from "./parts/kernels.js";
import { dependsOn } from "./project/consulted.js";
import { type ModuleMap, mapModules } from "./project/module-map.js";
import type { OpenedProject } from "./project/open.js";
import { byCodeUnit } from "./project/paths.js";
import type { CodeFile } from "./project/project.js";
import { checkSuppressions } from "./suppressions.js";

/** What is known of one module. */
interface Kept {
  module: Module;
  located?: LocatedGroups;
  verdict?: ModuleVerdict;
  /** What its comparison asked of others. */
  asked: Asked;
  imports?: ImportGraph;
  /** Everything of the imports, and of the comments that accept findings, that the whole depends on. */
  importsText?: string;
}

/**
 * The comparison of a contract with its code, kept while both are being edited: what it finds is always what `checkCode`
 * finds, but only those modules are compared again whose comparison depends on what has changed since the last time.
 */
export class LiveComparison {
  #kernel: Kernel | undefined;
  #project: OpenedProject | undefined;
  #frame = "";
  #map: ModuleMap | undefined;
  #context: DriftContext | undefined;
  readonly #modules = new Map<Address, Kept>();
  /** Files whose texts have changed since the last comparison began. */
  readonly #changed = new Set<string>();
  readonly #toLocate = new Set<Address>();
  readonly #toCompare = new Set<Address>();
  /** Which definitions are which declarations has to be put together again. */
  #isUnregistered = true;
  #imports: ImportCheck | undefined;
  #unlisted: { findings: readonly Finding[]; accepted: readonly Acceptance[] } | undefined;
  #findings: readonly Finding[] | undefined;

  /** Says that the text of a file of the project has changed. */
  changed(path: string): void {
    this.#changed.add(path);
  }

  /**
   * Compares a contract with its code, in steps between which other work may be done. A comparison that is left in the
   * middle is taken up by the next one.
   *
   * @param project one that notes what things depend on: another object where other files are there or steer imports
   * @returns as `checkCode`; the same list where nothing has changed
   */
  *compare(kernel: Kernel, project: OpenedProject): Generator<void, readonly Finding[]> {
    const context = this.#begin(kernel, project);
    const map = this.#map!;
    for (const address of this.#inOrder(this.#toLocate)) {
      this.#locate(this.#modules.get(address)!, kernel, project, map);
      this.#toLocate.delete(address);
      yield;
    }
    this.#register(context);
    for (const address of this.#inOrder(this.#toCompare)) {
      this.#compareModule(this.#modules.get(address)!, context, project, map);
      this.#toCompare.delete(address);
      yield;
    }
    this.#findings ??= this.#gather(kernel, project, map, context);
    return this.#findings;
  }

  // ---------------------------------------------------------------- what has changed

  #begin(kernel: Kernel, project: OpenedProject): DriftContext {
    if (project !== this.#project) this.#startAnew(kernel, project);
    else {
      if (this.#changed.size > 0) this.#filesChanged(project);
      if (kernel !== this.#kernel) this.#kernelChanged(kernel, project);
    }
    this.#changed.clear();
    return this.#context!;
  }

  #startAnew(kernel: Kernel, project: OpenedProject): void {
    this.#project = project;
    this.#kernel = kernel;
    this.#frame = frameOf(kernel);
    this.#map = mapModules(kernel, project);
    this.#context = new DriftContext(kernel, project);
    this.#modules.clear();
    this.#toLocate.clear();
    this.#toCompare.clear();
    for (const module of kernel.modules) {
      project.consulted?.forget(module.address);
      this.#modules.set(module.address, { module, asked: nothingAsked() });
      this.#toLocate.add(module.address);
    }
    this.#isUnregistered = true;
    this.#imports = undefined;
    this.#unlisted = undefined;
    this.#findings = undefined;
  }

  #filesChanged(project: OpenedProject): void {
    for (const address of this.#modules.keys()) {
      if (dependsOn(project.consulted?.of(address), this.#changed)) this.#toLocate.add(address);
    }
    for (const path of this.#changed) if (!this.#map?.moduleOf(path)) this.#unlisted = undefined;
    if (dependsOn(project.consulted?.of(UNLISTED), this.#changed)) this.#unlisted = undefined;
    if (!this.#unlisted) this.#findings = undefined;
  }

  #kernelChanged(kernel: Kernel, project: OpenedProject): void {
    const before = this.#kernel!;
    // Of a contract that has errors meanwhile only places are others.
    const isSame = before.modules === kernel.modules && before.signatures === kernel.signatures;
    if (!isSame && frameOf(kernel) !== this.#frame) {
      this.#startAnew(kernel, project);
      return;
    }
    const changed = new Set<Address>();
    for (const module of kernel.modules) {
      const kept = this.#modules.get(module.address)!;
      kept.module = module;
      const { address } = module;
      if (changedDeclarations(before.signatures[address], kernel.signatures[address], changed)) {
        this.#toLocate.add(address);
      }
    }
    for (const [address, { asked }] of this.#modules) {
      if (asked.everything || overlap(asked.addresses, changed) || hasMoved(asked, kernel)) {
        this.#toCompare.add(address);
      }
    }
    this.#kernel = kernel;
    this.#map = mapModules(kernel, project);
    const context = new DriftContext(kernel, project);
    context.takeOver(this.#context!);
    this.#context = context;
    this.#imports = undefined;
    this.#unlisted = undefined;
    this.#findings = undefined;
  }

  // ---------------------------------------------------------------- module by module

  #inOrder(addresses: ReadonlySet<Address>): Address[] {
    return [...addresses].sort(byCodeUnit);
  }

  #locate(kept: Kept, kernel: Kernel, project: OpenedProject, map: ModuleMap): void {
    const { module } = kept;
    project.consulted?.forget(module.address);
    const [located] = locateModules({ modules: [module], signatures: kernel.signatures }, project, map);
    const groups = located && locateGroups(project, located);
    if (registration(groups) !== registration(kept.located)) this.#isUnregistered = true;
    if (groups) kept.located = groups;
    else delete kept.located;
    this.#toCompare.add(module.address);
  }

  /** Says anew which definition is which declaration, and looks for the modules to which that matters. */
  #register(context: DriftContext): void {
    if (!this.#isUnregistered) return;
    const located = this.#inOrder(new Set(this.#modules.keys())).flatMap(
      (address) => this.#modules.get(address)!.located ?? [],
    );
    const { names, absent } = context.register(located);
    for (const [address, { asked }] of this.#modules) {
      if (asked.everything || (absent && asked.absent) || overlap(asked.names, names)) {
        this.#toCompare.add(address);
      }
    }
    this.#isUnregistered = false;
  }

  #compareModule(kept: Kept, context: DriftContext, project: OpenedProject, map: ModuleMap): void {
    const { module, located } = kept;
    const asked = nothingAsked();
    const verdict =
      located && context.apart(() => context.asking(asked, () => compareModule(context, located)));
    const imports = importGraph({ modules: [module] }, project, map);
    const files = map.filesOf(module.address).flatMap((path) => project.files.get(path) ?? []);
    const text = importsTextOf(imports, files);
    if (text !== kept.importsText) this.#imports = undefined;
    if (!this.#imports || verdictTextOf(verdict) !== verdictTextOf(kept.verdict)) this.#findings = undefined;
    if (!sameSet(verdict?.suggested, kept.verdict?.suggested)) this.#unlisted = undefined;
    Object.assign(kept, { asked, imports, importsText: text });
    if (verdict) kept.verdict = verdict;
    else delete kept.verdict;
  }

  // ---------------------------------------------------------------- the whole

  #gather(kernel: Kernel, project: OpenedProject, map: ModuleMap, context: DriftContext): readonly Finding[] {
    const all = this.#inOrder(new Set(this.#modules.keys())).map((address) => this.#modules.get(address)!);
    const verdicts = all.flatMap(({ verdict }) => verdict ?? []);
    this.#unlisted ??= context.apart(() => {
      context.suggested = new Set(verdicts.flatMap(({ suggested }) => [...suggested]));
      const located = all.flatMap((each) => each.located?.module ?? []);
      project.consulted?.forget(UNLISTED);
      const run = () => checkUnlistedFiles(context, kernel, located);
      if (project.consulted) project.consulted.by(UNLISTED, run);
      else run();
      return { findings: [...context.findings], accepted: [...context.accepted] };
    });
    this.#imports ??= checkGraph(kernel, project, map, joined(kernel, this.#modules));
    const drift = [...verdicts, this.#unlisted].flatMap(({ findings }) => findings);
    const found = [...drift.sort(byPlace), ...this.#imports.findings];
    const accepted = [...verdicts, this.#unlisted, this.#imports].flatMap((each) => each.accepted);
    return [...found, ...checkSuppressions(kernel, project, map, accepted, found)];
  }
}

/** The part of a comparison, for which it is noted what it looks at, that is about files of no module. */
const UNLISTED = "#files";

function nothingAsked(): Asked {
  return { addresses: new Set(), names: new Set(), positions: new Map(), absent: false, everything: false };
}

/** Whether the contract's places that findings of a module lead to are others now. */
function hasMoved({ positions }: Asked, kernel: Kernel): boolean {
  for (const [key, before] of positions) {
    if (!samePosition(before, kernel.positions[key])) return true;
  }
  return false;
}

function registration(located: LocatedGroups | undefined): string {
  return located ? JSON.stringify([located.realised, located.missing, located.unexported]) : "";
}

function verdictTextOf(verdict: ModuleVerdict | undefined): string {
  return verdict ? JSON.stringify([verdict.findings, verdict.accepted]) : "";
}

function importsTextOf(
  { modules, packages, names, incomplete }: ImportGraph,
  files: readonly CodeFile[],
): string {
  const placed = ({ file, statement }: { file: CodeFile; statement: { start: number; end: number } }) => [
    file.path,
    statement,
    file.lines.place("", statement.start, statement.end),
  ];
  return JSON.stringify([
    modules.map((each) => [
      each.to.address,
      each.mode,
      each.definers.map(({ address }) => address),
      each.passedOn,
      placed(each),
    ]),
    packages.map((each) => [each.package, each.mode, placed(each)]),
    names.map((each) => [
      each.owner.address,
      each.file.path,
      each.file.signature.exported,
      each.name,
      each.span,
      placed({ file: each.importer, statement: each.statement }),
    ]),
    incomplete.size,
    files.map(({ path, signature, lines }) => [
      path,
      signature.problems.length > 0,
      signature.suppressions.map((each) => [each, lines.position(each.start).line]),
    ]),
  ]);
}

function joined(kernel: Kernel, kept: ReadonlyMap<Address, Kept>): ImportGraph {
  const parts = kernel.modules.flatMap(({ address }) => kept.get(address)?.imports ?? []);
  return {
    modules: parts.flatMap(({ modules }) => modules),
    packages: parts.flatMap(({ packages }) => packages),
    names: parts.flatMap(({ names }) => names),
    incomplete: new Set(parts.flatMap(({ incomplete }) => [...incomplete])),
  };
}

function overlap<T>(asked: ReadonlySet<T>, changed: ReadonlySet<T>): boolean {
  const [small, large] = asked.size < changed.size ? [asked, changed] : [changed, asked];
  for (const each of small) if (large.has(each)) return true;
  return false;
}

function sameSet(one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}
