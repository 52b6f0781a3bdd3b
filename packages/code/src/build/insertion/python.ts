import type { Address, Member } from "@contractc/kernel";
import type { CodeFile } from "../../project/project.js";
import type { CodeBody, CodeClass, CodeMember } from "../../reading/signature.js";
import { codeName } from "../../target/names.js";
import { type CodeUnit, memberGroups } from "../kernel-index.js";
import { addressesOf, loadDependencies, orderUnits, unitsBehind } from "../order.js";
import { enumMemberLines, unitLines } from "../python/declarations.js";
import type { PythonFile } from "../python/file.js";
import { hasDefault, isFrozenRecord, type MemberContext, memberLines } from "../python/members.js";
import { joinBlocks } from "../python/skeleton.js";
import {
  type Insertion,
  indentAt,
  indentLines,
  insertAll,
  lineStart,
  lineStop,
  styleOf,
  type TextStyle,
} from "../source-text.js";
import type { MissingCode, MissingMembers } from "./missing.js";
import { type Block, BodyWriter, membersWithin, PYTHON_RULES, placeOf } from "./places.js";
import { pythonFileOf, pythonImportInsertions } from "./python-file.js";
import {
  aboveComments,
  docStringEnd,
  isBesideHead,
  isEmptyBody,
  mainGuard,
  PLACEHOLDERS,
  spacesBefore,
  trailingLineEnds,
} from "./python-text.js";
import type { InsertionTarget } from "./target.js";

/** The text of an existing Python file with what the contract declares and it lacks. */
export function insertPython(target: InsertionTarget, file: CodeFile, missing: MissingCode): string {
  return insertAll(file.text, pythonInsertions(target, file, missing));
}

/** The same as insertions. */
export function pythonInsertions(target: InsertionTarget, file: CodeFile, missing: MissingCode): Insertion[] {
  return new PythonInserter(target, file, missing).insertions();
}

class PythonInserter {
  readonly #insertions: Insertion[] = [];
  readonly #style: TextStyle;
  readonly #out: PythonFile;
  /** What inserted members evaluate when the class at an offset is defined. */
  readonly #needs: { start: number; addresses: Address[] }[] = [];

  constructor(
    readonly target: InsertionTarget,
    readonly file: CodeFile,
    readonly missing: MissingCode,
  ) {
    this.#style = styleOf(file.text, "    ");
    this.#out = pythonFileOf(target, file, missing.units.map(symbolName));
  }

  insertions(): Insertion[] {
    const { file, missing } = this;
    for (const members of missing.classes) if (members.file === file) this.#members(members);
    for (const found of missing.enums) if (found.file === file) this.#enum(found);
    if (missing.entry === file) this.#units(missing.units);
    if (this.#insertions.length === 0) return [];
    const { before, after } = pythonImportInsertions(this.#out, file, this.#style);
    return [...before, ...this.#insertions, ...after];
  }

  // ---------------------------------------------------------------- members

  #members({ declaration, symbol, groups }: MissingMembers): void {
    const { index } = this.target;
    const { text } = this.file;
    const body = this.#body(symbol.body, symbol.span.start);
    const present = membersWithin(symbol.members, body);
    const form = formOf(symbol);
    const isEmpty = isEmptyBody(text, body);
    const order = memberGroups(declaration).map((group) => group[0]!);
    const added = { ...declaration, extends: [], implements: [], members: groups.flat() };
    this.#needs.push({ start: symbol.span.start, addresses: loadDependencies(added) });
    this.#out.withTypeParameters(declaration.typeParameters, () => {
      const inserted: { place: Block["place"]; defaulted: boolean }[] = [];
      const blocks = groups.map((group): Block => {
        const first = group[0]!;
        const before = order.slice(0, order.indexOf(first)).map((member) => nameIn(member));
        const place = placeOf(first.kind, present, before, isEmpty);
        const { before: above, behind } = splitAt(present, place);
        const context: MemberContext = {
          file: this.#out,
          owner: declaration,
          form,
          unit: this.#style.unit,
          depth: body.indent.length,
          defaulted:
            above.some(isDefaulted) ||
            inserted.some((each) => each.place === place && each.defaulted) ||
            index
              .ancestors(declaration)
              .some((base) => base.members.some((each) => each.kind === "field" && hasDefault(each))),
          frozen: form === "dataclass" && (symbol.frozen ?? isFrozenRecord(index, declaration)),
          beforeRequired: behind.some((member) => member.kind === "field" && !isDefaulted(member)),
        };
        if (first.kind === "field") inserted.push({ place, defaulted: hasDefault(first) });
        return { place, lines: memberLines(context, group) };
      });
      this.#insert(symbol.body, symbol.span.start, text, blocks);
    });
  }

  #enum({ symbol, members }: MissingCode["enums"][number]): void {
    const { text } = this.file;
    const last = symbol.members.map((member) => member.end).sort((a, b) => b - a)[0];
    const lines = members.map((member) => enumMemberLines(this.#out, member));
    if (last === undefined) {
      this.#insert(
        symbol.body,
        symbol.span.start,
        text,
        lines.map((each) => ({ place: "start", lines: each })),
      );
      return;
    }
    const stop = lineStop(text, last);
    const { lineEnd } = this.#style;
    const inserted = indentLines(lines.flat(), symbol.body.indent).join(lineEnd);
    this.#insertions.push({ offset: stop, text: lineEnd + inserted });
  }

  /** A body on the line of its head has to move below it. */
  #body(body: CodeBody, head: number): CodeBody {
    const { text } = this.file;
    const outer = indentAt(
      text,
      lineStart(text, head) + /^[ \t]*/.exec(text.slice(lineStart(text, head)))![0].length,
    );
    return isBesideHead(text, body) ? { ...body, indent: outer + this.#style.unit } : body;
  }

  #insert(original: CodeBody, head: number, text: string, blocks: readonly Block[]): void {
    const body = this.#body(original, head);
    const written = text.slice(body.start, body.end).trim();
    const isPlaceholder = PLACEHOLDERS.includes(written);
    const { lineEnd } = this.#style;
    if (isPlaceholder) {
      // A body that held nothing gives way to its first members.
      const lines = blocks.flatMap((block, at) =>
        at > 0 && needsGap(blocks, at) ? ["", ...block.lines] : block.lines,
      );
      const start = isBesideHead(text, body) ? spacesBefore(text, body.start) : body.start;
      const indented = indentLines(lines, body.indent).join(lineEnd);
      const shown =
        start === body.start && !isBesideHead(text, body)
          ? indented.slice(body.indent.length)
          : lineEnd + indented;
      this.#insertions.push({ offset: start, text: shown, remove: body.start + written.length - start });
      return;
    }
    if (isBesideHead(text, body)) {
      const start = spacesBefore(text, body.start);
      this.#insertions.push({ offset: start, text: lineEnd + body.indent, remove: body.start - start });
    }
    const doc = docStringEnd(text, body.start, body.end);
    if (doc === undefined && blocks.some(({ place }) => place === "start")) {
      const first = blocks.filter(({ place }) => place === "start");
      const lines = first.flatMap((block, at) =>
        at > 0 && needsGap(first, at) ? ["", ...block.lines] : block.lines,
      );
      const gap = first.at(-1)!.lines.length > 1 || /^(def |async |@|class )/.test(text.slice(body.start));
      const inserted = indentLines([...lines, ...(gap ? [""] : [])], body.indent).join(lineEnd);
      this.#insertions.push({
        offset: body.start,
        text: `${inserted.slice(body.indent.length)}${lineEnd}${body.indent}`,
      });
    }
    const rest = doc === undefined ? blocks.filter(({ place }) => place !== "start") : blocks;
    const writer = new BodyWriter(text, body, this.#style, PYTHON_RULES, head, doc ?? body.start);
    this.#insertions.push(...writer.insertions(rest));
  }

  // ---------------------------------------------------------------- definitions

  #units(units: readonly CodeUnit[]): void {
    if (units.length === 0) return;
    const { index, module } = this.target;
    const { text, signature } = this.file;
    const missing = new Set(units.flatMap(addressesOf));
    const defined = new Set<Address>(
      index.declarations(module.address).flatMap(({ address }) => (missing.has(address) ? [] : [address])),
    );
    const { lineEnd } = this.#style;
    const early = unitsBehind(
      units,
      this.#needs.flatMap(({ addresses }) => addresses),
    );
    const ordered = orderUnits(units, loadDependencies);
    const blocksOf = (some: readonly CodeUnit[], known: Set<Address>) => {
      const blocks = some.map((unit) => {
        const lines = unitLines(this.#out, unit, this.#style.unit, known);
        for (const address of addressesOf(unit)) known.add(address);
        return lines;
      });
      return joinBlocks(blocks).replaceAll("\n", lineEnd);
    };
    if (early.size > 0) {
      const users = this.#needs.filter(({ addresses }) => unitsBehind(units, addresses).size > 0);
      const offset = aboveComments(text, Math.min(...users.map(({ start }) => start)));
      const first = blocksOf(
        ordered.filter((unit) => early.has(unit)),
        new Set(),
      );
      this.#insertions.push({ offset, text: first + lineEnd.repeat(3) });
    }
    const late = ordered.filter((unit) => !early.has(unit));
    if (late.length > 0) {
      const offset = mainGuard(text) ?? text.length;
      const before = text.slice(0, offset);
      const gap = before.trim() === "" ? "" : lineEnd.repeat(Math.max(0, 3 - trailingLineEnds(before)));
      const behind = offset < text.length ? lineEnd.repeat(3) : lineEnd;
      this.#insertions.push({ offset, text: `${gap}${blocksOf(late, defined)}${behind}` });
    }
    const names = units.filter((unit) => !isInternal(unit)).map(symbolName);
    if (signature.exported) this.#export(names);
  }

  /** Adds the new names to `__all__`, which decides what the module offers. */
  #export(names: readonly string[]): void {
    const { text, signature } = this.file;
    const missing = names.filter((name) => !signature.exported?.includes(name));
    const match = /^__all__[ \t]*(?::[^=\n]*)?=[ \t]*[[(]([^\])]*)[\])]/m.exec(text);
    if (!match || missing.length === 0) return;
    const inner = match[1]!;
    const end = match.index + match[0].length - 1;
    const trimmed = inner.trimEnd();
    const offset = end - (inner.length - trimmed.length);
    const { lineEnd, unit } = this.#style;
    const spread = /[\r\n]/.test(inner);
    const comma = trimmed === "" || trimmed.endsWith(",") ? "" : ",";
    const texts = missing.map((name) => `"${name}"`);
    this.#insertions.push({
      offset,
      text: spread
        ? `${comma}${texts.map((each) => `${lineEnd}${unit}${each},`).join("")}`
        : `${comma}${trimmed === "" ? "" : " "}${texts.join(", ")}`,
    });
  }
}

function formOf({ form }: CodeClass): MemberContext["form"] {
  if (form === "interface") return "protocol";
  return form === "type-literal" ? "class" : form;
}

function symbolName(unit: CodeUnit): string {
  return codeName(unit.kind === "functions" ? unit.overloads[0] : unit, "python", "symbol");
}

function isInternal(unit: CodeUnit): boolean {
  return (unit.kind === "functions" ? unit.overloads[0] : unit).internal === true;
}

function nameIn(member: Member): string {
  return member.kind === "constructor" ? "new" : codeName(member, "python", "member");
}

function isDefaulted(member: CodeMember): boolean {
  return member.kind === "field" && (member.default !== undefined || member.optional === true);
}

/** The members above and below a place. */
function splitAt(present: readonly CodeMember[], place: Block["place"]) {
  const at = place === "start" ? 0 : place === "end" ? present.length : present.indexOf(place) + 1;
  return { before: present.slice(0, at), behind: present.slice(at) };
}

function needsGap(blocks: readonly Block[], at: number): boolean {
  return blocks[at]!.lines.length > 1 || blocks[at - 1]!.lines.length > 1;
}
