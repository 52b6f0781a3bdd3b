import { diagnostic } from "./define.js";

const FILES = (config: string) =>
  `=== shop.contract\ncontract Shop version "1.0.0"\n\nmodule cart "cart.py" {\n  /// What the items cost together.\n  fn total(prices: list<float>) -> float\n}\n=== contract.config.json\n${config}\n`;
const BASELINE = (text: string) =>
  `${FILES('{ "baseline": "accepted.json" }')}=== cart.py\ndef total(prices: list[float]) -> float:\n    return sum(prices)\n=== accepted.json\n${text}\n`;
const RIGHT = FILES(
  '{\n  "severities": { "complete/undocumented": "warning" },\n  "excludes": ["legacy/"]\n}',
);

/** `contract.config.json`. */
export const configDiagnostics = {
  "config/syntax": diagnostic<{ problem: string }>({
    severity: "error",
    title: "The configuration is no JSON",
    message: ({ problem }) => `contract.config.json is no valid JSON: ${problem}`,
    explanation:
      "`contract.config.json` stands beside the root contract and is JSON as RFC 8259 has it: names and texts in double " +
      "quotes, no comments, no comma behind the last item.",
    wrong: FILES('{\n  "excludes": ["legacy/",]\n}'),
    right: RIGHT,
  }),

  "config/unknown-key": diagnostic<{ key: string; within: string; near?: string; known: readonly string[] }>({
    severity: "error",
    title: "A setting that does not exist",
    message: ({ key, within, near, known }) => {
      const hint =
        near !== undefined
          ? `did you mean \`${near}\`?`
          : known.length > 0
            ? `known are ${known.map((each) => `\`${each}\``).join(", ")}.`
            : "see `contractc explain --list`.";
      return `There is no ${within === "severities" ? "diagnostic" : "setting"} \`${key}\`: ${hint}`;
    },
    explanation:
      "A name with a typing mistake would be a setting without an effect. The settings are described by " +
      "`contract.config.schema.json`, which editors use to complete them; `severities` names codes as findings show them.",
    wrong: FILES('{\n  "severity": { "complete/undocumented": "warning" }\n}'),
    right: RIGHT,
  }),

  "config/invalid-value": diagnostic<{ key: string; expected: string; actual: string }>({
    severity: "error",
    title: "A setting with a value it cannot have",
    message: ({ key, expected, actual }) => `\`${key}\` is ${expected}, not ${actual}.`,
    explanation:
      'Severities are `"error"`, `"warning"`, `"info"` and `"off"`; excludes are patterns as in `.gitignore`, from the ' +
      "contract's folder. Errors that leave open what a contract means (`syntax/…`, `name/…`, `type/arity`, " +
      "`graph/undeclared-use`) stay errors.",
    wrong: FILES('{\n  "severities": { "complete/undocumented": "warn" }\n}'),
    right: RIGHT,
  }),

  "config/baseline": diagnostic<{ problem: string }>({
    severity: "error",
    title: "A baseline that cannot be used",
    message: ({ problem }) => `This is no baseline that can be used: ${problem}`,
    explanation:
      "A baseline lists the findings that `contractc drift` accepts, each with its reason. One that is damaged, such as by a " +
      "merge, or was written by a later contractc must not quietly accept something else. It is described by " +
      "`baseline.schema.json`; `contractc drift --update-baseline` writes it.",
    wrong: BASELINE('{\n  "format": 2,\n  "findings": []\n}'),
    right: BASELINE('{\n  "format": 1,\n  "findings": []\n}'),
  }),
};
