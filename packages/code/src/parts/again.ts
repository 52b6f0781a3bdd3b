import type { Address, Declaration, External, Module, Package, Position } from "@contractc/kernel";
import { DriftContext } from "../drift/context.js";
import { compareModules } from "../drift/index.js";
import { locateModules } from "../drift/locate.js";
import { importGraph } from "../imports/graph.js";
import { classify } from "../project/classify.js";
import { entryOf, type ModuleMap } from "../project/module-map.js";
import { NotAtHand } from "../project/not-at-hand.js";
import type { OpenedProject } from "../project/open.js";
import type { CodeFile } from "../project/project.js";
import type { Reading } from "../reading/readings.js";
import { faceOf, importsByModule, verdictText } from "./verdict.js";

/** An earlier comparison, each part of which is read when it is needed. */
export interface EarlierParts {
  /** @returns `undefined` for an address of no module */
  module(address: Address): EarlierPart | undefined;
  /** The module that an address lies in. */
  moduleAt(address: Address): Address | undefined;
  /** The module that a file belongs to. */
  moduleOf(path: string): Address | undefined;
  /** The files of a module, sorted. */
  filesOf(module: Address): readonly string[];
  /** Modules whose comparison depends on a file. */
  dependents(path: string): readonly Address[];
  /** Modules whose comparison depends on all files. */
  readonly onAll: readonly Address[];
  addressOf(file: string, name: string): Address | undefined;
  readonly missing: readonly Address[];
  readonly unexported: readonly Address[];
  readonly isExact: boolean;
  readonly asked: ReadonlySet<string>;
  readonly asksAll: boolean;
  readonly packages: readonly Package[];
  readonly externals: readonly External[];
  /** @throws NotAtHand where they were not kept */
  positions(): Record<string, Position>;
  /** What a file said then; `undefined` where that was not kept. */
  reading(path: string): Reading | undefined;
  /** Whether a verdict is the one that a module had. */
  isVerdict(module: Address, text: string): boolean;
}

export interface EarlierPart {
  module: Module;
  declarations: Declaration[];
}

/** From so many modules on, it takes less time to compare all. */
const MOST_MODULES = 50;

/**
 * Whether a comparison comes to the same as an earlier one, although files of code have changed: those modules alone are
 * compared again whose comparison depends on them.
 *
 * The contract, the settings, and which files there are must be those of the earlier comparison.
 *
 * @param project with the files as they are now
 * @param changed paths of files whose contents are others
 * @returns `false` also where it cannot be told so
 */
export function isStill(earlier: EarlierParts, project: OpenedProject, changed: readonly string[]): boolean {
  try {
    const affected = affectedBy(earlier, project, changed);
    return affected !== undefined && affected.length <= MOST_MODULES && areStill(earlier, project, affected);
  } catch (error) {
    if (error instanceof NotAtHand) return false;
    throw error;
  }
}

/** @returns `undefined` where what is found out about all files may be something else */
function affectedBy(
  earlier: EarlierParts,
  project: OpenedProject,
  changed: readonly string[],
): Address[] | undefined {
  const affected = new Set<Address>();
  for (const path of changed) {
    const file = project.files.get(path);
    if (!file) return undefined;
    // What declaration files say of packages stands in no reading.
    if (earlier.asked.has(path) && /\.d\.[cm]?ts$/.test(path)) return undefined;
    for (const address of earlier.dependents(path)) affected.add(address);
    const isUndescribed = earlier.moduleOf(path) === undefined;
    if (!isUndescribed && !earlier.asksAll && earlier.onAll.length === 0) continue;
    const before = earlier.reading(path);
    if (!before || (isUndescribed && !isOfSameClass(file, before))) return undefined;
    if (faceOf(file) === faceOf(before)) continue;
    if (earlier.asksAll) return undefined;
    for (const address of earlier.onAll) affected.add(address);
  }
  return [...affected].sort();
}

function isOfSameClass({ path, language, signature, generated }: CodeFile, before: Reading): boolean {
  const common = { path, language };
  return classify({ ...common, signature, generated }) === classify({ ...common, ...before });
}

function areStill(earlier: EarlierParts, project: OpenedProject, affected: readonly Address[]): boolean {
  const parts = new Map<Address, EarlierPart>();
  const partOf = (address: Address): EarlierPart => {
    const part = parts.get(address) ?? earlier.module(address);
    if (!part) throw new NotAtHand(address);
    parts.set(address, part);
    return part;
  };
  const kernel = {
    modules: affected.map((address) => partOf(address).module),
    signatures: Object.fromEntries(affected.map((address) => [address, partOf(address).declarations])),
    packages: [...earlier.packages],
    externals: [...earlier.externals],
    get positions() {
      return earlier.positions();
    },
  };
  const map: Pick<ModuleMap, "moduleOf" | "filesOf" | "entryOf"> = {
    moduleOf(path) {
      const address = earlier.moduleOf(path);
      return address === undefined ? undefined : partOf(address).module;
    },
    filesOf: (address) => earlier.filesOf(address),
    entryOf: (address) => entryOf(partOf(address).module, project),
  };
  const context = new DriftContext(kernel, project, {
    declarations(address) {
      const module = earlier.moduleAt(address);
      return module === undefined ? [] : partOf(module).declarations;
    },
    addressOf: (file, name) => earlier.addressOf(file, name),
    missing: earlier.missing,
    unexported: earlier.unexported,
  });
  const verdicts = compareModules(context, locateModules(kernel, project, map));
  if (context.suggested.size > 0) return false;
  const importsOf = importsByModule(importGraph(kernel, project, map));
  return affected.every((address) => {
    const verdict = verdicts.get(address);
    const files = map.filesOf(address).flatMap((path) => project.files.get(path) ?? []);
    return (
      verdict !== undefined &&
      earlier.isVerdict(address, verdictText(verdict, files, importsOf(address), earlier))
    );
  });
}
