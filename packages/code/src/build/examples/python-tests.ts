import type { ExampleStep, Module, Type } from "@contractc/kernel";
import { freeName, legalName } from "../../target/names.js";
import { pythonString } from "../../target/python-types.js";
import type { KernelIndex } from "../kernel-index.js";
import { type Layout, relativePath } from "../layout.js";
import { PythonExpressions } from "../python/expressions.js";
import { PythonFile } from "../python/file.js";
import { joinBlocks } from "../python/skeleton.js";
import { comparisonOf, examplesOf, type FoundExample, gathered } from "./collect.js";
import { exampleProblem, fileStem, GENERATED, type TestFile, withoutParentheses } from "./test-file.js";
import { ExpressionTypes } from "./typing.js";

const UNIT = "    ";

/**
 * Compiles the examples of a Python module to a file of pytest tests.
 *
 * @returns `undefined` where the module has no examples
 */
export function pythonTests(index: KernelIndex, layout: Layout, module: Module): TestFile | undefined {
  const examples = examplesOf(index, module);
  if (examples.length === 0) return undefined;
  const names = new Set<string>();
  for (const found of examples) names.add(freeName(testName(found), (name) => names.has(name)));
  const file = new PythonFile({ index, layout, taken: [...names, "same"], lazyAnnotations: true });
  const writer = new PythonTestWriter(index, file);
  const blocks: string[][] = [];
  const problems: TestFile["problems"] = [];
  for (const [at, name] of [...names].entries()) {
    const found = examples[at]!;
    const { lines, faults } = writer.test(found, name);
    if (faults.length > 0) problems.push(exampleProblem(module, found.owner, faults));
    else blocks.push(lines);
  }
  for (const address of file.unimportable) {
    problems.push(exampleProblem(module, module.address, [`Python cannot import '${address}' by its path`]));
  }
  if (blocks.length === 0 || file.unimportable.size > 0) {
    return {
      name: `test_contract_${fileStem(module.address)}.py`,
      text: "",
      module: module.address,
      problems,
    };
  }
  if (writer.needsSame) blocks.unshift(sameHelper(file));
  const head = [
    `"""Tests of ${module.address}.\n\n${GENERATED}\n"""`,
    "# ruff: noqa",
    ...file.imports.statements("load").map((group) => group.join("\n")),
  ].join("\n\n");
  const text = `${head}\n\n\n${joinBlocks(blocks)}\n`;
  return { name: `test_contract_${fileStem(module.address)}.py`, text, module: module.address, problems };
}

function testName({ local, example, ordinal }: FoundExample): string {
  const words = example.title ?? `${local}_${ordinal}`;
  const slug = words
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  return `test_${slug}`;
}

class PythonTestWriter {
  needsSame = false;
  readonly #types: ExpressionTypes;

  constructor(
    readonly index: KernelIndex,
    readonly file: PythonFile,
  ) {
    this.#types = new ExpressionTypes(index);
  }

  test(found: FoundExample, name: string): { lines: string[]; faults: string[] } {
    const variables = new Map<string, Type | undefined>();
    const locals = new Map<string, string>();
    const printer = new PythonExpressions(this.#types, this.file, locals);
    // Imports first, so that a variable never hides what a later step calls.
    const rendered = this.#steps(found.example.steps, printer, new Map(variables), locals);
    const taken = new Set(locals.values());
    if (taken.size > 0) {
      locals.clear();
      rendered.splice(0, rendered.length, ...this.#steps(found.example.steps, printer, variables, locals));
    }
    const body = rendered.length > 0 ? rendered : ["pass"];
    const doc = [found.title, ...found.verifies.map((each) => verifiesText(each))].map(docLine);
    const docLines = doc.length === 1 ? [`"""${doc[0]}"""`] : [`"""${doc[0]}`, "", ...doc.slice(1), '"""'];
    const head = `def ${name}() -> None:`;
    const lines = printer.awaits
      ? [
          head,
          ...docLines.map(indented),
          "",
          `${UNIT}async def scenario() -> None:`,
          ...body.map((line) => indented(indented(line))),
          "",
          `${UNIT}${this.file.imports.need("asyncio", "run", "load", "standard")}(scenario())`,
        ]
      : [head, ...docLines.map(indented), ...body.map(indented)];
    return { lines, faults: [...printer.faults] };
  }

  #steps(
    steps: readonly ExampleStep[],
    printer: PythonExpressions,
    variables: Map<string, Type | undefined>,
    locals: Map<string, string>,
  ): string[] {
    const lines: string[] = [];
    for (const step of steps) {
      if (step.kind === "let") {
        const text = printer.print(step.value, undefined, variables);
        variables.set(step.name, this.#types.typeOf(step.value, variables));
        const used = new Set(locals.values());
        const local = freeName(
          legalName(step.name, "python", "parameter"),
          (candidate) => used.has(candidate) || this.file.imports.isTaken(candidate),
        );
        locals.set(step.name, local);
        lines.push(`${local} = ${withoutParentheses(text)}`);
      } else if (step.kind === "do") {
        lines.push(withoutParentheses(printer.print(step.value, undefined, variables)));
      } else if (step.kind === "raises") {
        const error = step.error.kind === "declared" ? this.file.value(step.error.target) : step.error.name;
        const raises = this.#pytest("raises");
        const gather = gathered(this.#types, this.#types.typeOf(step.actual, variables));
        const call = withoutParentheses(
          this.#gather(printer.print(step.actual, undefined, variables), gather, printer),
        );
        lines.push(`with ${raises}(${error}):`, `${UNIT}${call}`);
      } else {
        lines.push(this.#equal(step, printer, variables));
      }
    }
    return lines;
  }

  #equal(
    step: ExampleStep & { kind: "equal" },
    printer: PythonExpressions,
    variables: Map<string, Type | undefined>,
  ): string {
    const type = this.#types.typeOf(step.actual, variables);
    const wanted = this.#types.typeOf(step.expected, variables);
    const gather = gathered(this.#types, type);
    const actual = withoutParentheses(
      this.#gather(printer.print(step.actual, undefined, variables), gather, printer),
    );
    const listed = gather && type ? listOf(this.#types, type) : type;
    const expected = withoutParentheses(printer.print(step.expected, listed, variables));
    if (step.expected.kind === "null") return `assert ${grouped(actual)} is None`;
    switch (comparisonOf(this.#types, listed, step.expected.kind === "list" ? undefined : wanted)) {
      case "plain":
        return `assert ${grouped(actual)} == ${grouped(expected)}`;
      case "float":
        return `assert ${grouped(actual)} == ${this.#pytest("approx")}(${expected})`;
      case "deep":
        this.needsSame = true;
        return `assert same(${actual}, ${expected})`;
    }
  }

  #gather(text: string, gather: ReturnType<typeof gathered>, printer: PythonExpressions): string {
    if (gather === "iterable") return `list(${text})`;
    if (gather !== "stream") return text;
    printer.awaits = true;
    return `[item async for item in ${text}]`;
  }

  #pytest(name: string): string {
    return this.file.imports.need("pytest", name, "load", "external");
  }
}

/** `await` binds tighter than a comparison, but reads better in parentheses there. */
function grouped(text: string): string {
  return text.startsWith("await ") ? `(${text})` : text;
}

/** What a gathered stream or iterator is compared as. */
export function listOf(types: ExpressionTypes, type: Type): Type {
  for (const each of types.alternatives(type)) {
    if (each.kind === "apply") return { kind: "apply", name: "list", arguments: each.arguments };
  }
  return type;
}

/** Structural equality as the contract means it: floats compare approximately, objects by their fields. */
function sameHelper(file: PythonFile): string[] {
  const any = file.standard("typing", "Any");
  const approx = file.imports.need("pytest", "approx", "load", "external");
  return [
    `def same(actual: ${any}, expected: ${any}) -> bool:`,
    `${UNIT}"""Whether two values are equal, with floats compared approximately and objects by their fields."""`,
    `${UNIT}if isinstance(expected, float) or isinstance(actual, float):`,
    `${UNIT}${UNIT}return bool(actual == ${approx}(expected)) if isinstance(expected, (int, float)) else False`,
    `${UNIT}if isinstance(expected, dict):`,
    `${UNIT}${UNIT}if not isinstance(actual, dict) or actual.keys() != expected.keys():`,
    `${UNIT}${UNIT}${UNIT}return False`,
    `${UNIT}${UNIT}return all(same(actual[key], expected[key]) for key in expected)`,
    `${UNIT}if isinstance(expected, (list, tuple)):`,
    `${UNIT}${UNIT}if not isinstance(actual, (list, tuple)) or len(actual) != len(expected):`,
    `${UNIT}${UNIT}${UNIT}return False`,
    `${UNIT}${UNIT}return all(map(same, actual, expected))`,
    `${UNIT}if type(actual) is type(expected) and hasattr(expected, "__dict__"):`,
    `${UNIT}${UNIT}if isinstance(expected, BaseException) and not same(actual.args, expected.args):`,
    `${UNIT}${UNIT}${UNIT}return False`,
    `${UNIT}${UNIT}return bool(actual == expected) or (len(vars(expected)) > 0 and same(vars(actual), vars(expected)))`,
    `${UNIT}return bool(actual == expected)`,
  ];
}

function verifiesText({ name, text }: { name: string; text: string }): string {
  return text === "" ? `Verifies ${name}.` : `Verifies ${name}: ${text}`;
}

function docLine(text: string): string {
  const line = text
    .replaceAll(/\s*[\r\n]+\s*/g, " ")
    .replaceAll("\\", "\\\\")
    .replaceAll('"""', '\\"\\"\\"');
  return line.endsWith('"') ? `${line} ` : line;
}

function indented(line: string): string {
  return line === "" ? "" : UNIT + line;
}

/**
 * The `conftest.py` that lets the tests import the code: it puts the roots on the path, seen from its own place, so
 * that it works wherever the project lies and whatever the working directory is.
 *
 * @param folder the folder of the tests, relative to the project's root
 */
export function pythonConftest(layout: Layout, folder: string): string {
  const roots = layout.roots("python").map((root) => pythonString(relativePath(folder, root)));
  const tuple = `(${roots.join(", ")}${roots.length === 1 ? "," : ""})`;
  return [
    `"""Lets the tests import the code.`,
    "",
    "Generated by contractc; edits are overwritten.",
    `"""`,
    "",
    "import sys",
    "from pathlib import Path",
    "",
    `for root in reversed(${tuple}):`,
    `${UNIT}sys.path.insert(0, str((Path(__file__).parent / root).resolve()))`,
    "",
  ].join("\n");
}
