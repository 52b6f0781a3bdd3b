import type { Readings } from "@contractc/code";
import type { FileSystem } from "@contractc/kernel";
import type { Context } from "../context.js";
import { CodeCache } from "./code-cache.js";
import { CacheFolder } from "./folder.js";
import { PackedReadings } from "./packed-readings.js";
import type { Recorded } from "./questions.js";
import { WORTHWHILE } from "./store.js";

/** What is known of the code of a contract. */
export interface KnownCode {
  /** Tells the content of every file. */
  readonly fs: FileSystem;
  readonly readings: Readings;
  /** Keeps what was found out. */
  save(): void;
}

/**
 * What is known of the code below a folder, on the disk or in a commit or index of git: contents are known by the same
 * ids, so that what was read of the one need not be read of the other.
 *
 * @param context with the file system that is read
 * @param disk where the cache is
 * @param root absolute path of the folder of a contract
 * @param record where the file system of the context notes what is asked of it
 * @returns `undefined` where the context has no caches
 */
export function knownCode(
  context: Context,
  disk: FileSystem,
  root: string,
  record?: Recorded,
): KnownCode | undefined {
  if (record?.source === disk) return CodeCache.for({ ...context, fs: disk }, root, record);
  if (context.fs === disk) return CodeCache.for(context, root);
  const folder = context.build === undefined ? undefined : CacheFolder.for(disk, root);
  if (!folder || context.build === undefined) return undefined;
  const readings = new PackedReadings(folder, context.build);
  return {
    fs: context.fs,
    readings,
    save() {
      // A folder of our own is made where there is much.
      const isWorthwhile = record !== undefined && record.recording.size >= WORTHWHILE;
      if (!folder.own || isWorthwhile || folder.list().length > 0) readings.save();
    },
  };
}
