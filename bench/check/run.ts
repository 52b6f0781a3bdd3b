import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, run, type Usage } from "./children.ts";
import type { Measured } from "./measure.ts";
import { contractWorkspace, typeSpecWorkspace, writeWorkspace } from "./workspace.ts";

/** What `npm run bench -- check` is asked for. */
export interface Options {
  sizes: number[];
  perFile: number;
  runs: number;
}

interface Figures {
  total: number;
  parsing: number;
  rest: number;
  memory: number;
}

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const COMMAND = here("../../packages/cli/bin/contractc.js");
/** What the command asks of V8 when it starts. */
const OPTIONS = Array.from(
  readFileSync(COMMAND, "utf8").matchAll(/setFlagsFromString\("(.+)"\)/g),
  ([, option = ""]) => option,
);

/** Measures everything and prints it as tables; the numbers to look at are the ratios. */
export function benchCheck({ sizes, perFile, runs }: Options): void {
  const folder = mkdtempSync(join(tmpdir(), "contractc-bench-"));
  try {
    console.log(
      `Median of ${runs} runs; processor time in ms, peak memory in MiB; ${perFile} modules a file.\n`,
    );
    const ours = new Map<number, Figures>();
    console.log(
      "modules   lines |     ours  parse   rest  memory |    stock  parse   rest  memory | ratios: time  rest  memory",
    );
    for (const modules of sizes) {
      const workspace = join(folder, `${modules}`);
      const files = contractWorkspace({ modules, perFile });
      writeWorkspace(workspace, files);
      // The stock pipeline needs more than Node's usual heap for the largest; both get the same.
      const flags = modules > 1000 ? ["--max-old-space-size=12288"] : [];
      const started = [...OPTIONS, ...flags];
      const own = {
        ...figures("ours.ts", workspace, runs, started),
        memory: memoryOfCommand(workspace, runs),
      };
      const stock = figures("stock.ts", workspace, runs, flags);
      ours.set(modules, own);
      const ratio = (key: keyof Figures) => (own[key] / stock[key]).toFixed(2);
      console.log(
        `${pad(modules, 7)} ${pad(lines(files), 7)} | ${row(own)} | ${row(stock)} |         ${ratio("total")}  ${ratio("rest")}    ${ratio("memory")}`,
      );
    }
    growth(ours);
    if (sizes.includes(1000)) {
      cached(join(folder, "1000"), runs);
      edited(join(folder, "1000"), runs);
      typeSpec(folder, perFile, runs, ours.get(1000)?.total ?? Number.NaN);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Times are those of whole processes: start, reading and all. */
function figures(script: string, workspace: string, count: number, flags: readonly string[]): Figures {
  const runs = repeat(count, () => {
    const usage = run([...flags, here(script), workspace]);
    return { ...usage, ...(JSON.parse(usage.output) as Measured) };
  });
  return {
    total: median(runs, (each) => each.processor),
    parsing: median(runs, (each) => each.parsing),
    rest: median(runs, (each) => each.rest),
    memory: median(runs, (each) => each.memory),
  };
}

/** Of the command itself, since it is started as it is for the sake of its memory. */
function memoryOfCommand(workspace: string, count: number): number {
  return median(
    repeat(count, () => run([COMMAND, "check", "--no-cache"], workspace)),
    (each) => each.memory,
  );
}

function growth(ours: ReadonlyMap<number, Figures>): void {
  const small = ours.get(1000);
  const large = ours.get(10_000);
  if (small && large)
    console.log(`\n10,000 modules take ${(large.total / small.total).toFixed(1)} times 1,000 modules.`);
}

function cached(workspace: string, count: number): void {
  const empty = processor(repeat(count, () => run(["--eval", ""])));
  const cold = processor(repeat(count, () => run([COMMAND, "check", "--no-cache"], workspace)));
  run([COMMAND, "check"], workspace);
  // The state of files that have just been written is not trusted: their content is read, once more.
  run([COMMAND, "check"], workspace);
  const warm = processor(repeat(count, () => run([COMMAND, "check"], workspace)));
  console.log(
    `\n\`contractc check\` of 1,000 modules: ${cold.toFixed(0)} ms; again, with nothing changed: ${warm.toFixed(0)} ms, ` +
      `${(warm / empty).toFixed(1)} times an empty Node (${empty.toFixed(0)} ms).`,
  );
}

function edited(workspace: string, count: number): void {
  const runs = repeat(
    count,
    () => JSON.parse(run([here("edit.ts"), workspace]).output) as { full: number; edit: number },
  );
  const full = median(runs, (each) => each.full);
  const edit = median(runs, (each) => each.edit);
  console.log(
    `\nIn one process: full check ${full.toFixed(0)} ms; one edit ${edit.toFixed(1)} ms, 1/${(full / edit).toFixed(0)} of it.`,
  );
}

function typeSpec(folder: string, perFile: number, count: number, ours: number): void {
  const shape = { modules: 1000, perFile };
  const files = typeSpecWorkspace(shape);
  const workspace = join(folder, "typespec");
  writeWorkspace(workspace, files);
  const theirs = processor(repeat(count, () => run([here("typespec.ts"), workspace])));
  const speed = (count: number, time: number) => `${((count / time) * 1000).toFixed(0)} lines a second`;
  console.log(
    `\nThe same interfaces: contractc ${speed(lines(contractWorkspace(shape)), ours)}, ` +
      `TypeSpec ${speed(lines(files), theirs)} (${theirs.toFixed(0)} ms for ${lines(files)} lines).`,
  );
}

function processor(runs: readonly Usage[]): number {
  return median(runs, (each) => each.processor);
}

function repeat<T>(count: number, action: () => T): T[] {
  return Array.from({ length: count }, action);
}

function lines(files: ReadonlyMap<string, string>): number {
  return [...files.values()].reduce((sum, text) => sum + text.split("\n").length - 1, 0);
}

function row({ total, parsing, rest, memory }: Figures): string {
  return `${pad(total, 8)} ${pad(parsing, 6)} ${pad(rest, 6)} ${pad(memory, 7)}`;
}

function pad(number: number, width: number): string {
  return number.toFixed(0).padStart(width);
}
