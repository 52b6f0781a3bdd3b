import { diagnostic } from "./define.js";

export const syntaxDiagnostics = {
  "syntax/error": diagnostic<{ problem: string }>({
    severity: "error",
    title: "The text is no valid contract here",
    message: ({ problem }) => problem,
    explanation:
      "The parser could not read this part of the contract. It goes on after it, so that everything else is still checked.",
    wrong:
      'contract Shop version "1.0.0"\n\nmodule cart "cart.py" {\n  fn total(prices: list<float> -> float\n}\n',
    right:
      'contract Shop version "1.0.0"\n\nmodule cart "cart.py" {\n  fn total(prices: list<float>) -> float\n}\n',
  }),

  "syntax/encoding": diagnostic<Record<never, never>>({
    severity: "error",
    title: "The file is not UTF-8",
    message: () => "The file is not UTF-8 from here on: save it in that encoding.",
    explanation:
      "Contracts are UTF-8, with or without a byte order mark. What cannot be read is taken for the replacement " +
      "character, so that the rest of the file is still checked. The sign in the example stands for such a byte.",
    wrong: 'contract Shop version "1.0.0"\n\nquality Look usability "caf\uFFFD"\n',
    right: 'contract Shop version "1.0.0"\n\nquality Look usability "café"\n',
  }),
};
