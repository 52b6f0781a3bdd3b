import { afterEach, describe, expect, it, vi } from "vitest";
import { keywords } from "../../src/syntax/index.js";
import { parseWithLangium } from "../../src/syntax/parse.js";
import { createSyntaxServices } from "../../src/syntax/services.js";
import { corpus, fixture } from "./fixtures.js";

describe("in development mode", () => {
  afterEach(() => vi.restoreAllMocks());

  it("the grammar has no ambiguities, neither by itself nor for the corpus", () => {
    const reports: unknown[] = [];
    for (const method of ["log", "warn", "error", "info"] as const) {
      vi.spyOn(console, method).mockImplementation((...args) => void reports.push(args));
    }
    // Chevrotain checks all alternatives when the parser is made, and throws.
    const services = createSyntaxServices(true);
    for (const name of corpus) {
      const text = fixture(name);
      expect(parseWithLangium(services, text, name).problems).toEqual([]);
      for (let end = 0; end < text.length; end += 31) parseWithLangium(services, text.slice(0, end), name);
    }
    expect(reports).toEqual([]);
  });

  it("every keyword has a token type, and back-ticks are not needed by any other word", () => {
    const { types } = createSyntaxServices(true);
    for (const keyword of keywords) expect(types[keyword]?.name).toBe(keyword);
  });
});
