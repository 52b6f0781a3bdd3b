import { describe, expect, it } from "vitest";
import { traceIn } from "../../../src/gates/failures/trace.js";
import { workspacePaths } from "../../../src/gates/failures/workspace-paths.js";
import { PYTEST } from "../fixtures.js";

const FILES = new Set([
  "a.py",
  "test_a.py",
  "src/calc.py",
  "a.ts",
  "a.test.ts",
  "n.test.ts",
  "b.test.ts",
  "m.test.ts",
]);
const paths = workspacePaths(PYTEST, (path) => FILES.has(path), ["test_a.py", "a.test.ts"]);
const shown = (text: string, told = {}) => {
  const { frames, type, message } = traceIn(text, paths, told);
  return { at: frames.map(({ file, line }) => `${file}:${line}`), type, message };
};

describe("traces as programs write them", () => {
  it.each([
    [
      "pytest, short",
      `test_a.py:4: in test_deep
    f(1)
a.py:2: in f
    return g(x)
           ^^^^
a.py:4: in g
    raise ValueError("bad 0x7f00aa12")
E   ValueError: bad 0x7f00aa12`,
      { at: ["a.py:4", "a.py:2", "test_a.py:4"], type: "ValueError", message: "bad 0x7f00aa12" },
    ],
    [
      "pytest, long",
      `x = 1

    def f(x):
>       return g(x)

a.py:2:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

x = 1

    def g(x):
>       raise ValueError("bad")
E       ValueError: bad

a.py:4: ValueError`,
      { at: ["a.py:4", "a.py:2"], type: "ValueError", message: "bad" },
    ],
    [
      "a plain assertion",
      `test_a.py:6: in test_assert
    assert ok() == 3
E   assert 2 == 3
E    +  where 2 = ok()`,
      { at: ["test_a.py:6"], type: "AssertionError", message: "assert 2 == 3" },
    ],
    [
      "an assertion with words",
      `test_a.py:6: in test_assert
    assert ok() == 3, "why"
E   AssertionError: why
E   assert 2 == 3`,
      { at: ["test_a.py:6"], type: "AssertionError", message: "why" },
    ],
    [
      "what was not raised",
      `test_a.py:6: in test_raises
    with pytest.raises(ValueError):
E   Failed: DID NOT RAISE <class 'ValueError'>`,
      { at: ["test_a.py:6"], type: "Failed", message: "DID NOT RAISE <class 'ValueError'>" },
    ],
    [
      "an error while another was handled",
      `a.py:2: in f
    int("x")
E   ValueError: invalid literal for int() with base 10: 'x'

During handling of the above exception, another exception occurred:
test_a.py:9: in test_chain
    f(1)
a.py:4: in f
    raise RuntimeError("wrapped")
E   RuntimeError: wrapped`,
      { at: ["a.py:4", "test_a.py:9", "a.py:2"], type: "RuntimeError", message: "wrapped" },
    ],
    [
      "a file that cannot be imported",
      `ImportError while importing test module '/gate/work/test_a.py'.
Hint: make sure your test modules/packages have valid Python names.
Traceback:
/root/.pyenv/versions/3.11.7/lib/python3.11/importlib/__init__.py:126: in import_module
    return _bootstrap._gcd_import(name[level:], package, level)
test_a.py:1: in <module>
    from a import nope
E   ImportError: cannot import name 'nope' from 'a' (/gate/work/a.py)`,
      {
        at: ["test_a.py:1"],
        type: "ImportError",
        message: "cannot import name 'nope' from 'a' (/gate/work/a.py)",
      },
    ],
    [
      "a file that does not parse",
      `test_a.py:1: in <module>
    import a
E     File "/gate/work/a.py", line 3
E       def f(
E            ^
E   SyntaxError: '(' was never closed`,
      { at: ["a.py:3", "test_a.py:1"], type: "SyntaxError", message: "'(' was never closed" },
    ],
    [
      "Python itself",
      `Traceback (most recent call last):
  File "<frozen runpy>", line 198, in _run_module_as_main
  File "/gate/work/src/calc.py", line 12, in <module>
    main()
  File "/gate/work/a.py", line 4, in g
    return 1 / 0
           ~~^~~
ZeroDivisionError: division by zero`,
      { at: ["a.py:4", "src/calc.py:12"], type: "ZeroDivisionError", message: "division by zero" },
    ],
    [
      "Vitest",
      `
TypeError: bad 1
 ❯ g a.ts:2:39
 ❯ f a.ts:1:47
 ❯ a.test.ts:4:22
            `,
      { at: ["a.ts:2", "a.ts:1", "a.test.ts:4"], type: "TypeError", message: "bad 1" },
    ],
    [
      "Vitest's assertion",
      `AssertionError: expected 2 to be 3 // Object.is equality

- Expected
+ Received

- 3
+ 2

 ❯ a.test.ts:5:37`,
      { at: ["a.test.ts:5"], type: "AssertionError", message: "expected 2 to be 3 // Object.is equality" },
    ],
    [
      "Node's test runner",
      `Error [ERR_TEST_FAILURE]: bad 1
    at new Promise (<anonymous>)
    at Array.map (<anonymous>) {
  code: 'ERR_TEST_FAILURE',
  failureType: 'testCodeFailure',
  cause: TypeError: bad 1
      at g (file:///gate/work/a.ts:2:39)
      at f (file:///gate/work/a.ts:1:47)
      at TestContext.<anonymous> (file:///gate/work/n.test.ts:5:22)
      at Test.runInAsyncScope (node:async_hooks:227:14)
      at new Promise (<anonymous>)
}`,
      { at: ["a.ts:2", "a.ts:1", "n.test.ts:5"], type: "TypeError", message: "bad 1" },
    ],
    [
      "an assertion of Node",
      `Error [ERR_TEST_FAILURE]: Expected values to be strictly equal:

2 !== 3

    at async Promise.all (index 0) {
  cause: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  
  2 !== 3
  
      at TestContext.<anonymous> (file:///gate/work/n.test.ts:6:31)
      at Test.run (node:internal/test_runner/test:1402:25)`,
      { at: ["n.test.ts:6"], type: "AssertionError", message: "Expected values to be strictly equal:" },
    ],
    [
      "a program of Node",
      `file:///gate/work/a.ts:2
  throw new RangeError("too far");
        ^

RangeError: too far
    at g (file:///gate/work/a.ts:2:9)
    at async file:///gate/work/m.test.ts:7:3

Node.js v24.21.0`,
      { at: ["a.ts:2", "m.test.ts:7"], type: "RangeError", message: "too far" },
    ],
    [
      "a copy without a sandbox",
      `  File "/tmp/contractc-gate-Ab1_2c/source/a.py", line 4, in g
KeyError: 'x'`,
      { at: ["a.py:4"], type: "KeyError", message: "'x'" },
    ],
    ["nothing of use", "Segmentation fault\n", { at: [], type: "", message: "" }],
  ])("%s", (_, text, expected) => {
    expect(shown(text)).toEqual(expected);
  });

  it("takes type and message of the report where the text has none", () => {
    expect(
      shown("\n ❯ b.test.ts:2:1\n", { type: "Error", message: "Cannot find module './missing.ts'\nmore" }),
    ).toEqual({
      at: ["b.test.ts:2"],
      type: "Error",
      message: "Cannot find module './missing.ts'",
    });
  });
});
