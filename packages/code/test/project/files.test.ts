import { type FileSystem, FileSystemError } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { openProject } from "../../src/index.js";
import { memoryOf, open, silentReaders } from "./support.js";

describe("a file of a project", () => {
  it("is read and parsed once, when it is first asked for", () => {
    const reads: string[] = [];
    const memory = memoryOf({ "a.py": "x = 1\n", "b.py": "y = 2\n" });
    const fs: FileSystem = {
      ...memory,
      readFile(path) {
        reads.push(path);
        return memory.readFile(path);
      },
    };
    const readers = silentReaders();
    const project = openProject({ fs, root: "/repo/app", targets: [], readers });
    expect(reads).toEqual([]);
    const file = project.files.get("a.py")!;
    expect(file.text).toBe("x = 1\n");
    expect(file.lines.lineCount).toBe(2);
    expect(file.signature).toBe(file.signature);
    expect(file.language).toBe("python");
    expect(reads).toEqual(["/repo/app/a.py"]);
    expect(readers.readings).toEqual(["a.py"]);
  });

  it("loses its byte order mark, so that columns are an editor's", () => {
    const file = open({ "a.ts": "\uFEFFexport const a = 1;\n" }).files.get("a.ts")!;
    expect(file.text.startsWith("export")).toBe(true);
    expect(file.signature.problems).toEqual([]);
  });

  it("has a problem where bytes are no UTF-8", () => {
    const bytes = Uint8Array.from([...Buffer.from("ok = 1\nname = 'M"), 0xfc, ...Buffer.from("ller'\n")]);
    const file = open({ "a.ts": bytes }).files.get("a.ts")!;
    expect(file.signature.problems).toEqual([
      { start: 16, end: 17, message: "these bytes are no UTF-8; save the file as UTF-8" },
    ]);
    expect(file.lines.position(16)).toEqual({ line: 2, column: 10 });
  });

  it("of Python may name another encoding in its first two lines", () => {
    const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
    const project = open({
      "a.py": latin1("#!/usr/bin/env python\n# -*- coding: latin-1 -*-\nname = 'Müller'\n"),
      "late.py": latin1("x = 1\n\n# coding: latin-1\nname = 'Müller'\n"),
      "after_code.py": latin1("x = 1\n# coding: latin-1\nname = 'Müller'\n"),
      "unknown.py": latin1("# coding: klingon\nname = 'Müller'\n"),
    });
    expect(project.files.get("a.py")!.text).toContain("'Müller'");
    const problems = [...project.files].map(([path, file]) => [path, file.signature.problems.length]);
    expect(problems).toEqual([
      ["a.py", 0],
      ["after_code.py", 1],
      ["late.py", 1],
      ["unknown.py", 1],
    ]);
  });

  it("that is far too large is not parsed and says so", () => {
    const fs = memoryOf({ "a.py": `x = "${"x".repeat(9 << 20)}"\n`, "b.py": "y = 1\n" });
    const { files } = openProject({ fs, root: "/repo/app", targets: [], readers: silentReaders() });
    expect(files.get("a.py")!.text).toBe("");
    expect(files.get("a.py")!.signature.problems).toEqual([
      { start: 0, end: 0, message: "the file is larger than 8 MB, too large to be read as source" },
    ]);
    expect(files.get("b.py")!.signature.problems).toEqual([]);
  });

  it("that cannot be read is empty and says why", () => {
    const memory = memoryOf({ "a.py": "x = 1\n" });
    const fs: FileSystem = {
      ...memory,
      readFile(path) {
        throw new FileSystemError("denied", path, "permission denied");
      },
    };
    const file = openProject({ fs, root: "/repo/app", targets: [], readers: silentReaders() }).files.get(
      "a.py",
    )!;
    expect(file.text).toBe("");
    expect(file.signature.problems).toEqual([
      { start: 0, end: 0, message: "the file cannot be read: permission denied" },
    ]);
  });
});
