import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  asWritten,
  Consulted,
  checkCode,
  checkCodeInParts,
  isStill,
  type OpenedProject,
  openProject,
  pythonReader,
  type Reader,
  type Reading,
  readingKey,
  typescriptReader,
} from "@contractc/code";
import { contentIdOf, type FileSystem, type Finding, type Kernel, memoryFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { expect, it } from "vitest";
import { CacheFolder } from "../../src/cache/folder.js";
import { keepParts, openParts } from "../../src/cache/kept-parts.js";

type Files = ReadonlyMap<string, string>;

const CODE = /\.(?:pyi?|[cm]?tsx?)$/;
const corpora = fileURLToPath(new URL("../../../../bench/mutation/corpora", import.meta.url));

function corpus(name: string): Files {
  const folder = join(corpora, name);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return new Map(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
}

/** What the corpora lack: both languages, stubs, packages, comments that accept, files of no module, empty bodies. */
const MIXED: Files = new Map([
  [
    "contractc.contract",
    `contract Mixed version "1.0.0"

target python { roots "." }
target typescript { roots "." }

external requests "requests >= 2"
external left "left-pad ^1" from "left-pad"

module shapes "app/shapes.py" {
  class Shape {
    fn area() -> float
    fn draw() -> void
  }
  class Square extends Shape {
    size: float
    fn area() -> float
    fn draw() -> void
  }
}
module store "app/store.py" {
  uses shapes
  uses requests
  fn save(shape: Shape) -> void
  fn all() -> list<Shape>
}
module page "web/page.ts" {
  uses parts
  uses left
  interface Page {
    title: string
    parts: Part[]
  }
  fn render(page: Page) -> string
}
module parts "web/parts/" {
  interface Part { id: string }
  type Parts = list<Part>
  fn first(parts: Parts) -> Part | null
  fn empty() -> void
}
`.replace(/^(\s*)fn (area|draw)/gm, "$1$2"),
  ],
  ["pyproject.toml", '[project]\nname = "mixed"\nversion = "1"\ndependencies = ["requests", "odd-thing"]\n'],
  ["package.json", '{ "name": "mixed", "dependencies": { "left-pad": "^1.0.0" } }\n'],
  ["app/__init__.py", ""],
  [
    "app/shapes.py",
    `class Shape:
    def area(self) -> float:
        raise NotImplementedError

    def draw(self) -> None:
        pass


class Square(Shape):
    size: float

    def __init__(self, size: float) -> None:
        self.size = size

    def area(self) -> float:
        return self.size * self.size

    def draw(self) -> None:
        print(self.size)
`,
  ],
  [
    "app/store.py",
    `import requests
import odd

from .shapes import Shape


def save(shape: Shape) -> None:
    requests.post("https://example.com", json={"area": shape.area()})


def all() -> list[Shape]:
    return []
`,
  ],
  ["app/scripts.py", "# Nobody describes this.\nfrom .store import all\n\nprint(all())\n"],
  ["web/globals.d.ts", "interface Ambient { id: string }\n"],
  [
    "web/page.ts",
    `import pad from "left-pad";
import { first, type Part } from "./parts/index.js";

export interface Page {
  title: string;
  parts: Part[];
}

export function render(page: Page): string {
  return pad(page.title + (first(page.parts)?.id ?? ""), 3);
}
`,
  ],
  [
    "web/parts/index.ts",
    'export { empty, first } from "./first.js";\nexport type { Part, Parts } from "./part.js";\n',
  ],
  [
    "web/parts/part.ts",
    "export interface Part extends Ambient {\n  id: string;\n}\nexport type Parts = Part[];\n",
  ],
  [
    "web/parts/first.ts",
    `import type { Part, Parts } from "./part.js";

export function first(parts: Parts): Part | null {
  return parts[0] ?? null;
}

// contract-ignore drift/hollow: nothing is to be done
export function empty(): void {}
`,
  ],
]);

let readers: readonly Reader[] | undefined;

function fileSystem(files: Files): FileSystem {
  const memory = memoryFileSystem(
    Object.fromEntries([...files].map(([path, text]) => [`/repo/${path}`, text])),
  );
  return {
    ...memory,
    contentId: (path) =>
      memory.stat(path)?.kind === "file" ? contentIdOf(memory.readFile(path)) : undefined,
  };
}

async function opened(
  kernel: Kernel,
  files: Files,
  options: Partial<Parameters<typeof openProject>[0]> = {},
) {
  readers ??= await Promise.all([pythonReader(), typescriptReader()]);
  return openProject({
    fs: fileSystem(files),
    root: "/repo",
    targets: kernel.targets,
    readers,
    includes: kernel.modules.map(({ path }) => path),
    ...options,
  });
}

function contractOf(files: Files): Kernel {
  const { kernel, findings } = compile({ fs: fileSystem(files), root: "/repo/contractc.contract" });
  expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
  return kernel;
}

/** A comparison of which the parts are kept. */
interface Earlier {
  kernel: Kernel;
  files: Files;
  findings: Finding[];
  readings: Map<string, Reading>;
  folder: CacheFolder;
  names: ReturnType<typeof keepParts>;
}

async function compared(kernel: Kernel, files: Files): Promise<Earlier> {
  const readings = new Map<string, Reading>();
  const project = await opened(kernel, files, { consulted: new Consulted(), readings });
  const { findings, parts } = checkCodeInParts(kernel, project);
  const folder = CacheFolder.for(memoryFileSystem({ "/cache/.git/HEAD": "" }), "/cache")!;
  const { root, found } = project;
  const languages = ["python", "typescript"] as const;
  const names =
    parts &&
    keepParts(folder, "1", "x", [{ parts, opened: { root, found, languages, targets: kernel.targets } }]);
  return { kernel, files, findings, readings, folder, names };
}

/** Whether the parts tell that files with other texts come to the same. */
async function isSame(
  { kernel, files: before, readings, folder, names }: Earlier,
  files: Files,
): Promise<boolean> {
  const parts = openParts(folder, "1", names![0]!)!;
  const project: OpenedProject = await opened(kernel, files, {
    readings: { get: (key) => readings.get(key) },
    found: parts.opened.found,
    readers: readers!.map(asWritten),
  });
  const changed = [...files.keys()].filter((path) => files.get(path) !== before.get(path));
  const reading = (path: string) => {
    const language = project.files.get(path)!.language;
    return readings.get(readingKey(contentIdOf(new TextEncoder().encode(before.get(path))), language, path));
  };
  return isStill(Object.assign(parts, { reading }), project, changed);
}

/** Numbers from 0 up to a limit, the same in every run. */
function random(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const WORDS = /[A-Za-z_]\w*/g;

/** Does something to one file: a line goes, comes twice or moves, a word is another of the project's, a comment comes in. */
function edited(files: Files, pick: (limit: number) => number): Files {
  const paths = [...files.keys()].filter((path) => CODE.test(path));
  const path = paths[pick(paths.length)]!;
  const lines = files.get(path)!.split("\n");
  const at = pick(lines.length);
  const comment = path.endsWith("ts") ? "//" : "#";
  switch (pick(7)) {
    case 0:
      lines.splice(at, 1);
      break;
    case 1:
      lines.splice(at, 0, lines[at]!);
      break;
    case 2:
      lines.splice(pick(lines.length), 0, ...lines.splice(at, 1));
      break;
    case 3:
      lines.splice(at, 0, `${comment} A remark.`);
      break;
    case 4:
      lines.splice(at, 0, `${comment} contract-ignore drift/return-type: so it is`);
      break;
    default: {
      const others = files.get(paths[pick(paths.length)]!)!.match(WORDS) ?? ["x"];
      const own = [...lines[at]!.matchAll(WORDS)];
      const word = own[pick(own.length)];
      if (word)
        lines[at] =
          lines[at]!.slice(0, word.index) +
          others[pick(others.length)] +
          lines[at]!.slice(word.index + word[0].length);
    }
  }
  return new Map(files).set(path, lines.join("\n"));
}

const TREES: [string, () => Files][] = [
  ["ledger-typescript", () => corpus("ledger-typescript")],
  ["tasks-python", () => corpus("tasks-python")],
  ["mixed", () => MIXED],
];

it.each(TREES)(
  "what is said to come to the same does: %s",
  async (_, read) => {
    const pick = random(7);
    const clean = read();
    const kernel = contractOf(clean);
    let same = 0;
    let kept = 0;
    for (let round = 0; round < 8; round++) {
      let files = clean;
      // Also where there are findings before.
      for (let edits = round === 0 ? 0 : pick(3); edits > 0; edits--) files = edited(files, pick);
      const earlier = await compared(kernel, files);
      if (earlier.names === undefined) continue;
      kept += 1;
      expect(await isSame(earlier, files)).toBe(true);
      for (let attempt = 0; attempt < 16; attempt++) {
        let after = edited(files, pick);
        if (pick(3) === 0) after = edited(after, pick);
        if (!(await isSame(earlier, after))) continue;
        same += 1;
        const project = await opened(kernel, after);
        expect(checkCode(kernel, project)).toEqual(earlier.findings);
      }
    }
    expect(kept).toBeGreaterThan(3);
    // Else nothing is shown.
    expect(same).toBeGreaterThan(25);
  },
  60_000,
);

it.each(TREES)("a remark at the end of any file changes nothing: %s", async (_, read) => {
  const files = read();
  const earlier = await compared(contractOf(files), files);
  const kept: Record<string, boolean> = {};
  for (const [path, text] of files) {
    if (CODE.test(path))
      kept[path] = await isSame(
        earlier,
        new Map(files).set(path, `${text}${path.endsWith("ts") ? "//" : "#"} Again.\n`),
      );
  }
  expect(Object.keys(kept).length).toBeGreaterThan(6);
  expect(Object.keys(kept).filter((path) => !kept[path])).toEqual([]);
});
