import type { Finding, Fix, Place, RelatedPlace } from "@contractc/kernel";
import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
} from "vscode-languageserver";
import { isContract, type Session } from "../session/session.js";

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

/**
 * Everything that is known to be shown, by file; in a file by place and code. Nothing is compiled for it: what is asked
 * about is as fresh as whoever asks has made it.
 */
export function findingsByFile(session: Session): Map<string, ShownFinding[]> {
  const files = new Map<string, Map<string, ShownFinding>>();
  const add = (finding: Finding) => {
    for (const each of showings(finding)) {
      const { file, line, column } = each.place;
      let shown = files.get(file);
      if (!shown) {
        shown = new Map();
        files.set(file, shown);
      }
      // Two contracts may share files; what is said of those is said once.
      shown.set(JSON.stringify([finding.code, line, column, finding.message]), each);
    }
  };
  for (const contract of session.contracts.values()) {
    for (const finding of contract.knownFindings) add(finding);
    for (const finding of contract.code.findings) add(finding);
  }
  for (const findings of session.strays.values()) for (const finding of findings) add(finding);
  return new Map([...files].map(([file, shown]) => [file, [...shown.values()].sort(byPlace)]));
}

/** Everything that is to be shown in one file, its own contracts compiled. */
export function findingsIn(session: Session, path: string): ShownFinding[] {
  for (const contract of session.contractsOf(path)) void contract.compilation;
  return findingsByFile(session).get(path) ?? [];
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
