import { InvalidArgumentError } from "commander";

/** Reads a port that an option gives. */
export function port(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new InvalidArgumentError("It is a port: a number from 0, for any that is free, to 65535.");
  }
  return number;
}

/** Reads a number from 1 that an option gives; `16_000` is one. */
export function tokens(text: string): number {
  const number = Number(text.replaceAll("_", ""));
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError("It is a number of tokens.");
  return number;
}
