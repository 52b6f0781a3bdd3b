import {
  contentIdOf,
  type DirectoryEntry,
  type FileStat,
  type FileSystem,
  FileSystemError,
} from "@contractc/kernel";
import type { Tree } from "../../model/index.js";

const PACKAGES = /(?:^|\/)(?:node_modules|\.venv|venv|site-packages)(?:\/|$)/;

/**
 * A tree as the file system that readers of code look at: it stands where the workspace is, so that every place is the
 * workspace's. Installed packages, and what lies outside, come from the disk. Nothing can be written.
 *
 * @param root of the workspace, absolute
 */
export function treeFileSystem(
  root: string,
  tree: Tree,
  content: (id: string) => Uint8Array,
  disk: FileSystem,
): FileSystem {
  const folders = foldersOf(tree);
  const within = (path: string): string | undefined => {
    if (path === root) return "";
    if (!path.startsWith(`${root}/`)) return undefined;
    const relative = path.slice(root.length + 1);
    return PACKAGES.test(relative) ? undefined : relative;
  };
  const refuse = (path: string): never => {
    throw new FileSystemError("denied", path, "a tree that is tried is not written to");
  };
  const stat = (path: string): FileStat | null => {
    const relative = within(path);
    if (relative === undefined) return disk.stat(path);
    const id = tree[relative];
    if (id !== undefined && Object.hasOwn(tree, relative)) {
      return { kind: "file", size: content(id).length, modified: 0 };
    }
    return folders.has(relative) ? { kind: "folder", size: 0, modified: 0 } : null;
  };
  return {
    readFile(path) {
      const relative = within(path);
      if (relative === undefined) return disk.readFile(path);
      const id = Object.hasOwn(tree, relative) ? tree[relative] : undefined;
      if (id === undefined) throw new FileSystemError("missing", path, "there is no such file");
      return content(id);
    },
    stat,
    list(path) {
      const relative = within(path);
      if (relative === undefined) return disk.list(path);
      const entries = folders.get(relative);
      if (!entries) throw new FileSystemError("missing", path, "there is no such folder");
      const installed = disk.stat(`${path}/node_modules`);
      if (!installed || entries.has("node_modules")) return [...entries.values()].sort(byName);
      return [...entries.values(), { name: "node_modules", kind: installed.kind }].sort(byName);
    },
    writeFile: refuse,
    remove: refuse,
    realPath: (path) => {
      if (within(path) === undefined) return disk.realPath(path);
      return stat(path) ? path : null;
    },
  };
}

function foldersOf(tree: Tree): Map<string, Map<string, DirectoryEntry>> {
  const folders = new Map<string, Map<string, DirectoryEntry>>([["", new Map()]]);
  for (const path of Object.keys(tree)) {
    let kind: DirectoryEntry["kind"] = "file";
    for (let at = path; at !== ""; ) {
      const slash = at.lastIndexOf("/");
      const folder = slash < 0 ? "" : at.slice(0, slash);
      const name = at.slice(slash + 1);
      const known = folders.get(folder);
      const isNew = known === undefined;
      const entries = known ?? new Map<string, DirectoryEntry>();
      if (isNew) folders.set(folder, entries);
      entries.set(name, { name, kind });
      if (!isNew && folder !== "") break;
      kind = "folder";
      at = folder;
    }
  }
  return folders;
}

function byName(a: DirectoryEntry, b: DirectoryEntry): number {
  return a.name < b.name ? -1 : 1;
}

/** A tree and its contents, from texts. */
export function treeOf(files: Iterable<readonly [string, Uint8Array]>): {
  tree: Tree;
  contents: Map<string, Uint8Array>;
} {
  const tree: Tree = {};
  const contents = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    const id = contentIdOf(bytes);
    tree[path] = id;
    contents.set(id, bytes);
  }
  return { tree, contents };
}
