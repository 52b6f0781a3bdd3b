import { findMissing, type MissingCode } from "../../build/insertion/missing.js";
import { pythonInsertions } from "../../build/insertion/python.js";
import { typeScriptInsertions } from "../../build/insertion/typescript.js";
import { codeUnits } from "../../build/kernel-index.js";
import { pathFault } from "../../build/plan/guard.js";
import { pythonSkeleton } from "../../build/python/skeleton.js";
import { typeScriptSkeleton } from "../../build/typescript/skeleton.js";
import type { Comparison } from "../../drift/comparison.js";
import { joinRoot } from "../../project/discover.js";
import type { CodeFile } from "../../project/project.js";
import type { FixContext } from "../context.js";
import { movedTo } from "../contract/modules.js";
import { type CodeRemedy, type NoRemedy, none } from "../remedy.js";
import { asEdit, fixOf, type Workshop } from "./writer.js";

const ELSEWHERE = none("It belongs into a file that is not this module's.");

/** Adds what a module lacks, as `build` does, one thing at a time. */
export class Insertions {
  #missing: Map<string, MissingCode> | undefined;

  constructor(
    readonly fix: FixContext,
    readonly workshop: Workshop,
  ) {}

  #missingIn({ located }: Comparison): MissingCode | undefined {
    this.#missing ??= findMissing(this.fix.kernel, this.fix.project);
    return located && this.#missing.get(located.module.address);
  }

  symbol(comparison: Comparison): CodeRemedy | NoRemedy {
    const missing = this.#missingIn(comparison);
    const address = comparison.group?.declarations[0].address;
    const units = missing?.units.filter(
      (unit) => (unit.kind === "functions" ? unit.overloads[0].address : unit.address) === address,
    );
    if (!missing?.entry || !units || units.length === 0) return ELSEWHERE;
    return this.#insert(
      missing.entry,
      { ...missing, units, classes: [], enums: [] },
      `Add ${comparison.group!.name}`,
    );
  }

  member(comparison: Comparison): CodeRemedy | NoRemedy {
    const missing = this.#missingIn(comparison);
    const owner = comparison.pair?.declaration.address;
    const address = comparison.members?.[0].address;
    const found = missing?.classes.find(({ declaration }) => declaration.address === owner);
    const groups = found?.groups.filter((group) => group[0]?.address === address) ?? [];
    if (!missing || !found || groups.length === 0) return ELSEWHERE;
    const classes = [{ ...found, groups }];
    return this.#insert(
      found.file,
      { ...missing, units: [], classes, enums: [] },
      `Add ${comparison.members![0].name}`,
    );
  }

  /** @param name of the value in the contract */
  enumMember(comparison: Comparison, name: string): CodeRemedy | NoRemedy {
    const missing = this.#missingIn(comparison);
    const address = comparison.group?.declarations[0].address;
    const found = missing?.enums.find(({ declaration }) => declaration.address === address);
    const members = found?.members.filter((member) => member.name === name) ?? [];
    if (!missing || !found || members.length === 0) return ELSEWHERE;
    return this.#insert(
      found.file,
      { ...missing, units: [], classes: [], enums: [{ ...found, members }] },
      `Add ${name}`,
    );
  }

  #insert(file: CodeFile, missing: MissingCode, title: string): CodeRemedy | NoRemedy {
    if (file.signature.problems.length > 0) return none("The file does not parse.");
    const target = this.workshop.target(file);
    if (!target) return ELSEWHERE;
    const insertions =
      file.language === "python"
        ? pythonInsertions(target, file, missing)
        : typeScriptInsertions(target, file, missing);
    if (insertions.length === 0) return none("`contractc build` would write nothing for it.");
    return { kind: "code", fix: fixOf(this.fix, file, title, insertions.map(asEdit)) };
  }

  /** A file that is not there: the skeleton of the module. */
  file(comparison: Comparison): CodeRemedy | NoRemedy {
    const { located } = comparison;
    if (!located) return ELSEWHERE;
    const moved = movedTo(this.fix, located);
    if (moved !== undefined)
      return none(`The file seems to be \`${moved}\` now: \`--fix contract\` follows it; else move it back.`);
    const { module } = located;
    const { index, layout, style } = this.workshop;
    const { project, fs } = this.fix;
    const path = layout.file(module);
    const fault = pathFault(fs, project.root, path);
    if (fault !== undefined || module.language === undefined)
      return none(fault ?? "Its language is not known.");
    if (fs.stat(joinRoot(project.root, path)) !== null)
      return none("The file is there, but excluded from the project.");
    const units = codeUnits(index.declarations(module.address));
    const { text } =
      module.language === "python"
        ? pythonSkeleton(index, layout, module, units)
        : typeScriptSkeleton(index, layout, module, style, units);
    const start = { line: 1, column: 1, endLine: 1, endColumn: 1 };
    const edits = [{ file: joinRoot(project.root, path), ...start, text }];
    return { kind: "code", fix: { title: `Create ${path}`, kind: "code", edits } };
  }
}
