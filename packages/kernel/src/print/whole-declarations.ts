import type { Declaration, Enum, Member, Signature, States } from "../model/declarations.js";
import type { External } from "../model/kernel.js";
import { breakMark } from "./break-marks.js";
import { printEffects, printEnumMember, printHeading, printMember } from "./declarations.js";
import { writeExample } from "./expressions.js";
import { Lines, printAnnotations } from "./lines.js";
import { declaredName, printName } from "./names.js";
import type { PrintOptions } from "./types.js";

/**
 * Declarations as a contract states them, with docs, annotations, members and clauses, over as many lines as that takes.
 *
 * @returns text that ends in a line end
 */
export function printDeclarations(declarations: readonly Declaration[], options: PrintOptions = {}): string {
  const out = new Lines();
  writeDeclarations(out, declarations, options);
  return out.text();
}

/** One member in the same form. */
export function printWholeMember(member: Member, options: PrintOptions = {}): string {
  const out = new Lines();
  writeMember(out, member, { ...options, annotations: true, breaks: true });
  return out.text();
}

/** The same into lines that have begun. */
export function writeDeclarations(
  out: Lines,
  declarations: readonly Declaration[],
  options: PrintOptions = {},
): void {
  let before: Declaration | undefined;
  for (const declaration of declarations) {
    if (before === undefined || !standTogether(before, declaration)) out.space();
    writeDeclaration(out, declaration, { ...options, annotations: true, breaks: true });
    before = declaration;
  }
}

/** Overloads, and constants and aliases without docs, read best as one block. */
function standTogether(a: Declaration, b: Declaration): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "function") return a.name === b.name;
  return (
    (a.kind === "const" || a.kind === "alias") && b.doc === undefined && printAnnotations(b).length === 0
  );
}

function writeDeclaration(out: Lines, declaration: Declaration, options: PrintOptions): void {
  out.doc(declaration.doc);
  out.lines(printAnnotations(declaration));
  const heading = printHeading(declaration, options);
  switch (declaration.kind) {
    case "class":
    case "interface":
    case "record":
    case "error":
      out.block(heading, declaration.members.length === 0, () => {
        for (const member of declaration.members) writeMember(out, member, options);
      });
      return;
    case "enum":
      out.block(heading, false, () => writeEnumMembers(out, declaration));
      return;
    case "function":
      writeCallable(out, heading, declaration, options);
      return;
    case "states":
      out.block(heading, false, () => writeTransitions(out, declaration, options));
      return;
    default:
      out.line(heading);
  }
}

function writeEnumMembers(out: Lines, declaration: Enum): void {
  for (const member of declaration.members) {
    out.doc(member.doc);
    out.lines(printAnnotations(member));
    out.line(printEnumMember(member));
  }
}

function writeTransitions(out: Lines, { transitions }: States, { nameOf }: PrintOptions): void {
  for (const { from, to, trigger } of transitions) {
    const on =
      trigger.kind === "text"
        ? JSON.stringify(trigger.text)
        : (nameOf?.(trigger.target) ?? printName(declaredName(trigger.target)));
    out.line(`${printName(from)} -> ${printName(to)}${on === '""' ? "" : ` on ${on}`}`);
  }
}

function writeMember(out: Lines, member: Member, options: PrintOptions): void {
  out.doc(member.doc);
  out.lines(printAnnotations(member));
  const text = printMember(member, options);
  if (member.kind === "field") out.line(text);
  else writeCallable(out, text, member, options);
}

/** A signature and its clauses. */
function writeCallable(out: Lines, text: string, signature: Signature, options: PrintOptions): void {
  out.line(text);
  out.indented(() => {
    for (const condition of signature.requires ?? []) out.line(`requires ${JSON.stringify(condition)}`);
    for (const condition of signature.ensures ?? []) out.line(`ensures ${JSON.stringify(condition)}`);
    out.lines(printEffects(signature, options));
    for (const example of signature.examples ?? []) writeExample(out, example, options);
  });
}

/** An external package with the types that the contract names of it. */
export function writeExternal(out: Lines, external: External, options: PrintOptions = {}): void {
  const from =
    external.from === undefined
      ? ""
      : ` ${breakMark("clause", { breaks: true })}from ${JSON.stringify(external.from)}`;
  const head = `external ${printName(external.name)} ${JSON.stringify(external.requirement)}${from}`;
  out.space();
  out.doc(external.doc);
  out.lines(printAnnotations(external));
  if (external.declarations.length === 0) {
    out.line(head);
    return;
  }
  out.block(head, false, () => {
    let before: Declaration | undefined;
    for (const declaration of external.declarations) {
      if (before !== undefined && !(isBare(before) && isPlain(declaration))) out.space();
      writeExternalDeclaration(out, declaration, options);
      before = declaration;
    }
  });
}

/** A class of which nothing is said is a `type`. */
function isBare(declaration: Declaration): boolean {
  return (
    declaration.kind === "class" &&
    declaration.members.length === 0 &&
    !declaration.abstract &&
    declaration.extends === undefined &&
    declaration.implements === undefined
  );
}

/** Whether it takes one line as such a `type`. */
function isPlain(declaration: Declaration): boolean {
  return isBare(declaration) && declaration.doc === undefined && printAnnotations(declaration).length === 0;
}

function writeExternalDeclaration(out: Lines, declaration: Declaration, options: PrintOptions): void {
  if (!isBare(declaration)) {
    writeDeclaration(out, declaration, { ...options, annotations: true, breaks: true });
    return;
  }
  out.doc(declaration.doc);
  out.lines(printAnnotations(declaration));
  out.line(printHeading(declaration, options).replace(/\bclass /, "type "));
}
