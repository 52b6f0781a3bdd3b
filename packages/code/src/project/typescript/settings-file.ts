import { decodeText, type FileSystem, FileSystemError } from "@contractc/kernel";
import { joinRoot } from "../discover.js";
import { folderOf } from "../paths.js";
import { isRecord, parseJsonc } from "./jsonc.js";

/** Reads settings such as `tsconfig.json` and `package.json` of a project, never through a link. */
export class SettingsFiles {
  constructor(
    readonly fs: FileSystem,
    readonly root: string,
  ) {}

  /** @returns the text; `undefined` where there is no such file, it cannot be read or a link leads to it */
  text(path: string): string | undefined {
    if (!this.isPlainFile(path)) return undefined;
    try {
      return decodeText(this.fs.readFile(joinRoot(this.root, path))).text;
    } catch (error) {
      if (error instanceof FileSystemError) return undefined;
      throw error;
    }
  }

  /** @returns the object of a JSON file with comments; `undefined` where there is none */
  object(path: string): Record<string, unknown> | undefined {
    const text = this.text(path);
    const value = text === undefined ? undefined : parseJsonc(text);
    return isRecord(value) ? value : undefined;
  }

  /** A file is there, and neither it nor a folder on the way is a link. */
  isPlainFile(path: string): boolean {
    if (this.fs.stat(joinRoot(this.root, path))?.kind !== "file") return false;
    for (let at = folderOf(path); at !== ""; at = folderOf(at)) {
      if (this.fs.stat(joinRoot(this.root, at))?.kind !== "folder") return false;
    }
    return true;
  }
}
