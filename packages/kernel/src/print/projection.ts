import { moduleOf } from "../hashing.js";
import type { Flow, Projection, Quality, Requirement, Role, Target } from "../model/kernel.js";
import { breakMark, markedList } from "./break-marks.js";
import type { Lines } from "./lines.js";
import { printName } from "./names.js";
import type { KernelNames } from "./scope.js";

const clause = breakMark("clause", { breaks: true });

/** Writes a requirement or quality with its criteria. */
export function writeRequirement(out: Lines, requirement: Requirement | Quality): void {
  out.doc(requirement.doc);
  const name = printName(requirement.name);
  const head =
    "kind" in requirement
      ? `quality ${name} ${requirement.kind}`
      : `requirement ${name} ${requirement.priority}`;
  entries(
    out,
    `${head} ${JSON.stringify(requirement.text)}`,
    requirement.accept.map((text) => ["accept", [text]]),
  );
}

/** Writes a role with its permissions. */
export function writeRole(out: Lines, role: Role): void {
  out.doc(role.doc);
  const text = role.text === undefined ? "" : ` ${JSON.stringify(role.text)}`;
  const permissions = (["read", "write", "run"] as const).flatMap((kind): Entry[] => {
    const globs = role[kind];
    return globs ? [[kind, globs]] : [];
  });
  entries(out, `role ${printName(role.name)}${text}`, permissions);
}

/** Writes the settings and gates of a language. */
export function writeTarget(out: Lines, target: Target): void {
  const gates = (["tsconfig", "check", "test", "smoke"] as const).flatMap((kind): Entry[] => {
    const value = target[kind];
    return value === undefined ? [] : [[kind, [value]]];
  });
  out.block(`target ${target.language}`, false, () => writeEntries(out, [["roots", target.roots], ...gates]));
}

/** Writes a technology choice with its reason. */
export function writeDecision(out: Lines, decision: Projection["decisions"][number]): void {
  out.doc(decision.doc);
  const head = `decision ${printName(decision.name)} ${JSON.stringify(decision.text)}`;
  const because =
    decision.because === undefined ? "" : ` ${clause}because ${JSON.stringify(decision.because)}`;
  out.line(head + because);
}

export function writeRisk(out: Lines, risk: Projection["risks"][number]): void {
  out.doc(risk.doc);
  out.line(`risk ${JSON.stringify(risk.text)}`);
}

export function writeQuestion(out: Lines, question: Projection["questions"][number]): void {
  out.doc(question.doc);
  const answer = question.answer === undefined ? "" : ` ${clause}answer ${JSON.stringify(question.answer)}`;
  out.line(`question ${JSON.stringify(question.text)}${answer}`);
}

/** Writes a data flow, its hops as `module.function`. */
export function writeFlow(out: Lines, flow: Flow, names: KernelNames): void {
  const modules = new Set(names.kernel.modules.map(({ address }) => address));
  const hops = flow.hops.map((hop) => names.memberName(hop, moduleOf(hop, modules) ?? ""));
  out.doc(flow.doc);
  out.line(`flow ${printName(flow.name)} = ${markedList(hops, "->")}`);
}

type Entry = [key: string, values: readonly string[]];

function entries(out: Lines, head: string, all: readonly Entry[]): void {
  if (all.length === 0) out.line(head);
  else out.block(head, false, () => writeEntries(out, all));
}

function writeEntries(out: Lines, all: readonly Entry[]): void {
  for (const [key, values] of all)
    out.list(
      key,
      values.map((value) => JSON.stringify(value)),
    );
}
