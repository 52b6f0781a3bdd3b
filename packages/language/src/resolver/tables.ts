import { type Address, moduleOf, type Position } from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import { folderOf, relativePath } from "../project/paths.js";
import { type Source, spanOf, spanOfProperty } from "../source/source.js";
import { type Mark, type Origin, type Reference, Trace, type WrittenAllow } from "./trace.js";

/** The stretch of what belongs to no module and no external: no address has a space at its end. */
export const FRAME = "contract ";

/**
 * A stretch of lowering: one module, one external, or what belongs to none. Where its parts stand is found out at the
 * first question, by lowering it once more with a trace.
 */
export class Stretch {
  #trace: Trace | undefined;
  /** Where its marks are, once somebody asked: a stretch stays the same while its text does. */
  placed: readonly (readonly [key: string, position: Position])[] | undefined;
  /** The files of these. */
  files: ReadonlySet<string> | undefined;

  /**
   * @param parts what lowering made
   * @param again makes it again, of a program in which the names of the stretch stand for the same
   */
  constructor(
    readonly parts: object,
    readonly again: (program: Program, trace: Trace) => object,
  ) {}

  /** Marks and references of the stretch, and the origins of its parts. */
  traceIn(program: Program): Trace {
    if (!this.#trace) {
      const trace = new Trace();
      const made = this.again(program, trace);
      const found = new Map<object, Origin>();
      pair(this.parts, made, (part, twin) => {
        const origin = trace.origins.get(twin);
        if (origin) found.set(part, origin);
      });
      trace.origins = found;
      this.#trace = trace;
    }
    return this.#trace;
  }
}

/** Walks two values of one shape side by side. */
function pair(one: unknown, other: unknown, visit: (part: object, twin: object) => void): void {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return;
  visit(one, other);
  if (Array.isArray(one)) {
    for (let at = 0; at < one.length; at++) pair(one[at], (other as unknown[])[at], visit);
    return;
  }
  const parts = one as Record<string, unknown>;
  const twins = other as Record<string, unknown>;
  for (const key of Object.keys(parts)) pair(parts[key], twins[key], visit);
}

/** Where the parts of the kernel come from: read by the checks and by editors. */
export class Tables {
  #positions: Record<string, Position> | undefined;
  #references: Reference[] | undefined;
  /** Absolute path of the folder the root file lies in. */
  readonly folder: string;
  readonly #files = new Map<Source, string>();

  /**
   * @param root absolute path of the root file
   * @param program the program that was lowered
   * @param stretches by the address of the module or external, in the order of lowering; what belongs to none under keys
   * that are no addresses
   * @param allows every `@allow` of the contract; its origin is the annotation
   */
  constructor(
    root: string,
    readonly program: Program,
    readonly stretches: ReadonlyMap<string, Stretch>,
    readonly allows: readonly WrittenAllow[],
  ) {
    this.folder = folderOf(root);
  }

  /** The position table. Its order is that of lowering; whoever writes it sorts its keys. */
  get positions(): Record<string, Position> {
    if (!this.#positions) {
      const positions: Record<string, Position> = Object.create(null);
      for (const stretch of this.stretches.values()) {
        for (const [key, position] of this.#placed(stretch)) {
          if (!(key in positions)) positions[key] = position;
        }
      }
      this.#positions = positions;
    }
    return this.#positions;
  }

  /** Finds out where everything is, in steps between which other work may be done. */
  *placing(): Generator<void> {
    for (const stretch of this.stretches.values()) {
      this.#placed(stretch);
      yield;
    }
  }

  /** The files that the position table names. */
  get files(): ReadonlySet<string> {
    const files = new Set<string>();
    for (const stretch of this.stretches.values()) {
      stretch.files ??= new Set(this.#placed(stretch).map(([, { file }]) => file));
      for (const file of stretch.files) files.add(file);
    }
    return files;
  }

  #placed(stretch: Stretch): NonNullable<Stretch["placed"]> {
    stretch.placed ??= stretch
      .traceIn(this.program)
      .marks.map((mark) => [mark.key, this.#positionOf(mark)] as const);
    return stretch.placed;
  }

  /** Every name that resolved, in the order of lowering. Read by whoever renames or removes something. */
  get references(): readonly Reference[] {
    this.#references ??= [...this.stretches.values()].flatMap(
      (stretch) => stretch.traceIn(this.program).references,
    );
    return this.#references;
  }

  /** The stretch that an address belongs to: that of its module or external, else that of the contract as a whole. */
  stretchOf(address: Address): string {
    return moduleOf(address, this.stretches) ?? FRAME;
  }

  /**
   * The position of a key of one stretch, without asking the others.
   *
   * @param stretch the address of the module or external, or the key of what belongs to none
   */
  positionIn(stretch: string, key: string): Position | undefined {
    const mark = this.stretches
      .get(stretch)
      ?.traceIn(this.program)
      .marks.find((each) => each.key === key);
    return mark && this.#positionOf(mark);
  }

  /**
   * The text that a part of the kernel (a declaration, member, parameter, type, expression, edge) was made of.
   *
   * @param owner the module or external it belongs to, if that is known: the others need not be asked then
   * @throws for a part that was not made of text: a mistake of the caller
   */
  originOf(part: object, owner?: Address): Origin {
    const near = owner === undefined ? undefined : this.stretches.get(owner);
    const known = near?.traceIn(this.program).origins.get(part);
    if (known) return known;
    for (const stretch of this.stretches.values()) {
      const origin = stretch === near ? undefined : stretch.traceIn(this.program).origins.get(part);
      if (origin) return origin;
    }
    throw new Error("this part of the kernel has no origin");
  }

  #positionOf({ source, node, property }: Mark): Position {
    const span = property === undefined ? spanOf(node) : spanOfProperty(node, property);
    const from = source.lines.position(span.start);
    const to = source.lines.position(span.end);
    return {
      file: this.#fileOf(source),
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
    };
  }

  #fileOf(source: Source): string {
    let file = this.#files.get(source);
    if (file === undefined) {
      file = relativePath(this.folder, source.path);
      this.#files.set(source, file);
    }
    return file;
  }
}
