import type { FileSystem } from "@contractc/kernel";
import type { Diagnostic } from "vscode-languageserver";
import { diagnosticOf, findingsByFile } from "../../packages/server/src/features/diagnostics.js";
import { Analysis } from "../../packages/server/src/session/analysis.js";
import { indexFolder } from "../../packages/server/src/session/indexing.js";
import { Session } from "../../packages/server/src/session/session.js";

/** What is said of each file, and the folders whose contract has errors: there the past counts, too. */
export interface FreshCheck {
  told: Map<string, string[]>;
  broken: Set<string>;
}

/**
 * Compiles and compares everything below a folder from nothing.
 *
 * @param open the texts of documents that are open, by absolute path
 * @param documentation as the server has it
 */
export async function freshCheck(
  disk: FileSystem,
  folder: string,
  open: ReadonlyMap<string, string>,
): Promise<FreshCheck> {
  const session = new Session(disk, { encoding: "utf-16", documentation: "" });
  for (const [path, text] of open) session.openDocument(`file://${path}`, "", 1, text);
  const breathe = () => new Promise<void>((resolve) => setImmediate(resolve));
  const now = () => performance.now();
  const failures: unknown[] = [];
  const analysis = new Analysis({
    quiet: 0,
    breathe,
    now,
    report: () => undefined,
    fail: (error) => failures.push(error),
  });
  await indexFolder(session, folder, { breathe, now, isCancelled: () => false });
  for (const contract of session.contracts.values()) analysis.changed(contract, 0);
  for (const contract of session.contracts.values()) await analysis.settled(contract);
  if (failures.length > 0) throw failures[0];
  const told = new Map<string, string[]>();
  for (const [path, shown] of findingsByFile(session)) {
    told.set(path, toldOf(shown.map((each) => diagnosticOf(session, each))));
  }
  const broken = new Set<string>();
  for (const contract of session.contracts.values()) if (!contract.sound) broken.add(contract.folder);
  return { told, broken };
}

/** Diagnostics as lines of text, sorted. */
export function toldOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics
    .map(({ code, message, range: { start, end } }) =>
      JSON.stringify([start.line + 1, start.character + 1, end.line + 1, end.character + 1, code, message]),
    )
    .sort();
}
