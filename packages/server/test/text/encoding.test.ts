import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseEncoding } from "../../src/text/encoding.js";
import { changedText, textOf } from "../../src/text/live-document.js";

test("the first encoding of the client that is known", () => {
  expect(chooseEncoding(undefined)).toBe("utf-16");
  expect(chooseEncoding(["utf-7", "utf-32", "utf-8"])).toBe("utf-32");
  expect(chooseEncoding(["latin-1"])).toBe("utf-16");
});

test("an offset becomes a position and comes back, in every encoding, with and without a mark", () => {
  const texts = fc.array(fc.constantFrom("a", "ö", "€", "𝑥", "\n", "\r\n"), { maxLength: 30 });
  fc.assert(
    fc.property(texts, fc.constantFrom("utf-8", "utf-16", "utf-32"), fc.boolean(), (parts, encoding, bom) => {
      const text = textOf((bom ? "\uFEFF" : "") + parts.join(""), encoding);
      let offset = 0;
      for (const part of parts) {
        // No client points between the two characters of a line end.
        expect(text.offsetAt(text.positionAt(offset))).toBe(offset);
        offset += part.length;
      }
    }),
  );
});

test("changes are applied one on the other, counted in the client's units", () => {
  const at = (character: number) => ({ line: 0, character });
  const text = changedText(textOf("\uFEFFöx𝑥y", "utf-8"), [
    { range: { start: at(5), end: at(6) }, text: "ab" },
    { range: { start: at(7), end: at(11) }, text: "" },
  ]);
  expect(text.value).toBe("öaby");
  expect(text.bom).toBe(true);
  expect(changedText(text, [{ text: "new" }])).toMatchObject({ value: "new", bom: false });
});

test("positions outside of the text are moved into it", () => {
  const text = textOf("ab\ncd", "utf-16");
  expect(text.offsetAt({ line: 0, character: 99 })).toBe(2);
  expect(text.offsetAt({ line: 9, character: 0 })).toBe(5);
  expect(text.offsetAt({ line: -1, character: 3 })).toBe(0);
});
