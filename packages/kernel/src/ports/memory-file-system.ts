import { type DirectoryEntry, type FileStat, type FileSystem, FileSystemError } from "./file-system.js";

/** A file system of a few files in memory, for tests. Folders exist where a file lies below them. */
export function memoryFileSystem(files: Record<string, string | Uint8Array>): FileSystem & {
  files: Map<string, Uint8Array>;
} {
  const encoder = new TextEncoder();
  const bytes = (data: string | Uint8Array) => (typeof data === "string" ? encoder.encode(data) : data);
  const held = new Map(Object.entries(files).map(([path, data]) => [path, bytes(data)]));
  const below = (folder: string) => (folder.endsWith("/") ? folder : `${folder}/`);

  function stat(path: string): FileStat | null {
    const file = held.get(path);
    if (file) return { kind: "file", size: file.length, modified: 0 };
    const prefix = below(path);
    for (const other of held.keys()) {
      if (other.startsWith(prefix)) return { kind: "folder", size: 0, modified: 0 };
    }
    return null;
  }

  return {
    files: held,
    readFile(path) {
      const file = held.get(path);
      if (!file) throw new FileSystemError("missing", path, "there is no such file");
      return file;
    },
    stat,
    list(path) {
      const prefix = below(path);
      const entries = new Map<string, DirectoryEntry["kind"]>();
      for (const other of held.keys()) {
        if (!other.startsWith(prefix)) continue;
        const rest = other.slice(prefix.length);
        const slash = rest.indexOf("/");
        entries.set(slash < 0 ? rest : rest.slice(0, slash), slash < 0 ? "file" : "folder");
      }
      if (entries.size === 0) throw new FileSystemError("missing", path, "there is no such folder");
      return [...entries].map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    writeFile(path, data) {
      held.set(path, bytes(data));
    },
    remove(path) {
      held.delete(path);
    },
    realPath: (path) => (stat(path) ? path : null),
  };
}
