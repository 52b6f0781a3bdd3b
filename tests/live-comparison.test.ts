import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  Consulted,
  checkCode,
  LiveComparison,
  type OpenedProject,
  openProject,
  pythonReader,
  typescriptReader,
} from "@contractc/code";
import { type Finding, type Kernel, memoryFileSystem } from "@contractc/kernel";
import { Workspace } from "@contractc/language";
import { expect, test } from "vitest";
import { editOf, type Random, randomNumbers } from "./soak/edits.js";
import { generated } from "./soak/workspaces.js";
import { ROOT } from "./support/cli.js";

const readers = await Promise.all([pythonReader(), typescriptReader()]);

/** A contract with its code in memory, both of which are edited. */
class Edited {
  readonly live = new LiveComparison();
  readonly random: Random;
  readonly original: ReadonlyMap<string, string>;
  readonly texts: Map<string, string>;
  readonly fs;
  readonly workspace: Workspace;
  readonly root: string;
  #project: { project: OpenedProject; key: string } | undefined;
  edits = 0;
  withFindings = 0;

  constructor(files: ReadonlyMap<string, string>, contract: string, seed: number) {
    this.original = new Map([...files].map(([path, text]) => [`/w/${path}`, text]));
    this.texts = new Map(this.original);
    this.fs = memoryFileSystem(Object.fromEntries(this.original));
    this.workspace = new Workspace(this.fs);
    this.root = `/w/${contract}`;
    this.random = randomNumbers(seed);
  }

  /** One edit of a file that is compared, or several back to how they were. */
  edit(): void {
    const paths = [...this.texts.keys()].filter((path) => /\.(?:contract|py|ts)$/.test(path));
    if (this.random(4) === 0) for (const path of paths) this.#write(path, this.original.get(path)!);
    const path = paths[this.random(paths.length)]!;
    const text = this.texts.get(path)!;
    const { start, end, text: more } = editOf(path, text, this.random);
    this.#write(path, text.slice(0, start) + more + text.slice(end));
    this.edits++;
  }

  #write(path: string, text: string): void {
    if (this.texts.get(path) === text) return;
    this.texts.set(path, text);
    this.fs.writeFile(path, new TextEncoder().encode(text));
    if (path.endsWith(".contract")) {
      this.workspace.changed(path);
      return;
    }
    const relative = path.slice("/w/".length);
    if (!this.#project?.project.files.has(relative)) return;
    this.#project.project.changed(new Set([relative]));
    this.live.changed(relative);
  }

  #open(kernel: Kernel, consulted?: Consulted): OpenedProject {
    return openProject({
      fs: this.fs,
      root: "/w",
      readers,
      targets: kernel.targets,
      includes: kernel.modules.map(({ path }) => path),
      ...(consulted ? { consulted } : {}),
    });
  }

  /** What the kept comparison finds, in full or left in the middle. */
  kept(kernel: Kernel, steps = Number.POSITIVE_INFINITY): readonly Finding[] | undefined {
    const key = JSON.stringify([kernel.targets, kernel.modules.map(({ path }) => path)]);
    if (this.#project?.key !== key) this.#project = { key, project: this.#open(kernel, new Consulted()) };
    const comparison = this.live.compare(kernel, this.#project.project);
    for (let step = 0; step < steps; step++) {
      const { done, value } = comparison.next();
      if (done) return value as readonly Finding[];
    }
    return undefined;
  }

  compareOften(count: number): void {
    while (this.edits < count) {
      this.edit();
      const { kernel } = this.workspace.compilation(this.root);
      if (this.random(3) === 0) {
        this.kept(kernel, this.random(12));
        continue;
      }
      const found = this.kept(kernel);
      const fresh = checkCode(kernel, this.#open(kernel));
      expect(found, `after edit ${this.edits}`).toEqual(fresh);
      if (fresh.length > 0) this.withFindings++;
    }
  }
}

function filesBelow(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

test.each([1, 2, 3])(
  "a kept comparison of many small modules finds what a new one finds (seed %i)",
  (seed) => {
    const edited = new Edited(generated(10), "generated.contract", seed);
    edited.compareOften(150);
    expect(edited.withFindings).toBeGreaterThan(30);
  },
);

test.each(["plane-battle", "link-shortener"])(
  "a kept comparison of %s finds what a new one finds",
  (name) => {
    const files = filesBelow(join(ROOT, "examples", name));
    const edited = new Edited(files, `${name}.contract`, 11);
    edited.compareOften(60);
    expect(edited.withFindings).toBeGreaterThan(10);
  },
);
