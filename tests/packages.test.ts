import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "./support/cli.js";
import { Editor } from "./support/lsp.js";

/** Everything that would be published, packed and installed where nothing else is. */
let home: string;
let project: string;

interface Manifest {
  name: string;
  version: string;
  license: string;
  exports: Record<string, unknown>;
  dependencies?: Record<string, string>;
}

const PACKAGES = ["kernel", "language", "code", "runtime", "server", "cli"].map((folder) => ({
  folder,
  name: folder === "cli" ? "contractc" : `@contractc/${folder}`,
}));

function npm(cwd: string, ...args: string[]): string {
  const result = spawnSync("npm", args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (result.status !== 0) throw new Error(`npm ${args.join(" ")}:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "contractc-packed-"));
  project = join(home, "project");
  mkdirSync(join(home, "tarballs"));
  const folders = PACKAGES.map(({ folder }) => `./packages/${folder}`);
  npm(ROOT, "pack", "--pack-destination", join(home, "tarballs"), ...folders);
  mkdirSync(project);
  npm(project, "init", "--yes");
  const tarballs = readdirSync(join(home, "tarballs")).map((file) => join(home, "tarballs", file));
  expect(tarballs).toHaveLength(PACKAGES.length);
  npm(project, "install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs, "node22@npm:node@22");
}, 300_000);

afterAll(() => rmSync(home, { recursive: true, force: true }));

const installed = (name: string) => join(project, "node_modules", name);
const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(installed(name), "package.json"), "utf8")) as Manifest;

/** Every module that a file asks for by a name that is written. */
function asked(path: string): string[] {
  const { module, program } = parseSync(path, readFileSync(path, "utf8"));
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
  ];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, source, callee, arguments: given } = node as Record<string, unknown>;
    const text = (each: unknown) => (each as { value?: unknown } | undefined)?.value;
    const [first] = Array.isArray(given) ? (given as unknown[]) : [];
    const isRequire = type === "CallExpression" && /^(__)?require(\.resolve)?$/.test(nameOf(callee));
    for (const value of [
      type === "ImportExpression" ? text(source) : undefined,
      isRequire ? text(first) : undefined,
    ])
      if (typeof value === "string") names.push(value);
    for (const child of Object.values(node)) visit(child);
  };
  visit(program);
  return names;
}

function nameOf(callee: unknown): string {
  const { name, object, property } = (callee ?? {}) as Record<string, unknown>;
  return object === undefined ? String(name ?? "") : `${nameOf(object)}.${nameOf(property)}`;
}

function scripts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith(".js") && !entry.parentPath.includes("node_modules"),
    )
    .map((entry) => join(entry.parentPath, entry.name));
}

describe.each(PACKAGES)("$name", ({ name }) => {
  test("declares every package that it asks for at run time", () => {
    const { dependencies = {} } = manifestOf(name);
    const foreign = scripts(installed(name))
      .flatMap((file) => asked(file))
      .filter((each) => !each.startsWith(".") && !each.startsWith("node:") && !builtinModules.includes(each));
    const packages = foreign.map((each) => each.split("/", each.startsWith("@") ? 2 : 1).join("/"));
    expect([...new Set(packages)].filter((each) => !(each in dependencies))).toEqual([]);
  });

  test("carries its licence, its types and no tests", () => {
    const { license, version, exports } = manifestOf(name);
    expect({ license, version }).toEqual({ license: "MIT", version: "0.1.0" });
    const files = readdirSync(installed(name), { recursive: true }).map(String);
    expect(files).toContain("LICENSE");
    expect(files.filter((file) => /\.test\.|^test\//.test(file))).toEqual([]);
    const types = (exports["."] as { types?: string } | undefined)?.types;
    if (name === "contractc")
      expect(files).toEqual(expect.arrayContaining(["CHANGELOG.md", "bundle/THIRD-PARTY-NOTICES.txt"]));
    else expect(files).toContain(types?.replace("./", ""));
  });
});

/** Nodes to try: that which runs the tests, and the oldest line that is supported. */
const NODES: [string, () => string][] = [
  ["Node 24", () => process.execPath],
  ["Node 22", () => join(project, "node_modules/node22/bin/node")],
];

describe.each(NODES)("installed, on %s", (line, node) => {
  function contractc(cwd: string, ...args: string[]) {
    const bin = join(project, "node_modules/contractc/bin/contractc.js");
    const { PATH = "" } = process.env;
    const result = spawnSync(node(), [bin, ...args], { cwd, encoding: "utf8", env: { PATH, HOME: home } });
    return { status: result.status, stdout: result.stdout, stderr: result.stderr };
  }

  function shop(): string {
    const folder = mkdtempSync(join(project, "shop-"));
    for (const each of ["core", "model", "ui", "main.py", "pyproject.toml"])
      cpSync(join(ROOT, "examples/plane-battle", each), join(folder, each), { recursive: true });
    return folder;
  }

  test("is that Node", () => {
    const version = spawnSync(node(), ["--version"], { encoding: "utf8" }).stdout;
    expect(version).toMatch(line === "Node 24" ? /^v24\./ : /^v22\./);
  });

  test("a contract is extracted, checked and compared with its code", () => {
    const folder = shop();
    const init = contractc(folder, "init", "--from-code");
    expect(init).toMatchObject({ status: 0, stdout: "" });
    expect(init.stderr).toMatch(/^Read 11 modules\.\nWrote [\w-]+\.contract\./);
    expect(contractc(folder, "check", "--fail-on", "error")).toMatchObject({ status: 0, stderr: "" });
    const drift = contractc(folder, "drift");
    expect(drift).toMatchObject({ status: 0, stderr: "" });
    expect(drift.stdout).toMatch(/^✓ \d+ modules compared with the code: no findings\n$/);
  });

  test("the language server answers", async () => {
    const folder = shop();
    contractc(folder, "init", "--from-code");
    const server = spawn(
      node(),
      [join(project, "node_modules/contractc/bin/contractc.js"), "lsp", "--stdio"],
      {
        cwd: folder,
      },
    );
    const editor = new Editor(folder, server);
    const { serverInfo } = await editor.initialize();
    expect(serverInfo).toMatchObject({ name: "contractc", version: "0.1.0" });
    await editor.connection.sendRequest("shutdown");
    await editor.connection.sendNotification("exit");
    expect(await editor.exit).toBe(0);
  });
});

test("the libraries are imported by their names", () => {
  const code = `
    const { compile } = await import("@contractc/language");
    const { memoryFileSystem } = await import("@contractc/kernel");
    const { drift } = await import("@contractc/code");
    const fs = memoryFileSystem({ "/a.contract": 'contract A version "1.0.0"\\nmodule m "m.py" { fn f() -> int }\\n' });
    const { kernel, findings } = compile({ fs, root: "/a.contract" });
    console.log(kernel.modules[0].address, findings.filter((each) => each.severity === "error").length, typeof drift);
  `;
  const result = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: project,
    encoding: "utf8",
  });
  expect(result).toMatchObject({ status: 0, stdout: "m 0 function\n", stderr: "" });
});
