import { posix } from "node:path";
import {
  checkCode,
  type OpenedProject,
  openProject,
  pythonReader,
  type Reader,
  typescriptReader,
} from "@contractc/code";
import {
  type ContractConfig,
  configured,
  type DirectoryEntry,
  type FileSystem,
  FileSystemError,
  type Finding,
  type Kernel,
  nodeFileSystem,
  readConfig,
} from "@contractc/kernel";
import { compile } from "@contractc/language";
import { languagesOf } from "../../packages/cli/dist/readers.js";

/** What a mutation does to the files: a new text, or none where the file goes. */
export type Changes = ReadonlyMap<string, string | null>;

/** Below the path that the copy of a tree has in memory. */
const ROOT = "/tree";
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * A tree of files with its contract, held in memory, in which single files are exchanged. What is found is what
 * `contractc drift` finds in such a folder: the same functions, opened anew for each mutation; only what a reader makes
 * of an unchanged file is kept, which depends on the file's path and text alone.
 */
export class Workspace {
  readonly kernel: Kernel;
  /** Before any mutation. */
  readonly baseline: readonly Finding[];
  readonly project: OpenedProject;
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #config: ContractConfig;
  readonly #readers: readonly Reader[];

  private constructor(files: ReadonlyMap<string, Uint8Array>, kernel: Kernel, readers: readonly Reader[]) {
    this.#files = files;
    this.kernel = kernel;
    this.#config = readConfig(memory(files), ROOT).config;
    this.#readers = readers;
    this.project = this.#open(files);
    this.baseline = this.#check(this.project);
  }

  /**
   * @param folder of the tree; read once
   * @param contract the contract's file in it
   * @throws where the contract has errors
   */
  static async open(folder: string, contract: string): Promise<Workspace> {
    const files = filesBelow(nodeFileSystem(), folder);
    const { kernel, findings } = compile({ fs: memory(files), root: `${ROOT}/${contract}` });
    const error = findings.find(({ severity }) => severity === "error");
    if (error) throw new Error(`${contract}:${error.line}: ${error.code}: ${error.message}`);
    const start = { python: pythonReader, typescript: typescriptReader };
    const texts = new Map([...files].map(([path, bytes]) => [path, decoder.decode(bytes)]));
    const readers = await Promise.all(
      [...languagesOf(kernel)].sort().map(async (language) => remembering(await start[language](), texts)),
    );
    return new Workspace(files, kernel, readers);
  }

  /** The text of a file, without a byte order mark. */
  text(path: string): string {
    return decoder.decode(this.#files.get(path));
  }

  /** What is found with the changes that is not found without them. */
  findings(changes: Changes): Finding[] {
    const files = new Map(this.#files);
    for (const [path, text] of changes) {
      if (text === null) files.delete(path);
      else files.set(path, encoder.encode(text));
    }
    const known = new Map<string, number>();
    for (const { fingerprint } of this.baseline) known.set(fingerprint, (known.get(fingerprint) ?? 0) + 1);
    return this.#check(this.#open(files)).filter(({ fingerprint }) => {
      const count = known.get(fingerprint) ?? 0;
      known.set(fingerprint, count - 1);
      return count <= 0;
    });
  }

  #open(files: ReadonlyMap<string, Uint8Array>): OpenedProject {
    return openProject({
      fs: memory(files),
      root: ROOT,
      targets: this.kernel.targets,
      readers: this.#readers,
      includes: this.kernel.modules.map(({ path }) => path),
      excludes: this.#config.excludes,
    });
  }

  #check(project: OpenedProject): Finding[] {
    return configured(checkCode(this.kernel, project), this.#config).map((finding) => ({
      ...finding,
      file: posix.relative(ROOT, finding.file),
    }));
  }
}

/** A reader that keeps what it made of the tree's own files. */
function remembering(reader: Reader, texts: ReadonlyMap<string, string>): Reader {
  const kept = new Map<string, ReturnType<Reader["read"]>>();
  return {
    ...reader,
    read: (file, text, typeVariables) => {
      if (texts.get(file) !== text) return reader.read(file, text, typeVariables);
      const key = `${file} ${JSON.stringify(typeVariables ?? null)}`;
      let signature = kept.get(key);
      if (!signature) {
        signature = reader.read(file, text, typeVariables);
        kept.set(key, signature);
      }
      return signature;
    },
  };
}

function filesBelow(fs: FileSystem, root: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const visit = (folder: string) => {
    for (const { name, kind } of fs.list(posix.join(root, folder))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      if (kind === "file") files.set(path, fs.readFile(posix.join(root, path)));
      else if (kind === "folder" && name !== ".git" && name !== "node_modules") visit(path);
    }
  };
  visit("");
  return files;
}

/** As a file system that is only read, each folder listed at once. */
function memory(files: ReadonlyMap<string, Uint8Array>): FileSystem {
  const folders = new Map<string, Map<string, DirectoryEntry>>([["", new Map()]]);
  for (const path of files.keys()) {
    let kind: DirectoryEntry["kind"] = "file";
    for (let at = path; at !== ""; ) {
      const slash = at.lastIndexOf("/");
      const folder = slash < 0 ? "" : at.slice(0, slash);
      const entries = folders.get(folder) ?? new Map<string, DirectoryEntry>();
      folders.set(folder, entries.set(at.slice(slash + 1), { name: at.slice(slash + 1), kind }));
      kind = "folder";
      at = folder;
    }
  }
  const inside = (path: string) =>
    path === ROOT ? "" : path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : undefined;
  const stat: FileSystem["stat"] = (path) => {
    const own = inside(path);
    const bytes = own === undefined ? undefined : files.get(own);
    if (bytes) return { kind: "file", size: bytes.length, modified: 0 };
    return own !== undefined && folders.has(own) ? { kind: "folder", size: 0, modified: 0 } : null;
  };
  const readOnly = () => {
    throw new Error("This file system is only read.");
  };
  return {
    readFile(path) {
      const bytes = files.get(inside(path) ?? "");
      if (!bytes) throw new FileSystemError("missing", path, "there is no such file");
      return bytes;
    },
    stat,
    list(path) {
      const entries = folders.get(inside(path) ?? "?");
      if (!entries) throw new FileSystemError("missing", path, "there is no such folder");
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    writeFile: readOnly,
    remove: readOnly,
    realPath: (path) => (stat(path) ? path : null),
  };
}
