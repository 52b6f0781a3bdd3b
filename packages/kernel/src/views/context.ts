import type { Declaration } from "../model/declarations.js";
import type { Kernel, Module } from "../model/kernel.js";
import { references } from "../model/references.js";
import type { Address } from "../model/types.js";
import { publicOutline } from "../outline.js";
import { Lines } from "../print/lines.js";
import { writeModule } from "../print/modules.js";
import { printName } from "../print/names.js";
import { writeFlow, writeRequirement, writeRole } from "../print/projection.js";
import { KernelNames } from "../print/scope.js";
import { writeExternal } from "../print/whole-declarations.js";
import { type IndexLine, type ModuleSlice, sliceOf, type UsedPart } from "../slice.js";

/** What whoever works on one module is given to read. */
export interface ModuleContext {
  module: Address;
  text: string;
  tokens: number;
  /** What the budget had no room for. */
  left: LeftOut;
}

export interface LeftOut {
  /** Lines of the index: modules that this one does not use. */
  index: number;
  /** Docs and conditions of what it uses. */
  docs: boolean;
  /** Declarations of used modules that its own declarations do not name. */
  declarations: number;
}

export interface ContextOptions {
  /** Most tokens that the text may have. */
  budget: number;
  /** Counts the tokens of a text as the reader does. */
  count(text: string): number;
}

export type ContextResult =
  | { kind: "context"; context: ModuleContext }
  /** `tokens`: what the smallest text of the module takes. */
  | { kind: "too-large"; tokens: number }
  | { kind: "unknown" };

/**
 * Writes the slice of one module as contract text within a budget: the module in full, what it uses with docs and
 * conditions, the requirements it satisfies, its role, and one line for every other module.
 *
 * Where that is too much, lines of the index go first, the most distant modules before the near ones; then docs and
 * conditions of what is used; then what is used but not named. The module itself, its requirements and the signatures
 * that it names are never cut.
 *
 * @param kernel of a contract without errors
 * @returns the same for the same kernel, module and budget
 */
export function moduleContext(
  kernel: Kernel,
  address: Address,
  { budget, count }: ContextOptions,
): ContextResult {
  const slice = sliceOf(kernel, address);
  if (!slice) return { kind: "unknown" };
  const writer = new ContextWriter(kernel, slice);
  const index = byDistance(slice);
  const attempt = (lines: number, offers: Offers) => {
    const { text, hidden } = writer.write(new Set(index.slice(0, lines)), offers);
    const left = { index: index.length - lines, docs: offers !== "documented", declarations: hidden };
    return { module: address, text, tokens: count(text), left };
  };

  let best = attempt(0, "documented");
  if (best.tokens <= budget) {
    // The tokens of two texts need not be those of the whole: how many lines fit is reckoned, counted, and mended.
    const base = best.tokens;
    let fits = 0;
    let tooMany = index.length + 1;
    for (let lines = fitting(index, budget - base, count); lines > fits && lines < tooMany; ) {
      const context = attempt(lines, "documented");
      if (context.tokens <= budget) {
        best = context;
        fits = lines;
      } else tooMany = lines;
      const perLine = Math.max(1, (context.tokens - base) / lines);
      const reckoned = Math.floor((budget - base) / perLine);
      lines = Math.min(reckoned, index.length, context.tokens <= budget ? tooMany - 1 : lines - 1);
    }
    return { kind: "context", context: best };
  }
  for (const offers of ["bare", "named"] as const) {
    const context = attempt(0, offers);
    if (context.tokens <= budget) return { kind: "context", context };
    best = context;
  }
  return { kind: "too-large", tokens: best.tokens };
}

/** How many lines of the index have room in some tokens. */
function fitting(index: readonly IndexLine[], room: number, count: ContextOptions["count"]): number {
  let left = room;
  for (const [at, line] of index.entries()) {
    left -= count(`${indexText(line)}\n`);
    if (left < 0) return at;
  }
  return index.length;
}

function indexText({ address, path, summary }: IndexLine): string {
  return `// ${address}  ${path}${summary === undefined ? "" : `  ${summary}`}`;
}

/** How much is said of what is used: all of it, signatures only, or only the signatures that the module names. */
type Offers = "documented" | "bare" | "named";

/** The lines of the index, those next to the module first: its users, then what shares the most packages with it. */
function byDistance({ index, users, module }: ModuleSlice): IndexLine[] {
  const near = new Set(users);
  const own = module.address.split(".");
  const shared = (address: Address) => {
    const parts = address.split(".");
    const end = own.findIndex((part, at) => part !== parts[at]);
    return end < 0 ? own.length : end;
  };
  const rank = new Map(
    index.map((line) => [
      line,
      (near.has(line.address) ? Number.POSITIVE_INFINITY : 0) + shared(line.address),
    ]),
  );
  return [...index].sort((a, b) => rank.get(b)! - rank.get(a)! || (a.address < b.address ? -1 : 1));
}

class ContextWriter {
  readonly #names: KernelNames;
  /** What the module's own declarations name, with the events it handles and emits. */
  readonly #named: ReadonlySet<Address>;
  readonly #modules: ReadonlyMap<Address, Module>;

  constructor(
    private readonly kernel: Kernel,
    private readonly slice: ModuleSlice,
  ) {
    this.#names = new KernelNames(kernel);
    this.#named = new Set([
      ...references(slice.declarations),
      ...(slice.module.handles ?? []),
      ...emitted(kernel, slice),
    ]);
    this.#modules = new Map(kernel.modules.map((module) => [module.address, module]));
  }

  write(index: ReadonlySet<IndexLine>, offers: Offers): { text: string; hidden: number } {
    const { slice } = this;
    const { module } = slice;
    const out = new Lines();
    out.line(
      `// ${slice.contract} ${this.kernel.version}: the module ${module.address} and what it may rely on.`,
    );
    this.#group(out, slice.satisfies, writeRequirement);
    if (slice.role) this.#group(out, [slice.role], writeRole);
    out.paragraph(`// The module itself, ${module.address}.`);
    const text = this.#names.moduleText(module, false);
    const body = new Lines();
    writeModule(body, text, this.#names.optionsIn(module.address));
    out.lines(body.text().trimEnd().split("\n"));
    const hidden = this.#writeUsed(out, offers);
    if (slice.users.length > 0) {
      out.space();
      out.list("// Used by", slice.users);
    }
    this.#group(out, slice.flows, (into, flow) => writeFlow(into, flow, this.#names));
    this.#writeIndex(out, index);
    return { text: out.text(), hidden };
  }

  #group<T>(out: Lines, all: readonly T[], write: (out: Lines, each: T) => void): void {
    out.space();
    for (const each of all) write(out, each);
  }

  /** @returns how many declarations are only named */
  #writeUsed(out: Lines, offers: Offers): number {
    let hidden = 0;
    const seen = new Set<Address>();
    for (const part of this.slice.uses) {
      const { to, external } = part.edge;
      // A module may be used in two ways.
      if (seen.has(to)) continue;
      seen.add(to);
      const all = this.#offered(part, offers);
      const shown = offers === "named" ? all.filter(({ address }) => this.#named.has(address)) : all;
      const rest = all.filter((declaration) => !shown.includes(declaration));
      hidden += rest.length;
      out.paragraph(`// Used: ${to}.`);
      if (rest.length > 0) {
        out.list("// It offers, too:", [...new Set(rest.map(({ name }) => printName(name)))]);
      }
      this.#writePart(out, to, external === true, shown, offers);
    }
    return hidden;
  }

  #writePart(
    out: Lines,
    address: Address,
    isExternal: boolean,
    declarations: Declaration[],
    offers: Offers,
  ): void {
    const options = this.#names.optionsIn(address);
    const part = new Lines();
    const external = isExternal ? this.kernel.externals.find((each) => each.address === address) : undefined;
    const module = this.#modules.get(address);
    if (external) {
      const { doc, allows: _, ...rest } = external;
      const told = doc === undefined || offers !== "documented" ? {} : { doc };
      writeExternal(part, { ...rest, ...told, declarations }, options);
    } else if (module) {
      const { name, path, doc } = this.#names.moduleText(module, false);
      const told = doc === undefined || offers !== "documented" ? {} : { doc };
      writeModule(part, { name, path, ...told, uses: [], declarations }, options);
    }
    out.lines(part.text().trimEnd().split("\n"));
  }

  #offered({ edge, declarations }: UsedPart, offers: Offers): Declaration[] {
    if (offers !== "documented") return declarations;
    const external = edge.external
      ? this.kernel.externals.find((each) => each.address === edge.to)
      : undefined;
    const all = external?.declarations ?? this.kernel.signatures[edge.to] ?? [];
    const outlines = new Map(publicOutline(all).map((outline) => [outline.address, outline]));
    return all.flatMap((declaration) => {
      const outline = outlines.get(declaration.address);
      return outline ? [documented(outline, declaration)] : [];
    });
  }

  #writeIndex(out: Lines, index: ReadonlySet<IndexLine>): void {
    const all = this.slice.index;
    if (all.length === 0) return;
    out.paragraph("// Every other module, one line each.");
    for (const line of all) {
      if (index.has(line)) out.line(indexText(line));
    }
    const left = all.length - index.size;
    if (left > 0)
      out.line(`// … and ${left} more module${left === 1 ? "" : "s"}, left out for want of room.`);
  }
}

/** The events that the module emits. */
function emitted({ graph }: Kernel, { module }: ModuleSlice): Address[] {
  const isOwn = (emitter: Address) => emitter.startsWith(`${module.address}.`);
  return graph.events.filter(({ emitters }) => emitters.some(isOwn)).map(({ event }) => event);
}

/** An outline with the docs and conditions of the declaration it was made of. */
function documented(outline: Declaration, whole: Declaration): Declaration {
  const own = { ...outline, ...proseFor(whole) };
  if (!("members" in own) || !("members" in whole)) return own;
  if (own.kind === "enum" && whole.kind === "enum") return { ...own, members: whole.members };
  if (own.kind === "enum" || whole.kind === "enum") return own;
  const members = own.members.map((member, at) => ({ ...member, ...proseFor(whole.members[at]!) }));
  return { ...own, members };
}

/** What a caller has to know besides the signature. */
function proseFor(of: { doc?: string; deprecated?: string; requires?: string[]; ensures?: string[] }) {
  const { doc, deprecated, requires, ensures } = of;
  return {
    ...(doc === undefined ? {} : { doc }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(requires ? { requires } : {}),
    ...(ensures ? { ensures } : {}),
  };
}
