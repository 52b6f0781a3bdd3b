import {
  closeSync,
  type Dirent,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path/posix";
import {
  type DirectoryEntry,
  type FileStat,
  type FileSystem,
  FileSystemError,
  type FileSystemFault,
} from "./file-system.js";

export interface NodeFileSystemOptions {
  /** Absolute. Writing and removing are refused where links lead out of this folder. */
  within?: string;
}

/**
 * The file system of the machine.
 *
 * Writing never goes through a link: a repository from elsewhere may hold a link to a file of the user's that a
 * build would overwrite. What lies at a path as a link stays as it is and the write fails.
 *
 * @returns a port whose methods throw `FileSystemError` and nothing else
 */
export function nodeFileSystem({ within }: NodeFileSystemOptions = {}): FileSystem {
  const boundary = within === undefined ? undefined : realPath(within);

  function refuseOutside(path: string): void {
    if (boundary === undefined) return;
    const folder = boundary === null ? null : nearestRealFolder(dirname(path));
    if (folder !== null && (folder === boundary || folder.startsWith(withSlash(boundary!)))) return;
    throw new FileSystemError("denied", path, `not written, because it lies outside ${within}`);
  }

  return {
    readFile: (path) => attempt(path, () => readFileSync(path)),
    readPart: (path, start, end) => attempt(path, () => readPart(path, start, end)),
    stat,
    list: (path) =>
      attempt(path, () =>
        readdirSync(path, { withFileTypes: true })
          .map((entry): DirectoryEntry => ({ name: entry.name, kind: kindOf(entry) }))
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
      ),
    writeFile(path, data, { executable = false } = {}) {
      refuseOutside(path);
      const there = stat(path);
      if (there?.kind === "link") {
        throw new FileSystemError("denied", path, "not written, because it is a link");
      }
      if (there && there.kind !== "file") throw new FileSystemError("not-a-file", path, "not a file");
      attempt(path, () => replaceFile(path, data, there !== null, executable));
    },
    remove(path) {
      refuseOutside(path);
      attempt(path, () => {
        try {
          unlinkSync(path);
        } catch (error) {
          if (codeOf(error) !== "ENOENT" && codeOf(error) !== "ENOTDIR") throw error;
        }
      });
    },
    realPath,
    exclusively(path, action) {
      refuseOutside(path);
      attempt(path, () => takeLock(path));
      try {
        return action();
      } finally {
        rmSync(path, { force: true });
      }
    },
  };
}

function readPart(path: string, start: number, end: number): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafeSlow(end - start);
    let length = 0;
    while (length < bytes.length) {
      const more = readSync(file, bytes, length, bytes.length - length, start + length);
      if (more === 0) break;
      length += more;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/** What is done under a lock takes milliseconds: one as old as this was left behind by a process that was killed. */
const ABANDONED_MS = 10_000;
/** Long enough for several others that wait their turn. */
const PATIENCE_MS = 5_000;
const PAUSE_MS = 10;

/** Makes a file that only one process can make, as soon as nobody else holds it. */
function takeLock(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      closeSync(openSync(path, "wx"));
      return;
    } catch (error) {
      // Windows says EPERM while the other's file is being removed.
      const isHeld = codeOf(error) === "EEXIST" || (codeOf(error) === "EPERM" && stat(path) !== null);
      if (!isHeld) throw error;
    }
    const held = stat(path);
    if (held && held.kind !== "file") throw new FileSystemError("not-a-file", path, "not a file");
    if (held && Date.now() - held.modified > ABANDONED_MS) {
      rmSync(path, { force: true });
      continue;
    }
    if (waited >= PATIENCE_MS) {
      throw new FileSystemError(
        "other",
        path,
        "another contractc holds it; remove the file where none is running",
      );
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** Writes a temporary file in the same folder and renames it, so that a reader sees the old file or the new one. */
function replaceFile(path: string, data: string | Uint8Array, exists: boolean, executable: boolean): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  // Asked for here, because loading it takes longer than most commands that write nothing.
  const temporary = `${withSlash(folder)}.contractc-${process.getBuiltinModule("node:crypto").randomUUID()}.tmp`;
  const handle = openSync(temporary, "wx");
  try {
    try {
      // The mode of opening is cut by the umask, a change of mode is not.
      if (exists) fchmodSync(handle, lstatSync(path).mode & 0o7777);
      if (executable) {
        const { mode } = fstatSync(handle);
        fchmodSync(handle, (mode & 0o7777) | ((mode & 0o444) >> 2));
      }
      writeFileSync(handle, data);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Without closures and objects that are not needed: it is asked for every file of a repository. */
function stat(path: string): FileStat | null {
  let found: Stats | undefined;
  try {
    found = lstatSync(path, QUIETLY);
  } catch (error) {
    return attempt(path, () =>
      absent((): FileStat => {
        throw error;
      }),
    );
  }
  if (!found) return null;
  const { size, mtimeMs: modified, ctimeMs: changed, ino: inode } = found;
  const result: FileStat = { kind: kindOf(found), size, modified, changed, inode };
  if ((found.mode & 0o222) === 0) result.readOnly = true;
  return result;
}

const QUIETLY = { throwIfNoEntry: false } as const;

function realPath(path: string): string | null {
  return attempt(path, () => absent(() => forwardSlashes(realpathSync.native(path))));
}

/** The real path of a folder, or of the nearest one above it that exists. */
function nearestRealFolder(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const real = realPath(at);
    // What is missing below a real folder will be made as plain folders; a dangling link is no missing folder.
    if (real !== null) return real;
    if (stat(at) !== null || dirname(at) === at) return null;
  }
}

function kindOf(entry: Dirent | Stats): FileStat["kind"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "folder" : "other";
}

/** Nothing stands at such a path: neither behind links that lead in a circle, nor under a name too long to be given. */
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);

function absent<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (ABSENT.has(codeOf(error) ?? "")) return null;
    throw error;
  }
}

const FAULTS: Record<string, [FileSystemFault, string]> = {
  ENOENT: ["missing", "there is no such file"],
  EACCES: ["denied", "permission denied"],
  EPERM: ["denied", "permission denied"],
  EROFS: ["denied", "the file system is read-only"],
  EISDIR: ["not-a-file", "it is a folder"],
  ENOTDIR: ["not-a-folder", "a part of the path is no folder"],
  EEXIST: ["not-a-folder", "a part of the path is no folder"],
  ELOOP: ["other", "the links of the path lead in a circle"],
  ENAMETOOLONG: ["other", "the path is too long"],
  ENOSPC: ["other", "there is no space left on the disk"],
  EDQUOT: ["other", "there is no space left for this user"],
  EFBIG: ["other", "the file is too large"],
  ERR_FS_FILE_TOO_LARGE: ["other", "the file is too large"],
  EMFILE: ["other", "too many files are open"],
  EIO: ["other", "the disk could not read or write it"],
};

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof FileSystemError) throw error;
    const [fault, detail] = FAULTS[codeOf(error) ?? ""] ?? ["other", messageOf(error)];
    throw new FileSystemError(fault, path, detail);
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function withSlash(folder: string): string {
  return folder.endsWith("/") ? folder : `${folder}/`;
}

function forwardSlashes(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}
