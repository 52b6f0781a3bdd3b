import type { Finding } from "@contractc/kernel";
import { ResultCache } from "../cache/store.js";
import type { Context } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { absolute } from "../paths.js";
import { counted } from "../render/counted.js";

/** What a check found out, as far as its output needs it. */
export interface Checked {
  contracts: number;
  modules: number;
  findings: Finding[];
}

/** What it takes to look something up. */
export type CacheContext = Pick<Context, "fs" | "clock" | "cwd" | "env" | "build">;

/** @returns `undefined` where the context has no caches */
export function checkCache(
  { build, clock, cwd, fs }: CacheContext,
  paths: readonly string[],
): ResultCache<Checked> | undefined {
  if (build === undefined) return undefined;
  const starts = paths.map((path) => absolute(cwd, path));
  return new ResultCache(fs, build, "check", starts, clock.now().getTime());
}

/** What a check looked at, for its closing line. */
export function subjectOf({ contracts, modules }: Omit<Checked, "findings">): string {
  return `${counted(contracts, "contract")}, ${counted(modules, "module")}`;
}

/** What a command prints, and how it ends. */
export interface CachedAnswer {
  output: string;
  code: ExitCode;
}

/**
 * Answers the commonest call, `check` of contracts that have not changed and have no findings, without a parser.
 *
 * @param args without node and script
 * @returns `undefined` for everything else
 */
export function cachedCheck(args: readonly string[], context: CacheContext): CachedAnswer | undefined {
  const [command, ...paths] = args;
  if (command !== "check" || paths.some((path) => path.startsWith("-"))) return undefined;
  // Colours are the renderer's.
  if (context.env.FORCE_COLOR) return undefined;
  const known = checkCache(context, paths.length === 0 ? ["."] : paths)?.read();
  if (known === undefined || known.findings.length > 0) return undefined;
  return { output: `✓ ${subjectOf(known)}: no findings\n`, code: EXIT.clean };
}
