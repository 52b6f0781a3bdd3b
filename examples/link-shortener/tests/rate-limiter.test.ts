import { expect, test } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { RateLimiter } from "../src/rate-limiter.ts";

test("as many at once as the limit says, then evenly", () => {
  const clock = new ManualClock();
  const limiter = new RateLimiter(clock, 2, 60);
  expect(limiter.take("a")).toEqual({ allowed: true, remaining: 1, retryAfter: 0 });
  expect(limiter.take("a")).toEqual({ allowed: true, remaining: 0, retryAfter: 0 });
  expect(limiter.take("a")).toEqual({ allowed: false, remaining: 0, retryAfter: 30 });
  clock.advance(29);
  expect(limiter.take("a")).toEqual({ allowed: false, remaining: 0, retryAfter: 1 });
  clock.advance(1);
  expect(limiter.take("a").allowed).toBe(true);
  expect(limiter.take("a").allowed).toBe(false);
});

test("one client does not use up what belongs to another", () => {
  const limiter = new RateLimiter(new ManualClock(), 1, 60);
  expect(limiter.take("a").allowed).toBe(true);
  expect(limiter.take("b").allowed).toBe(true);
  expect(limiter.take("a").allowed).toBe(false);
});

test("what was not used does not pile up", () => {
  const clock = new ManualClock();
  const limiter = new RateLimiter(clock, 2, 60);
  limiter.take("a");
  clock.advance(86_400);
  expect(limiter.take("a").remaining).toBe(1);
});

test("a clock that is set back locks nobody out", () => {
  const clock = new ManualClock(1000);
  const limiter = new RateLimiter(clock, 2, 60);
  limiter.take("a");
  clock.advance(-500);
  expect(limiter.take("a")).toEqual({ allowed: true, remaining: 0, retryAfter: 0 });
  clock.advance(60);
  expect(limiter.take("a").remaining).toBe(1);
});

test("many clients are told apart, also while full buckets are dropped", () => {
  const clock = new ManualClock();
  const limiter = new RateLimiter(clock, 1, 60);
  limiter.take("old");
  clock.advance(59);
  for (let client = 0; client < 10_000; client++) limiter.take(`client ${client}`);
  expect(limiter.take("client 0").allowed).toBe(false);
  expect(limiter.take("old").allowed).toBe(false);
  clock.advance(1);
  expect(limiter.take("old").allowed).toBe(true);
});

test.each([
  [0, 60],
  [1.5, 60],
  [1, 0],
  [1, Number.NaN],
])("limit %d in %d seconds is refused", (limit, windowSeconds) => {
  expect(() => new RateLimiter(new ManualClock(), limit, windowSeconds)).toThrow(RangeError);
});
