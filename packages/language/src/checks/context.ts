import type { Declaration, FileSystem, Kernel } from "@contractc/kernel";
import type { Lowered } from "../lowering/kernel.js";
import type { Report } from "../source/report.js";
import { World } from "../types/world.js";
import type { Acceptance } from "./accepted.js";

/** What a check works with. Checks only read, and know nothing of each other. */
export interface CheckContext extends Lowered {
  world: World;
  fs: FileSystem;
  /** Absolute path of the folder that no module may leave. */
  workspace: string;
  report: Report;
  acceptance: Acceptance;
}

/** Σ of all modules and externals, in the order of their addresses. */
export function allDeclarations(kernel: Kernel): Declaration[] {
  return [
    ...Object.values(kernel.signatures).flat(),
    ...kernel.externals.flatMap((external) => external.declarations),
  ];
}

/** @returns the context of checks for a kernel */
export function checkContext(
  lowered: Lowered,
  options: { fs: FileSystem; workspace: string; report: Report; acceptance: Acceptance },
): CheckContext {
  return { ...lowered, ...options, world: new World(lowered.kernel) };
}
