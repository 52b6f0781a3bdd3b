import type { FileSystem } from "@contractc/kernel";

/** The file system with other contents of some files, which are not written. */
export function withFiles(fs: FileSystem, files: ReadonlyMap<string, Uint8Array>): FileSystem {
  return {
    ...fs,
    contentId: (path) => (files.has(path) ? undefined : fs.contentId?.(path)),
    readFile: (path) => files.get(path) ?? fs.readFile(path),
    stat: (path) => {
      const bytes = files.get(path);
      return bytes ? { kind: "file", size: bytes.length, modified: 0 } : fs.stat(path);
    },
    realPath: (path) => fs.realPath(path) ?? (files.has(path) ? path : null),
  };
}
