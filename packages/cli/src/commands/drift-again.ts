import {
  asWritten,
  type EarlierParts,
  isStill,
  openProject,
  PYTHON_EXTENSIONS,
  pythonReader,
  type Reader,
  type Readings,
  readBefore,
  readingKey,
  TYPESCRIPT_EXTENSIONS,
  typescriptReader,
} from "@contractc/code";
import type { FileSystem, Language, Processes } from "@contractc/kernel";
import { type OpenedParts, openParts } from "../cache/kept-parts.js";
import { PackedReadings } from "../cache/packed-readings.js";
import { recorded } from "../cache/questions.js";
import type { Changed } from "../cache/snapshot.js";
import type { Kept, ResultCache } from "../cache/store.js";
import { type Context, UsageError } from "../context.js";
import { isIrrelevant, pathsIn, stagedChange, subjectWithin } from "../git/repository.js";
import { absolute } from "../paths.js";
import type { CacheContext, CachedAnswer } from "./cached-check.js";
import { type Compared, cleanAnswer, driftCache, stagedCache } from "./cached-drift.js";

/** What it takes beside a cache. */
export type AgainContext = CacheContext & { processes: Processes };

/**
 * Answers a comparison that found nothing before and finds nothing after a change of code: the modules alone are compared
 * again whose comparison depends on the files that have changed. The contract is not compiled.
 *
 * @param args without node and script
 * @returns `undefined` for everything else
 */
export async function driftAgain(
  args: readonly string[],
  context: AgainContext,
): Promise<CachedAnswer | undefined> {
  const [command, ...rest] = args;
  const given = rest.filter((each) => each !== "--staged");
  if (command !== "drift" || given.some((path) => path.startsWith("-")) || context.env.FORCE_COLOR)
    return undefined;
  const paths = given.length === 0 ? ["."] : given;
  try {
    return given.length < rest.length ? await staged(context, paths) : await unstaged(context, paths);
  } catch (error) {
    // Whoever does all of it says so.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

async function unstaged(context: AgainContext, paths: readonly string[]): Promise<CachedAnswer | undefined> {
  const cache = driftCache<{ subject: string }>(context, paths, false);
  const kept = cache?.kept();
  if (!cache || !kept) return undefined;
  const { fs } = recorded(context.fs, context.clock.now().getTime(), kept.questions());
  return (await isSame(cache, kept, fs)) ? cleanAnswer(kept.result.told.subject) : undefined;
}

async function staged(context: AgainContext, paths: readonly string[]): Promise<CachedAnswer | undefined> {
  const { fs, clock, processes, cwd, env } = context;
  const silent = { write: () => {}, terminal: false, width: 0 };
  const whole: Context = { fs, clock, processes, cwd, env, out: silent, err: silent };
  const change = stagedChange(whole, absolute(cwd, paths[0] ?? "."));
  if (isIrrelevant(change)) return cleanAnswer(change.subject);
  const cache = stagedCache<{ subject: string }>(context, change.after, pathsIn(context, paths));
  const kept = cache?.kept();
  if (!cache || !kept || !(await isSame(cache, kept, change.after))) return undefined;
  return cleanAnswer(subjectWithin(change, kept.result.told.subject));
}

/** @param fs tells the content of every file */
async function isSame<T>(
  cache: ResultCache<Compared<T>>,
  { result, changed }: Kept<Compared<T>>,
  fs: FileSystem,
): Promise<boolean> {
  const { folder, build } = cache;
  if (!folder || result.findings.length > 0) return false;
  if (changed.length === 0) return true;
  const parts = (result.parts ?? []).map((name) => openParts(folder, build, name));
  const left = new Set(changed);
  for (const each of parts) {
    if (!each) return false;
    const { root } = each.opened;
    const own = changed.filter(({ path, id }) => id !== undefined && each.has(pathWithin(root, path)));
    for (const one of own) left.delete(one);
    if (own.length > 0 && !(await isSamePart(each, own, fs, new PackedReadings(folder, build)))) return false;
  }
  return left.size === 0;
}

async function isSamePart(
  parts: OpenedParts,
  changed: readonly Changed[],
  fs: FileSystem,
  readings: PackedReadings,
): Promise<boolean> {
  const { root, targets, languages, found } = parts.opened;
  const paths = changed.map(({ path }) => pathWithin(root, path));
  const current = new Set(changed.map(({ id }) => id));
  // What is new is not kept; to look for it, all that is would have to be opened.
  const known: Readings = {
    get: (key) => (current.has(key.slice(0, key.indexOf(" "))) ? undefined : readings.get(key)),
  };
  const project = openProject({
    fs,
    root,
    targets,
    readings: known,
    found,
    readers: await Promise.all(languages.map((language) => readerFor(language, paths))),
  });
  const before = new Map(changed.map(({ path, before: id }) => [pathWithin(root, path), id]));
  const earlier: EarlierParts = Object.assign(parts, {
    reading(path: string) {
      const language = project.files.get(path)?.language;
      const id = before.get(path);
      return id !== undefined && language ? readings.get(readingKey(id, language, path)) : undefined;
    },
  });
  return isStill(earlier, project, paths);
}

const LANGUAGES: Record<Language, { extensions: readonly string[]; start(): Promise<Reader> }> = {
  python: { extensions: PYTHON_EXTENSIONS, start: () => pythonReader() },
  typescript: { extensions: TYPESCRIPT_EXTENSIONS, start: typescriptReader },
};

/** A parser is started only for a language of which a file has changed. */
async function readerFor(language: Language, changed: readonly string[]): Promise<Reader> {
  const { extensions, start } = LANGUAGES[language];
  const isRead = changed.some((path) => extensions.some((extension) => path.endsWith(extension)));
  return isRead ? asWritten(await start()) : readBefore(language, extensions);
}

function pathWithin(root: string, path: string): string {
  const prefix = root.endsWith("/") ? root : `${root}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : "";
}
