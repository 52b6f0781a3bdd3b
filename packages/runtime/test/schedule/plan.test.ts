import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayWrite, planTasks } from "../../src/index.js";
import { kernelOf } from "../support/kernel.js";

const ids = (shape: Parameters<typeof kernelOf>[0]) => planTasks(kernelOf(shape)).map(({ id }) => id);
const task = (shape: Parameters<typeof kernelOf>[0], id: string) =>
  planTasks(kernelOf(shape)).find((each) => each.id === id);

describe("the tasks of a kernel", () => {
  it("are the contract, code and tests of each module, packages from the innermost out, and the whole", () => {
    expect(ids({ modules: { main: ["a.b.c"], "a.b.c": [], "a.d": [] } })).toEqual([
      "contract",
      "module:a.b.c",
      "tests:a.b.c",
      "module:a.d",
      "tests:a.d",
      "module:main",
      "tests:main",
      "package:a.b",
      "package:a",
      "whole",
    ]);
  });

  it("leave out tests and gates for which the target has no command", () => {
    const shape = { modules: { a: [] }, commands: {} };
    expect(ids(shape)).toEqual(["contract", "module:a", "whole"]);
    expect(task(shape, "module:a")?.gates).toEqual(["structure"]);
    expect(task({ modules: { a: [] } }, "module:a")?.gates).toEqual(["structure", "static", "unit"]);
    expect(task({ modules: { a: [] } }, "tests:a")?.gates).toEqual(["structure", "static"]);
    expect(task({ modules: { "p.a": [] } }, "package:p")?.gates).toEqual(["static", "unit"]);
    expect(task({ modules: { a: [] } }, "whole")?.gates).toEqual(["structure", "static", "unit", "smoke"]);
  });

  it("need what is loaded at once, not what is used for its types", () => {
    const shape = { modules: { a: ["b"], b: [], c: [] }, typeUses: [["a", "c"]] as const };
    expect(task(shape, "module:a")?.needs).toEqual(["module:b"]);
  });

  it("give the integration of a package its own modules and the packages in it", () => {
    const shape = { modules: { "a.b.c": [], "a.d": [], main: [] } };
    expect(task(shape, "package:a")?.needs).toEqual(["module:a.d", "package:a.b"]);
    expect(task(shape, "whole")?.needs).toEqual(["module:main", "package:a"]);
  });

  it("leave shared files to integration, but not those that are a module's", () => {
    expect(task({ modules: { a: [] } }, "whole")?.writes).toEqual(["pyproject.toml", "requirements.txt"]);
    const owned = { modules: { a: [] }, paths: { a: "pyproject.toml" } };
    expect(task(owned, "whole")?.writes).toEqual(["requirements.txt"]);
  });

  it("let a folder's task write what no other task writes", () => {
    const folder = task({ modules: { a: [], b: [] }, paths: { a: "lib/", b: "lib/deep/b.py" } }, "module:a")!;
    expect(folder.except).toEqual(["lib/deep/b.py"]);
    expect([
      mayWrite(folder, "lib/x.py"),
      mayWrite(folder, "lib/deep/b.py"),
      mayWrite(folder, "libs.py"),
    ]).toEqual([true, false, false]);
  });

  it.each([
    [
      ["a.b_c", "a_b.c"],
      ["tests/test_a_b_c.py", "tests/test_a_b_c_2.py"],
    ],
    [
      ["a.b", "a_b"],
      ["tests/test_a_b.py", "tests/test_a_b_2.py"],
    ],
    [
      ["a.b", "a.b_2", "a_b"],
      ["tests/test_a_b.py", "tests/test_a_b_2.py", "tests/test_a_b_3.py"],
    ],
  ])("give tests of modules %j files of their own", (addresses, files) => {
    const modules = Object.fromEntries(addresses.map((address) => [address, []]));
    const tests = planTasks(kernelOf({ modules })).filter(({ kind }) => kind === "tests");
    expect(tests.flatMap(({ writes }) => writes)).toEqual(files);
  });

  it("never share a file", () => {
    const name = fc.constantFrom("a", "b", "a_b", "test", "tests", "c");
    const address = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("."));
    const paths = fc.constantFrom("lib/", "lib/x/", undefined);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(address, paths), { selector: ([each]) => each, maxLength: 8 }),
        (list) => {
          const addresses = list.map(([each]) => each);
          // A name is a module or a package, not both.
          const leaves = list.filter(([each]) => !addresses.some((other) => other.startsWith(`${each}.`)));
          const taken = new Set<string>();
          const chosen = Object.fromEntries(
            leaves.flatMap(([each, path]) => {
              if (path === undefined || taken.has(path)) return [];
              taken.add(path);
              return [[each, path]];
            }),
          );
          const modules = Object.fromEntries(leaves.map(([each]) => [each, []]));
          const tasks = planTasks(kernelOf({ modules, paths: chosen }));
          const files = tasks.flatMap(({ writes }) =>
            writes.map((path) => (path.endsWith("/") ? `${path}new` : path)),
          );
          expect(new Set(files).size).toBe(files.length);
          for (const file of files) expect(tasks.filter((each) => mayWrite(each, file))).toHaveLength(1);
        },
      ),
    );
  });
});
