import {
  contentIdOf,
  type FileSystem,
  FileSystemError,
  type Kernel,
  type Processes,
} from "@contractc/kernel";
import type { ContractState } from "../contract/port.js";
import type { Tree } from "../model/index.js";
import type { RunStore } from "../store/port.js";
import { branchCommits, mergeBranch } from "./branch.js";
import { GitFolder } from "./git.js";
import type { Delivered, Delivery, Skeletons, WorkspacePort } from "./ports.js";
import { implemented, makeSkeletons } from "./skeletons.js";

export interface WorkspaceOptions {
  fs: FileSystem;
  processes: Processes;
  store: RunStore;
  /** Absolute, forward slashes: the folder of the contract. */
  root: string;
  /** Code that is not read. */
  excludes?: readonly string[];
  /** The contract that is there, where there is one. */
  contract?: ContractState;
  /** The kernel of the revision that the run starts from: what it says otherwise is to be done. */
  earlier?: Kernel;
}

/** Folders that hold what tools have made, where no repository says what is ignored. */
const TOOLS = new Set([
  ".git",
  ".contract",
  "node_modules",
  ".venv",
  "venv",
  "__pycache__",
  ".mypy_cache",
  ".pytest_cache",
]);
/** Larger files are no code: they are left where they are. */
const LARGEST = 5 * 1024 * 1024;

/** Opens the user's folder, which may be part of a git repository. */
export function openWorkspace(options: WorkspaceOptions): WorkspacePort {
  const { fs, root, store, contract } = options;
  const git = new GitFolder(options.processes, root);
  const isRepository = git.text(["rev-parse", "--is-inside-work-tree"])?.trim() === "true";
  /** Where contents stood when the run began. */
  const places = new Map<string, string>();
  const contents = new Map<string, Uint8Array>();

  const content = (id: string): Uint8Array | undefined => {
    const known = contents.get(id) ?? store.get(id) ?? fromPlace(fs, root, places.get(id), id);
    const bytes = known ?? (isRepository ? git.bytes(["cat-file", "blob", id]) : undefined);
    if (bytes) contents.set(id, bytes);
    return bytes;
  };
  const source = {
    root,
    excludes: options.excludes ?? [],
    content(id: string) {
      const bytes = content(id);
      if (!bytes) throw new Error(`The record lacks the content ${id}.`);
      return bytes;
    },
    keep: (text: string) => store.put(text),
  };

  return {
    root,
    content,
    base() {
      const revision = isRepository ? git.text(["rev-parse", "--verify", "-q", "HEAD"])?.trim() : undefined;
      const paths = (isRepository ? repositoryFiles(git) : undefined) ?? folderFiles(fs, root);
      const committed = new Set(revision === undefined ? [] : Object.values(revisionTree(git)));
      const tree: Tree = {};
      for (const path of paths) {
        const bytes = readPlain(fs, `${root}/${path}`);
        if (!bytes) continue;
        const id = contentIdOf(bytes);
        tree[path] = id;
        places.set(id, path);
        // The repository keeps what is committed; the rest may be another tomorrow.
        if (!committed.has(id)) store.put(bytes);
      }
      return { ...(revision === undefined ? {} : { revision }), tree };
    },
    contract: () => contract,
    skeletons: (base: Tree, state: ContractState): Promise<Skeletons> => makeSkeletons(base, state, source),
    async settled(state: ContractState) {
      const tree: Tree = {};
      for (const path of (isRepository ? repositoryFiles(git) : undefined) ?? folderFiles(fs, root)) {
        const bytes = readPlain(fs, `${root}/${path}`);
        if (!bytes) continue;
        tree[path] = contentIdOf(bytes);
        contents.set(tree[path], bytes);
      }
      const before = new Map(options.earlier?.modules.map(({ address, hashes }) => [address, hashes.slice]));
      const unchanged = new Set(
        state.kernel.modules.flatMap(({ address, hashes }) =>
          !options.earlier || before.get(address) === hashes.slice ? [address] : [],
        ),
      );
      return (await implemented(tree, state, source)).filter((address) => unchanged.has(address));
    },
    deliver(delivery: Delivery): Delivered {
      fs.writeFile(`${root}/.contract/runs/${delivery.run}/changes.md`, delivery.log);
      return isRepository ? branchCommits(git, delivery, source.content) : { commits: {} };
    },
    adopt(delivered: Delivered, delivery: Delivery) {
      const changes: Tree = Object.assign({}, ...delivery.steps.map((step) => step.changes));
      if (delivered.branch !== undefined && isClean(git, delivery)) {
        const problem = mergeBranch(git, delivered.branch);
        return problem === undefined ? { kind: "adopted" } : { kind: "left", reason: problem };
      }
      return writeChanges(fs, root, delivery.base.tree, changes, source.content);
    },
  };
}

/** Whether the user's files are as the revision has them that the run began with. */
function isClean(git: GitFolder, { base }: Delivery): boolean {
  return (
    base.revision !== undefined &&
    git.text(["rev-parse", "HEAD"])?.trim() === base.revision &&
    git.text(["status", "--porcelain", "--untracked-files=no"])?.trim() === ""
  );
}

/** Files that git follows or would, by paths below the folder. */
function repositoryFiles(git: GitFolder): string[] | undefined {
  const files = git.list(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  return files && [...new Set(files)].filter((path) => !path.startsWith(".contract/")).sort();
}

function revisionTree(git: GitFolder): Tree {
  const tree: Tree = {};
  for (const entry of git.list(["ls-tree", "-r", "-z", "HEAD", "."]) ?? []) {
    const tab = entry.indexOf("\t");
    const id = entry.slice(0, tab).split(" ")[2];
    if (id !== undefined) tree[entry.slice(tab + 1)] = id;
  }
  return tree;
}

function folderFiles(fs: FileSystem, root: string): string[] {
  const files: string[] = [];
  const queue = [""];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    for (const { name, kind } of fs.list(folder === "" ? root : `${root}/${folder}`)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (kind === "folder" && !TOOLS.has(name)) queue.push(path);
      else if (kind === "file") files.push(path);
    }
  }
  return files.sort();
}

/** The bytes of a plain file of ordinary size. */
function readPlain(fs: FileSystem, path: string): Uint8Array | undefined {
  try {
    const found = fs.stat(path);
    return found?.kind === "file" && found.size <= LARGEST ? fs.readFile(path) : undefined;
  } catch (error) {
    if (error instanceof FileSystemError) return undefined;
    throw error;
  }
}

function fromPlace(
  fs: FileSystem,
  root: string,
  path: string | undefined,
  id: string,
): Uint8Array | undefined {
  const bytes = path === undefined ? undefined : readPlain(fs, `${root}/${path}`);
  return bytes && contentIdOf(bytes) === id ? bytes : undefined;
}

/** Writes all changes or none: a file that is not as the run found it is the user's. */
function writeChanges(
  fs: FileSystem,
  root: string,
  base: Tree,
  changes: Tree,
  content: (id: string) => Uint8Array,
): { kind: "adopted" } | { kind: "left"; reason: string } {
  const now = (path: string) => {
    const bytes = readPlain(fs, `${root}/${path}`);
    if (bytes) return contentIdOf(bytes);
    return fs.stat(`${root}/${path}`) === null ? undefined : "";
  };
  const pending = Object.entries(changes).filter(([path, id]) => now(path) !== id);
  const changed = pending.filter(([path]) => now(path) !== base[path]).map(([path]) => path);
  if (changed.length > 0)
    return {
      kind: "left",
      reason: `Changed since the run began, and therefore left alone: ${changed.join(", ")}.`,
    };
  const done: string[] = [];
  try {
    for (const [path, id] of pending) {
      done.push(path);
      fs.writeFile(`${root}/${path}`, content(id));
    }
    return { kind: "adopted" };
  } catch (error) {
    if (!(error instanceof FileSystemError)) throw error;
    for (const path of done.reverse()) {
      const before = base[path];
      if (before === undefined) fs.remove(`${root}/${path}`);
      else fs.writeFile(`${root}/${path}`, content(before));
    }
    return { kind: "left", reason: `${done[0] ?? ""} could not be written: ${error.detail}` };
  }
}
