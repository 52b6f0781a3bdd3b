import type { DirectoryEntry, FileSystem } from "@contractc/kernel";
import { baseName, folderOf } from "../project/paths.js";

/** A file system of which some files have other contents: what is written stays in memory. */
export interface Overlay extends FileSystem {
  /** What differs from the file system below; `null` for a removed file. */
  readonly changes: ReadonlyMap<string, Uint8Array | null>;
}

/** @param below is read and never written */
export function overlay(below: FileSystem): Overlay {
  const changes = new Map<string, Uint8Array | null>();
  const encoder = new TextEncoder();
  const real = (path: string): string => below.realPath(path) ?? path;
  return {
    changes,
    readFile(path) {
      const changed = changes.get(real(path));
      // A removed file is missing below an empty folder's name too: the error is the one below would give.
      return changed ?? below.readFile(path);
    },
    stat(path) {
      const there = below.stat(path);
      if (there?.kind === "link") return there;
      const changed = changes.get(real(path));
      if (changed === null) return null;
      return changed ? { kind: "file", size: changed.length, modified: 0 } : there;
    },
    list(path) {
      const entries = new Map<string, DirectoryEntry>();
      for (const entry of below.list(path)) entries.set(entry.name, entry);
      for (const [file, data] of changes) {
        if (folderOf(file) !== path) continue;
        if (data === null) entries.delete(baseName(file));
        else entries.set(baseName(file), { name: baseName(file), kind: "file" });
      }
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    writeFile(path, data) {
      changes.set(real(path), typeof data === "string" ? encoder.encode(data) : data);
    },
    remove(path) {
      changes.set(real(path), null);
    },
    realPath: (path) => (changes.get(path) ? path : below.realPath(path)),
  };
}
