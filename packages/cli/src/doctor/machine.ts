import { homedir, tmpdir } from "node:os";
import { delimiter } from "node:path";
import { slashed } from "../paths.js";

/** The machine, as far as a context does not tell of it. */
export interface Machine {
  /** As `v24.1.0`. */
  node: string;
  platform: NodeJS.Platform;
  isRoot: boolean;
  /** The folder of temporary files. */
  temporary: string;
  /** Absolute. */
  home: string;
  /** Separates the folders of `PATH`. */
  delimiter: string;
}

/** The machine that this process runs on. */
export function thisMachine(): Machine {
  return {
    node: process.version,
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    temporary: tmpdir(),
    home: slashed(homedir()),
    delimiter,
  };
}
