import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFileSystem } from "@contractc/kernel";
import { compile } from "@contractc/language";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drift, extract, openProject } from "../../src/index.js";
import { readers } from "../drift/support.js";

const fs = nodeFileSystem();
let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "contractc-links-")));
  root = join(base, "work");
  mkdirSync(join(root, "src"), { recursive: true });
  mkdirSync(join(root, "shared"));
  mkdirSync(join(base, "elsewhere"));
  const code = "export function area(side: number): number { return side; }\n";
  writeFileSync(join(root, "shared/box.ts"), code);
  writeFileSync(join(base, "elsewhere/box.ts"), code);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function findings(declarations: string): { code: string; message: string }[] {
  const file = join(root, "test.contract");
  writeFileSync(file, `contract Test version "1.0.0"\n${declarations}\n`);
  const { kernel } = compile({ fs, root: file });
  const includes = kernel.modules.map(({ path }) => path);
  const project = openProject({ fs, root, targets: [], readers, includes });
  return drift(kernel, project)
    .filter(({ severity }) => severity !== "info")
    .map(({ code, message }) => ({ code, message }));
}

const BOX = 'module box "src/box.ts" {\n fn area(side: float) -> float\n}';

describe("a module whose file is a link", () => {
  it("is the file that the link leads to, where that lies in the workspace", () => {
    symlinkSync("../shared/box.ts", join(root, "src/box.ts"));
    expect(findings(BOX)).toEqual([]);
    expect(findings(BOX.replace("side: float", "side: string")).map(({ code }) => code)).toEqual([
      "drift/parameter-type",
    ]);
  });

  it("may be reached through a folder that is a link", () => {
    symlinkSync("../shared", join(root, "src/linked"));
    expect(findings(BOX.replace("src/box.ts", "src/linked/box.ts"))).toEqual([]);
  });

  it("is refused where the link leads out of the workspace", () => {
    symlinkSync("../../elsewhere/box.ts", join(root, "src/box.ts"));
    const [found, ...others] = findings(BOX);
    expect(others).toEqual([]);
    expect(found?.code).toBe("drift/missing-file");
    expect(found?.message).toContain("`src/box.ts` is a link that leads out of it");
  });

  it("is missing where the link leads nowhere", () => {
    symlinkSync("./nothing.ts", join(root, "src/box.ts"));
    const [found] = findings(BOX);
    expect(found?.message).toContain("there is no `src/box.ts`");
  });
});

describe("packages behind links", () => {
  const extracted = () => {
    const project = openProject({ fs, root, targets: [], readers });
    return extract({ fs, project, name: "Test", folder: "src" }).text;
  };
  const install = (folder: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "package.json"),
      '{ "name": "boxes", "version": "1.0.0", "types": "index.d.ts" }',
    );
    writeFileSync(
      join(folder, "index.d.ts"),
      "export interface Box { side: number }\nexport function make(): Box;\n",
    );
  };
  beforeEach(() => {
    writeFileSync(join(root, "package.json"), '{ "dependencies": { "boxes": "1" } }');
    writeFileSync(
      join(root, "src/m.ts"),
      'import { make } from "boxes";\nexport function f() { return [make()]; }\n',
    );
    mkdirSync(join(root, "node_modules"));
  });

  it("are read where the links stay in the workspace, as a package manager lays them", () => {
    install(join(root, "node_modules/.store/boxes@1/node_modules/boxes"));
    symlinkSync(".store/boxes@1/node_modules/boxes", join(root, "node_modules/boxes"));
    expect(extracted()).toContain("fn f() -> list<Box>");
  });

  it("are not read where they lead out of it", () => {
    install(join(base, "elsewhere/boxes"));
    symlinkSync("../../elsewhere/boxes", join(root, "node_modules/boxes"));
    expect(extracted()).toContain("fn f() -> any");
  });
});
