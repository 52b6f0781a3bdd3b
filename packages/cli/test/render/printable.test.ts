import { expect, test } from "vitest";
import { printable } from "../../src/render/printable.js";

test("control characters are shown, one for one, and change nothing on the terminal", () => {
  expect(printable("a\u001b[31mb\u0007\u0000c\u007f\u009b1m")).toBe("a␛[31mb␇␀c␡\ufffd1m");
  expect(printable("left \u202eright\u2066")).toBe("left \ufffdright\ufffd");
  expect(printable("été, 日本, 👍\u200d")).toBe("été, 日本, 👍\u200d");
});

test("line ends stay in texts, but not in names", () => {
  expect(printable("a\nb\r")).toBe("a\nb␍");
  expect(printable("a\nb", "name")).toBe("a␊b");
});
