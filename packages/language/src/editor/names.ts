import type { Address, Fix } from "@contractc/kernel";
import type { Compilation } from "../compile.js";
import { referenceSites } from "../references/sites.js";
import { addUseFix } from "../resolver/add-use.js";

/** A name in the text of a contract that stands for something declared elsewhere. */
export interface NameSite {
  /** A key of the position table: an address, or `role backend`. */
  key: string;
  /** Absolute path of the file. */
  file: string;
  /** UTF-16 offsets into the file's text, the end exclusive. */
  start: number;
  end: number;
}

/** Every name of a contract that stands for something declared, by file and place. */
export function nameSites({ lowered }: Compilation): NameSite[] {
  if (!lowered) return [];
  return referenceSites(lowered).map(({ target, source, span }) => ({
    key: target,
    file: source.path,
    ...span,
  }));
}

/**
 * The edit that makes a module use another module or an external, as the fix of `graph/undeclared-use` has it.
 *
 * @returns `undefined` where one of the two is not declared
 */
export function useFix({ lowered }: Compilation, module: Address, target: Address): Fix | undefined {
  if (!lowered) return undefined;
  const { program } = lowered;
  const from = program.modules.find(({ address }) => address === module);
  const to =
    program.modules.find(({ address }) => address === target) ??
    [...program.externals.values()].find(({ address }) => address === target);
  return from && to ? addUseFix(program, from, to) : undefined;
}
