import { type DirectoryEntry, type FileSystem, FileSystemError } from "@contractc/kernel";
import type { Tree } from "../model/index.js";

/**
 * The files of a tree as a file system below a root, for what reads files: nothing is laid out, and nothing can be written.
 *
 * @param root absolute, forward slashes, without one at its end
 */
export function treeFileSystem(root: string, tree: Tree, content: (id: string) => Uint8Array): FileSystem {
  const folders = new Map<string, Map<string, DirectoryEntry["kind"]>>([["", new Map()]]);
  for (const path of Object.keys(tree)) {
    const parts = path.split("/");
    parts.forEach((name, at) => {
      const folder = parts.slice(0, at).join("/");
      const entries = folders.get(folder) ?? new Map<string, DirectoryEntry["kind"]>();
      folders.set(folder, entries.set(name, at === parts.length - 1 ? "file" : "folder"));
    });
  }
  const inside = (path: string): string | undefined => {
    if (path === root) return "";
    return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
  };
  const fileAt = (path: string): string | undefined => {
    const name = inside(path);
    return name === undefined ? undefined : tree[name];
  };
  const isFolder = (path: string) => folders.has(inside(path) ?? "\0");
  const readOnly = (path: string): never => {
    throw new FileSystemError("denied", path, "a tree of a run is not written to");
  };
  return {
    readFile(path) {
      const id = fileAt(path);
      if (id === undefined) throw new FileSystemError("missing", path, "there is no such file");
      return content(id);
    },
    contentId: fileAt,
    stat(path) {
      const id = fileAt(path);
      if (id !== undefined) return { kind: "file", size: content(id).length, modified: 0 };
      return isFolder(path) ? { kind: "folder", size: 0, modified: 0 } : null;
    },
    list(path) {
      const entries = folders.get(inside(path) ?? "\0");
      if (!entries) throw new FileSystemError("missing", path, "there is no such folder");
      return [...entries].map(([name, kind]) => ({ name, kind })).sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    realPath: (path) => (fileAt(path) !== undefined || isFolder(path) ? path : null),
    writeFile: readOnly,
    remove: readOnly,
  };
}
