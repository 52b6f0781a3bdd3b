import {
  applyPlan,
  checkImports,
  drift,
  extract,
  type OpenedProject,
  openProject,
  planBuild,
  type Reader,
} from "@contractc/code";
import { type FileSystem, memoryFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { CODE_CONTRACT, CODE_ROOT, type CodeBase } from "./code-corpus.ts";
import { type Failure, failure, placesFault, thrown } from "./oracle.ts";

const CPU_LIMIT = 2_000;

/** Checks what is promised of code, however broken it is: reading, drift, imports, build and extraction. */
export class CodeOracles {
  /** The longest time that one input took: milliseconds of the processor. */
  slowest = 0;

  constructor(readonly readers: readonly Reader[]) {}

  /**
   * @param base whose contract the code is compared with
   * @param thorough extracts a contract as well, twice
   */
  check(base: CodeBase, data: string | Uint8Array, thorough: boolean): Failure | undefined {
    try {
      const before = process.cpuUsage();
      const fault = this.#compare(base, data) ?? (thorough ? this.#extract(base, data) : undefined);
      const { user, system } = process.cpuUsage(before);
      const spent = (user + system) / 1_000;
      this.slowest = Math.max(this.slowest, spent);
      return fault ?? (spent > CPU_LIMIT ? failure("slow", `more than ${CPU_LIMIT} ms`) : undefined);
    } catch (error) {
      return thrown(error);
    }
  }

  #open(fs: FileSystem, { kernel, path }: CodeBase): OpenedProject {
    return openProject({
      fs,
      root: CODE_ROOT,
      targets: kernel.targets,
      readers: this.readers,
      includes: [path],
    });
  }

  #compare(base: CodeBase, data: string | Uint8Array): Failure | undefined {
    const { kernel, contract, path } = base;
    const file = `${CODE_ROOT}/${path}`;
    const fs = memoryFileSystem({ [file]: data });
    const project = this.#open(fs, base);
    const { text, signature } = project.files.get(path)!;
    const texts = new Map([
      [file, text],
      [CODE_CONTRACT, contract],
    ]);
    const spans = [...signature.symbols.map(({ span }) => span), ...signature.problems, ...signature.imports];
    for (const { start, end } of spans) {
      if (start < 0 || end < start || end > text.length)
        return failure("span", `${start}-${end} of ${text.length}`);
    }
    const fault = placesFault([...drift(kernel, project), ...checkImports(kernel, project).findings], texts);
    return fault ?? this.#build(base, fs, project, text, signature.problems.length === 0);
  }

  #build(
    base: CodeBase,
    fs: ReturnType<typeof memoryFileSystem>,
    project: OpenedProject,
    text: string,
    parses: boolean,
  ): Failure | undefined {
    const { kernel, path } = base;
    const untouched = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
      fs.readFile(`${CODE_ROOT}/${path}`),
    );
    const plan = planBuild(kernel, { fs, root: CODE_ROOT, project });
    const { problems } = applyPlan(fs, plan);
    if (problems.length > 0) return failure("build", problems[0]!.message);
    const after = new TextDecoder("utf-8", { ignoreBOM: true }).decode(fs.readFile(`${CODE_ROOT}/${path}`));
    if (!plan.writes.some((write) => write.path === path)) {
      return after === untouched ? undefined : failure("insertion", "the file changed without a write");
    }
    if (!isKept(untouched, after)) return failure("insertion", "a part of the text is lost");
    if (!parses) return undefined;
    const later = this.#open(fs, base);
    const broken = later.files.get(path)!.signature.problems[0];
    if (broken) return failure("insertion", `what parsed does not parse any more: ${broken.message}`);
    const second = planBuild(kernel, { fs, root: CODE_ROOT, project: later });
    const repeated = second.writes.find((write) => write.path === path);
    return repeated && text !== "" ? failure("insertion", "a second build inserts again") : undefined;
  }

  #extract(base: CodeBase, data: string | Uint8Array): Failure | undefined {
    const fs = memoryFileSystem({ [`${CODE_ROOT}/${base.path}`]: data });
    const contracts = [0, 1].map(() => extract({ fs, project: this.#open(fs, base), name: "Fuzz" }).text);
    if (contracts[0] !== contracts[1]) return failure("extraction", "a second extraction differs");
    const compilation = compile({
      fs: memoryFileSystem({ [CODE_CONTRACT]: contracts[0]! }),
      root: CODE_CONTRACT,
    });
    const broken = compilation.findings.find(({ code }) => code.startsWith("syntax/"));
    return broken
      ? failure("extraction", `the contract does not parse: ${broken.message.slice(0, 120)}`)
      : undefined;
  }
}

/** A body of nothing but this makes room for what is put in. */
const HOLLOW = /^[ \t]*(?:pass|\.\.\.)[ \t]*(?:\r\n|\r|\n|$)/gm;

/** Whether all characters of a text stand in another, in their order. */
function isKept(before: string, after: string): boolean {
  let at = 0;
  for (const character of before.replaceAll(HOLLOW, "")) {
    at = after.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
