import {
  type Code,
  DIAGNOSTICS,
  type Finding,
  type Fix,
  isCode,
  type Place,
  type Severity,
} from "@contractc/kernel";
import { documentationOf, PACKAGE_PAGE } from "../documentation.js";
import { VERSION } from "../version.js";

const LEVELS: Record<Severity, "error" | "warning" | "note"> = {
  error: "error",
  warning: "warning",
  info: "note",
};

/** The name of the folder that paths start from, as tools know it. */
const ROOT = "%SRCROOT%";

/** A finding that a baseline accepts. */
export interface Suppressed {
  finding: Finding;
  reason: string;
}

/**
 * Findings as one run of SARIF 2.1.0.
 *
 * @param findings with paths relative to the root
 * @param suppressed the same, of what is accepted: told as suppressed results
 * @param root absolute: the folder that paths start from
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function renderSarif(
  findings: readonly Finding[],
  suppressed: readonly Suppressed[],
  root: string,
): string {
  const all = [...findings, ...suppressed.map(({ finding }) => finding)];
  const codes = [...new Set(all.map(({ code }) => code))].sort();
  const ruleOf = new Map(codes.map((code, at) => [code, at]));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "contractc",
            semanticVersion: VERSION,
            informationUri: PACKAGE_PAGE,
            rules: codes.map(rule),
          },
        },
        invocations: [{ executionSuccessful: true }],
        originalUriBaseIds: { [ROOT]: { uri: folderUri(root) } },
        columnKind: "utf16CodeUnits",
        results: [
          // Where some results say whether they are suppressed, all have to.
          ...findings.map((each) => ({ ...result(each, ruleOf), suppressions: [] })),
          ...suppressed.map(({ finding, reason }) => ({
            ...result(finding, ruleOf),
            suppressions: [{ kind: "external", status: "accepted", justification: reason }],
          })),
        ],
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function rule(code: string) {
  if (!isCode(code)) return { id: code };
  const { title, explanation, severity } = DIAGNOSTICS[code satisfies Code];
  return {
    id: code,
    name: code
      .split(/[/-]/)
      .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
      .join(""),
    shortDescription: { text: title },
    fullDescription: { text: explanation },
    help: { text: explanation, markdown: explanation },
    helpUri: documentationOf(code),
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: [code.split("/")[0]] },
  };
}

function result(finding: Finding, ruleOf: ReadonlyMap<string, number>) {
  const { code, severity, symbol, expected, actual, related, fixes, fingerprint } = finding;
  return {
    ruleId: code,
    ruleIndex: ruleOf.get(code),
    level: LEVELS[severity],
    message: { text: textOf(finding) },
    locations: [
      {
        physicalLocation: physical(finding),
        ...(symbol === "" ? {} : { logicalLocations: [{ fullyQualifiedName: symbol }] }),
      },
    ],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.map((place, id) => ({
            id,
            physicalLocation: physical(place),
            message: { text: place.message },
          })),
        }),
    partialFingerprints: { "contractc/v1": fingerprint },
    ...fixesOf(fixes),
    ...(expected === undefined && actual === undefined ? {} : { properties: { expected, actual } }),
  };
}

/** The message, with what was expected and what is there: few viewers show properties. */
export function textOf({ message, expected, actual }: Finding): string {
  const lines = [message];
  if (expected !== undefined) lines.push(`expected: ${expected}`);
  if (actual !== undefined) lines.push(`actual: ${actual}`);
  return lines.join("\n");
}

function physical(place: Place) {
  return { artifactLocation: artifact(place.file), region: region(place) };
}

function artifact(file: string) {
  return { uri: file.split("/").map(encodeURIComponent).join("/"), uriBaseId: ROOT };
}

function region({ line, column, endLine, endColumn }: Place) {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

function fixesOf(fixes: readonly Fix[]) {
  const told = fixes.filter(({ edits }) => edits.length > 0);
  if (told.length === 0) return {};
  return {
    fixes: told.map(({ title, edits }) => ({
      description: { text: title },
      artifactChanges: [...new Set(edits.map(({ file }) => file))].map((file) => ({
        artifactLocation: artifact(file),
        replacements: edits
          .filter((edit) => edit.file === file)
          .map((edit) => ({ deletedRegion: region(edit), insertedContent: { text: edit.text } })),
      })),
    })),
  };
}

function folderUri(folder: string): string {
  const path = folder
    .split("/")
    .map(encodeURIComponent)
    .join("/")
    .replace(/^([A-Za-z])%3A/, "/$1:");
  return `file://${path.endsWith("/") ? path : `${path}/`}`;
}
