import { describe, expect, test } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { InvalidCode, SequentialCodes } from "../src/codes.ts";
import { CodeTaken, InvalidUrl, LinkExpired, UnknownCode } from "../src/links.ts";
import { InvalidTtl, MAX_TTL_SECONDS, Shortener } from "../src/shortener.ts";

const TARGET = "https://example.org/";

function setUp(codes = new SequentialCodes()) {
  const clock = new ManualClock(1_000_000);
  return { clock, shortener: Shortener.inMemory(clock, codes) };
}

describe("creating", () => {
  test("gives a code and notes the times", async () => {
    const { shortener } = setUp();
    expect(await shortener.create("https://EXAMPLE.org", { ttlSeconds: 60 })).toEqual({
      code: "0000",
      url: TARGET,
      createdAt: new Date(1_000_000_000),
      expiresAt: new Date(1_000_060_000),
      visits: 0,
    });
  });

  test("goes around codes that are taken", async () => {
    const { shortener } = setUp();
    await shortener.create(TARGET, { code: "0000" });
    await shortener.create(TARGET, { code: "0001" });
    expect((await shortener.create(TARGET)).code).toBe("0002");
  });

  test("gives up after five codes that are taken", async () => {
    const { shortener } = setUp();
    for (const code of ["0000", "0001", "0002", "0003", "0004"]) await shortener.create(TARGET, { code });
    await expect(shortener.create(TARGET)).rejects.toEqual(new CodeTaken("0004"));
  });

  test("refuses a wish for a code that is taken or not allowed", async () => {
    const { shortener } = setUp();
    await shortener.create(TARGET, { code: "mine" });
    await expect(shortener.create(TARGET, { code: "mine" })).rejects.toThrow(CodeTaken);
    await expect(shortener.create(TARGET, { code: "links" })).rejects.toThrow(InvalidCode);
    await expect(shortener.create("nonsense", { code: "free" })).rejects.toThrow(InvalidUrl);
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_TTL_SECONDS + 1])(
    "refuses a life of %d seconds",
    async (ttlSeconds) => {
      await expect(setUp().shortener.create(TARGET, { ttlSeconds })).rejects.toThrow(InvalidTtl);
    },
  );

  test.each([1, MAX_TTL_SECONDS])("accepts a life of %i seconds", async (ttlSeconds) => {
    const { createdAt, expiresAt } = await setUp().shortener.create(TARGET, { ttlSeconds });
    expect(Number(expiresAt) - Number(createdAt)).toBe(ttlSeconds * 1000);
  });
});

describe("following", () => {
  test("counts; resolving and asking do not", async () => {
    const { shortener } = setUp();
    const { code } = await shortener.create(TARGET);
    expect((await shortener.follow(code)).visits).toBe(1);
    expect((await shortener.follow(code)).visits).toBe(2);
    await shortener.resolve(code);
    expect((await shortener.stats(code)).visits).toBe(2);
  });

  test("ends at the very second the link expires, while its statistics stay", async () => {
    const { clock, shortener } = setUp();
    const { code } = await shortener.create(TARGET, { ttlSeconds: 60 });
    clock.advance(59);
    await shortener.follow(code);
    clock.advance(1);
    await expect(shortener.follow(code)).rejects.toThrow(LinkExpired);
    await expect(shortener.resolve(code)).rejects.toThrow(LinkExpired);
    expect((await shortener.stats(code)).visits).toBe(1);
  });

  test("an unknown code is told apart from an expired one", async () => {
    const { clock, shortener } = setUp();
    await expect(shortener.follow("none")).rejects.toThrow(UnknownCode);
    const { code } = await shortener.create(TARGET, { ttlSeconds: 1 });
    clock.advance(1);
    expect(await shortener.sweep()).toBe(1);
    expect(await shortener.sweep()).toBe(0);
    await expect(shortener.follow(code)).rejects.toThrow(UnknownCode);
  });
});
