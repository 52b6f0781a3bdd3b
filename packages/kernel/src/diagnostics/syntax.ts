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
};
