import { describe, expect, it } from "vitest";
import { decodeText } from "../../src/index.js";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "utf8")] : part)),
  );

describe("decoding a file", () => {
  it("takes plain UTF-8 as it is", () => {
    expect(decodeText(bytes("größe = 1 # 😀\r\n"))).toEqual({ text: "größe = 1 # 😀\r\n", bom: false });
  });

  it("takes the byte order mark off and says that it was there", () => {
    expect(decodeText(bytes([0xef, 0xbb, 0xbf], "x = 1\n"))).toEqual({ text: "x = 1\n", bom: true });
  });

  it("takes a written replacement character for what it is", () => {
    expect(decodeText(bytes("a\uFFFDb"))).toEqual({ text: "a\uFFFDb", bom: false });
  });

  it.each([
    ["a lone byte of Latin-1", bytes("x = 'gr", [0xf6], "ss'"), 7],
    ["a sequence cut short at the end", bytes("ab", [0xe2, 0x82]), 2],
    ["a surrogate", bytes("é", [0xed, 0xa0, 0x80], "x"), 1],
    ["broken bytes after a written replacement character", bytes("a\uFFFDbc", [0xff]), 4],
  ])("places %s", (_, data, offset) => {
    const decoded = decodeText(data);
    expect(decoded.fault).toEqual({ offset, message: "these bytes are no UTF-8; save the file as UTF-8" });
    expect(decoded.text[offset]).toBe("\uFFFD");
  });

  it("names UTF-16", () => {
    const decoded = decodeText(Uint8Array.from([0xff, 0xfe, 0x61, 0x00]));
    expect(decoded.fault).toEqual({ offset: 0, message: "the file is UTF-16; save it as UTF-8" });
  });
});
