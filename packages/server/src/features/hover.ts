import {
  type Declaration,
  describeSubject,
  type Kernel,
  lastName,
  type Parameter,
  printType,
  references,
  type Subject,
} from "@contractc/kernel";
import { type Hover, type Location, MarkupKind } from "vscode-languageserver";
import type { Contract } from "../session/contract.js";
import { isContract, type Session } from "../session/session.js";
import { codePlaces, declarationPlaces } from "./places.js";
import { subjectOf, type Target, targetsAt } from "./targets.js";
import { wordHover } from "./word-hover.js";

/** What a contract says of the thing at an offset, where it is, and who uses it. */
export function hoverOf(session: Session, path: string, offset: number): Hover | null {
  const parts: string[] = [];
  const targets = targetsAt(session, path, offset);
  for (const target of targets) {
    const text = textOf(session, target, isContract(path));
    if (text !== undefined) parts.push(text);
  }
  const [first] = targets;
  if (!first || parts.length === 0) return isContract(path) ? wordHover(session, path, offset) : null;
  return {
    contents: { kind: MarkupKind.Markdown, value: parts.join("\n\n---\n\n") },
    range: session.rangeOf(path, first.start, first.end),
  };
}

function textOf(session: Session, target: Target, inContract: boolean): string | undefined {
  const subject = subjectOf(target);
  if (!subject) return parameterText(session, target);
  const { contract } = target;
  const description = describeSubject(withoutContent(contract.kernel, subject), subject);
  const { doc, text } = withoutDoc(description.text);
  const code = codePlaces(session, target);
  const lines = [
    fenced(text),
    ...(doc === "" ? [] : [doc]),
    ...typeLines(session, contract, subject),
    ...(code.length > 0 ? [`Implemented in ${code.map((each) => link(contract, each)).join(", ")}`] : []),
    ...(code.length === 0 && isExpected(contract, subject) && contract.code.implementations
      ? ["*Not in the code.*"]
      : []),
    ...(inContract ? [] : declaredLines(session, target)),
    ...usedBy(description.usedBy.map(({ by, how }) => `\`${by}\` (${how})`)),
  ];
  return lines.join("\n\n");
}

/** Most users that are named. */
const USERS = 8;

function usedBy(users: readonly string[]): string[] {
  if (users.length === 0) return [];
  const more = users.length > USERS ? ` and ${users.length - USERS} more` : "";
  return [`Used by ${users.slice(0, USERS).join(", ")}${more}`];
}

function declaredLines(session: Session, target: Target): string[] {
  const places = declarationPlaces(target);
  return places.length === 0
    ? []
    : [`Declared in ${places.map((place) => link(target.contract, session.location(place))).join(", ")}`];
}

/** What the names of types in a signature stand for, where they are of other modules. */
function typeLines(session: Session, contract: Contract, subject: Subject): string[] {
  const declarations: readonly Declaration[] =
    subject.kind === "declaration"
      ? subject.declarations
      : subject.kind === "member"
        ? [{ kind: "class", name: "", address: "", members: [...subject.members] }]
        : [];
  const home =
    subject.kind === "declaration" ? subject.owner : subject.kind === "member" ? subject.module : "";
  const named = [...references(declarations)].filter((address) => !address.startsWith(`${home}.`)).sort();
  if (named.length === 0) return [];
  const shown = named.map((address) => {
    const [place] = declarationPlaces({ contract, key: address });
    const text = `\`${address}\``;
    return place ? `[${text}](${target(session.location(place))})` : text;
  });
  return [`Types: ${shown.join(", ")}`];
}

function parameterText(session: Session, { contract, key }: Target): string | undefined {
  const dot = key.lastIndexOf(".");
  const owner = contract.subject(key.slice(0, dot));
  if (owner?.kind !== "declaration" && owner?.kind !== "member") return undefined;
  const signatures = owner.kind === "declaration" ? owner.declarations : owner.members;
  const name = lastName(key);
  const parameters = signatures.flatMap((each): Parameter[] => ("parameters" in each ? each.parameters : []));
  const parameter = parameters.find((each) => each.name === name);
  if (!parameter) return undefined;
  const text = `(parameter) ${name}${parameter.optional && !parameter.default ? "?" : ""}: ${printType(parameter.type)}`;
  const code = codePlaces(session, { contract, key });
  return [
    fenced(text),
    `of \`${owner.address}\``,
    ...(code.length > 0 ? [`In the code: ${code.map((each) => link(contract, each)).join(", ")}`] : []),
  ].join("\n\n");
}

/** Whether the code has to have something for it. */
function isExpected({ kernel }: Contract, subject: Subject): boolean {
  const isExternal = kernel.externals.some(
    ({ address }) => subject.kind === "declaration" && address === subject.owner,
  );
  if (subject.kind === "declaration") {
    const [{ kind }] = subject.declarations;
    return kind !== "event" && kind !== "states" && !isExternal;
  }
  return subject.kind === "module";
}

/** A module is shown by its clauses alone: what it declares has hovers of its own. */
function withoutContent(kernel: Kernel, subject: Subject): Kernel {
  return subject.kind === "module"
    ? { ...kernel, signatures: { ...kernel.signatures, [subject.address]: [] } }
    : kernel;
}

function withoutDoc(text: string): { doc: string; text: string } {
  const lines = text.trim().split("\n");
  const end = lines.findIndex((line) => !line.startsWith("///"));
  const doc = lines.slice(0, Math.max(end, 0)).map((line) => line.replace(/^\/\/\/ ?/, ""));
  return { doc: doc.join("\n"), text: lines.slice(Math.max(end, 0)).join("\n") };
}

export function fenced(text: string): string {
  return `\`\`\`contract\n${text.trimEnd()}\n\`\`\``;
}

function link(contract: Contract, location: Location): string {
  const path = decodeURIComponent(location.uri.replace(/^file:\/\//, ""));
  const shown = contract.relative(path) ?? path;
  const line = location.range.start.line + 1;
  return `[${shown}:${line}](${target(location)})`;
}

function target({ uri, range }: Location): string {
  return `${uri}#L${range.start.line + 1}`;
}
