/** Where the codes of new links come from, and which codes are allowed. */

import { randomInt } from "node:crypto";

/** The digits of base 62, by value. */
export const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A code was asked for that no link may have. */
export class InvalidCode extends Error {
  override readonly name = "InvalidCode";
  readonly code: string;
  constructor(code: string) {
    super("a code is 4 to 32 letters, digits, - or _, and none of the reserved words");
    this.code = code;
  }
}

/** Gives one code after another. */
export interface CodeSource {
  next(): string;
}

/** Codes that cannot be guessed from each other. */
export class RandomCodes implements CodeSource {
  readonly length: number;

  constructor(length: number = 7) {
    this.length = length;
  }

  next(): string {
    return Array.from({ length: this.length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  }
}

/** Codes in a row, for tests and for people who like short links. */
export class SequentialCodes implements CodeSource {
  #number: number;

  constructor(start: number = 0) {
    this.#number = start;
  }

  next(): string {
    return encode(this.#number++).padStart(MIN_LENGTH, ALPHABET.charAt(0));
  }
}

const MIN_LENGTH = 4;
const CODE = /^[A-Za-z0-9_-]{4,32}$/;

/** First segments of paths that mean something else. */
const RESERVED: ReadonlySet<string> = new Set(["links", "health"]);

/** Whether a link may have this code. */
export function isCode(text: string): boolean {
  return CODE.test(text) && !RESERVED.has(text.toLowerCase());
}

/**
 * The number in base 62.
 *
 * @param value a whole number that is not negative
 * @throws RangeError for any other number
 */
export function encode(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`cannot encode ${value}`);
  let rest = value;
  let text = "";
  do {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  } while (rest > 0);
  return text;
}
