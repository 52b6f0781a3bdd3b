import { type FileSystem, FileSystemError, memoryFileSystem } from "@contractc/kernel";
import { compile, findRoots, SourceFiles } from "@contractc/language";
import { describe, expect, test } from "vitest";
import { applyFix, compileFiles, expectClean, expectFindings } from "../support/tester.js";

const HEADER = 'contract Shop version "1.0.0"\n';

describe("imports", () => {
  test("bring in the declarations of other files, in any order and in cycles", () => {
    const { kernel, files } = expectClean({
      "/w/shop.contract": `${HEADER}import "./parts/cart.contract"\nimport "prices.contract"\n`,
      "/w/parts/cart.contract":
        'import "../prices.contract"\nmodule cart "cart.py" {\n  uses prices\n  fn total(p: Price) -> float\n}\n',
      "/w/prices.contract":
        'import "./parts/cart.contract"\nimport "./shop.contract"\nmodule prices "prices.py" {\n  record Price { x: float }\n}\n',
    });
    expect(kernel.modules.map((module) => module.address)).toEqual(["cart", "prices"]);
    expect(files.map((file) => file.file)).toEqual([
      "/w/shop.contract",
      "/w/parts/cart.contract",
      "/w/prices.contract",
    ]);
    expect(kernel.positions.cart).toMatchObject({ file: "parts/cart.contract", line: 2 });
  });

  test("lead to a file inside of the workspace", () => {
    const files = {
      "/w/shop.contract": `${HEADER}import ⟦"./crat.contract"⟧\nimport ⟦"/w/cart.contract"⟧\nimport ⟦"../other.contract"⟧\nimport ⟦"./parts"⟧\nimport "cart.contract"\nimport ⟦"./cart.contract"⟧\n`,
      "/w/cart.contract": "",
      "/w/parts/a.contract": "",
      "/other.contract": "",
    };
    const { findings } = expectFindings(files, [
      {
        code: "name/import-missing",
        message: "`./crat.contract` cannot be read: there is no such file. Did you mean `./cart.contract`?",
      },
      "name/path-outside",
      {
        code: "name/path-outside",
        message: "`../other.contract` leaves the contract's folder: name something inside of it.",
      },
      { code: "name/import-missing", message: /it is a folder/ },
      "name/duplicate",
    ]);
    const plain = files["/w/shop.contract"].replace(/[⟦⟧]/g, "");
    expect(applyFix(plain, findings[0]!)).toContain('import "./cart.contract"\nimport "/w');
  });

  test("may leave the root's folder within a wider workspace", () => {
    const fs = memoryFileSystem({
      "/w/shop/shop.contract": `${HEADER}import "../shared.contract"\n`,
      "/w/shared.contract": 'module a "a.py" {\n  /// Does it.\n  fn f()\n}\n',
    });
    const { findings, kernel } = compile({ fs, root: "/w/shop/shop.contract", workspace: "/w" });
    expect(findings).toEqual([]);
    expect(kernel.positions.a).toMatchObject({ file: "../shared.contract" });
  });

  test("are no contract where they cannot be read or understood: it is said why", () => {
    const memory = memoryFileSystem({
      "/w/locked.contract": HEADER,
      "/w/slip.contract": 'contrct Shop version "1.0.0"\nmodule a "a.py" { fn f() }\n',
    });
    const fs: FileSystem = {
      ...memory,
      readFile(path) {
        if (path === "/w/locked.contract") throw new FileSystemError("denied", path, "permission denied");
        return memory.readFile(path);
      },
    };
    const { roots, findings } = findRoots(fs, "/w");
    expect(findings).toEqual([]);
    expect(roots).toEqual(["/w/locked.contract", "/w/slip.contract"]);
    expect(roots.flatMap((root) => compile({ fs, root }).findings.map(({ message }) => message))).toEqual([
      "`locked.contract` cannot be read: its permissions forbid it",
      "Unknown declaration 'contrct'; did you mean 'contract'?",
    ]);
  });

  test("have no header of their own", () => {
    const { findings } = expectFindings(
      {
        "/w/shop.contract": `${HEADER}contract ⟦Second⟧ version "1.0.0"\nimport "./xcart.contract"\n`,
        "/w/xcart.contract": 'contract ⟦Cart⟧ version "1.0.0"\n',
      },
      [
        { code: "name/header", message: "A contract has one header: remove the second one." },
        { code: "name/header", message: /^An imported file has no header of its own/ },
      ],
    );
    expect(findings.map((finding) => finding.related[0]?.line)).toEqual([1, 3]);
  });

  test("through links stay inside of the workspace, and are loaded once", () => {
    const base = memoryFileSystem({
      "/w/shop.contract": `${HEADER}import "./real.contract"\nimport "./link.contract"\nimport "./out.contract"\n`,
      "/w/real.contract": 'module a "a.py" {\n  /// Does it.\n  fn f()\n}\n',
      "/w/link.contract": 'module a "a.py" { fn f() }\n',
      "/w/out.contract": "",
    });
    const links: Record<string, string> = {
      "/w/link.contract": "/w/real.contract",
      "/w/out.contract": "/etc/out.contract",
    };
    const fs: FileSystem = {
      ...base,
      stat: (path) => {
        if (path in links) return { kind: "link", size: 0, modified: 0 };
        return path === "/etc/out.contract" ? { kind: "file", size: 0, modified: 0 } : base.stat(path);
      },
      realPath: (path) => links[path] ?? base.realPath(path),
    };
    const { findings } = compile({ fs, root: "/w/shop.contract" });
    expect(findings.map(({ code, line }) => [code, line])).toEqual([
      ["name/duplicate", 3],
      ["name/path-outside", 4],
    ]);
  });

  test("in two spellings of one name are loaded once where the file system ignores case", () => {
    const texts = {
      "/w/shop.contract": `${HEADER}import "./Part.contract"\nimport "./part.contract"\n`,
      "/w/part.contract": 'module a "a.py" {\n  /// Does it.\n  fn f()\n}\n',
    };
    const base = memoryFileSystem(texts);
    const ignoringCase: FileSystem = {
      ...base,
      readFile: (path) => base.readFile(path.toLowerCase()),
      stat: (path) => base.stat(path.toLowerCase()),
      realPath: (path) => base.realPath(path.toLowerCase()),
    };
    const { findings } = compile({ fs: ignoringCase, root: "/w/shop.contract" });
    expect(findings.map(({ code, line }) => [code, line])).toEqual([["name/duplicate", 3]]);
  });

  test("in two spellings are two files where the file system tells them apart", () => {
    const { findings } = compileFiles({
      "/w/shop.contract": `${HEADER}import "./Part.contract"\nimport "./part.contract"\n`,
      "/w/part.contract": 'module a "a.py" {\n  /// Does it.\n  fn f()\n}\n',
      "/w/Part.contract": 'module b "b.py" {\n  /// Does it.\n  fn g()\n}\n',
    });
    expect(findings).toEqual([]);
  });
});

describe("files that cannot be read as text", () => {
  test("are reported at the first bad byte, and checked none the less", () => {
    const bytes = new TextEncoder().encode(`${HEADER}// caf\u0000\nmodule a "a.py" { fn f(x: Nope) }\n`);
    bytes[bytes.indexOf(0)] = 0xe9;
    const { findings } = compileFiles({ "/w/shop.contract": bytes });
    expect(findings.map(({ code, line, column }) => [code, line, column])).toEqual([
      ["syntax/encoding", 2, 7],
      ["name/unknown", 3, 27],
    ]);
  });

  test("a byte order mark is no fault", () => {
    const { findings, kernel } = compileFiles({
      "/w/shop.contract": `\uFEFF${HEADER}module a "a.py" { fn f() }\n`,
    });
    expect(findings).toEqual([]);
    expect(kernel.name).toBe("Shop");
  });

  test("a root that is not there is a finding", () => {
    const { findings, sound } = compile({ fs: memoryFileSystem({}), root: "/w/shop.contract" });
    expect(findings.map(({ code, file }) => [code, file])).toEqual([
      ["name/import-missing", "/w/shop.contract"],
    ]);
    expect(sound).toBe(false);
  });

  test("an import that may not be read is a finding at the import", () => {
    const base = memoryFileSystem({
      "/w/shop.contract": `${HEADER}import "./a.contract"\n`,
      "/w/a.contract": "",
    });
    const fs: FileSystem = {
      ...base,
      readFile(path) {
        if (path === "/w/a.contract") throw new FileSystemError("denied", path, "permission denied");
        return base.readFile(path);
      },
    };
    const { findings } = compile({ fs, root: "/w/shop.contract" });
    expect(findings.map(({ code, line, message }) => [code, line, message])).toEqual([
      ["name/import-missing", 2, "`./a.contract` cannot be read: its permissions forbid it"],
    ]);
  });
});

describe("finding roots", () => {
  const files = {
    "/w/a/shop.contract": `${HEADER}import "./cart.contract"\n`,
    "/w/a/cart.contract": 'import "../b/prices.contract"\n',
    "/w/b/prices.contract": "",
    "/w/c/other.contract": 'contract Other version "1.0.0"\n',
    "/w/node_modules/x/x.contract": 'contract X version "1.0.0"\n',
    "/w/.git/x.contract": 'contract X version "1.0.0"\n',
    "/w/contract-build/x.contract": 'contract X version "1.0.0"\n',
    "/w/readme.md": "",
  };

  test("every header under a folder is one, but not in folders of tools", () => {
    expect(findRoots(memoryFileSystem(files), "/w")).toEqual({
      roots: ["/w/a/shop.contract", "/w/c/other.contract"],
      findings: [],
    });
  });

  test("a file without header that nobody imports is an error", () => {
    const { roots, findings } = findRoots(
      memoryFileSystem({ ...files, "/w/lost.contract": "role r\n" }),
      "/w",
    );
    expect(roots).toHaveLength(2);
    expect(findings.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
      ["name/header", "/w/lost.contract", 1, 1],
    ]);
    expect(findings[0]!.message).toMatch(/^No contract imports this file/);
  });

  test("of a file is the file, or the contract above that imports it", () => {
    const fs = memoryFileSystem({ ...files, "/w/top.contract": `${HEADER}import "./b/prices.contract"\n` });
    expect(findRoots(fs, "/w/c/other.contract").roots).toEqual(["/w/c/other.contract"]);
    expect(findRoots(fs, "/w/a/cart.contract").roots).toEqual(["/w/a/shop.contract"]);
    expect(findRoots(fs, "/w/b/prices.contract").roots).toEqual(["/w/top.contract"]);
    expect(findRoots(memoryFileSystem({ "/w/x.contract": "" }), "/w/x.contract").findings).toHaveLength(1);
  });

  test("there are none where there is no contract", () => {
    expect(findRoots(memoryFileSystem({ "/w/readme.md": "" }), "/w")).toEqual({ roots: [], findings: [] });
    expect(findRoots(memoryFileSystem({}), "/nowhere")).toEqual({ roots: [], findings: [] });
  });

  test("files are parsed once for finding roots and compiling", () => {
    const base = memoryFileSystem(files);
    const reads: string[] = [];
    const fs: FileSystem = {
      ...base,
      readFile(path) {
        reads.push(path);
        return base.readFile(path);
      },
    };
    const sources = new SourceFiles(fs);
    const { roots } = findRoots(fs, "/w", sources);
    for (const root of roots) compile({ fs, root, workspace: "/w", files: sources });
    expect(reads.length).toBe(new Set(reads).size);
    sources.forget("/w/c/other.contract");
    compile({ fs, root: "/w/c/other.contract", files: sources });
    expect(reads.filter((path) => path === "/w/c/other.contract")).toHaveLength(2);
  });
});
