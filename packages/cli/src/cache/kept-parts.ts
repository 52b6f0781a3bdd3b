import { type Discovery, type EarlierParts, NotAtHand, type Parts } from "@contractc/code";
import {
  type Address,
  type Declaration,
  type External,
  type Language,
  type Module,
  moduleOf,
  type Package,
  type Position,
  type Target,
} from "@contractc/kernel";
import { checksum, checksumOf, decode, encode } from "./checksum.js";
import type { CacheFolder } from "./folder.js";
import { Pack, packOf } from "./pack.js";

/*
 * A comparison by its parts: what is needed of every module stands in one record, the declarations of each module and the
 * names of each file in records of their own, so that to compare one module again reads little more than its part.
 */

/** Where the parts of a comparison are kept. */
export interface PartsName {
  /** Absolute path of the contract's folder. */
  root: string;
  /** Of the file. */
  name: string;
}

/** What it takes to open the code again. */
export interface OpenedWith {
  root: string;
  targets: readonly Target[];
  languages: readonly Language[];
  found: Discovery;
}

interface Head extends Omit<OpenedWith, "root"> {
  modules: Address[];
  /** Of `modules` in their order. */
  verdicts: string[];
  /** Modules that look at all files: indices. */
  onAll: number[];
  /** Of the sources in their order: the index of the file's module, or -1. */
  owners: number[];
  /** The indices of the modules that look at a file. */
  dependents: number[][];
  missing: Address[];
  unexported: Address[];
  isExact: boolean;
  asked: string[];
  asksAll: boolean;
  packages: Package[];
  externals: External[];
}

interface ModuleRecord {
  module: Module;
  declarations: Declaration[];
}

const HEAD = "head";
const POSITIONS = "positions";
const ofModule = (address: Address) => `module ${address}`;
const ofFile = (path: string) => `file ${path}`;

/**
 * Keeps the parts of comparisons, a file for each, in place of earlier ones of the same subject.
 *
 * @param build tells builds of the program apart
 * @param subject what the comparisons are about
 * @returns the names of the files; `undefined` where they could not all be written
 */
export function keepParts(
  folder: CacheFolder,
  build: string,
  subject: string,
  comparisons: readonly { parts: Parts; opened: OpenedWith }[],
): PartsName[] | undefined {
  const family = `parts-${checksumOf(`${build}\n${subject}`)}-`;
  const names = comparisons.map(({ parts, opened }): PartsName => {
    const data = packOf(build, recordsOf(parts, opened));
    const name = `${family}${checksum(data)}.pack`;
    folder.write(name, data);
    return { root: opened.root, name };
  });
  const kept = new Set(names.map(({ name }) => name));
  const there = new Set(folder.list());
  for (const name of there) if (name.startsWith(family) && !kept.has(name)) folder.remove(name);
  return names.every(({ name }) => there.has(name)) ? names : undefined;
}

/** @returns `undefined` where they are not there any more, or not what was written */
export function openParts(
  folder: CacheFolder,
  build: string,
  { root, name }: PartsName,
): OpenedParts | undefined {
  const pack = Pack.open(folder, name, build);
  const head = pack?.get(HEAD);
  return pack && head ? new OpenedParts(root, pack, JSON.parse(decode(head)) as Head) : undefined;
}

function recordsOf(parts: Parts, { targets, languages, found }: OpenedWith): Map<string, Uint8Array> {
  const indices = new Map(parts.modules.map(({ module }, at) => [module.address, at]));
  const files = new Map(found.sources.map((path, at) => [path, at]));
  const dependents: number[][] = found.sources.map(() => []);
  for (const [at, { looked }] of parts.modules.entries()) {
    for (const path of looked) dependents[files.get(path) ?? -1]?.push(at);
  }
  const head: Head = {
    targets,
    languages,
    found,
    modules: [...indices.keys()],
    verdicts: parts.modules.map(({ verdict }) => checksumOf(verdict)),
    onAll: parts.modules.flatMap(({ looksAtAll }, at) => (looksAtAll ? [at] : [])),
    owners: found.sources.map((path) => indices.get(parts.moduleOf.get(path) ?? "") ?? -1),
    dependents,
    missing: [...parts.missing],
    unexported: [...parts.unexported],
    isExact: parts.isExact,
    asked: [...parts.asked],
    asksAll: parts.asksAll,
    packages: [...parts.packages],
    externals: [...parts.externals],
  };
  const records = new Map([[HEAD, json(head)]]);
  for (const { module, declarations } of parts.modules)
    records.set(ofModule(module.address), json({ module, declarations }));
  for (const [path, names] of parts.realised) records.set(ofFile(path), json([...names]));
  if (parts.positions) records.set(POSITIONS, json(parts.positions));
  return records;
}

function json(value: unknown): Uint8Array {
  return encode(JSON.stringify(value));
}

/** Parts that were kept; each is read when it is asked for. */
export class OpenedParts implements Omit<EarlierParts, "reading"> {
  readonly opened: OpenedWith;
  readonly missing: readonly Address[];
  readonly unexported: readonly Address[];
  readonly isExact: boolean;
  readonly asked: ReadonlySet<string>;
  readonly asksAll: boolean;
  readonly packages: readonly Package[];
  readonly externals: readonly External[];
  readonly onAll: readonly Address[];
  readonly #modules: ReadonlyMap<Address, number>;
  readonly #files: ReadonlyMap<string, number>;
  readonly #names = new Map<string, ReadonlyMap<string, Address>>();

  constructor(
    root: string,
    private readonly pack: Pack,
    private readonly head: Head,
  ) {
    const { targets, languages, found } = head;
    this.opened = { root, targets, languages, found };
    this.missing = head.missing;
    this.unexported = head.unexported;
    this.isExact = head.isExact;
    this.asked = new Set(head.asked);
    this.asksAll = head.asksAll;
    this.packages = head.packages;
    this.externals = head.externals;
    this.onAll = head.onAll.map((at) => this.#address(at));
    this.#modules = new Map(head.modules.map((address, at) => [address, at]));
    this.#files = new Map(found.sources.map((path, at) => [path, at]));
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  module(address: Address): ModuleRecord | undefined {
    return this.#modules.has(address) ? (this.#read(ofModule(address)) as ModuleRecord) : undefined;
  }

  moduleAt(address: Address): Address | undefined {
    return moduleOf(address, this.#modules) ?? undefined;
  }

  moduleOf(path: string): Address | undefined {
    const owner = this.head.owners[this.#files.get(path) ?? -1] ?? -1;
    return owner < 0 ? undefined : this.#address(owner);
  }

  filesOf(module: Address): readonly string[] {
    const index = this.#modules.get(module);
    return this.head.found.sources.filter((_, at) => this.head.owners[at] === index);
  }

  dependents(path: string): readonly Address[] {
    return (this.head.dependents[this.#files.get(path) ?? -1] ?? []).map((at) => this.#address(at));
  }

  addressOf(file: string, name: string): Address | undefined {
    let names = this.#names.get(file);
    if (!names) {
      const bytes = this.pack.get(ofFile(file));
      // Of a file that realises nothing there is no record; a damaged one must not pass for that.
      if (!bytes && this.pack.damaged) throw new NotAtHand(file);
      names = new Map(bytes ? (JSON.parse(decode(bytes)) as [string, Address][]) : []);
      this.#names.set(file, names);
    }
    return names.get(name);
  }

  positions(): Record<string, Position> {
    return this.#read(POSITIONS) as Record<string, Position>;
  }

  isVerdict(module: Address, text: string): boolean {
    return this.head.verdicts[this.#modules.get(module) ?? -1] === checksumOf(text);
  }

  #address(at: number): Address {
    return this.head.modules[at] ?? "";
  }

  #read(key: string): unknown {
    const bytes = this.pack.get(key);
    if (!bytes) throw new NotAtHand(key);
    return JSON.parse(decode(bytes));
  }
}
