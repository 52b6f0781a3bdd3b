import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Finding, type Kernel, memoryFileSystem } from "@contractc/kernel";
import {
  applyPlan,
  type BuildOptions,
  type BuildPlan,
  drift,
  openProject,
  planBuild,
} from "../../src/index.js";
import { kernelFrom, ROOT, readers } from "../drift/support.js";
import { dedent } from "../python/read.js";

/** A project in memory that is built again and again. */
export class Workspace {
  readonly fs: ReturnType<typeof memoryFileSystem>;

  constructor(
    readonly kernel: Kernel,
    files: Record<string, string | Uint8Array> = {},
  ) {
    this.fs = memoryFileSystem(
      Object.fromEntries(Object.entries(files).map(([path, data]) => [`${ROOT}/${path}`, data])),
    );
  }

  plan(options: BuildOptions = {}, kernel = this.kernel): BuildPlan {
    return planBuild(kernel, { fs: this.fs, root: ROOT, project: this.project(kernel) }, options);
  }

  /** Plans and carries out; the second must not fail. */
  build(options: BuildOptions = {}, kernel = this.kernel): BuildPlan {
    const plan = this.plan(options, kernel);
    const { problems } = applyPlan(this.fs, plan);
    if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
    return plan;
  }

  drift(): Finding[] {
    return drift(this.kernel, this.project());
  }

  read(path: string): string {
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.fs.readFile(`${ROOT}/${path}`));
  }

  /** Every file, by path. */
  files(): Record<string, string> {
    const paths = [...this.fs.files.keys()].sort();
    return Object.fromEntries(
      paths.map((path) => [path.slice(ROOT.length + 1), this.read(path.slice(ROOT.length + 1))]),
    );
  }

  project(kernel = this.kernel) {
    return openProject({
      fs: this.fs,
      root: ROOT,
      targets: kernel.targets,
      readers,
      includes: kernel.modules.map(({ path }) => path),
    });
  }
}

/** @param allowErrors the contract may have errors */
export function workspace(
  contract: string,
  files: Record<string, string | Uint8Array> = {},
  allowErrors = false,
): Workspace {
  return new Workspace(kernelFrom(contract, allowErrors), files);
}

/** Text of a file in the folder of fixtures. */
export function fixture(name: string): string {
  return readFileSync(fixturePath(name), "utf8");
}

export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
}

/** A file's text: the common indentation of a template taken off, one line end at the end. */
export function expectedText(template: string): string {
  return `${dedent(template).trimEnd()}\n`;
}
