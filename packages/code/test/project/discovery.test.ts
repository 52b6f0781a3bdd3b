import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeFileSystem } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { openProject } from "../../src/index.js";
import { type Files, type OpenOptions, open, silentReaders } from "./support.js";

const found = (files: Files, options?: OpenOptions) => [...open(files, options).files.keys()];

describe("the files of a project", () => {
  it("are the sources of the languages that are read, sorted by code unit", () => {
    expect(found(["b.py", "a/z.ts", "B.py", "readme.md", "data.json", "a/types.d.ts", "a/view.tsx"])).toEqual(
      ["B.py", "a/types.d.ts", "a/view.tsx", "a/z.ts", "b.py"],
    );
  });

  it("leave out installed packages, environments, caches, outputs of this tool, dot folders and minified files", () => {
    const files = [
      "app.ts",
      "node_modules/left-pad/index.js",
      "sub/node_modules/x/index.js",
      "env/pyvenv.cfg",
      "env/lib/python3.11/site.py",
      "lib/site-packages/six.py",
      "__pycache__/a.py",
      "contract-build/tests/a.py",
      ".git/hooks/x.py",
      ".venv/a.py",
      "vendor/jquery.min.js",
      "vendor/jquery.js",
    ];
    expect(found(files)).toEqual(["app.ts", "vendor/jquery.js"]);
  });

  it("leave out what .gitignore files say, the innermost deciding", () => {
    const files = {
      ".gitignore": "/generated/\n*.tmp.ts\n# note\n",
      "generated/a.ts": "",
      "src/generated/a.ts": "",
      "src/x.tmp.ts": "",
      "src/keep/.gitignore": "!kept.tmp.ts\nlocal.ts\n",
      "src/keep/kept.tmp.ts": "",
      "src/keep/local.ts": "",
      "src/local.ts": "",
    };
    expect(found(files)).toEqual(["src/generated/a.ts", "src/keep/kept.tmp.ts", "src/local.ts"]);
  });

  it("take case in patterns as written", () => {
    expect(found({ ".gitignore": "Lib/\n", "lib/a.py": "", "Lib/b.py": "" })).toEqual(["lib/a.py"]);
  });

  it("obey the .gitignore files of the repository around the root", () => {
    const files = {
      "/repo/.git/HEAD": "",
      "/repo/.gitignore": "*.gen.ts\n/app/out/\n",
      "/repo/app/a.gen.ts": "",
      "/repo/app/out/b.ts": "",
      "/repo/app/src/out/c.ts": "",
    };
    expect(found(files)).toEqual(["src/out/c.ts"]);
  });

  it("are there although the root itself is ignored further up", () => {
    const files = { "/repo/.git/HEAD": "", "/repo/.gitignore": "app/\n", "/repo/app/a.ts": "" };
    expect(found(files)).toEqual(["a.ts"]);
  });

  it("ignore a .gitignore above a root that is in no repository", () => {
    expect(found({ "/repo/.gitignore": "*.ts\n", "/repo/app/a.ts": "" })).toEqual(["a.ts"]);
  });

  it("leave out build output beside a manifest, but no source folder of such a name", () => {
    const files = [
      "package.json",
      "dist/index.js",
      "dist/index.d.ts",
      "build/tool.ts",
      "src/build/emit.ts",
      "src/out/print.js",
      "service/pyproject.toml",
      "service/build/lib/service/a.py",
      "service/dist/__init__.py",
    ];
    expect(found(files)).toEqual([
      "build/tool.ts",
      "service/dist/__init__.py",
      "src/build/emit.ts",
      "src/out/print.js",
    ]);
  });

  it("obey excludes and take what is included by name", () => {
    const files = ["a.py", "legacy/b.py", "legacy/c.py", ".ci/check.py", "package.json", "dist/x.js"];
    expect(found(files, { excludes: ["legacy/"] })).toEqual(["a.py"]);
    expect(
      found(files, {
        excludes: ["legacy/"],
        includes: ["legacy/c.py", ".ci", "dist/x.js", "../up.py", "no.py"],
      }),
    ).toEqual([".ci/check.py", "a.py", "dist/x.js", "legacy/c.py"]);
  });

  it("are none for a root that is missing, which is told", () => {
    const project = open({ "/elsewhere/a.py": "" });
    expect([...project.files.keys()]).toEqual([]);
    expect(project.problems).toEqual([{ path: "", message: "there is no such folder" }]);
  });
});

describe("links", () => {
  it("are followed for paths that a contract names, and only inside of the root", () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "contractc-links-")));
    try {
      mkdirSync(`${folder}/root/real`, { recursive: true });
      mkdirSync(`${folder}/outside`);
      writeFileSync(`${folder}/root/real/a.py`, "");
      writeFileSync(`${folder}/outside/secret.py`, "");
      symlinkSync(`${folder}/root/real/a.py`, `${folder}/root/inner.py`);
      symlinkSync(`${folder}/root/real`, `${folder}/root/linked`);
      symlinkSync(`${folder}/outside`, `${folder}/root/out`);
      symlinkSync(`${folder}/outside/secret.py`, `${folder}/root/secret.py`);
      symlinkSync(`${folder}/root`, `${folder}/root/real/loop`);
      const project = openProject({
        fs: nodeFileSystem(),
        root: `${folder}/root/`,
        targets: [],
        readers: silentReaders(),
        includes: ["out/secret.py", "secret.py", "linked"],
      });
      expect(project.root).toBe(`${folder}/root`);
      expect([...project.files.keys()]).toEqual(["linked/a.py", "real/a.py"]);
      expect([...(project.outside ?? [])]).toEqual(["out/secret.py", "secret.py"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
