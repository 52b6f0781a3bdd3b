/** Reading what a client sent. */

import type { IncomingMessage } from "node:http";

/** The body is longer than `limit` bytes. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";
  readonly limit: number;
  constructor(limit: number) {
    super(`the body is longer than ${limit} bytes`);
    this.limit = limit;
  }
}

/** The body is not what the service reads. */
export class InvalidBody extends Error {
  override readonly name = "InvalidBody";
  readonly reason: string;
  constructor(reason: string) {
    super(`the body ${reason}`);
    this.reason = reason;
  }
}

/**
 * The JSON value in the body of a request.
 *
 * @param limit bytes that are read at most
 * @throws BodyTooLarge as soon as more arrives, whatever `Content-Length` says
 * @throws InvalidBody where it is no JSON in UTF-8
 */
export async function readJson(request: IncomingMessage, limit: number = 16_384): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop must not destroy the socket: the answer has yet to be written to it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length;
    if (length > limit) throw new BodyTooLarge(limit);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new InvalidBody("is no JSON");
  }
}
