import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stableText } from "../../../src/gates/failures/stable-text.js";

describe("what stays of a message from one run to the next", () => {
  it.each([
    ["<Box object at 0x7f00aa12bc90>", "<Box object at 0x7fe1d2c3b4a0>"],
    ["timed out after 1.53s", "timed out after 12.1s"],
    ["took 20 ms", "took 3100 ms"],
    [
      "/tmp/pytest-of-root/pytest-3/test_a0/x.json is missing",
      "/tmp/pytest-of-me/pytest-14/test_a0/x.json is missing",
    ],
    ["/tmp/contractc-gate-Ab12/source/src/a.py is wrong", "/gate/work/src/a.py is wrong"],
    ['File "src/a.py", line 12, in f', 'File "src/a.py", line 340, in f'],
    ["src/a.ts:3:14 - error", "src/a.ts:100:1 - error"],
    ["request 1b4e28ba-2fa1-11d2-883f-0016d3cca427", "request 9f1c4c3e-0a51-4a8b-b9d1-0c8c1f3a6d55"],
    ["at 2026-11-30T21:42:45.931Z", "at 2027-01-01 00:00:00"],
    ["connect ECONNREFUSED 127.0.0.1:43123", "connect ECONNREFUSED 127.0.0.1:8080"],
    ["pid 41", "pid 32768"],
    ["\u001b[31mred\u001b[39m", "red"],
  ])("%s", (one, other) => {
    expect(stableText(one)).toBe(stableText(other));
  });

  it.each([
    ["assert 3 == 4", "assert 3 == 5"],
    ["expected 2 to be 3", "expected 3 to be 3"],
    ["cannot import name 'a'", "cannot import name 'b'"],
    ["src/a.py is wrong", "src/b.py is wrong"],
    ["HTTP 404", "HTTP 500"],
  ])("but %s is not %s", (one, other) => {
    expect(stableText(one)).not.toBe(stableText(other));
  });

  it("is the same when it is made stable twice", () => {
    const part = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom(
        "/tmp/a b",
        "0x7f00aa12",
        "1.5s",
        "a.py:12",
        ' line 3"',
        "/gate/work/x.py",
        "12:30:11",
        "localhost:80",
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const text = stableText(parts.join(" "));
        expect(stableText(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
