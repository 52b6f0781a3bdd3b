import {
  type Address,
  type Declaration,
  type FileSystem,
  type Language,
  lastName,
  references,
} from "@contractc/kernel";
import { classify } from "../project/classify.js";
import { folderOf, foldersOfOtherContracts, isWithin } from "../project/paths.js";
import type { CodeFile, CodeProject } from "../project/project.js";
import { declarations } from "./declarations.js";
import { firstParagraph } from "./docs.js";
import { ExternalCollector } from "./externals.js";
import { Extraction } from "./extraction.js";
import { Requirements } from "./manifest.js";
import { NameTable } from "./names.js";
import {
  type Granularity,
  hiddenNames,
  modulesOf,
  type PlannedModule,
  type PlannedPackage,
  planModules,
} from "./plan.js";
import { type ExtractedModule, printContract } from "./print.js";
import { type ExtractedUses, usesOf } from "./uses.js";

export interface ExtractOptions {
  fs: FileSystem;
  project: CodeProject;
  /** Name of the contract. */
  name: string;
  /** Files below this folder only, relative to the project's root. */
  folder?: string;
  /** Files of this language only. */
  language?: Language;
  /** What becomes a module; each file if not given. */
  granularity?: Granularity;
  /** Codes to accept with `@allow`, by address: what the code does today and the contract would be told of. */
  accept?: ReadonlyMap<Address, ReadonlySet<string>>;
}

export interface Extracted {
  /** The contract. */
  text: string;
  modules: number;
  /** Files that do not parse: what could be read of them is in the contract. */
  unparsable: string[];
}

/**
 * Writes the contract that existing code keeps today: its modules, what they offer, and what it imports.
 * Deterministic; reads each file once.
 */
export function extract({
  fs,
  project,
  name,
  folder,
  language,
  granularity = "file",
  accept = new Map(),
}: ExtractOptions): Extracted {
  // A folder with a contract of its own is described already.
  const others = foldersOfOtherContracts(project.contracts, (path) => folderOf(path) === (folder ?? ""));
  const files = [...project.files.values()].filter(
    (file) =>
      (language === undefined || file.language === language) &&
      (folder === undefined || folder === "" || file.path.startsWith(`${folder}/`)) &&
      !others.some((other) => isWithin(file.path, other)) &&
      !isStubOfSource(file, project) &&
      classify(file) === "source",
  );
  return extractFiles({ fs, project, name, files, granularity, accept, avoid: new Set() });
}

/** @param avoid names that nothing at the top level may have, as some module could not say them */
function extractFiles({
  fs,
  project,
  name,
  files,
  granularity,
  accept,
  avoid,
}: Required<Pick<ExtractOptions, "fs" | "project" | "name" | "granularity" | "accept">> & {
  files: readonly CodeFile[];
  avoid: ReadonlySet<string>;
}): Extracted {
  const packages = planModules(files, granularity, avoid);
  const modules = modulesOf(packages);
  const taken = [...modules.map((module) => module.name), ...packageNames(packages)];
  const extraction = new Extraction(project, modules, new ExternalCollector(taken));

  extraction.noteShared();

  // A private type that a signature names has to be declared, and may itself name others: until nothing is new.
  let read: Map<PlannedModule, Declaration[]>;
  let before: number;
  do {
    before = extraction.size;
    read = new Map(modules.map((module) => [module, declarations(module, extraction)]));
  } while (extraction.size !== before);

  const named = new Map(modules.map((module) => [module, references(read.get(module)!)]));
  const uses = usesOf(extraction, named);
  const table = new NameTable(modules, read, extraction.externals);
  const counts = new Map<string, number>();
  for (const module of modules) counts.set(module.name, (counts.get(module.name) ?? 0) + 1);
  const inFull = (clauses: readonly ExtractedUses[]) =>
    clauses.flatMap(({ targets }) => targets).filter((target) => (counts.get(lastName(target)) ?? 0) > 1);
  const hidden = hiddenNames(
    packages,
    new Map([...uses].map(([module, clauses]) => [module, inFull(clauses)] as const)),
  );
  if ([...hidden].some((each) => !avoid.has(each))) {
    const all = new Set([...avoid, ...hidden]);
    return extractFiles({ fs, project, name, files, granularity, accept, avoid: all });
  }
  const extracted = new Map<PlannedModule, ExtractedModule>();
  for (const module of modules) {
    const clauses = uses.get(module) ?? [];
    const doc = firstParagraph(module.file.signature.doc);
    extracted.set(module, {
      plan: module,
      ...(doc === undefined ? {} : { doc }),
      uses: clauses.map(({ kind, targets, allowCycle }) => ({
        kind,
        names: targets.map((target) => table.moduleName(target)),
        ...(allowCycle === undefined ? {} : { allows: [{ code: "graph/cycle", reason: allowCycle }] }),
      })),
      declarations: read.get(module)!,
      names: table.namesIn(
        module,
        clauses.flatMap(({ targets }) => targets),
      ),
    });
  }
  const used = new Set([...uses.values()].flat().flatMap(({ targets }) => targets));
  const externals = extraction.externals.externals(
    new Requirements(fs, project.root, project.settings),
    used,
  );
  return {
    text: printContract({ name, version: "0.1.0", externals, packages, modules: extracted, accept }),
    modules: modules.length,
    unparsable: files.filter(({ signature }) => signature.problems.length > 0).map(({ path }) => path),
  };
}

/** A `.pyi` beside its `.py` says the same again. */
function isStubOfSource(file: CodeFile, project: CodeProject): boolean {
  return file.path.endsWith(".pyi") && project.files.has(file.path.slice(0, -1));
}

function packageNames(of: PlannedPackage): string[] {
  return of.packages.flatMap((inner) => [inner.name, ...packageNames(inner)]);
}
