import type { Finding } from "@contractc/kernel";
import type { Comparison } from "../../drift/comparison.js";
import type { CodeFile } from "../../project/project.js";
import { codeName } from "../../target/names.js";
import type { FixContext } from "../context.js";
import { renamedMember, renamedSymbol } from "../nearest.js";
import { type CodeRemedy, type NoRemedy, none } from "../remedy.js";
import { baseFix, classModifierFix, exportFix, memberModifierFix } from "./classes.js";
import type { CodeEdit } from "./edits.js";
import { dropImport } from "./imports.js";
import { Insertions } from "./insertions.js";
import { renameMember, renameSymbol } from "./rename.js";
import { signatureFix, UNREADABLE } from "./signatures.js";
import { enumFix, fieldAnnotationFix, fieldDefaultFix, fieldTypeFix, topValueFix } from "./values.js";
import { fixOf, Workshop, type Writer } from "./writer.js";

type Result = CodeRemedy | NoRemedy;

/** What brings the code to the contract: edits of files for a finding, or why there are none. */
export class CodeFixes {
  readonly #workshop: Workshop;
  readonly #insertions: Insertions;

  constructor(readonly fix: FixContext) {
    this.#workshop = new Workshop(fix);
    this.#insertions = new Insertions(fix, this.#workshop);
  }

  remedy(finding: Finding): Result {
    if (finding.code.startsWith("import/")) return dropImport(this.fix, finding);
    const comparison = this.fix.comparisonOf(finding);
    if (!comparison) return UNREADABLE;
    switch (finding.code) {
      case "drift/missing-file":
        return this.#insertions.file(comparison);
      case "drift/missing-symbol":
        return this.#missingSymbol(finding, comparison);
      case "drift/missing-member":
        return this.#missingMember(finding, comparison);
      case "drift/enum-member": {
        const edits = enumFix(finding, comparison);
        if ("missing" in edits) return this.#insertions.enumMember(comparison, edits.missing);
        return this.#edited(comparison.definition?.file, edits, "Change the value");
      }
    }
    const file = this.fix.fileOf(finding.file);
    const writer = file && this.#workshop.writer(file);
    if (!file || !writer) return UNREADABLE;
    if (file.signature.problems.length > 0) return none("The file does not parse.");
    const edits = this.#edits(finding, comparison, writer);
    if ("kind" in edits) return edits;
    return this.#edited(file, [...edits, ...writer.imports()], titleOf(finding));
  }

  #edits(finding: Finding, comparison: Comparison, writer: Writer): CodeEdit[] | NoRemedy {
    const { fix } = this;
    switch (finding.code) {
      case "drift/field-type":
        return comparison.field
          ? fieldTypeFix(fix, writer, comparison)
          : topValueFix(fix, writer, finding, comparison);
      case "drift/field-default":
        return fieldDefaultFix(writer, comparison);
      case "drift/const-value":
        return topValueFix(fix, writer, finding, comparison);
      case "drift/missing-annotation":
        if (comparison.signature) return signatureFix(fix, writer, finding, comparison);
        return comparison.field
          ? fieldAnnotationFix(writer, comparison)
          : topValueFix(fix, writer, finding, comparison);
      case "drift/base":
        return baseFix(fix, writer, finding, comparison);
      case "drift/modifier":
        return this.#modifier(finding, comparison, writer);
      default:
        return signatureFix(fix, writer, finding, comparison);
    }
  }

  #modifier(finding: Finding, comparison: Comparison, writer: Writer): CodeEdit[] | NoRemedy {
    const { expected = "" } = finding;
    if (comparison.signature) return signatureFix(this.fix, writer, finding, comparison);
    if (/export/.test(expected)) return exportFix(this.fix, finding, comparison);
    if (comparison.owned) {
      if (writer.file.language === "python" && /internal$/.test(expected))
        return this.#underscore(comparison, expected === "internal");
      return memberModifierFix(writer, finding, comparison);
    }
    if (comparison.pair) return classModifierFix(this.fix, writer, finding, comparison);
    return UNREADABLE;
  }

  /** Python says by an underscore who may use a member. */
  #underscore({ owned }: Comparison, wanted: boolean): CodeEdit[] | NoRemedy {
    if (!owned || owned.inherited) return UNREADABLE;
    const { name } = owned.member;
    const to = wanted ? `_${name}` : name.replace(/^_+/, "");
    const renamed = renameMember(this.fix, owned.owner, owned.member, to);
    if ("reason" in renamed) return renamed;
    const { file } = owned.owner;
    return renamed.edits.map((edit) => ({
      start: file.lines.offsetOfLine(edit.line) + edit.column - 1,
      end: file.lines.offsetOfLine(edit.endLine) + edit.endColumn - 1,
      text: edit.text,
    }));
  }

  #missingSymbol(finding: Finding, comparison: Comparison): Result {
    const { group, located, callable } = comparison;
    if (callable)
      return none("The overloads of a function share one body, which would have to serve this one, too.");
    const near = renamedSymbol(this.fix, finding, comparison);
    const file = near && this.fix.project.files.get(near.path);
    if (!near || !file || !group || !located) return this.#insertions.symbol(comparison);
    const to = codeName(group.declarations[0], located.language, "symbol");
    const fix = renameSymbol(this.fix, file, near.name, to);
    return "reason" in fix ? fix : { kind: "code", fix };
  }

  #missingMember(finding: Finding, comparison: Comparison): Result {
    const { pair, members } = comparison;
    const near = renamedMember(this.fix, finding, comparison);
    if (!near || !pair || !members) return this.#insertions.member(comparison);
    const to = codeName(members[0], pair.view.file.language, "member");
    const fix = renameMember(this.fix, pair.view, near, to);
    return "reason" in fix ? fix : { kind: "code", fix };
  }

  #edited(file: CodeFile | undefined, edits: CodeEdit[] | NoRemedy, title: string): Result {
    if ("kind" in edits) return edits;
    if (!file || edits.length === 0) return UNREADABLE;
    return { kind: "code", fix: fixOf(this.fix, file, title, edits) };
  }
}

const TITLES: Readonly<Record<string, string>> = {
  "drift/parameter-missing": "Add the parameter",
  "drift/parameter-extra": "Remove the parameter",
  "drift/parameter-order": "Put the parameters in the contract's order",
  "drift/parameter-name": "Rename the parameter",
  "drift/parameter-kind": "Pass the parameter as the contract says",
  "drift/parameter-default": "Change the default",
  "drift/parameter-type": "Change the type",
  "drift/return-type": "Change the type of the result",
  "drift/field-type": "Change the type",
  "drift/field-default": "Change the default",
  "drift/const-value": "Change the value",
  "drift/missing-annotation": "Annotate as the contract declares",
  "drift/base": "Change the bases",
  "drift/modifier": "Change the modifier",
};

function titleOf({ code, expected }: Finding): string {
  const title = TITLES[code] ?? "Change it";
  return expected === undefined || expected === "" ? title : `${title}: \`${expected}\``;
}
