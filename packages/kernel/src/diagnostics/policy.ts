import { diagnostic } from "./define.js";
import { contract } from "./words.js";

const CYCLE = (allow: string, back: string) =>
  contract(
    `module a "a.py" {\n  ${allow}\n  uses b\n  fn run()\n}\nmodule b "b.py" {\n${back}  fn stop()\n}`,
  );

/** A module whose code is clean, with a baseline. */
const BASELINE = (entries: string) =>
  `=== shop.contract
contract Shop version "1.0.0"

module cart "cart.py" {
  fn total() -> float
}
=== cart.py
def total() -> float:
    return 1.0
=== contract.config.json
{ "baseline": "accepted.json" }
=== accepted.json
{
  "format": 1,
  "findings": [${entries}]
}
`;

/** How findings are accepted. */
export const policyDiagnostics = {
  "policy/suppression-reason": diagnostic<{ form: string; code: string }>({
    severity: "error",
    title: "A finding accepted without a reason",
    message: ({ form, code }) =>
      `This accepts \`${code}\` without saying why, and so accepts nothing: write \`${form}\`.`,
    explanation:
      "Whoever reads an accepted finding must learn why it was accepted. Without a reason neither `@allow` in a contract " +
      "nor `contract-ignore` in the code accepts anything.",
    wrong: contract('@allow("complete/empty-module")\nmodule cart "cart.py" {}'),
    right: contract('@allow("complete/empty-module", "written next week")\nmodule cart "cart.py" {}'),
  }),

  "policy/unused-suppression": diagnostic<{
    code: string;
    /** A comment of the code, where it is none of the contract. */
    comment?: boolean;
    /** The code does not exist; the nearest that does. */
    unknown?: { near?: string };
  }>({
    severity: "warning",
    title: "A suppression without an effect",
    message: ({ code, comment, unknown }) => {
      const what = comment ? "comment" : "`@allow`";
      if (!unknown) return `There is no \`${code}\` here that this ${what} could accept: remove it.`;
      const hint =
        unknown.near === undefined ? "see `contractc explain --list`." : `did you mean \`${unknown.near}\`?`;
      return `This ${what} names \`${code}\`, which is no diagnostic: ${hint}`;
    },
    explanation:
      "Something was accepted that is no longer found: the fault is mended, or was never there. What is left would " +
      "silently accept the next one. `contractc check` tells of those for its own codes, `contractc drift` of those for " +
      "`drift/…` and `import/…`.",
    wrong: CYCLE('@allow("graph/cycle", "until the split of b")', ""),
    right: CYCLE('@allow("graph/cycle", "until the split of b")', "  uses a\n"),
  }),

  "policy/stale-baseline": diagnostic<{ code: string; symbol: string; left: number }>({
    severity: "warning",
    title: "The baseline accepts what is no longer found",
    message: ({ code, symbol, left }) => {
      const where = symbol === "" ? "" : ` at \`${symbol}\``;
      return left === 0
        ? `There is no \`${code}\`${where} any more: \`contractc drift --update-baseline\` takes it out of the baseline.`
        : `Of the \`${code}\` findings${where} only ${left} are left: \`contractc drift --update-baseline\` corrects the count.`;
    },
    explanation:
      "A finding that the baseline accepted is mended, or its symbol has another name by now. The entry would silently accept " +
      "the same fault when it comes back.",
    wrong: BASELINE(`
    {
      "contract": "Shop",
      "symbol": "cart.total",
      "code": "drift/hollow",
      "fingerprint": "0123456789abcdef",
      "reason": "written next week"
    }
  `),
    right: BASELINE(""),
  }),
};
