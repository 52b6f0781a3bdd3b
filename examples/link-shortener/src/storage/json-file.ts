/** One value in one JSON file. */

import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** The file is there, but holds something else than was written. */
export class DamagedFile extends Error {
  override readonly name = "DamagedFile";
  readonly file: string;
  readonly reason: string;
  constructor(file: string, reason: string) {
    super(`${file} is damaged: ${reason}`);
    this.file = file;
    this.reason = reason;
  }
}

/** Reads and writes a value of type `T`. One writer at a time; `SerialQueue` sees to it. */
export class JsonFile<T> {
  readonly file: string;
  readonly #parse: (value: unknown) => T;

  /** @param parse turns what JSON gave into a `T`, or throws an error that says what is wrong with it */
  constructor(file: string, parse: (value: unknown) => T) {
    this.file = file;
    this.#parse = parse;
  }

  /**
   * The value, or `undefined` where there is no file yet.
   *
   * @throws DamagedFile where it is no JSON, or JSON of another shape
   */
  async read(): Promise<T | undefined> {
    let text: string;
    try {
      text = await readFile(this.file, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
    try {
      return this.#parse(JSON.parse(text));
    } catch (error) {
      throw new DamagedFile(this.file, error instanceof Error ? error.message : String(error));
    }
  }

  /** Writes to a temporary name and renames: whatever happens, the file is the old or the new one. */
  async write(value: T): Promise<void> {
    const unfinished = `${this.file}.${randomUUID()}.tmp`;
    await mkdir(dirname(this.file), { recursive: true });
    try {
      await writeFile(unfinished, `${JSON.stringify(value, null, 2)}\n`, "utf8");
      await rename(unfinished, this.file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }
}
