import type { Address, Allow, Finding, Language } from "@contractc/kernel";
import { link, type Program, relink } from "../binder/program.js";
import type { DeclarationOwner, FileSymbols } from "../binder/symbols.js";
import {
  type Absence,
  type CheckContext,
  type CheckedOwner,
  checkAbsence,
  checkOwner,
  type Stamps,
  type WholeCheck,
} from "../checks/index.js";
import type { Lineage } from "../checks/inheritance.js";
import type { Lowered } from "../lowering/kernel.js";
import type { LoweredModule, LoweredOwner } from "../lowering/owners.js";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import { World } from "../types/world.js";
import { changedAddresses, changedFiles, changedNames, overlap, sameContainers, speakOf } from "./changes.js";

/** What was found out about a module or external, and what that depends on. */
interface Kept {
  owner: LoweredOwner;
  checked: CheckedOwner;
  read: ReadonlySet<Address>;
  absence?: Absence & { read: ReadonlySet<Address>; partners: string };
}

/** What a check of the whole found. */
interface KeptWhole {
  /** As JSON. */
  inputs: string;
  findings: readonly Finding[];
  accepted: readonly Allow[];
}

/**
 * What one compilation of a contract leaves to the next.
 *
 * A module's part of the kernel is kept while its file, the packages and modules around it and the names that it asked
 * about stay what they are. What the checks found in it is kept while also the declarations that they read do, in
 * whatever file. A place in another file, as the one where something is declared, holds until that file changes.
 */
export class Memory {
  #sources: readonly Source[] = [];
  #program: Program | undefined;
  /** No name of the program was declared twice. */
  #isClean = false;
  #kept = new Map<Address, Kept>();
  #whole = new Map<WholeCheck, KeptWhole>();
  #world = new World([]);
  readonly #stamps: Stamps = { containers: 0, edges: 0, events: 0, duties: 0, lineages: 0, disk: 0 };
  /** The lineages of all modules and externals as JSON, by address. */
  #lineages = new Map<Address, string>();

  // Of the compilation under way:
  #files: ReadonlySet<string> = new Set();
  #names: ReadonlySet<string> = new Set();
  #comparable = false;

  /** Something may have changed on the disk: links, folders. */
  touchDisk(): void {
    this.#stamps.disk++;
  }

  /** Starts anew. */
  forget(): void {
    this.#sources = [];
    this.#program = undefined;
    this.#kept = new Map();
    this.#whole = new Map();
    this.#world = new World([]);
  }

  /** Puts files together, and compares them with those of the compilation before. */
  link(symbols: FileSymbols[], report: Report): Program {
    const before = this.#program;
    const sources = symbols.map(({ source }) => source);
    this.#files = changedFiles(this.#sources, sources);
    this.#comparable = before !== undefined && sameContainers(before.files, symbols);
    let isClean = true;
    const noting = (finding: Finding): void => {
      isClean = false;
      report(finding);
    };
    const program =
      before && this.#comparable && this.#isClean ? relink(before, symbols, noting) : link(symbols, noting);
    this.#names = before && this.#comparable ? changedNames(before, program) : new Set();
    this.#program = program;
    this.#sources = sources;
    this.#isClean = isClean;
    return program;
  }

  /** What a module or external became before, if it would become that again. */
  kept(symbol: DeclarationOwner, language: Language | undefined): LoweredOwner | undefined {
    const owner = this.#comparable ? this.#kept.get(symbol.address)?.owner : undefined;
    if (owner?.symbol !== symbol || owner.language !== language || !owner.asked) return undefined;
    const names = this.#names;
    if (names.size > 0 && (owner.open || overlap(names, owner.asked))) return undefined;
    return speakOf(owner.findings, this.#files) ? undefined : owner;
  }

  /** Σ of a lowered program; forgets what the checks found where that may be different now. */
  world({ modules, externals }: Lowered): World {
    const owners = [...modules, ...externals];
    if (!this.#comparable) {
      this.#world = new World(owners);
      this.#kept = new Map();
      this.#stamps.containers++;
      return this.#world;
    }
    const addresses = new Set<Address>();
    for (const owner of owners) {
      const before = this.#kept.get(owner.address);
      if (before?.owner === owner) continue;
      if (before) {
        changedAddresses(before.owner, owner, addresses);
        this.#stamp(before.owner, owner);
        this.#world.remove(before.owner);
        this.#kept.delete(owner.address);
      }
      this.#world.add(owner);
    }
    this.#world.forgetAnswers();
    const isOld = (findings: readonly Finding[], read: ReadonlySet<Address>) =>
      (addresses.size > 0 && overlap(addresses, read)) || speakOf(findings, this.#files);
    for (const [address, kept] of this.#kept) {
      if (isOld(kept.checked.findings, kept.read)) this.#kept.delete(address);
      else if (kept.absence && isOld(kept.absence.findings, kept.absence.read)) delete kept.absence;
    }
    return this.#world;
  }

  #stamp(before: LoweredOwner, after: LoweredOwner): void {
    if (before.kind === "external" || after.kind === "external") return;
    const stamps = this.#stamps;
    // What is accepted on an edge is told by identity.
    const accepts = (owner: LoweredModule) => owner.edges.some(({ allows }) => allows);
    if (accepts(before) || accepts(after) || differ(before.edges, after.edges)) stamps.edges++;
    const duties = ({ module: { owner, path, folder, satisfies }, facts }: LoweredModule) => [
      owner,
      path,
      folder,
      satisfies,
      facts.verifies,
    ];
    if (differ(duties(before), duties(after))) stamps.duties++;
    const events = ({ module: { handles }, facts: { events, emits, triggers } }: LoweredModule) => [
      handles,
      events,
      emits,
      triggers,
    ];
    if (differ(events(before), events(after))) stamps.events++;
  }

  checked(owner: LoweredOwner, { tables, world }: CheckContext): CheckedOwner {
    const known = this.#kept.get(owner.address);
    if (known?.owner === owner) return known.checked;
    const { result, read } = world.reading(() => checkOwner(owner, world, tables));
    this.#kept.set(owner.address, { owner, checked: result, read });
    const lineage = JSON.stringify(result.lineage);
    if (this.#lineages.get(owner.address) !== lineage) {
      this.#lineages.set(owner.address, lineage);
      this.#stamps.lineages++;
    }
    return result;
  }

  /** @param partners as for `checkAbsence` */
  absence(owner: LoweredOwner, context: CheckContext, partners: ReadonlySet<Address> | undefined): Absence {
    const kept = this.#kept.get(owner.address)!;
    const key = partners ? [...partners].sort().join(" ") : "";
    if (kept.absence?.partners === key) return kept.absence;
    const { world, tables } = context;
    const { result, read } = world.reading(() => checkAbsence(owner, world, tables, partners));
    kept.absence = { ...result, read, partners: key };
    return kept.absence;
  }

  /** Runs a check of the whole, or tells what it found before if it would find that again. */
  whole(check: WholeCheck, context: CheckContext, lineages: readonly Lineage[]): readonly Finding[] {
    const inputs = check.inputs && JSON.stringify(check.inputs(this.#stamps, context));
    const known = this.#whole.get(check);
    if (known && known.inputs === inputs && !speakOf(known.findings, this.#files)) {
      for (const allow of known.accepted) context.acceptance.use(allow);
      return known.findings;
    }
    const findings: Finding[] = [];
    const accepted = context.acceptance.during(() => {
      check.run({ ...context, report: (finding) => findings.push(finding) }, lineages);
    });
    if (inputs !== undefined) this.#whole.set(check, { inputs, findings, accepted });
    return findings;
  }
}

function differ(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
