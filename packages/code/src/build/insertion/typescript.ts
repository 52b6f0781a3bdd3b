import type { Member } from "@contractc/kernel";
import type { CodeFile } from "../../project/project.js";
import { codeName } from "../../target/names.js";
import { memberGroups } from "../kernel-index.js";
import { loadDependencies, orderUnits } from "../order.js";
import {
  type Insertion,
  indentAt,
  insertAll,
  lineStart,
  lineStop,
  styleOf,
  type TextStyle,
} from "../source-text.js";
import { enumMemberLines, unitLines } from "../typescript/declarations.js";
import { TypeScriptFile, type TypeScriptStyle } from "../typescript/file.js";
import type { BoundTypeScriptImport } from "../typescript/imports.js";
import { type MemberContext, memberLines } from "../typescript/members.js";
import { symbolName } from "../typescript/skeleton.js";
import { ExistingNames } from "./existing-names.js";
import type { MissingCode, MissingMembers } from "./missing.js";
import { type Block, BodyWriter, membersWithin, placeOf, TYPESCRIPT_RULES } from "./places.js";
import type { InsertionTarget } from "./python.js";

/** The text of an existing TypeScript file with what the contract declares and it lacks. */
export function insertTypeScript(
  target: InsertionTarget & { style: TypeScriptStyle },
  file: CodeFile,
  missing: MissingCode,
): string {
  return new TypeScriptInserter(target, file, missing).result();
}

class TypeScriptInserter {
  readonly #insertions: Insertion[] = [];
  readonly #style: TextStyle;
  readonly #out: TypeScriptFile;

  constructor(
    readonly target: InsertionTarget & { style: TypeScriptStyle },
    readonly file: CodeFile,
    readonly missing: MissingCode,
  ) {
    const { signature, text, path } = file;
    this.#style = styleOf(text, "  ");
    const { index, layout, module, project, moduleOf, style } = target;
    const names = new ExistingNames(project, file, moduleOf);
    const taken = [
      ...signature.symbols.filter((symbol) => symbol.kind !== "re-export").map(({ name }) => name),
      ...missing.units.map(symbolName),
    ];
    this.#out = new TypeScriptFile({
      index,
      layout,
      path,
      style,
      module,
      taken,
      existing: boundImports(file),
      known: (owner, name, load) => names.find(owner, name, load),
    });
  }

  result(): string {
    const { file, missing } = this;
    for (const members of missing.classes) if (members.file === file) this.#members(members);
    for (const found of missing.enums) if (found.file === file) this.#enum(found);
    if (missing.entry === file) this.#units();
    if (this.#insertions.length > 0) this.#imports();
    return insertAll(file.text, this.#insertions);
  }

  #members({ declaration, symbol, groups }: MissingMembers): void {
    const { text } = this.file;
    const { body } = symbol;
    const present = membersWithin(symbol.members, body);
    const form = symbol.form === "class" ? "class" : "interface";
    const order = memberGroups(declaration).map((group) => group[0]!);
    const context: MemberContext = {
      file: this.#out,
      owner: declaration,
      form,
      unit: this.#style.unit,
      depth: body.indent.length,
      // Whether a constructor that is there assigns a new field, only its author knows.
      assigned: false,
    };
    const blocks = groups.flatMap((group): Block[] => {
      const first = group[0]!;
      const before = order.slice(0, order.indexOf(first)).map(nameIn);
      const lines = memberLines(context, group);
      return lines.length === 0
        ? []
        : [{ place: placeOf(first.kind, present, before, present.length === 0), lines }];
    });
    const writer = new BodyWriter(text, body, this.#style, TYPESCRIPT_RULES, symbol.span.start);
    this.#insertions.push(...writer.insertions(blocks));
  }

  #enum({ declaration, symbol, members }: MissingCode["enums"][number]): void {
    const { text } = this.file;
    const constant = symbol.form === "const-object";
    const lines = members.map((member) => enumMemberLines(declaration, member, constant));
    const last = symbol.members.map(({ end }) => end).sort((a, b) => b - a)[0];
    if (last !== undefined && !hasComma(text, last, symbol.body.end)) {
      this.#insertions.push({ offset: last, text: "," });
    }
    const writer = new BodyWriter(text, symbol.body, this.#style, TYPESCRIPT_RULES, symbol.span.start);
    this.#insertions.push(...writer.insertions([{ place: "end", lines: lines.flat(), tight: true }]));
  }

  #units(): void {
    const { units } = this.missing;
    if (units.length === 0) return;
    const { text } = this.file;
    const { lineEnd, unit: indent } = this.#style;
    const blocks = orderUnits(units, loadDependencies).map((unit) =>
      unitLines(this.#out, unit, indent).join("\n"),
    );
    const inserted = blocks.join("\n\n").replaceAll("\n", lineEnd);
    const empty = text.trim() === "";
    const gap = empty ? "" : lineEnd.repeat(Math.max(0, 2 - trailingLineEnds(text)));
    this.#insertions.push({ offset: text.length, text: `${gap}${inserted}${lineEnd}` });
  }

  #imports(): void {
    const statements = this.#out.imports.statements();
    if (statements.length === 0) return;
    const { text, signature } = this.file;
    const { lineEnd } = this.#style;
    const inserted = statements.join("\n").replaceAll("\n", lineEnd);
    const last = signature.imports
      .filter(({ mode, reExport, start }) => mode !== "lazy" && !reExport && indentAt(text, start) === "")
      .filter(({ start }) => lineStart(text, start) === start && /^import\b/.test(text.slice(start)))
      .at(-1);
    if (last) {
      this.#insertions.push({ offset: lineStop(text, last.end), text: lineEnd + inserted });
      return;
    }
    const offset = headEnd(text);
    const gap = text.slice(offset).trim() === "" ? "" : lineEnd;
    this.#insertions.unshift({ offset, text: `${inserted}${lineEnd}${gap}` });
  }
}

function boundImports(file: CodeFile): BoundTypeScriptImport[] {
  return file.signature.imports.flatMap(({ specifier, names, mode, reExport }) => {
    if (mode === "lazy" || reExport) return [];
    return names.flatMap(({ name, local, typeOnly }): BoundTypeScriptImport[] =>
      local === undefined
        ? []
        : [{ specifier, name, local, mode: mode === "type" || typeOnly ? "type" : "value" }],
    );
  });
}

function nameIn(member: Member): string {
  return member.kind === "constructor" ? "new" : codeName(member, "typescript", "member");
}

/** Whether a comma follows, comments and white space aside. */
function hasComma(text: string, offset: number, end: number): boolean {
  return /^(?:\s|\/\/[^\r\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/.test(text.slice(offset, end));
}

/** Where the first import may stand: behind `#!`, a licence and directives. */
function headEnd(text: string): number {
  let at = /^#![^\r\n]*(?:\r\n|\r|\n)?/.exec(text)?.[0].length ?? 0;
  // A comment that a blank line parts from what follows speaks of the file.
  const comment =
    /^(?:\s*(?:\/\/[^\r\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)[ \t]*(?:\r\n|\r|\n))+[ \t]*(?:\r\n|\r|\n)/.exec(
      text.slice(at),
    );
  if (comment) at += comment[0].length;
  const directives = /^(?:[ \t]*(?:"use [a-z]+"|'use [a-z]+');?[ \t]*(?:\r\n|\r|\n))+/.exec(text.slice(at));
  return directives ? at + directives[0].length : at;
}

function trailingLineEnds(text: string): number {
  return /(?:\r\n|\r|\n)*$/.exec(text)![0].replaceAll("\r\n", "\n").length;
}
