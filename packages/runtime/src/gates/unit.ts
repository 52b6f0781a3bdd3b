import { randomBytes } from "node:crypto";
import { drift, mapModules } from "@contractc/code";
import { type Address, type FileSystem, fingerprint, type Target } from "@contractc/kernel";
import type { Failure, GateReport, Tree } from "../model/index.js";
import type { SandboxRun } from "../sandbox/index.js";
import { failureOf, failuresOfCommand, failuresOfTests } from "./failures/index.js";
import { targetsOf, wordsOf } from "./static.js";
import { canariesIn, withCanary } from "./tests/canary.js";
import { isFromExamples } from "./tests/examples.js";
import { readJUnit, type TestCase } from "./tests/junit.js";
import { type PlannedRun, planRun } from "./tests/runner.js";
import { subjectsOfTests } from "./tests/subjects.js";
import { codeOfTree } from "./tree/code-of-tree.js";
import { plainFailure, type Trial } from "./trial.js";

/** What the tests of one language came to. */
interface Outcome {
  failures: Failure[];
  /** Nothing was proved. */
  isVoid: boolean;
  /** Of a run whose report can be trusted. */
  cases: TestCase[];
}

/**
 * The third gate: tests that others wrote and those compiled from the contract's examples. What they prove is read from the
 * runner's report and never from its output: tests have to run, to be about the module, and to fail where there is only a
 * skeleton.
 */
export async function unitGate(trial: Trial, disk: FileSystem): Promise<GateReport> {
  const { input } = trial;
  const [module = ""] = input.modules;
  const tests = input.tests.filter((path) => Object.hasOwn(input.tree, path));
  if (tests.length === 0) {
    const summary = `There is no test of ${input.modules.join(", ")}`;
    return trial.end([plainFailure("unit", { class: "code", module, blames: "tests", summary })], true);
  }
  const code = await codeOfTree(input, disk);
  // Of many modules it is enough what is imported: each has had its own gate.
  const tried = input.modules.length === 1 ? input.modules : [];
  const subjects = subjectsOfTests(input.kernel, code, tests, tried);
  const failures: Failure[] = [];
  const isAbout = [...subjects.values()].some((own) => own.has(module));
  if (input.modules.length === 1 && !isAbout) {
    const summary = `No test of ${module} imports it: ${tests.join(", ")}`;
    failures.push(plainFailure("unit", { class: "code", module, blames: "tests", summary }));
  }
  const unit = new Unit(trial, subjects);
  let isVoid = false;
  let hasRun = false;
  for (const target of targetsOf(trial)) {
    const files = tests.filter((path) => path.endsWith(".py") === (target.language === "python"));
    if (files.length === 0) continue;
    hasRun = true;
    const outcome = await unit.try(target, files);
    failures.push(...outcome.failures);
    isVoid ||= outcome.isVoid;
    if (outcome.isVoid || outcome.failures.length > 0 || input.skeletons === undefined) continue;
    const own = files.filter((path) => !isFromExamples(path));
    if (own.length > 0 && (await isHollow(trial, input.skeletons, disk))) {
      failures.push(...(await unit.onSkeletons(target, files, own, input.skeletons)));
    }
  }
  if (!hasRun) {
    const summary = `No target of the contract runs ${tests.join(", ")}`;
    return trial.end([...failures, plainFailure("unit", { class: "contract", module: "", summary })], true);
  }
  return trial.end(failures, isVoid);
}

class Unit {
  constructor(
    readonly trial: Trial,
    readonly subjects: ReadonlyMap<string, ReadonlySet<Address>>,
  ) {}

  async try(target: Target, files: readonly string[]): Promise<Outcome> {
    const { trial } = this;
    if (target.test === undefined) {
      const summary = `The contract's target ${target.language} states no \`test\`: its tests cannot be run`;
      return ended([plainFailure("unit", { class: "contract", module: "", summary })], true);
    }
    const words = wordsOf(trial, target, "test");
    if (!Array.isArray(words)) return ended([words], true);
    const plan = this.#plan(words, files);
    const { runner } = plan;
    if (runner === undefined) return this.#blind(words);

    const mark = `canary_${randomBytes(8).toString("hex")}`;
    const marked = files.map((path): [string, string] => [
      path,
      withCanary(runner, path, this.#text(path), mark),
    ]);
    const tried = await trial.run(plan.command, { extra: Object.fromEntries(marked) });
    if (tried.kind === "failed") return ended([tried.failure], true);
    const { run } = tried;
    const all = this.#report(plan, run);
    const stopped = () =>
      failuresOfCommand({
        gate: "unit",
        command: plan.command,
        run,
        subject: trial.subject,
        judge: trial.judge,
      });
    if (run.limit !== undefined || run.cancelled) return ended(stopped());
    if (!all) {
      if (run.exit !== 0) return ended(stopped());
      return ended([this.#untrusted(run, "it ended with exit code 0 and left no report")], true);
    }
    const { cases, sound, isForged } = canariesIn(runner, all, mark);
    const failed = cases.filter(({ outcome }) => outcome === "failed");
    const skipped = cases.filter(({ outcome }) => outcome === "skipped");
    trial.count(cases.length - skipped.length, failed.length, skipped.length);
    if (isForged) {
      return ended([this.#untrusted(run, "a test that has to fail as expected did not")], true);
    }
    const failures = failuresOfTests({
      cases,
      output: new TextDecoder().decode(run.output),
      exit: run.exit,
      subjectOf: (file) => this.#subjectOf(file),
      judge: trial.judge,
    });
    if (failures.length > 0) return { failures, isVoid: false, cases };
    if (run.exit !== 0) return ended(stopped());
    return this.#proved(run, cases, files, sound);
  }

  /** Passed tests prove something where each file has some that ran, and was run to its end. */
  #proved(run: SandboxRun, cases: TestCase[], files: readonly string[], sound: ReadonlySet<string>): Outcome {
    const ran = cases.filter(({ outcome }) => outcome === "passed");
    const left = files.filter((path) => !sound.has(path) && cases.every(isNotSkippedIn(path)));
    if (left.length > 0) {
      return ended([this.#untrusted(run, `${left.join(", ")} was not run to its end`)], true);
    }
    const idle = files.filter((path) => !ran.some(({ file }) => file === path));
    if (ran.length > 0 && idle.length === 0) return { failures: [], isVoid: false, cases };
    const summary = `No test ran of ${(ran.length === 0 ? files : idle).join(", ")}`;
    const module = this.#subjectOf(idle[0]);
    return ended(
      [plainFailure("unit", { class: "code", module, blames: "tests", summary })],
      ran.length === 0,
    );
  }

  /**
   * Tests have to fail where nothing is implemented: those of one's own mocks do not.
   *
   * @param own test files that a tester wrote; examples of the contract may hold for a skeleton
   */
  async onSkeletons(
    target: Target,
    files: readonly string[],
    own: readonly string[],
    skeletons: Tree,
  ): Promise<Failure[]> {
    const words = wordsOf(this.trial, target, "test");
    if (!Array.isArray(words)) return [];
    const plan = this.#plan(words, files);
    const tests: Tree = {};
    for (const path of this.trial.input.tests) {
      const id = this.trial.input.tree[path];
      if (id !== undefined) tests[path] = id;
    }
    const tried = await this.trial.run(plan.command, { tree: { ...skeletons, ...tests } });
    if (tried.kind === "failed") return [tried.failure];
    const cases = this.#report(plan, tried.run);
    if (!cases || tried.run.limit !== undefined) return [];
    const soft = own.filter((path) => {
      const there = cases.filter(({ file, outcome }) => file === path && outcome !== "skipped");
      return there.length > 0 && there.every(({ outcome }) => outcome === "passed");
    });
    if (soft.length === 0) return [];
    const summary = `Every test of ${soft.join(", ")} passes on a skeleton that implements nothing`;
    const cause = "The tests look at their own values, or at what the contract gives away already";
    const module = this.#subjectOf(soft[0]);
    return [plainFailure("unit", { class: "code", module, blames: "tests", summary, cause })];
  }

  /** A runner that nobody knows: the exit code is all there is. */
  async #blind(words: readonly string[]): Promise<Outcome> {
    const { trial } = this;
    const tried = await trial.run(words);
    if (tried.kind === "failed") return ended([tried.failure], true);
    const { run } = tried;
    trial.warnings.push(
      `\`${words.join(" ")}\` is no test runner that reports can be had from: its exit code is all the evidence, and whether a test ran is not known`,
    );
    if (run.exit === 0) return ended([]);
    return ended(
      failuresOfCommand({ gate: "unit", command: words, run, subject: trial.subject, judge: trial.judge }),
    );
  }

  #plan(words: readonly string[], files: readonly string[]): PlannedRun {
    const { tree, content } = this.trial.input;
    const folders = new Set(Object.keys(tree).map((path) => path.slice(0, path.indexOf("/"))));
    const exists = (path: string) => {
      const at = path.replace(/^\.\//, "").replace(/\/$/, "");
      return (
        Object.hasOwn(tree, at) ||
        folders.has(at) ||
        Object.keys(tree).some((file) => file.startsWith(`${at}/`))
      );
    };
    const script = (name: string) => {
      const id = tree["package.json"];
      try {
        const { scripts } = JSON.parse(
          new TextDecoder().decode(id === undefined ? undefined : content(id)),
        ) as {
          scripts?: Record<string, unknown>;
        };
        const text = scripts?.[name];
        return typeof text === "string" ? text : undefined;
      } catch {
        return undefined;
      }
    };
    return planRun(words, files, exists, script);
  }

  #report(plan: PlannedRun, run: SandboxRun): TestCase[] | undefined {
    const bytes = plan.report === undefined ? undefined : run.reports.get(plan.report);
    if (!bytes || plan.report === undefined) return undefined;
    this.trial.report(plan.report, bytes);
    const cases = readJUnit(new TextDecoder().decode(bytes), (path) => this.trial.paths.relative(path));
    // Node gives a file without tests as one that passed.
    return cases?.filter(({ title, file, outcome }) => title !== file || outcome !== "passed");
  }

  #text(path: string): string {
    const { tree, content } = this.trial.input;
    return new TextDecoder().decode(content(tree[path] ?? ""));
  }

  #subjectOf(file: string | undefined): Address {
    const own = file === undefined ? undefined : this.subjects.get(file);
    const tried = this.trial.input.modules;
    return tried.find((module) => own?.has(module)) ?? [...(own ?? [])][0] ?? this.trial.subject;
  }

  #untrusted(run: SandboxRun, reason: string): Failure {
    const output = new TextDecoder().decode(run.output);
    return failureOf({
      class: "code",
      source: "unit",
      module: this.trial.subject,
      fingerprint: fingerprint(["unit", "untrusted", this.trial.subject, reason]),
      summary: `The test run proves nothing: ${reason}`,
      ...(run.exit === null ? {} : { exit: run.exit }),
      tail: output.slice(-2_000),
      cause: "The code, or a file beside the tests, ends or changes the test runner",
    });
  }
}

/** A file that skips itself as a whole is not run to its end, and says so. */
function isNotSkippedIn(path: string): (test: TestCase) => boolean {
  return ({ file, outcome }) => file !== path || outcome !== "skipped";
}

function ended(failures: Failure[], isVoid = false): Outcome {
  return { failures, isVoid, cases: [] };
}

/** Whether the skeleton of what is tried leaves anything to implement: of types alone there is nothing to be missed. */
async function isHollow({ input }: Trial, skeletons: Tree, disk: FileSystem): Promise<boolean> {
  const { project } = await codeOfTree({ ...input, tree: skeletons }, disk);
  const map = mapModules(input.kernel, project);
  const tried = new Set<Address>(input.modules);
  return drift(input.kernel, project).some(({ code, file }) => {
    if (code !== "drift/hollow") return false;
    const module = map.moduleOf(
      file.startsWith(`${project.root}/`) ? file.slice(project.root.length + 1) : file,
    );
    return module !== undefined && tried.has(module.address);
  });
}
