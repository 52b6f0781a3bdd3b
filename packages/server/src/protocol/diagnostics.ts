import { createHash } from "node:crypto";
import {
  type Diagnostic,
  DocumentDiagnosticReportKind,
  type FullDocumentDiagnosticReport,
  type RelatedFullDocumentDiagnosticReport,
  type RelatedUnchangedDocumentDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import { diagnosticOf, findingsByFile } from "../features/diagnostics.js";
import type { Contract } from "../session/contract.js";
import { isContract, type Session } from "../session/session.js";
import { type Host, type Provider, pathOf, stopIfCancelled } from "./host.js";

/** Whether a client asks for diagnostics itself, and can be told that there are others. */
export function pulls(host: Pick<Host, "client">): boolean {
  const { textDocument, workspace } = host.client;
  return textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true;
}

/** Tells the client what is found, in files that are open and in those that are not. */
export class Publisher {
  /** What each file was last told to have, as JSON. */
  readonly #sent = new Map<string, string>();
  #refresh: NodeJS.Timeout | undefined;
  #shown = "";
  #isDisposed = false;

  constructor(readonly host: Host) {}

  /** Something about a contract is known that was not before. */
  report(_contract?: Contract): void {
    if (this.#isDisposed) return;
    if (pulls(this.host)) this.#askToPull();
    else this.#push();
  }

  /** A document was closed or a file removed: whatever was said of it is said again if it still holds. */
  forget(path: string): void {
    if (this.#sent.delete(path)) this.#push();
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#refresh);
  }

  #push(): void {
    const { session, connection } = this.host;
    const found = findingsByFile(session);
    for (const path of new Set([...found.keys(), ...this.#sent.keys(), ...session.documents.keys()])) {
      const diagnostics = (found.get(path) ?? []).map((shown) => diagnosticOf(session, shown));
      const document = session.documents.get(path);
      const key = JSON.stringify([document?.version ?? null, diagnostics]);
      const before = this.#sent.get(path);
      // Nothing is said of a file before anything is known of it.
      if (document && before === undefined && !isKnown(session, path)) continue;
      if (before === key || (before === undefined && diagnostics.length === 0 && !document)) continue;
      if (diagnostics.length === 0 && !document) this.#sent.delete(path);
      else this.#sent.set(path, key);
      const version = document ? { version: document.version } : {};
      // A client that is gone is told nothing.
      connection
        .sendDiagnostics({ uri: session.uriOf(path), diagnostics, ...version })
        .catch(() => undefined);
    }
  }

  /** Once for several reports, and only where something differs: every refresh asks for every file. */
  #askToPull(): void {
    this.#refresh ??= setTimeout(() => {
      this.#refresh = undefined;
      const shown = JSON.stringify([...findingsByFile(this.host.session)]);
      if (shown === this.#shown) return;
      this.#shown = shown;
      this.host.connection.languages.diagnostics.refresh().catch(() => undefined);
    }, 50);
  }
}

/** Whether the contracts of a file were compiled, and code was compared with them. */
function isKnown(session: Session, path: string): boolean {
  return session
    .contractsOf(path)
    .every((contract) => (isContract(path) ? contract.isCompiled : contract.code.wasCompared));
}

/** Diagnostics for clients that ask for them. */
export const diagnostics: Provider = {
  capabilities: () => ({
    diagnosticProvider: { identifier: "contractc", interFileDependencies: true, workspaceDiagnostics: true },
  }),
  register(connection, host) {
    connection.languages.diagnostics.on(async ({ textDocument, previousResultId }, token) => {
      const current = host();
      const path = pathOf(current, textDocument.uri);
      if (path === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
      const { session, analysis } = current;
      const contracts = session.contractsOf(path);
      for (const contract of contracts) void contract.compilation;
      // The first answer is what the contract itself says; that there is more is told when it is known.
      const isCompared = contracts.every((contract) => contract.code.wasCompared);
      if (isCompared && !isContract(path)) {
        await Promise.all(contracts.map((contract) => analysis.settled(contract)));
        stopIfCancelled(token);
      }
      return reportOf(current, path, findingsByFile(session).get(path) ?? [], previousResultId);
    });

    connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token) => {
      const current = host();
      const { session, analysis } = current;
      for (const contract of [...session.contracts.values()]) {
        await analysis.settled(contract);
        stopIfCancelled(token);
      }
      await analysis.allSettled();
      stopIfCancelled(token);
      const found = findingsByFile(session);
      const before = new Map(previousResultIds.map(({ uri, value }) => [pathOf(current, uri), value]));
      const paths = new Set([...found.keys(), ...[...before.keys()].filter((path) => path !== undefined)]);
      const items = [...paths].sort().map((path): WorkspaceDocumentDiagnosticReport => {
        const report = reportOf(current, path, found.get(path) ?? [], before.get(path));
        return {
          ...report,
          uri: session.uriOf(path),
          version: session.documents.get(path)?.version ?? null,
        };
      });
      return { items };
    });
  },
};

function reportOf(
  { session }: Host,
  _path: string,
  shown: ReturnType<typeof findingsByFile> extends Map<string, infer L> ? L : never,
  previous: string | undefined,
): RelatedFullDocumentDiagnosticReport | RelatedUnchangedDocumentDiagnosticReport {
  const items: Diagnostic[] = shown.map((each) => diagnosticOf(session, each));
  const resultId = createHash("sha256").update(JSON.stringify(items)).digest("hex").slice(0, 16);
  if (resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  const report: FullDocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, resultId, items };
  return report;
}
