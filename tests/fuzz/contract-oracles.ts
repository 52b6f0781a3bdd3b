import { canonicalJson, type FileSystem, memoryFileSystem } from "@contractc/kernel";
import {
  type Compilation,
  compile,
  type Element,
  type ParsedFile,
  parseContract,
  SourceFiles,
} from "@contractc/language";
import { parseWithLangium } from "../../packages/language/src/syntax/parse.ts";
import { createSyntaxServices } from "../../packages/language/src/syntax/services.ts";
import { type Failure, failure, lineIndexFault, placesFault, thrown } from "./oracle.ts";
import type { Random } from "./random.ts";

const ROOT = "/fuzz/root.contract";
/** What the examples of diagnostics and the fixtures import. */
const SHARED = "/fuzz/shared.contract";
const CPU_LIMIT = 2_000;

/** A declaration that must be found behind whatever text. */
const LAST = '\nmodule zzLast "zz_last.py" {\n  fn zzAfter()\n}\n';

/** Checks what is promised of every text, in the development mode of the parser, which tells ambiguities. */
export class ContractOracles {
  readonly #services = createSyntaxServices(true);
  readonly #reports: string[] = [];
  /** The longest time that one compilation took: milliseconds of the processor. */
  slowest = 0;

  constructor() {
    // Chevrotain says on the console that two alternatives of the grammar fit.
    for (const method of ["log", "warn", "error", "info"] as const) {
      console[method] = (...parts: unknown[]) => void this.#reports.push(parts.join(" "));
    }
  }

  /**
   * @param thorough asks the costly questions as well: determinism, round trip of the JSON, recovery
   * @returns the first promise that is not kept
   */
  check(data: string | Uint8Array, random: Random, thorough: boolean): Failure | undefined {
    this.#reports.length = 0;
    try {
      const before = process.cpuUsage();
      const compilation = this.#compile(data, this.#parse);
      const json = canonicalJson(compilation.kernel, 0);
      const { user, system } = process.cpuUsage(before);
      const spent = (user + system) / 1_000;
      this.slowest = Math.max(this.slowest, spent);
      const fault =
        this.#ambiguity() ??
        (spent > CPU_LIMIT ? failure("slow", `more than ${CPU_LIMIT} ms`) : undefined) ??
        resultFault(compilation, random);
      if (fault || !thorough) return fault;
      return this.#thorough(data, compilation, json) ?? this.#ambiguity();
    } catch (error) {
      return thrown(error);
    }
  }

  #parse = (text: string, file: string): ParsedFile => parseWithLangium(this.#services, text, file);

  #compile(data: string | Uint8Array, parse: (text: string, file: string) => ParsedFile): Compilation {
    const fs: FileSystem = memoryFileSystem({ [ROOT]: data, [SHARED]: "" });
    return compile({ fs, root: ROOT, files: new SourceFiles(fs, parse) });
  }

  #ambiguity(): Failure | undefined {
    const [first] = this.#reports;
    return first === undefined ? undefined : failure("ambiguity", first.slice(0, 200));
  }

  #thorough(
    data: string | Uint8Array,
    { kernel, findings, files }: Compilation,
    json: string,
  ): Failure | undefined {
    // Once more, as users run it: texts without problems go through another parser there.
    const again = this.#compile(data, parseContract);
    if (
      canonicalJson(again.kernel, 0) !== json ||
      JSON.stringify(again.findings) !== JSON.stringify(findings)
    ) {
      return failure("deterministic", "a second compilation differs");
    }
    if (canonicalJson(JSON.parse(JSON.stringify(kernel)), 0) !== json) {
      return failure("serialisable", "the kernel is not the same after JSON");
    }
    const { text } = files[0]!;
    const { root, problems } = this.#parse(text + LAST, ROOT);
    if (problems.some(({ message }) => message.includes("nest"))) return undefined;
    return holds(root.elements) ? undefined : failure("recovery", "the declaration behind the text is lost");
  }
}

function resultFault({ findings, files, sound }: Compilation, random: Random): Failure | undefined {
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const text = texts.get(ROOT);
  if (text === undefined) return failure("result", "the root file is not among the files");
  if (files[0]!.problems.length > 0 && sound) return failure("result", "sound, but its text has problems");
  const offsets = [0, text.length, random.below(text.length + 1), random.below(text.length + 1)];
  return placesFault(findings, texts) ?? lineIndexFault(text, offsets);
}

function holds(elements: readonly Element[]): boolean {
  return elements.some(
    (element) =>
      ("name" in element && element.name === "zzLast" && element.$type === "Module") ||
      ("elements" in element && holds(element.elements)),
  );
}
