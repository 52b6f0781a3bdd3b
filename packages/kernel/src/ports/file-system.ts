/** What contractc asks of a file system. Paths are absolute with forward slashes. */
export interface FileSystem {
  /** @returns the bytes; throws `FileSystemError` where there is no such file or it cannot be read */
  readFile(path: string): Uint8Array;
  /**
   * Bytes of a file from one place up to another, or to its end; throws as `readFile` does. A file system that can only
   * read whole files leaves this out.
   */
  readPart?(path: string, start: number, end: number): Uint8Array;
  /**
   * The id of a file's content (`contentIdOf`), where it can be told for less than reading the file. A file system that
   * never can leaves this out.
   *
   * @returns `undefined` where it cannot be told
   */
  contentId?(path: string): string | undefined;
  /** What stands at the path, links not followed; `null` for nothing. */
  stat(path: string): FileStat | null;
  /** Names in a folder, sorted by code unit; throws `FileSystemError`. */
  list(path: string): DirectoryEntry[];
  /** Writes the whole file or nothing (a temporary file beside it, renamed). Makes missing folders. */
  writeFile(path: string, data: string | Uint8Array, options?: WriteOptions): void;
  /** Removes a file; nothing where there is none. */
  remove(path: string): void;
  /** The path with every link resolved; `null` where it does not exist. */
  realPath(path: string): string | null;
  /**
   * Does something while no other process does anything under the same name, and waits for one that does. A file system
   * that no other process writes to leaves this out.
   *
   * @param path of a file that stands for the name while the action runs, and is removed after it
   * @returns what the action returns; throws `FileSystemError` where the file cannot be made or the other does not end
   */
  exclusively?<T>(path: string, action: () => T): T;
}

export interface WriteOptions {
  /** Whoever may read the file may run it. */
  executable?: boolean;
}

export interface FileStat {
  kind: "file" | "folder" | "link" | "other";
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
  /** When anything about it last changed, which no program can set; absent where the file system does not say. */
  changed?: number;
  /** Its number within the file system. */
  inode?: number;
  /** Its mode lets nobody write it. */
  readOnly?: true;
}

export interface DirectoryEntry {
  name: string;
  kind: FileStat["kind"];
}

export type FileSystemFault = "missing" | "denied" | "not-a-file" | "not-a-folder" | "other";

/** A file that could not be read or written: a fact about the user's machine, to be told as such. */
export class FileSystemError extends Error {
  constructor(
    readonly fault: FileSystemFault,
    readonly path: string,
    /** What went wrong, without the path. */
    readonly detail: string,
  ) {
    super(`${path}: ${detail}`);
  }
}
