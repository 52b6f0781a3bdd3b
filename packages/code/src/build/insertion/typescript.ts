import type { Member } from "@contractc/kernel";
import type { CodeFile } from "../../project/project.js";
import { codeName } from "../../target/names.js";
import { memberGroups } from "../kernel-index.js";
import { loadDependencies, orderUnits } from "../order.js";
import { type Insertion, insertAll, styleOf, type TextStyle } from "../source-text.js";
import { enumMemberLines, unitLines } from "../typescript/declarations.js";
import type { TypeScriptFile, TypeScriptStyle } from "../typescript/file.js";
import { type MemberContext, memberLines } from "../typescript/members.js";
import { symbolName } from "../typescript/skeleton.js";
import type { MissingCode, MissingMembers } from "./missing.js";
import { type Block, BodyWriter, membersWithin, placeOf, TYPESCRIPT_RULES } from "./places.js";
import type { InsertionTarget } from "./target.js";
import { typeScriptFileOf, typeScriptImportInsertions } from "./typescript-file.js";

/** The text of an existing TypeScript file with what the contract declares and it lacks. */
export function insertTypeScript(
  target: InsertionTarget & { style: TypeScriptStyle },
  file: CodeFile,
  missing: MissingCode,
): string {
  return insertAll(file.text, typeScriptInsertions(target, file, missing));
}

/** The same as insertions. */
export function typeScriptInsertions(
  target: InsertionTarget & { style: TypeScriptStyle },
  file: CodeFile,
  missing: MissingCode,
): Insertion[] {
  return new TypeScriptInserter(target, file, missing).insertions();
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
    this.#style = styleOf(file.text, "  ");
    this.#out = typeScriptFileOf(target, file, missing.units.map(symbolName));
  }

  insertions(): Insertion[] {
    const { file, missing } = this;
    for (const members of missing.classes) if (members.file === file) this.#members(members);
    for (const found of missing.enums) if (found.file === file) this.#enum(found);
    if (missing.entry === file) this.#units();
    if (this.#insertions.length === 0) return [];
    const { before, after } = typeScriptImportInsertions(this.#out, file, this.#style);
    return [...before, ...this.#insertions, ...after];
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
}

function nameIn(member: Member): string {
  return member.kind === "constructor" ? "new" : codeName(member, "typescript", "member");
}

/** Whether a comma follows, comments and white space aside. */
function hasComma(text: string, offset: number, end: number): boolean {
  return /^(?:\s|\/\/[^\r\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/.test(text.slice(offset, end));
}

function trailingLineEnds(text: string): number {
  return /(?:\r\n|\r|\n)*$/.exec(text)![0].replaceAll("\r\n", "\n").length;
}
