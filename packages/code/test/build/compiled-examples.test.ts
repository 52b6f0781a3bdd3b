import { join } from "node:path";
import { expect, test } from "vitest";
import { onDisk, pytest, vitest } from "./disk.js";
import { expectGolden } from "./golden.js";
import { fixture, type Workspace, workspace } from "./support.js";

/** The contract of the examples for one language. */
function contract(extension: "py" | "ts"): string {
  return fixture("examples.contract").replaceAll("EXT", extension);
}

function built(extension: "py" | "ts"): Workspace {
  const space = workspace(contract(extension), {
    [`links/store.${extension}`]: fixture(`store.${extension}.txt`),
    [`links/sums.${extension}`]: fixture(`sums.${extension}.txt`),
  });
  const plan = space.build();
  expect(plan.problems).toEqual([]);
  expect(plan.writes.filter(({ kind }) => kind !== "generated")).toEqual([]);
  return space;
}

const COUNT = 23;

test("examples of Python are compiled to these tests", () => {
  const { files } = outputs(built("py"));
  expectGolden("examples-python", files);
});

test("examples of TypeScript are compiled to these tests", () => {
  const { files } = outputs(built("ts"));
  expectGolden("examples-typescript", files);
});

function outputs(space: Workspace) {
  const tests = Object.entries(space.files()).filter(([path]) => path.startsWith("contract-build/tests/"));
  return { files: Object.fromEntries(tests) };
}

test("pytest passes for code that does what the examples say, from any folder", () => {
  const folder = onDisk(built("py").files());
  const { passed, failed, output } = pytest(folder);
  expect({ passed, failed }, output).toEqual({ passed: COUNT, failed: 0 });
  const elsewhere = pytest(join(folder, "links"), join(folder, "contract-build/tests"), "-k", "mean");
  expect(elsewhere, elsewhere.output).toMatchObject({ passed: 2, failed: 0 });
});

test("pytest fails for exactly the examples that the code gets wrong", () => {
  const files = built("py").files();
  const faults = [
    ["store.py", "if ttl > 0:", "if ttl >= 0:"],
    ["store.py", "raise Gone(key)", "raise KeyError(key)"],
    ["store.py", "return Box(self.size + other.size)", "return Box(self.size - other.size)"],
    ["sums.py", "sum(values) / len(values)", "sum(values)"],
    ["sums.py", "Node(0.1 + 0.2, [Node(0.1)]", "Node(0.1 + 0.2, [Node(0.1001)]"],
    ["sums.py", "for tick in range(limit)", "for tick in range(limit + 1)"],
    ["sums.py", "if strict", "if not strict"],
    ["sums.py", "right.get(key, 0) for", "right.get(key, 0) + 1e-3 for"],
  ] as const;
  for (const [file, right, wrong] of faults) {
    const text = files[`links/${file}`] ?? "";
    expect(text).toContain(right);
    files[`links/${file}`] = text.replaceAll(right, wrong);
  }
  const { passed, failed, output } = pytest(onDisk(files));
  const names = [...output.matchAll(/^FAILED .*::test_(\w+)/gm)].map(([, name]) => name);
  expect(names, output).toEqual([
    "box_plus_1",
    "box_plus_2",
    "an_expired_link_is_gone",
    "store_take_1",
    "waiting_does_not_help",
    "mean_1",
    "mean_2",
    "tree_1",
    "merge_1",
    "ticks_1",
    "choose_1",
  ]);
  expect({ passed, failed }).toEqual({ passed: COUNT - 11, failed: 11 });
});

test("pytest fails for every example of a skeleton", () => {
  const space = workspace(contract("py"));
  space.build();
  const { passed, failed, output } = pytest(onDisk(space.files()));
  expect({ passed, failed }, output).toEqual({ passed: 0, failed: COUNT });
});

test("vitest passes for code that does what the examples say", () => {
  const { passed, failed, output } = vitest(onDisk(built("ts").files()));
  expect({ passed, failed }, output).toEqual({ passed: COUNT, failed: 0 });
});

test("vitest fails where the code does something else", () => {
  const files = built("ts").files();
  const store = (files["links/store.ts"] ?? "")
    .replace("ttl > 0", "ttl >= 0")
    .replace("new Gone(key)", "new RangeError(key)");
  const sums = (files["links/sums.ts"] ?? "")
    .replace("/ values.length", "")
    .replace("children: [] }]", "children: [], extra: 1 }]")
    .replace(
      "at < limit; at += 1) yield at;\n}\n\nexport function choose",
      "at <= limit; at += 1) yield at;\n}\n\nexport function choose",
    )
    .replace('strict ? "long!"', '!strict ? "long!"');
  const { passed, failed, output } = vitest(
    onDisk({ ...files, "links/store.ts": store, "links/sums.ts": sums }),
  );
  expect({ passed, failed }, output).toEqual({ passed: COUNT - 8, failed: 8 });
});
