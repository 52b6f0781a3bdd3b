import type { Finding, Fix, Place, RelatedPlace } from "@contractc/kernel";
import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
} from "vscode-languageserver";
import { isConfig, isContract, type Session } from "../session/session.js";

/** A finding as one file shows it: where it stands or, in the contract, where the code's counterpart is declared. */
export interface ShownFinding {
  finding: Finding;
  place: Place;
  related: readonly RelatedPlace[];
}

/** What a diagnostic carries for the request for its fixes. */
export interface DiagnosticData {
  fingerprint: string;
  code: string;
  fixes: { title: string; kind: Fix["kind"] }[];
}

/** Everything that is to be shown in a file, each finding once, by place and code. */
export function findingsIn(session: Session, path: string): ShownFinding[] {
  const shown = new Map<string, ShownFinding>();
  const add = (finding: Finding) => {
    for (const each of showings(finding)) {
      if (each.place.file !== path) continue;
      const { line, column } = each.place;
      shown.set(JSON.stringify([finding.code, line, column, finding.message]), each);
    }
  };
  const contracts = isConfig(path) || !isContract(path) ? session.contractsOf(path) : [...session.contracts.values()];
  for (const contract of contracts) {
    for (const finding of contract.findings) add(finding);
    for (const finding of contract.code.findings) add(finding);
  }
  for (const finding of session.strays.get(path) ?? []) add(finding);
  return [...shown.values()].sort(byPlace);
}

/** The files that have anything to show. */
export function filesWithFindings(session: Session): Set<string> {
  const files = new Set<string>(session.strays.keys());
  for (const contract of session.contracts.values()) {
    for (const finding of [...contract.findings, ...contract.code.findings]) {
      for (const { place } of showings(finding)) files.add(place.file);
    }
  }
  return files;
}

export function diagnosticsOf(session: Session, path: string): Diagnostic[] {
  return findingsIn(session, path).map((shown) => diagnosticOf(session, shown));
}

/** What differs between code and contract is told on both sides. */
function showings(finding: Finding): ShownFinding[] {
  const own: ShownFinding = { finding, place: finding, related: finding.related };
  const [declared] = finding.related;
  if (!/^(?:drift|import)\//.test(finding.code) || isContract(finding.file)) return [own];
  if (!declared || !isContract(declared.file)) return [own];
  const { file, line, column, endLine, endColumn, related } = finding;
  const code = { file, line, column, endLine, endColumn, message: "this is what the code has" };
  return [own, { finding, place: declared, related: [code, ...related.slice(1)] }];
}

const SEVERITY = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
} as const;

/** What may go, and is shown faded. */
const UNNECESSARY = new Set([
  "graph/unused-use",
  "import/unused-use",
  "policy/unused-suppression",
  "policy/stale-baseline",
]);

export function diagnosticOf(session: Session, { finding, place, related }: ShownFinding): Diagnostic {
  const { code, severity, message, fingerprint, fixes, expected, actual } = finding;
  const data: DiagnosticData = {
    fingerprint,
    code,
    fixes: fixes.map(({ title, kind }) => ({ title, kind })),
  };
  const tags = UNNECESSARY.has(code) ? [DiagnosticTag.Unnecessary] : [];
  const comparison = [
    ...(expected === undefined ? [] : [`contract: ${expected}`]),
    ...(actual === undefined ? [] : [`code: ${actual}`]),
  ];
  const isCompared = expected !== undefined && actual !== undefined;
  return {
    range: session.range(place),
    severity: SEVERITY[severity],
    code,
    codeDescription: { href: `${session.documentation}${code}.md` },
    source: "contractc",
    message: isCompared ? [message, ...comparison].join("\n") : message,
    ...(tags.length === 0 ? {} : { tags }),
    relatedInformation: related.map(
      (each): DiagnosticRelatedInformation => ({ location: session.location(each), message: each.message }),
    ),
    data,
  };
}

function byPlace(a: ShownFinding, b: ShownFinding): number {
  return (
    a.place.line - b.place.line ||
    a.place.column - b.place.column ||
    (a.finding.code < b.finding.code ? -1 : a.finding.code > b.finding.code ? 1 : 0)
  );
}
