import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FileSystem, FileSystemError, nodeFileSystem } from "@contractc/kernel";
import { expect, test } from "vitest";
import { applyPlan, checkPlan, describePlan, openProject, planBuild } from "../../src/index.js";
import { kernelFrom, ROOT, readers } from "../drift/support.js";
import { onDisk } from "./disk.js";
import { fixture, Workspace, workspace } from "./support.js";

const CONTRACT = `
target python { roots "." }
module a "a.py" { fn f(n: int) -> int example f(1) == 2 }
module b "b.ts" { fn g() -> int example g() == 2 }
`;

const OUTPUTS = [
  "contract-build/contract.kernel.json",
  "contract-build/contract.md",
  "contract-build/contract.mmd",
  "contract-build/tests/b.test.ts",
  "contract-build/tests/conftest.py",
  "contract-build/tests/test_contract_a.py",
];

test("a first build writes everything, and the manifest lists what is generated", () => {
  const space = workspace(CONTRACT);
  const plan = space.plan();
  expect(describePlan(plan)).toEqual([
    "create a.py",
    "create b.ts",
    "write contract-build/contract.kernel.json",
    "write contract-build/contract.md",
    "write contract-build/contract.mmd",
    "write contract-build/manifest.json",
    "write contract-build/tests/b.test.ts",
    "write contract-build/tests/conftest.py",
    "write contract-build/tests/test_contract_a.py",
  ]);
  expect(Object.keys(space.files())).toEqual([]);
  space.build();
  const manifest = JSON.parse(space.read("contract-build/manifest.json"));
  expect(manifest.format).toBe("contractc-manifest/1");
  expect(
    manifest.outputs.map(({ path, source }: { path: string; source: string }) => [path, source]),
  ).toEqual([
    [OUTPUTS[0], ""],
    [OUTPUTS[1], ""],
    [OUTPUTS[2], ""],
    [OUTPUTS[3], "b"],
    [OUTPUTS[4], ""],
    [OUTPUTS[5], "a"],
  ]);
});

test("a second build has nothing to do, and a check nothing to say", () => {
  const space = workspace(CONTRACT);
  space.build();
  const plan = space.plan();
  expect({ writes: plan.writes, orphans: plan.orphans, problems: plan.problems }).toEqual({
    writes: [],
    orphans: [],
    problems: [],
  });
  expect(checkPlan(plan)).toEqual([]);
  expect(describePlan(plan)).toEqual([]);
});

test("two builds are the same to the byte, wherever they run", () => {
  const first = workspace(fixture("shop.contract"));
  first.build();
  const folder = onDisk({ "test.contract": "" });
  const fs = nodeFileSystem();
  const kernel = first.kernel;
  const project = openProject({ fs, root: folder, targets: kernel.targets, readers });
  const { written, problems } = applyPlan(fs, planBuild(kernel, { fs, root: folder, project }));
  expect(problems).toEqual([]);
  const onDiskFiles = Object.fromEntries(
    written.map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
  expect(onDiskFiles).toEqual(first.files());
});

test("a check tells what is missing, changed and orphaned, but not what became of code", () => {
  const space = workspace(CONTRACT);
  space.build();
  space.fs.remove(`${ROOT}/contract-build/contract.md`);
  space.fs.remove(`${ROOT}/b.ts`);
  space.fs.writeFile(`${ROOT}/contract-build/contract.mmd`, "flowchart LR\n");
  space.fs.writeFile(`${ROOT}/a.py`, "def f(n: int) -> int:\n    return n + 1\n");
  const without = kernelFrom(CONTRACT.replace("example f(1) == 2", "\nfn h() -> void"));
  expect(checkPlan(space.plan({}, without)).map(({ path, state }) => `${state} ${path}`)).toEqual([
    "missing b.ts",
    "changed contract-build/contract.kernel.json",
    "missing contract-build/contract.md",
    "changed contract-build/contract.mmd",
    "changed contract-build/manifest.json",
    "orphaned contract-build/tests/conftest.py",
    "orphaned contract-build/tests/test_contract_a.py",
  ]);
});

test("outputs that are no longer needed go, unless they were edited", () => {
  const space = workspace(CONTRACT);
  space.build();
  const edited = "contract-build/tests/test_contract_a.py";
  space.fs.writeFile(`${ROOT}/${edited}`, "# mine\n");
  const without = kernelFrom(CONTRACT.replace("example f(1) == 2", ""));
  const plan = space.plan({}, without);
  expect(describePlan(plan).filter((line) => /^(remove|keep)/.test(line))).toEqual([
    "remove contract-build/tests/conftest.py",
    `keep ${edited}: no longer an output, but edited by hand`,
  ]);
  expect(plan.problems.map(({ kind, path }) => ({ kind, path }))).toEqual([{ kind: "edited", path: edited }]);
  expect(applyPlan(space.fs, plan).removed).toEqual(["contract-build/tests/conftest.py"]);
  expect(space.read(edited)).toBe("# mine\n");
  expect(Object.keys(space.files())).not.toContain("contract-build/tests/conftest.py");
});

test("a build for one language leaves the outputs of others alone", () => {
  const space = workspace(CONTRACT);
  const first = space.build({ targets: ["python"] });
  expect(first.writes.map(({ path }) => path)).toEqual([
    "a.py",
    ...OUTPUTS.filter((path) => !path.endsWith(".ts")).slice(0, 3),
    "contract-build/manifest.json",
    "contract-build/tests/conftest.py",
    "contract-build/tests/test_contract_a.py",
  ]);
  expect(space.build().writes.map(({ path }) => path)).toEqual([
    "b.ts",
    "contract-build/manifest.json",
    "contract-build/tests/b.test.ts",
  ]);
  expect(space.build({ targets: ["typescript"] }).writes).toEqual([]);
  expect(space.build({ targets: ["python"] }).writes).toEqual([]);
});

test("the folder of outputs may be another, and the tests still find the code", () => {
  const space = workspace(CONTRACT.replace('roots "."', 'roots "src", "."').replace('"a.py"', '"src/a.py"'));
  space.build({ out: "./out/deep/" });
  expect(space.read("out/deep/tests/conftest.py")).toContain(
    'for root in reversed(("../../../src", "../../..")):',
  );
  expect(space.read("out/deep/tests/test_contract_a.py")).toContain("from a import f\n");
  expect(space.read("out/deep/tests/b.test.ts")).toContain('import { g } from "../../../b.js";\n');
});

test.each([
  ["not JSON", "{"],
  ["another format", '{"format":"x","outputs":[{"path":"a.py","sha256":"","source":""}]}'],
  [
    "paths outside of the folder",
    '{"format":"contractc-manifest/1","outputs":[{"path":"a.py","sha256":"","source":""},{"path":"contract-build/../a.py","sha256":"","source":""},{"path":7}]}',
  ],
])("a manifest that is %s removes nothing", (_, text) => {
  const space = workspace(CONTRACT, {
    "contract-build/manifest.json": text,
    "a.py": "def f(n: int) -> int:\n    return 2\n",
  });
  const plan = space.build();
  expect(plan.orphans).toEqual([]);
  expect(space.read("a.py")).toBe("def f(n: int) -> int:\n    return 2\n");
});

test("a file of the user's in the place of an output is left alone, and told each time", () => {
  const space = workspace(CONTRACT);
  const mine = "# My own page\n";
  space.fs.writeFile(`${ROOT}/docs/contract.md`, mine);
  space.fs.writeFile(`${ROOT}/docs/tests/conftest.py`, "MINE = 1\n");
  for (let round = 0; round < 2; round++) {
    const plan = space.plan({ out: "docs" });
    expect(plan.problems.map(({ kind, severity, path }) => [kind, severity, path])).toEqual([
      ["conflict", "error", "docs/contract.md"],
      ["conflict", "error", "docs/tests/conftest.py"],
    ]);
    expect(checkPlan(plan).filter(({ state }) => state === "blocked")).toEqual([
      { path: "docs/contract.md", state: "blocked" },
      { path: "docs/tests/conftest.py", state: "blocked" },
    ]);
    space.build({ out: "docs" });
    expect(space.read("docs/contract.md")).toBe(mine);
    expect(space.read("docs/tests/conftest.py")).toBe("MINE = 1\n");
    expect(space.read("docs/contract.mmd")).toContain("flowchart TD");
    expect(space.read("docs/manifest.json")).not.toContain("conftest.py");
  }
});

test("beside a manifest of something else nothing is generated", () => {
  const space = workspace(CONTRACT);
  space.fs.writeFile(`${ROOT}/web/manifest.json`, '{ "name": "My app" }\n');
  space.build({ out: "web" });
  expect(Object.keys(space.files()).filter((path) => path.startsWith("web/"))).toEqual(["web/manifest.json"]);
  expect(space.read("web/manifest.json")).toBe('{ "name": "My app" }\n');
});

test("outputs are known again where the manifest got lost", () => {
  const space = workspace(CONTRACT);
  space.build();
  space.fs.writeFile(`${ROOT}/contract-build/manifest.json`, "<<<<<<< ours\n");
  for (const path of OUTPUTS) space.fs.writeFile(`${ROOT}/${path}`, `${space.read(path)}\n`);
  expect(space.plan().problems.map(({ path }) => path)).toEqual(["contract-build/manifest.json"]);
  space.fs.remove(`${ROOT}/contract-build/manifest.json`);
  space.build();
  expect(checkPlan(space.plan())).toEqual([]);
});

test("nothing is written through links, or where something else stands", () => {
  const folder = onDisk({ "test.contract": "", "elsewhere/x.txt": "x" });
  symlinkSync(join(folder, "elsewhere"), join(folder, "contract-build"));
  mkdirSync(join(folder, "inner"));
  symlinkSync(join(folder, "elsewhere"), join(folder, "inner/linked"));
  mkdirSync(join(folder, "c.py"));
  writeFileSync(join(folder, "d"), "");
  const kernel = kernelFrom(`
    module b "inner/linked/b.py" { fn f() -> void }
    module c "c.py" { fn f() -> void }
    module d "d/d.py" { fn f() -> void }`);
  const fs = nodeFileSystem();
  const project = openProject({ fs, root: folder, targets: [], readers });
  const plan = planBuild(kernel, { fs, root: folder, project });
  expect(plan.writes).toEqual([]);
  expect([
    ...new Set(plan.problems.map(({ kind, severity, message }) => `${kind} ${severity} ${message}`)),
  ]).toEqual([
    "path error 'c.py' is no file",
    "path error 'contract-build' is a link: nothing is written through links",
    "path error 'd' is no folder",
    "path error 'inner/linked' is a link: nothing is written through links",
  ]);
  expect(readdirSync(join(folder, "elsewhere"))).toEqual(["x.txt"]);
});

test("a file that changes after planning stops the whole plan", () => {
  const space = workspace(CONTRACT);
  const plan = space.plan();
  space.fs.writeFile(`${ROOT}/b.ts`, "export const mine = 1;\n");
  const result = applyPlan(space.fs, plan);
  expect(result.written).toEqual([]);
  expect(result.problems.map(({ kind, path }) => ({ kind, path }))).toEqual([
    { kind: "conflict", path: "b.ts" },
  ]);
  expect(space.files()).toEqual({ "b.ts": "export const mine = 1;\n" });
});

test("a write that fails undoes the ones before it", () => {
  const kernel = kernelFrom(CONTRACT);
  const space = new Workspace(kernel, { "a.py": "# mine\n" });
  const before = space.files();
  const plan = space.plan();
  const failing: FileSystem = {
    ...space.fs,
    writeFile(path, data) {
      if (path.endsWith("conftest.py")) throw new FileSystemError("denied", path, "the disk is full");
      space.fs.writeFile(path, data);
    },
  };
  const result = applyPlan(failing, plan);
  expect(result.written).toEqual([]);
  expect(result.problems.map(({ kind, path }) => ({ kind, path }))).toEqual([
    { kind: "conflict", path: "contract-build/tests/conftest.py" },
  ]);
  expect(space.files()).toEqual(before);
});

test("names that a language cannot have are made legal and told", () => {
  const space = workspace(
    'module m "m.py" {\n fn f(class: int, from: int) -> int example f(class: 1, from: 2) == 3\n enum E { None, mro }\n class A { lambda: int, `a-b`: int }\n}',
    {},
    true,
  );
  const plan = space.build();
  expect(plan.problems.map(({ kind, severity, symbol }) => `${kind} ${severity} ${symbol}`)).toEqual([
    "name warning m.A.a-b",
    "name warning m.A.lambda",
    "name warning m.E.None",
    "name warning m.E.mro",
    "name warning m.f.class",
    "name warning m.f.from",
  ]);
  expect(space.read("m.py")).toContain("def f(class_: int, from_: int) -> int:");
  expect(space.read("m.py")).toContain("None_ = auto()\n    mro_ = auto()");
  expect(space.read("m.py")).toContain("lambda_: int\n    a_b: int");
  expect(space.read("contract-build/tests/test_contract_m.py")).toContain("assert f(class_=1, from_=2) == 3");
  expect(space.build().writes).toEqual([]);
});

test("an example that no test can show is told", () => {
  const space = workspace(
    'module m "m.ts" { internal fn f() -> int example f() == 1\n fn g() -> int example g() == 1 }',
  );
  const { problems } = space.build();
  expect(problems.map(({ kind, severity, symbol }) => ({ kind, severity, symbol }))).toEqual([
    { kind: "example", severity: "warning", symbol: "m.f" },
  ]);
  expect(space.read("contract-build/tests/m.test.ts").match(/^test\(/gm)).toHaveLength(1);
});

test("a Python module that no import can name is told", () => {
  const space = workspace(
    'module odd "my-module.py" { class A {} }\nmodule m "m.py" { uses odd\n fn f(a: A) -> int example f(A()) == 1 }',
  );
  const { problems } = space.build();
  expect(problems.map(({ kind, symbol }) => ({ kind, symbol }))).toEqual([
    { kind: "unimportable", symbol: "m" },
    { kind: "example", symbol: "m" },
  ]);
});
