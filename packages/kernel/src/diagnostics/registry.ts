import type { Finding, Fix, Place, RelatedPlace, Severity } from "../finding.js";
import { fingerprint } from "../fingerprint.js";
import { completeDiagnostics } from "./complete.js";
import { configDiagnostics } from "./config.js";
import type { Diagnostic } from "./define.js";
import { driftDiagnostics } from "./drift.js";
import { graphDiagnostics } from "./graph.js";
import { importDiagnostics } from "./import.js";
import { nameDiagnostics } from "./name.js";
import { policyDiagnostics } from "./policy.js";
import { stateDiagnostics } from "./state.js";
import { syntaxDiagnostics } from "./syntax.js";
import { typeDiagnostics } from "./type.js";
import { typeUseDiagnostics } from "./type-use.js";

/** Every code there is. One table: commands, editors, docs and tests read from it. */
export const DIAGNOSTICS = {
  ...completeDiagnostics,
  ...configDiagnostics,
  ...driftDiagnostics,
  ...graphDiagnostics,
  ...importDiagnostics,
  ...nameDiagnostics,
  ...policyDiagnostics,
  ...stateDiagnostics,
  ...syntaxDiagnostics,
  ...typeDiagnostics,
  ...typeUseDiagnostics,
};

export type Code = keyof typeof DIAGNOSTICS;
type ParametersOf<C extends Code> = (typeof DIAGNOSTICS)[C] extends Diagnostic<infer P> ? P : never;

export interface FindingOptions {
  symbol?: string;
  expected?: string;
  actual?: string;
  related?: RelatedPlace[];
  fixes?: Fix[];
  /** Where it differs from the registry's: a target's own default, a configuration. */
  severity?: Severity;
  /** Tells apart findings of one code at one symbol that `expected` and `actual` do not. */
  key?: string;
}

/**
 * Makes a finding of a registered code.
 *
 * @param code a key of the registry
 * @param place where it is shown
 * @param parameters what the code's message needs
 * @param options the parts that not every finding has
 */
export function finding<C extends Code>(
  code: C,
  place: Place,
  parameters: ParametersOf<C>,
  options: FindingOptions = {},
): Finding {
  const entry = DIAGNOSTICS[code] as Diagnostic<ParametersOf<C>>;
  const message = entry.message(parameters);
  const { file, line, column, endLine, endColumn } = place;
  const { symbol = "", expected, actual, related = [], fixes = [] } = options;
  return {
    code,
    severity: options.severity ?? entry.severity,
    message,
    file,
    line,
    column,
    endLine,
    endColumn,
    symbol,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    related,
    fixes,
    fingerprint: fingerprint([
      code,
      symbol,
      expected ?? "",
      actual ?? "",
      options.key ?? (expected === undefined && actual === undefined ? message : ""),
    ]),
  };
}

export function isCode(text: string): text is Code {
  return Object.hasOwn(DIAGNOSTICS, text);
}
