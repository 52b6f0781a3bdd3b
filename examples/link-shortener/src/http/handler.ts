/** Requests and responses: the only module that knows paths, methods and headers. */

import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { isCode } from "../codes.ts";
import { type Link, UnknownCode } from "../links.ts";
import type { RateLimiter } from "../rate-limiter.ts";
import type { CreateOptions, Shortener } from "../shortener.ts";
import { InvalidBody, readJson } from "./body.ts";
import { type Problem, ProblemCode, toProblem } from "./problems.ts";

export interface HandlerOptions {
  /** What short links start with. Asked for each time: the port may be known only after listening. */
  readonly baseUrl: () => string;
  /** Takes errors that are nobody's plan. */
  readonly report: (error: unknown) => void;
}

/**
 * Answers requests:
 *
 * - `POST /links` with `{url, ttlSeconds?, code?}` makes a link: 201
 * - `GET /links/CODE` tells what is known of it: 200
 * - `GET /CODE` leads on: 302
 * - `GET /health`: 200
 *
 * Every error is `{error: {code, message}}`; making links is limited per client address.
 */
export function createHandler(
  shortener: Shortener,
  limiter: RateLimiter,
  options: HandlerOptions,
): RequestListener {
  return (request, response) => {
    new Exchange(shortener, limiter, options, request, response).answer().catch((error: unknown) => {
      options.report(error);
      response.destroy();
    });
  };
}

/** One request and its response. */
class Exchange {
  readonly #shortener: Shortener;
  readonly #limiter: RateLimiter;
  readonly #options: HandlerOptions;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(
    shortener: Shortener,
    limiter: RateLimiter,
    options: HandlerOptions,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    this.#shortener = shortener;
    this.#limiter = limiter;
    this.#options = options;
    this.#request = request;
    this.#response = response;
  }

  async answer(): Promise<void> {
    try {
      await this.#route();
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === ProblemCode.Internal) this.#options.report(error);
      this.#refuse(problem);
    }
  }

  async #route(): Promise<void> {
    const [path = ""] = (this.#request.url ?? "").split("?", 1);
    const segments = path.split("/").slice(1);
    const [first = "", second = ""] = segments;
    if (segments.length === 1 && first === "health") {
      if (this.#allows("GET", "HEAD")) this.#send(200, { status: "ok" });
    } else if (segments.length === 1 && first === "links") {
      if (this.#allows("POST")) await this.#create();
    } else if (segments.length === 2 && first === "links") {
      if (this.#allows("GET", "HEAD")) await this.#stats(second);
    } else if (segments.length === 1 && isCode(first)) {
      if (this.#allows("GET", "HEAD")) await this.#redirect(first);
    } else {
      this.#refuse({ status: 404, code: ProblemCode.NotFound, message: `there is nothing at ${path}` });
    }
  }

  async #create(): Promise<void> {
    const decision = this.#limiter.take(this.#request.socket.remoteAddress ?? "unknown");
    if (!decision.allowed) {
      this.#response.setHeader("Retry-After", decision.retryAfter);
      this.#refuse({ status: 429, code: ProblemCode.RateLimited, message: "too many new links, try later" });
      return;
    }
    const { url, options } = parseCreation(await readJson(this.#request));
    const link = await this.#shortener.create(url, options);
    this.#response.setHeader("Location", `/links/${link.code}`);
    this.#send(201, this.#describe(link));
  }

  async #stats(code: string): Promise<void> {
    if (!isCode(code)) throw new UnknownCode(code);
    this.#send(200, this.#describe(await this.#shortener.stats(code)));
  }

  async #redirect(code: string): Promise<void> {
    // HEAD asks where a link leads without going there.
    const visit = this.#request.method === "GET";
    const link = await (visit ? this.#shortener.follow(code) : this.#shortener.resolve(code));
    this.#response.setHeader("Location", link.url);
    this.#send(302, { url: link.url });
  }

  #describe(link: Link): Record<string, unknown> {
    return { ...link, shortUrl: `${this.#options.baseUrl()}/${link.code}` };
  }

  /** Whether the method is one of these; if not, the client has been told. */
  #allows(...methods: string[]): boolean {
    if (methods.includes(this.#request.method ?? "")) return true;
    this.#response.setHeader("Allow", methods.join(", "));
    const message = `use ${methods.join(" or ")} here`;
    this.#refuse({ status: 405, code: ProblemCode.MethodNotAllowed, message });
    return false;
  }

  #refuse(problem: Problem): void {
    // What is left of the body is not worth reading, so the connection cannot carry another request.
    if (!this.#request.complete) this.#response.setHeader("Connection", "close");
    this.#send(problem.status, { error: { code: problem.code, message: problem.message } });
  }

  #send(status: number, body: unknown): void {
    this.#response.writeHead(status, {
      "Content-Type": "application/json; charset=utf-8",
      // Links expire and visits are counted: nobody in between may answer for us.
      "Cache-Control": "no-store",
    });
    this.#response.end(this.#request.method === "HEAD" ? undefined : `${JSON.stringify(body)}\n`);
  }
}

function parseCreation(body: unknown): { url: string; options: CreateOptions } {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new InvalidBody("must be a JSON object");
  }
  const { url, ttlSeconds, code }: { url?: unknown; ttlSeconds?: unknown; code?: unknown } = body;
  if (typeof url !== "string") throw new InvalidBody("needs a text `url`");
  if (ttlSeconds !== undefined && typeof ttlSeconds !== "number") {
    throw new InvalidBody("has a `ttlSeconds` that is no number");
  }
  if (code !== undefined && typeof code !== "string") throw new InvalidBody("has a `code` that is no text");
  return {
    url,
    options: { ...(ttlSeconds === undefined ? {} : { ttlSeconds }), ...(code === undefined ? {} : { code }) },
  };
}
