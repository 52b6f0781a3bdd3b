import { hashOf } from "@contractc/kernel";
import type { CommandEvidence, Evidence, Failure, Gate, GateReport, Tree } from "../model/index.js";
import { DEFAULT_SANDBOX_LIMITS, type Sandbox, type SandboxRun, type Toolchain } from "../sandbox/index.js";
import { failureOf, Judge, type WorkspacePaths, workspacePaths } from "./failures/index.js";
import type { GateInput } from "./port.js";

/** Files to be added to the copy of a tree, or put in place of its own. */
export type Extra = Readonly<Record<string, string>>;

export type Tried = { kind: "ran"; run: SandboxRun } | { kind: "failed"; failure: Failure };

/** One gate at work: runs commands on clean copies and keeps the evidence of each. */
export class Trial {
  readonly paths: WorkspacePaths;
  readonly judge: Judge;
  readonly warnings: string[] = [];
  readonly #commands: CommandEvidence[] = [];
  readonly #reports: Evidence["reports"] = [];
  #tests: Evidence["tests"];

  constructor(
    readonly input: GateInput,
    readonly sandbox: Sandbox,
    readonly toolchain: Toolchain,
    readonly signal: AbortSignal,
  ) {
    this.paths = workspacePaths(input.kernel, (path) => Object.hasOwn(input.tree, path), input.tests);
    this.judge = new Judge(input.kernel, this.paths);
  }

  /** Whom to ask first where nothing tells: the module, where one is tried. */
  get subject(): string {
    const [first = ""] = this.input.modules;
    return this.input.modules.length === 1 ? first : "";
  }

  /**
   * Runs a command on a clean copy of a tree. Files of tests cannot be changed by it.
   *
   * @returns a failure of the environment where the sandbox could not run it
   */
  async run(words: readonly string[], options: { tree?: Tree; extra?: Extra } = {}): Promise<Tried> {
    const { input } = this;
    const { python, ...shown } = this.toolchain;
    const command = words[0] === "python" && python !== undefined ? [python, ...words.slice(1)] : words;
    const files = new Map<string, Uint8Array>();
    for (const [path, id] of Object.entries(options.tree ?? input.tree)) files.set(path, input.content(id));
    for (const [path, text] of Object.entries(options.extra ?? {}))
      files.set(path, new TextEncoder().encode(text));
    const { gateMilliseconds, memoryBytes, processes } = input.limits;
    const result = await this.sandbox.run(
      {
        command,
        files,
        fixed: new Set([...input.tests, ...Object.keys(options.extra ?? {})]),
        ...shown,
        environment: {},
        limits: { ...DEFAULT_SANDBOX_LIMITS, milliseconds: gateMilliseconds, memoryBytes, processes },
      },
      this.signal,
    );
    if (result.kind === "failed") {
      const failure = failureOf({
        class: "environment",
        source: input.gate,
        module: "",
        fingerprint: hashOf(["sandbox", result.message.replace(/contractc-gate-\w+/g, "")]).slice(0, 16),
        summary: result.message.slice(0, 400),
        tail: result.message.slice(-2_000),
      });
      return { kind: "failed", failure };
    }
    const { run } = result;
    this.#commands.push({
      command: [...command],
      exit: run.exit,
      milliseconds: run.milliseconds,
      ...(run.limit === undefined ? {} : { limit: run.limit }),
      output: input.keep(run.output),
      ...(run.denied.length > 0 ? { denied: run.denied } : {}),
    });
    return { kind: "ran", run };
  }

  /** Keeps a report of the command that ran last. */
  report(name: string, bytes: Uint8Array): void {
    this.#reports.push({ path: name, content: this.input.keep(bytes) });
  }

  count(run: number, failed: number, skipped: number): void {
    const before = this.#tests ?? { run: 0, failed: 0, skipped: 0 };
    this.#tests = {
      run: before.run + run,
      failed: before.failed + failed,
      skipped: before.skipped + skipped,
    };
  }

  end(failures: readonly Failure[], isVoid = false): GateReport {
    const evidence: Evidence = {
      sandbox: this.sandbox.level,
      tree: hashOf(this.input.tree),
      commands: this.#commands,
      reports: this.#reports,
      ...(this.#tests === undefined ? {} : { tests: this.#tests }),
    };
    const verdict = isVoid ? "void" : failures.length > 0 ? "failed" : "passed";
    return { gate: this.input.gate, verdict, evidence, failures: [...failures], warnings: this.warnings };
  }
}

/** A failure of a gate that no output speaks of. */
export function plainFailure(
  gate: Gate,
  parts: Pick<Failure, "class" | "module" | "summary"> & Partial<Failure>,
): Failure {
  const { class: kind, module, summary } = parts;
  return failureOf({
    source: gate,
    fingerprint: hashOf([gate, kind, module, summary]).slice(0, 16),
    ...parts,
  });
}
