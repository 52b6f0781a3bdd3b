import type { FileSystem, Finding } from "@contractc/kernel";
import type { PartsName } from "../cache/kept-parts.js";
import { ResultCache } from "../cache/store.js";
import { EXIT } from "../exit-codes.js";
import { absolute } from "../paths.js";
import type { CacheContext, CachedAnswer } from "./cached-check.js";

/** What a comparison found, as far as its output needs it; `T` is what else is told. */
export interface Compared<T = { subject: string }> {
  findings: readonly Finding[];
  told: T;
  folders: readonly string[];
  /** The modules that were compared, by contract: addresses in one text, as many texts take long to read. */
  named: readonly (readonly [contract: string, addresses: string])[];
  /** What became of each module, for every contract; absent where that is not known. */
  parts?: readonly PartsName[];
}

/**
 * @param offered with the fixes that mending offers
 * @returns `undefined` where the context has no caches
 */
export function driftCache<T>(
  { build, clock, cwd, fs }: CacheContext,
  paths: readonly string[],
  offered: boolean,
): ResultCache<Compared<T>> | undefined {
  if (build === undefined) return undefined;
  const starts = paths.map((path) => absolute(cwd, path));
  const kind = offered ? "offers" : "drift";
  return new ResultCache(fs, build, kind, starts, clock.now().getTime());
}

/**
 * The same of what git's index holds, as a whole: what does not concern a change is not left out.
 *
 * @param index the file system of the index
 * @param paths as git has them
 */
export function stagedCache<T>(
  { build, clock, fs }: Pick<CacheContext, "build" | "clock" | "fs">,
  index: FileSystem,
  paths: readonly string[],
): ResultCache<Compared<T>> | undefined {
  if (build === undefined) return undefined;
  return new ResultCache(fs, build, "staged", paths, clock.now().getTime(), index);
}

/**
 * Answers a comparison of contracts and code that have not changed and do not differ, without a reader.
 *
 * @param args without node and script
 * @returns `undefined` for everything else
 */
export function cachedDrift(args: readonly string[], context: CacheContext): CachedAnswer | undefined {
  const [command, ...paths] = args;
  if (command !== "drift" || paths.some((path) => path.startsWith("-"))) return undefined;
  // Colours are the renderer's.
  if (context.env.FORCE_COLOR) return undefined;
  const known = driftCache<{ subject: string }>(context, paths.length === 0 ? ["."] : paths, false)?.read();
  if (known === undefined || known.findings.length > 0) return undefined;
  return cleanAnswer(known.told.subject);
}

export function cleanAnswer(subject: string): CachedAnswer {
  return { output: `✓ ${subject}: no findings\n`, code: EXIT.clean };
}
