import type { Address } from "@contractc/kernel";
import type { Compilation } from "../compile.js";
import { spanOf } from "../source/source.js";

/** The text of one module. */
export interface ModuleStretch {
  address: Address;
  /** Absolute path of the file. */
  file: string;
  /** Lines from 1, both inclusive. */
  firstLine: number;
  lastLine: number;
}

/** Where each module of a contract stands, as far as its text is understood. */
export function moduleStretches({ lowered }: Compilation): ModuleStretch[] {
  return (lowered?.program.modules ?? []).map(({ address, node, source }) => {
    const { start, end } = spanOf(node);
    const [first, last] = [source.lines.position(start), source.lines.position(end)];
    return { address, file: source.path, firstLine: first.line, lastLine: last.line };
  });
}

/** The files that the positions of a kernel name, without asking for all of these. */
export function positionFiles({ lowered }: Compilation): ReadonlySet<string> {
  return lowered?.tables.files ?? new Set();
}

/** Finds out where everything in a contract is, in steps between which other work may be done. */
export function* findPositions({ lowered }: Compilation): Generator<void> {
  if (lowered) yield* lowered.tables.placing();
}
