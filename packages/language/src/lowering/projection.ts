import {
  finding,
  type Priority,
  type Projection,
  positionKey,
  QUALITY_KINDS,
  type Quality,
  type QualityKind,
  type Requirement,
  type Role,
} from "@contractc/kernel";
import type { Program } from "../binder/program.js";
import type { NamedSymbol } from "../binder/symbols.js";
import type { Gathered } from "../resolver/trace.js";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { docOf } from "../syntax/index.js";
import { readAnnotations, reportUnknown } from "./annotations.js";
import { readEntries } from "./entries.js";

/** What people and agents read, in source order. */
export function lowerProjection(program: Program, gathered: Gathered): Projection {
  const { files } = program;
  const { report, trace } = gathered;
  const requirements: Requirement[] = [];
  const qualities: Quality[] = [];
  const annotate = (key: string, { node, source }: { node: ast.Element; source: Source }) => {
    readAnnotations(gathered, source, node.annotations, key);
  };
  for (const symbol of program.requirements.values()) {
    trace?.position(symbol.name, symbol.source, symbol.node, "name");
    annotate(symbol.name, symbol);
    if (symbol.node.$type === "Requirement") requirements.push(lowerRequirement(symbol, report));
    else qualities.push(lowerQuality(symbol, report));
  }
  const decisions = [...program.decisions.values()].map((symbol) => {
    const { name, node, source } = symbol;
    trace?.position(positionKey.decision(name), source, node, "name");
    annotate(positionKey.decision(name), symbol);
    const because = node.reason === undefined ? {} : { because: node.reason };
    return { name, text: node.text ?? "", ...because, ...doc(node) };
  });
  const risks = files
    .flatMap((file) => file.risks)
    .map(({ node, source }, at) => {
      const key = positionKey.ordinal("risk", at + 1);
      trace?.position(key, source, node);
      annotate(key, { node, source });
      return { text: node.text ?? "", ...doc(node) };
    });
  const questions = files
    .flatMap((file) => file.questions)
    .map(({ node, source }, at) => {
      const key = positionKey.ordinal("question", at + 1);
      trace?.position(key, source, node);
      annotate(key, { node, source });
      const answer = node.answer === undefined ? {} : { answer: node.answer };
      return { text: node.text ?? "", ...answer, ...doc(node) };
    });
  const roles = [...program.roles.values()].map((symbol) => {
    trace?.position(positionKey.role(symbol.name), symbol.source, symbol.node, "name");
    annotate(positionKey.role(symbol.name), symbol);
    return lowerRole(symbol, report);
  });
  return { requirements, qualities, decisions, risks, questions, roles };
}

function doc(node: ast.Element): { doc?: string } {
  const text = docOf(node);
  return text === undefined ? {} : { doc: text };
}

function lowerRequirement(
  { name, node, source }: NamedSymbol<ast.Requirement | ast.Quality>,
  report: Report,
): Requirement {
  if (node.kind !== undefined) {
    reportUnknown(source, node, "kind", "priority", node.kind, ["must", "should", "could"], name, report);
  }
  const { accept = [] } = readEntries(source, node.entries, { accept: "list" }, name, report);
  return { name, priority: priorityOf(node), text: node.text ?? "", ...doc(node), accept };
}

/** A requirement that states no priority is one that must be met. */
function priorityOf(node: ast.Requirement | ast.Quality): Priority {
  return node.priority === "should" || node.priority === "could" ? node.priority : "must";
}

function lowerQuality(
  { name, node, source }: NamedSymbol<ast.Requirement | ast.Quality>,
  report: Report,
): Quality {
  const kind = QUALITY_KINDS.find((each) => each === node.kind);
  if (node.kind === undefined) {
    const problem = `The quality \`${name}\` needs a kind: one of ${QUALITY_KINDS.join(", ")}.`;
    report(finding("syntax/error", source.placeOf(node, "name"), { problem }, { symbol: name }));
  } else if (!kind) {
    reportUnknown(source, node, "kind", "kind of quality", node.kind, QUALITY_KINDS, name, report);
  }
  const { accept = [] } = readEntries(source, node.entries, { accept: "list" }, name, report);
  // Of a contract with errors; its kernel is never written.
  const fallback: QualityKind = "maintainability";
  return { name, kind: kind ?? fallback, text: node.text ?? "", ...doc(node), accept };
}

function lowerRole({ name, node, source }: NamedSymbol<ast.Role>, report: Report): Role {
  const entries = readEntries(
    source,
    node.entries,
    { read: "list", write: "list", run: "list" },
    positionKey.role(name),
    report,
  );
  return { name, ...(node.text === undefined ? {} : { text: node.text }), ...doc(node), ...entries };
}
