/** Making links and following them. */

import type { Clock } from "./clock.ts";
import { type CodeSource, InvalidCode, isCode } from "./codes.ts";
import { CodeTaken, isExpired, type Link, LinkExpired, normalizeUrl, UnknownCode } from "./links.ts";
import type { LinkStore } from "./storage/link-store.ts";
import { MemoryStore } from "./storage/memory-store.ts";

export interface CreateOptions {
  /** How long the link lives; without it, for ever. */
  readonly ttlSeconds?: number;
  /** The code that the link shall have; without it, one that is free. */
  readonly code?: string;
}

/** Ten years: longer is taken for a mistake. */
export const MAX_TTL_SECONDS = 315_360_000;

/** How often a taken code is answered with another try. */
const ATTEMPTS = 5;

/** The time to live is no whole number of seconds from 1 to `MAX_TTL_SECONDS`. */
export class InvalidTtl extends Error {
  override readonly name = "InvalidTtl";
  readonly ttlSeconds: number;
  constructor(ttlSeconds: number) {
    super(`the time to live must be a whole number of seconds from 1 to ${MAX_TTL_SECONDS}`);
    this.ttlSeconds = ttlSeconds;
  }
}

export class Shortener {
  readonly #store: LinkStore;
  readonly #clock: Clock;
  readonly #codes: CodeSource;

  constructor(store: LinkStore, clock: Clock, codes: CodeSource) {
    this.#store = store;
    this.#clock = clock;
    this.#codes = codes;
  }

  /** A shortener whose links live as long as the process. */
  static inMemory(clock: Clock, codes: CodeSource): Shortener {
    return new Shortener(new MemoryStore(), clock, codes);
  }

  /**
   * Makes a link to `url`.
   *
   * @throws InvalidUrl, InvalidTtl, InvalidCode for what was asked
   * @throws CodeTaken where the code is taken, or five free codes could not be found
   */
  async create(url: string, options: CreateOptions = {}): Promise<Link> {
    const { ttlSeconds, code } = options;
    if (ttlSeconds !== undefined && !isTtl(ttlSeconds)) throw new InvalidTtl(ttlSeconds);
    if (code !== undefined && !isCode(code)) throw new InvalidCode(code);
    const createdAt = this.#clock.now();
    const expiresAt = ttlSeconds === undefined ? null : new Date(createdAt.getTime() + ttlSeconds * 1000);
    const link = { url: normalizeUrl(url), createdAt, expiresAt, visits: 0 };
    if (code !== undefined) return this.#add({ ...link, code });
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#add({ ...link, code: this.#codes.next() });
      } catch (error) {
        if (!(error instanceof CodeTaken) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /**
   * The link of this code, without a visit.
   *
   * @throws UnknownCode, LinkExpired
   */
  async resolve(code: string): Promise<Link> {
    const link = await this.stats(code);
    if (isExpired(link, this.#clock.now())) throw new LinkExpired(code);
    return link;
  }

  /**
   * The link of this code, with one visit more.
   *
   * @throws UnknownCode, LinkExpired
   */
  async follow(code: string): Promise<Link> {
    await this.resolve(code);
    const link = await this.#store.countVisit(code);
    // Between the two calls it may have been swept away.
    if (link === undefined) throw new UnknownCode(code);
    return link;
  }

  /**
   * What is known of a link, expired or not.
   *
   * @throws UnknownCode
   */
  async stats(code: string): Promise<Link> {
    const link = await this.#store.find(code);
    if (link === undefined) throw new UnknownCode(code);
    return link;
  }

  /** Forgets expired links and says how many they were; their codes are free again. */
  async sweep(): Promise<number> {
    return this.#store.removeExpired(this.#clock.now());
  }

  async #add(link: Link): Promise<Link> {
    await this.#store.add(link);
    return link;
  }
}

function isTtl(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_TTL_SECONDS;
}
