import { type Address, type Expression, type Fix, references, type Type } from "@contractc/kernel";
import {
  type ImportInsertions,
  pythonFileOf,
  pythonImportInsertions,
} from "../../build/insertion/python-file.js";
import type { InsertionTarget } from "../../build/insertion/target.js";
import { typeScriptFileOf, typeScriptImportInsertions } from "../../build/insertion/typescript-file.js";
import { KernelIndex } from "../../build/kernel-index.js";
import { type Layout, layoutOf } from "../../build/layout.js";
import type { PythonFile } from "../../build/python/file.js";
import { quoted } from "../../build/python/file.js";
import { type Insertion, indentAt, styleOf, type TextStyle } from "../../build/source-text.js";
import type { TypeScriptFile, TypeScriptStyle } from "../../build/typescript/file.js";
import { typeScriptStyle } from "../../build/typescript/style.js";
import type { Subject } from "../../drift/subject.js";
import { joinRoot } from "../../project/discover.js";
import { type ModuleMap, mapModules } from "../../project/module-map.js";
import type { CodeFile } from "../../project/project.js";
import { codeName } from "../../target/names.js";
import type { FixContext } from "../context.js";
import { renamedParameters } from "../type-names.js";
import type { CodeEdit } from "./edits.js";

/** What writing into files of a project needs to know of all of it. */
export class Workshop {
  readonly index: KernelIndex;
  readonly layout: Layout;
  readonly style: TypeScriptStyle;
  readonly map: ModuleMap;

  constructor(readonly fix: FixContext) {
    const { kernel, project, fs } = fix;
    this.index = new KernelIndex(kernel);
    this.layout = layoutOf(kernel, (path) => fs.stat(joinRoot(project.root, path)) !== null);
    this.style = typeScriptStyle(fs, project.root, kernel);
    this.map = mapModules(kernel, project);
  }

  /** @returns `undefined` for a file of no module */
  target(file: CodeFile): (InsertionTarget & { style: TypeScriptStyle }) | undefined {
    const module = this.map.moduleOf(file.path);
    if (!module) return undefined;
    return {
      index: this.index,
      layout: this.layout,
      style: this.style,
      project: this.fix.project,
      module,
      moduleOf: (path) => this.map.moduleOf(path)?.address,
    };
  }

  writer(file: CodeFile): Writer | undefined {
    const target = this.target(file);
    return target && new Writer(target, file);
  }
}

/** Writes types and values into one file, with the imports that they need. */
export class Writer {
  readonly style: TextStyle;
  readonly #python: PythonFile | undefined;
  readonly #typescript: TypeScriptFile | undefined;

  constructor(
    readonly target: InsertionTarget & { style: TypeScriptStyle },
    readonly file: CodeFile,
  ) {
    const isPython = file.language === "python";
    this.style = styleOf(file.text, isPython ? "    " : "  ");
    if (isPython) this.#python = pythonFileOf(target, file);
    else this.#typescript = typeScriptFileOf(target, file);
  }

  /**
   * A type of the contract as the code writes it.
   *
   * @param subject in whose names type parameters are
   * @param at where it is to stand: what Python has not defined by then is quoted
   * @returns `undefined` where a type parameter has no name there
   */
  type(subject: Subject, type: Type, at: number): string | undefined {
    const named = renamedParameters(type, inverse(subject.parameterNames));
    if (!parametersOf(named).every((name) => subject.scope.typeParameters.has(name))) return undefined;
    if (!this.#python) return this.#typescript!.type(named);
    const text = this.#python.checkedType(named);
    return !this.#python.lazyAnnotations && this.#comesLater(named, at) ? quoted(text) : text;
  }

  /** A type in the place of one that stands in quotes already. */
  unquoted(subject: Subject, type: Type): string | undefined {
    const named = renamedParameters(type, inverse(subject.parameterNames));
    if (!parametersOf(named).every((name) => subject.scope.typeParameters.has(name))) return undefined;
    return this.#python ? this.#python.checkedType(named) : this.#typescript!.type(named);
  }

  /** A base of a class, which is there when the class is defined. */
  base(type: Type): string {
    return this.#python ? this.#python.runtimeType(type) : this.#typescript!.type(type);
  }

  value(expression: Expression, type: Type): string {
    const expressions = this.#python ? this.#python.expressions() : this.#typescript!.expressions();
    return expressions.print(expression, type, new Map());
  }

  /** A name of Python's standard library. */
  standard(module: string, name: string): string {
    return this.#python ? this.#python.standard(module, name) : name;
  }

  get python(): PythonFile | undefined {
    return this.#python;
  }

  get typescript(): TypeScriptFile | undefined {
    return this.#typescript;
  }

  /** The imports that what was written needs. */
  imports(): CodeEdit[] {
    const merged = this.#python ? this.#mergedImports(this.#python) : undefined;
    if (merged) return merged;
    const found: ImportInsertions = this.#python
      ? pythonImportInsertions(this.#python, this.file, this.style)
      : typeScriptImportInsertions(this.#typescript!, this.file, this.style);
    return [...found.before, ...found.after].map(asEdit);
  }

  /** `from m import a` that is there takes in the other names of `m`, if that is all that is needed. */
  #mergedImports(python: PythonFile): CodeEdit[] | undefined {
    const needed = python.imports.statements("load").flat();
    if (needed.length === 0 || python.imports.hasTypeOnly || python.typeVariableLines().length > 0)
      return undefined;
    const { text, signature } = this.file;
    const edits: CodeEdit[] = [];
    for (const line of needed) {
      const [, module, names] = /^from (\S+) import ([\w, ]+)$/.exec(line) ?? [];
      const there = signature.imports.find(
        ({ specifier, start, end, mode }) =>
          specifier === module &&
          mode === "load" &&
          indentAt(text, start) === "" &&
          /^from \S+ import (?!\*)[\w, ]+$/.test(text.slice(start, end)),
      );
      if (!there || names === undefined) return undefined;
      edits.push({ start: there.end, end: there.end, text: `, ${names}` });
    }
    return edits;
  }

  /** Whether Python would not know a name of the type yet, at an offset. */
  #comesLater(type: Type, at: number): boolean {
    const python = this.#python!;
    const holder = { kind: "alias" as const, name: "", address: "", type };
    for (const target of references([holder])) {
      if (!python.isOwn(target)) {
        if (!python.isLoaded(target)) return true;
        continue;
      }
      const name = nameOf(this.target.index, target);
      const symbol = this.file.signature.symbols.find((each) => each.name === name);
      if (symbol && symbol.span.end > at) return true;
    }
    return false;
  }
}

function nameOf(index: KernelIndex, target: Address): string {
  const declaration = index.home(target)?.declaration;
  return declaration ? codeName(declaration, "python", "symbol") : target;
}

export function asEdit({ offset, text, remove = 0 }: Insertion): CodeEdit {
  return { start: offset, end: offset + remove, text };
}

function inverse(names: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...names].map(([code, contract]) => [contract, code]));
}

function parametersOf(type: Type): string[] {
  switch (type.kind) {
    case "parameter":
      return [type.name];
    case "apply":
    case "reference":
      return type.arguments.flatMap(parametersOf);
    case "optional":
      return parametersOf(type.type);
    case "union":
      return type.members.flatMap(parametersOf);
    case "function":
      return [
        ...type.parameters.flatMap((parameter) => parametersOf(parameter.type)),
        ...parametersOf(type.result),
      ];
    default:
      return [];
  }
}

/** A fix of one file. */
export function fixOf(fix: FixContext, file: CodeFile, title: string, edits: readonly CodeEdit[]): Fix {
  return {
    title,
    kind: "code",
    edits: edits.map(({ start, end, text }) => ({ ...fix.drift.codePlace(file, { start, end }), text })),
  };
}
