/** How often one client may do something. */

import type { Clock } from "./clock.ts";

export interface Decision {
  readonly allowed: boolean;
  /** How many more are allowed right now. */
  readonly remaining: number;
  /** Whole seconds until the next one is allowed; 0 where one is. */
  readonly retryAfter: number;
}

interface Bucket {
  tokens: number;
  /** When `tokens` was counted, in milliseconds since 1970. */
  at: number;
}

/** How many buckets may be kept before those that are full again are dropped. */
const SWEEP_AT = 10_000;

/**
 * A token bucket per key: `limit` at once, refilled evenly over `windowSeconds`.
 *
 * A bucket that is full again is the same as none, so that memory is bounded by the keys of one window.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #limit: number;
  readonly #refillPerMillisecond: number;
  readonly #buckets = new Map<string, Bucket>();
  #sweepAt = SWEEP_AT;

  /**
   * @param limit how many are allowed at once, one or more
   * @param windowSeconds how long an empty bucket takes to fill, more than zero
   * @throws RangeError where either is out of range
   */
  constructor(clock: Clock, limit: number, windowSeconds: number) {
    if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`limit must be 1 or more, not ${limit}`);
    if (!(windowSeconds > 0)) throw new RangeError(`windowSeconds must be positive, not ${windowSeconds}`);
    this.#clock = clock;
    this.#limit = limit;
    this.#refillPerMillisecond = limit / (windowSeconds * 1000);
  }

  /** Takes one token of this key, if there is one. */
  take(key: string): Decision {
    const now = this.#clock.now().getTime();
    const tokens = this.#tokens(this.#buckets.get(key), now);
    if (tokens < 1) {
      const retryAfter = Math.ceil((1 - tokens) / this.#refillPerMillisecond / 1000);
      return { allowed: false, remaining: 0, retryAfter };
    }
    this.#buckets.set(key, { tokens: tokens - 1, at: now });
    this.#sweep(now);
    return { allowed: true, remaining: Math.floor(tokens - 1), retryAfter: 0 };
  }

  /** A clock that was set back refills nothing, and takes nothing away. */
  #tokens(bucket: Bucket | undefined, now: number): number {
    if (bucket === undefined) return this.#limit;
    return Math.min(this.#limit, bucket.tokens + Math.max(0, now - bucket.at) * this.#refillPerMillisecond);
  }

  #sweep(now: number): void {
    if (this.#buckets.size < this.#sweepAt) return;
    for (const [key, bucket] of this.#buckets) {
      if (this.#tokens(bucket, now) >= this.#limit) this.#buckets.delete(key);
    }
    // Doubling keeps the cost of sweeping linear in the number of calls.
    this.#sweepAt = Math.max(SWEEP_AT, this.#buckets.size * 2);
  }
}
