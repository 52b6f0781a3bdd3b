import type { FileSystem } from "@contractc/kernel";
import { CHECKSUM_LENGTH, checksum, checksumOf, decode, encode } from "./checksum.js";
import { CacheFolder } from "./folder.js";
import type { Question, Recording } from "./questions.js";
import {
  ask,
  type Changed,
  type Contents,
  compareContents,
  contentsOf,
  type KeptContents,
  keptContents,
  questionsOf,
  type Snapshot,
  snapshotOf,
} from "./snapshot.js";

/** Contracts that are smaller than this are checked in no time; no folder is made for them. */
export const WORTHWHILE = 64 * 1024;

/** What one command made of what it found. */
interface Entry<T> {
  /** The program that wrote the entry. */
  build: string;
  /** What was asked for. */
  subject: string;
  snapshot: Snapshot;
  result: T;
}

/** What is known of a subject, with what it was made of. */
export interface Kept<T> {
  result: T;
  /** Files whose content is another than when the result was made; where there are none, it holds. */
  changed: readonly Changed[];
  /** What was asked, with the contents and states of today. */
  questions(): Question[];
}

/**
 * A result of what is asked for, by everything that was asked of the file system meanwhile: it counts only where all
 * answers are the same.
 *
 * Entries are written as a whole or not at all, so that processes may share them; one that is damaged, or was written
 * by another build of the program, is as good as none.
 */
export class ResultCache<T> {
  readonly #folder: CacheFolder | undefined;
  readonly #name: string;

  /**
   * @param build tells builds of the program apart
   * @param kind of the results: part of the entry's name
   * @param starts absolute paths that the results are about
   * @param now milliseconds since 1970
   * @param asked what the results are made of, where that is not what holds the cache
   */
  constructor(
    readonly fs: FileSystem,
    readonly build: string,
    readonly kind: string,
    readonly starts: readonly string[],
    readonly now: number,
    private readonly asked = fs,
  ) {
    this.#folder = CacheFolder.for(fs, starts[0] ?? "/");
    this.#name = `${kind}-${checksumOf(JSON.stringify(starts))}.json`;
  }

  /** @returns the result of the same files; `undefined` where there is none to be believed */
  read(): T | undefined {
    const entry = this.#entry();
    if (!entry) return undefined;
    const answer = ask(this.asked, entry.head.snapshot, this.now);
    if (answer.kind === "same") return entry.head.result;
    const kept = answer.kind === "states" ? this.#compared(entry) : undefined;
    return kept && kept.changed.length === 0 ? kept.result : undefined;
  }

  /** The same, where contents of files may have changed: whoever asks may know what they mean for the result. */
  kept(): Kept<T> | undefined {
    const entry = this.#entry();
    if (!entry) return undefined;
    const answer = ask(this.asked, entry.head.snapshot, this.now);
    if (answer.kind === "other") return undefined;
    if (answer.kind === "states") return this.#compared(entry);
    const { snapshot, result } = entry.head;
    const contents = entry.contents();
    return contents && { result, changed: [], questions: () => questionsOf(snapshot, contents) };
  }

  /** What an earlier result asked for, whatever has become of it. */
  questions(): Question[] {
    const entry = this.#entry();
    const contents = entry?.contents();
    return entry && contents ? questionsOf(entry.head.snapshot, contents) : [];
  }

  /** Keeps a result; where that is not possible, nothing happens. */
  write({ questions, size }: Recording, result: T): void {
    if (this.isWorthwhile({ size })) this.#write(questions, result);
  }

  /** Whether results are kept of so much. */
  isWorthwhile({ size }: Pick<Recording, "size">): boolean {
    return this.#folder !== undefined && (!this.#folder.own || size >= WORTHWHILE);
  }

  #compared({ head: { snapshot, result }, contents }: OpenedEntry<T>): Kept<T> | undefined {
    const known = contents();
    if (!known) return undefined;
    const compared = compareContents(this.asked, snapshot, known, this.now);
    const questions = () => questionsOf(snapshot, compared.contents);
    // The next call need not read the files.
    const isSettled = compared.contents.every(([, state]) => state !== "");
    if (compared.changed.length === 0 && isSettled) this.#write(questions(), result);
    return { result, changed: compared.changed, questions };
  }

  #write(questions: readonly Question[], result: T): void {
    const { snapshot, contents } = snapshotOf(questions);
    const entry: Entry<T> = { build: this.build, subject: this.#subject, snapshot, result };
    const head = encode(JSON.stringify(entry));
    const size = encode(String(head.length).padStart(SIZE_LENGTH));
    const body = encode(JSON.stringify(keptContents(contents)));
    const parts = [size, head, head, encode(checksum(body)), body];
    this.#folder?.write(this.#name, Buffer.concat(parts));
  }

  /** Where the results are; `undefined` where that is no place for them. */
  get folder(): CacheFolder | undefined {
    return this.#folder;
  }

  get #subject(): string {
    return this.starts.join("\n");
  }

  #entry(): OpenedEntry<T> | undefined {
    const bytes = this.#folder?.read(this.#name);
    if (!bytes) return undefined;
    const size = Number(decode(bytes.subarray(0, SIZE_LENGTH)));
    // An entry of another version of the program may be laid out in another way.
    if (!Number.isSafeInteger(size) || size <= 0) return undefined;
    const [middle, end] = [SIZE_LENGTH + size, SIZE_LENGTH + 2 * size];
    if (end > bytes.length) return undefined;
    const head = bytes.subarray(SIZE_LENGTH, middle);
    // It is there twice: two copies are compared in a hundredth of the time that a checksum takes.
    if (Buffer.compare(head, bytes.subarray(middle, end)) !== 0) return undefined;
    const entry = JSON.parse(decode(head)) as Entry<T>;
    if (entry.build !== this.build || entry.subject !== this.#subject) return undefined;
    return {
      head: entry,
      contents() {
        const body = bytes.subarray(end + CHECKSUM_LENGTH);
        const isWhole = decode(bytes.subarray(end, end + CHECKSUM_LENGTH)) === checksum(body);
        return isWhole ? contentsOf(JSON.parse(decode(body)) as KeptContents) : undefined;
      },
    };
  }
}

interface OpenedEntry<T> {
  head: Entry<T>;
  /** Read only where the states of files are others; `undefined` where they are damaged. */
  contents(): Contents | undefined;
}

/** Digits of the size of an entry's head. */
const SIZE_LENGTH = 16;
