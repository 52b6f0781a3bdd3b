import { minimise } from "./minimise.ts";
import type { Failure } from "./oracle.ts";
import { Random } from "./random.ts";

/** What a worker is started with. */
export interface WorkerOptions {
  /** The folder of the repository. */
  root: string;
  what: "contracts" | "code";
  seed: number;
  /** A whole file is taken once in so many inputs, a small part otherwise. */
  wholeOnce: number;
  /** The costly questions are asked once in so many inputs. */
  thoroughOnce: number;
}

/** One kind of fuzzing: makes the input of a number and says what is wrong with it. */
export interface Subject {
  kinds: readonly string[];
  slowest(): number;
  input(random: Random): { kind: string; data: string | Uint8Array };
  check(data: string | Uint8Array, random: Random, thorough: boolean): Failure | undefined;
}

export interface FoundFailure extends Failure {
  index: number;
  kind: string;
  /** Base64 of the smallest input that still fails so. */
  input: string;
}

export interface BatchResult {
  from: number;
  to: number;
  kinds: Record<string, number>;
  failures: FoundFailure[];
  slowest: number;
  /** Bytes in use after a collection, where the collector may be asked. */
  heap: number;
  rss: number;
}

async function subjectOf(options: WorkerOptions): Promise<Subject> {
  if (options.what === "contracts") return (await import("./contract-subject.ts")).contractSubject(options);
  return (await import("./code-subject.ts")).codeSubject(options);
}

function run(subject: Subject, { seed, thoroughOnce }: WorkerOptions, from: number, to: number): BatchResult {
  const kinds: Record<string, number> = {};
  const failures: FoundFailure[] = [];
  const known = new Set<string>();
  for (let index = from; index < to; index++) {
    const random = new Random(seed, index);
    const { kind, data } = subject.input(random);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    const thorough = index % thoroughOnce === 0;
    const found = subject.check(data, new Random(seed, index), thorough);
    if (!found) continue;
    const same = ({ oracle, detail }: Failure) => oracle === found.oracle && detail === found.detail;
    const isNew = !known.has(`${found.oracle} ${found.detail}`);
    known.add(`${found.oracle} ${found.detail}`);
    const smallest =
      isNew && found.oracle !== "slow"
        ? minimise(data, (smaller) => {
            const other = subject.check(smaller, new Random(seed, index), thorough);
            return other !== undefined && same(other);
          })
        : data;
    failures.push({ ...found, index, kind, input: Buffer.from(smallest).toString("base64") });
  }
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  return { from, to, kinds, failures, slowest: subject.slowest(), heap: heapUsed, rss };
}

const options = JSON.parse(process.argv[2] ?? "{}") as WorkerOptions;
const subject = await subjectOf(options);
process.on("message", ({ from, to }: { from: number; to: number }) => {
  process.send?.(run(subject, options, from, to));
});
process.send?.({ ready: true });
