/** From errors to what a client is told about them. */

import { InvalidCode } from "../codes.ts";
import { CodeTaken, InvalidUrl, LinkExpired, UnknownCode } from "../links.ts";
import { InvalidTtl } from "../shortener.ts";
import { BodyTooLarge, InvalidBody } from "./body.ts";

/** What a program can tell apart; the text is for people and may change. */
export const ProblemCode = {
  InvalidUrl: "invalid_url",
  InvalidCode: "invalid_code",
  InvalidTtl: "invalid_ttl",
  InvalidBody: "invalid_body",
  BodyTooLarge: "body_too_large",
  CodeTaken: "code_taken",
  NotFound: "not_found",
  Expired: "expired",
  MethodNotAllowed: "method_not_allowed",
  RateLimited: "rate_limited",
  Internal: "internal",
} as const;
export type ProblemCode = (typeof ProblemCode)[keyof typeof ProblemCode];

export interface Problem {
  readonly status: number;
  readonly code: ProblemCode;
  readonly message: string;
}

/** What the client is told. Errors that are nobody's plan keep their text to themselves. */
export function toProblem(error: unknown): Problem {
  if (error instanceof InvalidUrl) return problem(422, ProblemCode.InvalidUrl, error);
  if (error instanceof InvalidCode) return problem(422, ProblemCode.InvalidCode, error);
  if (error instanceof InvalidTtl) return problem(422, ProblemCode.InvalidTtl, error);
  if (error instanceof InvalidBody) return problem(400, ProblemCode.InvalidBody, error);
  if (error instanceof BodyTooLarge) return problem(413, ProblemCode.BodyTooLarge, error);
  if (error instanceof CodeTaken) return problem(409, ProblemCode.CodeTaken, error);
  if (error instanceof UnknownCode) return problem(404, ProblemCode.NotFound, error);
  if (error instanceof LinkExpired) return problem(410, ProblemCode.Expired, error);
  return { status: 500, code: ProblemCode.Internal, message: "something went wrong" };
}

function problem(status: number, code: ProblemCode, error: Error): Problem {
  return { status, code, message: error.message };
}
