import type { FileSystem } from "@contractc/kernel";
import type { Context } from "../context.js";
import { CacheFolder } from "./folder.js";
import { PackedReadings } from "./packed-readings.js";
import { type Question, type Recorded, type Recording, recorded } from "./questions.js";
import { ResultCache, WORTHWHILE } from "./store.js";

/**
 * What is known of the code below a folder: the content of files in known states, and what was read in each content. A
 * file that has not changed is neither read nor parsed.
 */
export class CodeCache {
  /** Tells the content of every file; not to be written to. */
  readonly fs: FileSystem;
  readonly readings: PackedReadings;
  readonly #recording: Recording;
  readonly #states: ResultCache<null>;
  readonly #known: ReadonlyMap<string, Question>;

  private constructor(
    context: Context,
    private readonly folder: CacheFolder,
    build: string,
    root: string,
    record?: Recorded,
  ) {
    const now = context.clock.now().getTime();
    this.#states = new ResultCache<null>(context.fs, build, "code", [root], now);
    const known = this.#states.questions();
    this.#known = new Map(known.map((question) => [question[1], question]));
    const { fs, recording, learn } = record ?? recorded(context.fs, now);
    learn(known);
    this.fs = fs;
    this.#recording = recording;
    this.readings = new PackedReadings(folder, build);
  }

  /**
   * @param root absolute path of the folder of a contract
   * @param record the disk with what is asked of it noted, where somebody else needs to know
   * @returns `undefined` where the context has no caches
   */
  static for(context: Context, root: string, record?: Recorded): CodeCache | undefined {
    const folder = context.build === undefined ? undefined : CacheFolder.for(context.fs, root);
    return folder && context.build !== undefined
      ? new CodeCache(context, folder, context.build, root, record)
      : undefined;
  }

  /** Keeps what was found out; where that is not possible, nothing happens. */
  save(): void {
    const { questions, size } = this.#recording;
    if (this.folder.own && size < WORTHWHILE) return;
    this.readings.save();
    const contents = questions.filter(([kind]) => kind === "read");
    const isNew = contents.some(([, path, id, state]) => {
      const known = this.#known.get(path);
      return known?.[2] !== id || known[3] !== state;
    });
    if (isNew || contents.length < this.#known.size) this.#states.write({ questions: contents, size }, null);
  }
}
