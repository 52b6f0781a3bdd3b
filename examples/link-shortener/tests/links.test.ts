import { describe, expect, test } from "vitest";
import { encode, isCode, RandomCodes, SequentialCodes } from "../src/codes.ts";
import { InvalidUrl, isExpired, MAX_URL_LENGTH, normalizeUrl } from "../src/links.ts";

describe("addresses", () => {
  test.each([
    ["https://example.org", "https://example.org/"],
    ["HTTP://EXAMPLE.org:80/A b?q=ü#x", "http://example.org/A%20b?q=%C3%BC#x"],
    ["  https://example.org/  ", "https://example.org/"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ])("%s becomes %s", (text, normal) => {
    expect(normalizeUrl(text)).toBe(normal);
  });

  test.each([
    ["", "is no URL"],
    ["example.org", "is no URL"],
    ["https://", "is no URL"],
    ["javascript:alert(1)", "must start with http:// or https://"],
    ["ftp://example.org/", "must start with http:// or https://"],
    ["https://me:secret@example.org/", "must not hold a user or password"],
    ["https://me@example.org/", "must not hold a user or password"],
    [`https://example.org/${"a".repeat(MAX_URL_LENGTH)}`, "is longer than 2048 characters"],
    [`https://example.org/${"ü".repeat(1000)}`, "is longer than 2048 characters"],
  ])("%s is refused", (text, reason) => {
    expect(() => normalizeUrl(text)).toThrow(new InvalidUrl(reason));
  });

  test("the longest address that is allowed is allowed", () => {
    const text = `https://example.org/${"a".repeat(MAX_URL_LENGTH - 20)}`;
    expect(normalizeUrl(text)).toBe(text);
  });
});

describe("expiry", () => {
  const link = { code: "abcd", url: "https://example.org/", createdAt: new Date(0), visits: 0 };

  test.each([
    [999, false],
    [1000, true],
    [1001, true],
  ])("a link that lives until 1000 has at %i expired: %s", (now, expired) => {
    expect(isExpired({ ...link, expiresAt: new Date(1000) }, new Date(now))).toBe(expired);
  });

  test("a link without an end never expires", () => {
    expect(isExpired({ ...link, expiresAt: null }, new Date(8.64e15))).toBe(false);
  });
});

describe("codes", () => {
  test.each([
    [0, "0"],
    [61, "z"],
    [62, "10"],
    [Number.MAX_SAFE_INTEGER, "fFgnDxSe7"],
  ])("%i in base 62 is %s", (value, text) => {
    expect(encode(value)).toBe(text);
  });

  test.each([-1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])("%d cannot be encoded", (value) => {
    expect(() => encode(value)).toThrow(RangeError);
  });

  test("in a row", () => {
    const codes = new SequentialCodes(61);
    expect([codes.next(), codes.next()]).toEqual(["000z", "0010"]);
  });

  test("at random: of the length asked for, allowed, and different", () => {
    const codes = new RandomCodes(9);
    const drawn = Array.from({ length: 200 }, () => codes.next());
    expect(drawn.every((code) => code.length === 9 && isCode(code))).toBe(true);
    expect(new Set(drawn).size).toBe(200);
  });

  test.each([
    ["abc", false],
    ["abcd", true],
    ["my-link_2", true],
    ["a".repeat(32), true],
    ["a".repeat(33), false],
    ["über", false],
    ["a/bc", false],
    ["links", false],
    ["Health", false],
    ["abcd\n", false],
  ])("%j is a code: %s", (text, allowed) => {
    expect(isCode(text)).toBe(allowed);
  });
});
