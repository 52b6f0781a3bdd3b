import type { Language } from "@contractc/kernel";
import { NotAtHand } from "../project/not-at-hand.js";
import type { Reader } from "./reader.js";

/**
 * A reader that asks no compiler: where that has to be asked, a comparison ends.
 *
 * @throws NotAtHand when its resolver is asked about a type
 */
export function asWritten(reader: Reader): Reader {
  const { resolver } = reader;
  if (!resolver) return reader;
  const refuse = (): never => {
    throw new NotAtHand("the compiler");
  };
  return {
    ...reader,
    resolver(host) {
      const whole = resolver(host);
      return {
        typeOf: refuse,
        resultOf: refuse,
        signaturesOf: refuse,
        membersOf: refuse,
        relate: refuse,
        isExactOptional: (file) => whole.isExactOptional(file),
      };
    },
  };
}

/**
 * Stands for a reader whose files have all been read before.
 *
 * @throws NotAtHand when it has to read one, or to ask the compiler
 */
export function readBefore(language: Language, extensions: readonly string[]): Reader {
  const refuse = (): never => {
    throw new NotAtHand(`a reader of ${language}`);
  };
  return { language, extensions, read: refuse, ...(language === "typescript" ? { resolver: refuse } : {}) };
}
