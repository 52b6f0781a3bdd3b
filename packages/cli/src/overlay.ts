import type { DirectoryEntry, FileSystem } from "@contractc/kernel";

/** The file system with other contents of some files, some of them new, which are not written. */
export function withFiles(fs: FileSystem, files: ReadonlyMap<string, Uint8Array>): FileSystem {
  const added = new Map<string, Map<string, DirectoryEntry>>();
  for (const path of files.keys()) {
    let kind: DirectoryEntry["kind"] = "file";
    for (let at = path; at !== "/" && at !== "" && fs.stat(at) === null; kind = "folder") {
      const slash = at.lastIndexOf("/");
      const name = at.slice(slash + 1);
      at = slash <= 0 ? "/" : at.slice(0, slash);
      const entries = added.get(at) ?? new Map<string, DirectoryEntry>();
      added.set(at, entries.set(name, { name, kind }));
    }
  }
  const { readPart: _, ...whole } = fs;
  return {
    ...whole,
    contentId: (path) => (files.has(path) ? undefined : fs.contentId?.(path)),
    readFile: (path) => files.get(path) ?? fs.readFile(path),
    stat: (path) => {
      const bytes = files.get(path);
      if (bytes) return { kind: "file", size: bytes.length, modified: 0 };
      return fs.stat(path) ?? (added.has(path) ? { kind: "folder", size: 0, modified: 0 } : null);
    },
    list: (path) => {
      const more = added.get(path);
      if (!more) return fs.list(path);
      const there = fs.stat(path) === null ? [] : fs.list(path);
      return [...there, ...more.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    realPath: (path) => fs.realPath(path) ?? (files.has(path) || added.has(path) ? path : null),
  };
}
