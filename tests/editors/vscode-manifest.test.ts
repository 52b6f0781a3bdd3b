import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { keywords } from "@contractc/language";
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS } from "../../packages/server/src/protocol/host.js";
import { contractc, ROOT, workspace } from "../support/cli.js";

const EXTENSION = join(ROOT, "editors/vscode");
const read = (path: string) => readFileSync(join(EXTENSION, path), "utf8");

interface Manifest {
  version: string;
  icon: string;
  main: string;
  engines: { vscode: string };
  devDependencies: Record<string, string>;
  contributes: {
    languages: { configuration: string; extensions: string[]; icon: Record<string, string> }[];
    grammars: { path: string; scopeName: string; language?: string }[];
    snippets: { path: string }[];
    commands: { command: string }[];
    menus: Record<string, { command: string }[]>;
    configuration: { properties: Record<string, { default: unknown; type: string }> };
    problemMatchers: { pattern: { regexp: string }[] }[];
    walkthroughs: { steps: { description: string; media: { markdown: string } }[] }[];
  };
}
const manifest = JSON.parse(read("package.json")) as Manifest;
const { contributes } = manifest;
const commands = contributes.commands.map(({ command }) => command);

test("every file that the manifest names is there", () => {
  const files = [
    manifest.icon,
    ...contributes.languages.flatMap(({ configuration, icon }) => [configuration, ...Object.values(icon)]),
    ...contributes.grammars.map(({ path }) => path),
    ...contributes.snippets.map(({ path }) => path),
    ...contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.markdown)),
  ];
  expect(files.length).toBeGreaterThan(8);
  expect(files.filter((file) => !existsSync(join(EXTENSION, file)))).toEqual([]);
  for (const { path, scopeName } of contributes.grammars) {
    expect(JSON.parse(read(path))).toMatchObject({ scopeName });
  }
});

test("the commands of the manifest are those that the extension has, and none of the server's own", () => {
  const own = [...read("src/commands.ts").matchAll(/^ {4}"(contractc\.\w+)":/gm)].map(([, name]) => name);
  expect([...commands].sort()).toEqual(own.sort());
  const server = readFileSync(join(ROOT, "packages/server/src/protocol/commands.ts"), "utf8");
  const served = [...server.matchAll(/"(contractc\.\w+)":/g)].map(([, name]) => name);
  expect(served).toContain("contractc.showGraph");
  // The client registers the server's commands under their names; a second one of a name would end the start.
  expect(commands.filter((name) => served.includes(name))).toEqual([]);
  const called = [...read("src/commands.ts").matchAll(/(?:ask(?:<[^(]*>)?)\(\s*server,\s*"([^"]+)"/g)];
  expect(
    called.map(([, name]) => name).filter((name) => !served.includes(name) && name !== "contractc.drift"),
  ).toEqual([]);
  expect(called.length).toBe(4);
});

test("menus and walkthroughs run commands that there are", () => {
  const shown = Object.values(contributes.menus).flatMap((items) => items.map(({ command }) => command));
  const linked = contributes.walkthroughs
    .flatMap(({ steps }) => steps)
    .flatMap(({ description }) =>
      [...description.matchAll(/command:(contractc\.\w+)/g)].map(([, name]) => name!),
    );
  expect(linked.length).toBeGreaterThan(1);
  expect([...shown, ...linked].filter((name) => !commands.includes(name))).toEqual([]);
});

test("the settings are those of the server, with its defaults", () => {
  const { properties } = contributes.configuration;
  const given = Object.entries(properties).filter(([name]) => !/^contractc\.(?:server|trace)\./.test(name));
  expect(
    Object.fromEntries(given.map(([name, { default: value }]) => [name.slice("contractc.".length), value])),
  ).toEqual(DEFAULT_SETTINGS);
});

test("the version, the licence and the types go with the rest", () => {
  const root = JSON.parse(readFileSync(join(ROOT, "packages/cli/package.json"), "utf8")) as Manifest;
  expect(manifest.version).toBe(root.version);
  expect(read("LICENSE")).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
  expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies["@types/vscode"]}`);
});

test("snippets are contracts: each begins with a word of the language", () => {
  const snippets = JSON.parse(read("snippets/contract.json")) as Record<
    string,
    { prefix: string; body: string[] }
  >;
  expect(Object.keys(snippets).length).toBeGreaterThan(8);
  for (const [name, { body }] of Object.entries(snippets)) {
    const line = body.find((each) => !each.startsWith("///"))!;
    const [word = ""] = /^@?\w+/.exec(line) ?? [];
    expect(word === "@allow" || keywords.has(word), name).toBe(true);
  }
});

test("the problem matcher finds what the command prints", () => {
  const text =
    'contract Shop version "1.0.0"\n\nmodule cart "cart.py" {\n  fn total(names: list<Missing>) -> int\n}\n';
  const { status, stdout } = contractc(workspace({ "shop.contract": text }), "check");
  expect(status).toBe(1);
  const [head, message] = contributes.problemMatchers[0]!.pattern.map(({ regexp }) => new RegExp(regexp));
  const lines = stdout.split("\n");
  const at = lines.findIndex((line) => head!.test(line) && line.includes(" error "));
  expect(head!.exec(lines[at]!)!.slice(1)).toEqual(["shop.contract", "4", "24", "error", "name/unknown"]);
  expect(message!.exec(lines[at + 1]!)![1]).toContain("Missing");
});

test("every picture and text of the folder is packaged for something", () => {
  const media = globSync("media/**/*.{png,md}", { cwd: EXTENSION });
  const text = read("package.json");
  expect(media.filter((file) => !text.includes(file))).toEqual([]);
});

test("a word is a whole name, which a double click selects and completion replaces", () => {
  const { wordPattern } = JSON.parse(read("language-configuration.json")) as {
    wordPattern: { pattern: string; flags: string };
  };
  const words = (text: string) => text.match(new RegExp(wordPattern.pattern, `g${wordPattern.flags}`));
  expect(words("class Spawner2 { größe_max: int }")).toEqual(["class", "Spawner2", "größe_max", "int"]);
  expect(words("fn `a name`()")).toEqual(["fn", "`a name`"]);
});
