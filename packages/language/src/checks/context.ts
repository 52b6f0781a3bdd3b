import type { Address, FileSystem, Language, Place } from "@contractc/kernel";
import type { Lowered } from "../lowering/kernel.js";
import type { LoweredOwner } from "../lowering/owners.js";
import { joinPath } from "../project/paths.js";
import { FRAME, type Tables } from "../resolver/tables.js";
import type { Origin } from "../resolver/trace.js";
import type { Report } from "../source/report.js";
import type { World } from "../types/world.js";
import type { Acceptance } from "./accepted.js";

/** What a check of the contract as a whole works with. Checks only read, and know nothing of each other. */
export interface CheckContext extends Lowered {
  world: World;
  fs: FileSystem;
  /** Absolute path of the folder that no module may leave. */
  workspace: string;
  report: Report;
  acceptance: Acceptance;
}

/** The place of what has a key in the position table, but belongs to no module. */
export function placeInFrame({ tables }: CheckContext, key: string): Place {
  return placeOfKey(tables, FRAME, key);
}

/** The place of a key of a module or external. */
export function placeOfKey(tables: Tables, owner: Address, key: string): Place {
  const position = tables.positionIn(owner, key);
  if (!position) throw new Error(`nothing of the contract has the key ${key}`);
  return { ...position, file: joinPath(tables.folder, position.file) };
}

/** What a check of one module or external works with. Of others it sees what the world tells. */
export class OwnerContext {
  constructor(
    readonly owner: LoweredOwner,
    readonly world: World,
    readonly tables: Tables,
    readonly report: Report,
  ) {}

  /** Of a module; of an external nobody asks. */
  get language(): Language | undefined {
    return this.owner.language;
  }

  /** The text that a part of the module or external was made of. */
  originOf(part: object): Origin {
    return this.tables.originOf(part, this.owner.address);
  }

  /** The text of a declaration, or of a member of it, wherever it is declared. */
  originOfDeclared(part: object, declaration: Address): Origin {
    return this.tables.originOf(part, this.world.ownerOf(declaration));
  }
}
