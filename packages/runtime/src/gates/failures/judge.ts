import type { Address, Kernel } from "@contractc/kernel";
import type { Anchor, Failure } from "../../model/index.js";
import { DeclaredNames } from "./declared.js";
import type { WorkspacePaths } from "./workspace-paths.js";

/** Whose a failure is and what kind. */
export interface Verdict {
  class: Failure["class"];
  module: Address;
  blames?: "tests";
  cause?: string;
}

/** What is known of a failure before anybody is blamed. */
export interface Told {
  type: string;
  message: string;
  /** Innermost first. */
  frames: readonly Anchor[];
  /** The module that is tested, where the frames lead to none. */
  subject: Address;
}

/** Errors that a test file makes by itself, whatever the code under test does. */
const OF_TESTS = new Set([
  "NameError",
  "UnboundLocalError",
  "SyntaxError",
  "IndentationError",
  "TabError",
  "ReferenceError",
]);
const RUNNERS =
  /^(?:pytest|_pytest|vitest|mypy|pyright|typescript|tsc|ruff|eslint|@?biome\S*|jest|mocha|ts-node|tsx)$/;

/**
 * Says whose fault an error is. What a frame of a module raises is that module's; what the contract declares and the code
 * lacks is the module's that should have it; what a module needs and the contract lacks is the contract's.
 */
export class Judge {
  readonly #names: DeclaredNames;

  constructor(
    readonly kernel: Kernel,
    readonly paths: WorkspacePaths,
  ) {
    this.#names = new DeclaredNames(kernel);
  }

  judge(told: Told): Verdict {
    const [innermost] = told.frames;
    const framed = told.frames
      .map(({ file }) => this.paths.moduleOf(file))
      .find((module) => module !== undefined);
    const accessor = framed?.address;
    // A test helper within a module's folder is a test all the same.
    const isInTest =
      innermost !== undefined && (this.paths.isTest(innermost.file) || !this.paths.moduleOf(innermost.file));
    const asked = this.#missing(told.message, innermost?.file, isInTest ? undefined : accessor, told.subject);
    if (asked) return asked;
    if (accessor !== undefined) return { class: "code", module: accessor };
    if (isInTest && OF_TESTS.has(told.type)) {
      return {
        class: "code",
        module: told.subject,
        blames: "tests",
        cause: "The error arises in the test file itself",
      };
    }
    if (/^fixture '.*' not found/.test(told.message)) {
      return {
        class: "code",
        module: told.subject,
        blames: "tests",
        cause: "The tests use a fixture that nobody defines",
      };
    }
    return { class: "code", module: told.subject };
  }

  /** An error that says that something is not there. */
  #missing(
    message: string,
    file: string | undefined,
    accessor: Address | undefined,
    subject: Address,
  ): Verdict | undefined {
    const member =
      /'([\w.]+)' object has no attribute '(\w+)'/.exec(message) ??
      /type object '([\w.]+)' has no attribute '(\w+)'/.exec(message) ??
      /"([\w.]+)" has no attribute "(\w+)"/.exec(message);
    if (member?.[1] && member[2])
      return this.#lacking(
        this.#names.member(member[1], member[2]),
        member[2],
        `\`${member[1]}\``,
        accessor,
        subject,
      );
    const property = /Property '([\w$]+)' does not exist on type '(?:typeof )?([^']+)'/.exec(message);
    if (property?.[1] && property[2]) {
      return this.#lacking(
        this.#names.member(property[2], property[1]),
        property[1],
        `\`${property[2]}\``,
        accessor,
        subject,
      );
    }
    const python =
      /cannot import name '(\w+)' from (?:partially initialized module )?'([\w.]+)'/.exec(message) ??
      undefined;
    if (python?.[1] && python[2])
      return this.#export(this.#pythonModule(python[2]), python[1], accessor, subject);
    const attribute = /module '([\w.]+)' has no attribute '(\w+)'/.exec(message);
    if (attribute?.[1] && attribute[2])
      return this.#export(this.#pythonModule(attribute[1]), attribute[2], accessor, subject);
    const typed = /Module '"([^"]+)"' (?:has no exported member|declares) '([\w$]+)'/.exec(message);
    if (typed?.[1] && typed[2])
      return this.#export(this.#nodeModule(typed[1], file), typed[2], accessor, subject);
    const loaded = /requested module '([^']+)' does not provide an export named '([\w$]+)'/.exec(message);
    if (loaded?.[1] && loaded[2])
      return this.#export(this.#nodeModule(loaded[1], file), loaded[2], accessor, subject);
    const absent =
      /No module named '?([\w.]+)'?/.exec(message) ??
      /Cannot find (?:package|module) '([^']+)'/.exec(message);
    return absent?.[1] === undefined ? undefined : this.#absent(absent[1], file, accessor, subject);
  }

  #lacking(
    asked: ReturnType<DeclaredNames["member"]>,
    name: string,
    of: string,
    accessor: Address | undefined,
    subject: Address,
  ): Verdict | undefined {
    if (!asked) return undefined;
    if (asked.isDeclared) {
      return {
        class: "code",
        module: asked.module,
        cause: `The contract declares \`${name}\` of ${of}, and the code of ${asked.module} lacks it`,
      };
    }
    const tests = accessor === undefined ? { blames: "tests" as const } : {};
    const who = accessor ?? subject;
    if (asked.near !== undefined) {
      return {
        class: "code",
        module: who,
        ...tests,
        cause: `${of} has no \`${name}\` in the contract of ${asked.module}, but \`${asked.near}\``,
      };
    }
    if (accessor !== undefined && accessor !== asked.module) {
      return {
        class: "contract",
        module: accessor,
        cause: `${accessor} needs \`${name}\` of ${of}, which the contract of ${asked.module} does not declare`,
      };
    }
    if (accessor !== undefined) return undefined;
    return {
      class: "code",
      module: subject,
      ...tests,
      cause: `The tests use \`${name}\` of ${of}, which the contract of ${asked.module} does not declare`,
    };
  }

  #export(
    module: Address | undefined,
    name: string,
    accessor: Address | undefined,
    subject: Address,
  ): Verdict | undefined {
    if (module === undefined) return undefined;
    return this.#lacking(this.#names.symbol(module, name), name, `module \`${module}\``, accessor, subject);
  }

  #absent(
    name: string,
    file: string | undefined,
    accessor: Address | undefined,
    subject: Address,
  ): Verdict | undefined {
    const external = this.#names.external(name);
    if (external) {
      return {
        class: "environment",
        module: accessor ?? "",
        cause: `${external.requirement} is in the contract and not installed in the workspace`,
      };
    }
    if (RUNNERS.test(name))
      return { class: "environment", module: "", cause: `${name} is not installed in the workspace` };
    const tests = accessor === undefined ? { blames: "tests" as const } : {};
    const module =
      /^[.\w]+$/.test(name) && !name.startsWith(".")
        ? this.#pythonModule(name)
        : this.#nodeModule(name, file);
    if (module !== undefined) {
      return {
        class: "code",
        module,
        cause: `The file of ${module} is not there, or cannot be imported by its name`,
      };
    }
    if (name.startsWith(".") || name.startsWith("/")) return undefined;
    const cause = `\`${name}\` is neither a module nor an external of the contract`;
    return { class: "code", module: accessor ?? subject, ...tests, cause };
  }

  #pythonModule(dotted: string): Address | undefined {
    const path = dotted.replaceAll(".", "/");
    const roots = this.kernel.targets.find(({ language }) => language === "python")?.roots ?? ["."];
    for (const root of roots) {
      const from = root === "." ? "" : `${root}/`;
      for (const end of [".py", "/__init__.py", ".pyi"]) {
        const module = this.paths.moduleOf(`${from}${path}${end}`);
        if (module) return module.address;
      }
    }
    return undefined;
  }

  #nodeModule(specifier: string, from: string | undefined): Address | undefined {
    const absolute = this.paths.relative(specifier);
    if (absolute !== undefined) return this.paths.moduleOf(absolute)?.address;
    if (!specifier.startsWith(".")) return undefined;
    const folders = from === undefined ? [] : from.split("/").slice(0, -1);
    for (const part of specifier.split("/")) {
      if (part === "..") folders.pop();
      else if (part !== ".") folders.push(part);
    }
    const path = folders.join("/");
    const stem = path.replace(/\.[cm]?js(x?)$/, "");
    for (const guess of [
      path,
      ...["ts", "tsx", "mts", "js", "mjs"].map((end) => `${stem}.${end}`),
      `${path}/index.ts`,
      `${path}/index.js`,
    ]) {
      const module = this.paths.moduleOf(guess);
      if (module) return module.address;
    }
    return undefined;
  }
}
