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

/** @returns `undefined` where the context has no caches */
export function checkCache(context: Context, paths: readonly string[]): ResultCache<Checked> | undefined {
  if (context.build === undefined) return undefined;
  const starts = paths.map((path) => absolute(context.cwd, path));
  return new ResultCache(context.fs, context.build, "check", starts, context.clock.now().getTime());
}

/** What a check looked at, for its closing line. */
export function subjectOf({ contracts, modules }: Omit<Checked, "findings">): string {
  return `${counted(contracts, "contract")}, ${counted(modules, "module")}`;
}

/**
 * Answers the commonest call, `check` of contracts that have not changed and have no findings, before anything else
 * is loaded.
 *
 * @param args without node and script
 * @returns `undefined` for everything else
 */
export function cachedCheck(args: readonly string[], context: Context): ExitCode | undefined {
  const [command, ...paths] = args;
  if (command !== "check" || paths.some((path) => path.startsWith("-"))) return undefined;
  // Colours are the renderer's.
  if (context.out.terminal || context.env.FORCE_COLOR) return undefined;
  const known = checkCache(context, paths.length === 0 ? ["."] : paths)?.read();
  if (known === undefined || known.findings.length > 0) return undefined;
  context.out.write(`✓ ${subjectOf(known)}: no findings\n`);
  return EXIT.clean;
}
