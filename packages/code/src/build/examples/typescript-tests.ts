import type { ExampleStep, Module, Type } from "@contractc/kernel";
import { freeName, legalName } from "../../target/names.js";
import type { KernelIndex } from "../kernel-index.js";
import { join, type Layout } from "../layout.js";
import { TypeScriptExpressions } from "../typescript/expressions.js";
import { TypeScriptFile, type TypeScriptStyle } from "../typescript/file.js";
import { comparisonOf, examplesOf, type FoundExample, gathered } from "./collect.js";
import type { ObjectMaps } from "./object-maps.js";
import { listOf } from "./python-tests.js";
import { exampleProblem, fileStem, GENERATED, type TestFile, withoutParentheses } from "./test-file.js";
import { ExpressionTypes } from "./typing.js";

const UNIT = "  ";

/**
 * Compiles the examples of a TypeScript module to a file of vitest tests.
 *
 * @param folder the folder of the tests, relative to the project's root
 * @param maps places whose maps are objects in the code
 * @returns `undefined` where the module has no examples
 */
export function typeScriptTests(
  index: KernelIndex,
  layout: Layout,
  module: Module,
  folder: string,
  style: TypeScriptStyle,
  maps: ObjectMaps = new Set(),
): TestFile | undefined {
  const examples = examplesOf(index, module);
  if (examples.length === 0) return undefined;
  const name = `${fileStem(module.address)}.test.ts`;
  const path = join(folder, name);
  const helpers = ["expect", "test", "near", "gather", "gatherAll"];
  const file = new TypeScriptFile({ index, layout, path, style, taken: helpers });
  const writer = new TypeScriptTestWriter(index, file, maps);
  const blocks: string[] = [];
  const problems: TestFile["problems"] = [];
  for (const found of examples) {
    const { lines, faults } = writer.test(found);
    const hidden = [...file.hidden].map((address) => `'${address}' is internal: no test may import it`);
    file.hidden.clear();
    if (faults.length + hidden.length > 0)
      problems.push(exampleProblem(module, found.owner, [...faults, ...hidden]));
    else blocks.push(lines.join("\n"));
  }
  if (blocks.length === 0) return { name, text: "", module: module.address, problems };
  const head = [
    `// Tests of ${module.address}.\n// ${GENERATED}`,
    [`import { expect, test } from "vitest";`, ...file.imports.statements()].join("\n"),
  ];
  if (writer.helpers.has("near")) head.push(NEAR);
  if (writer.helpers.has("gather")) head.push(GATHER);
  if (writer.helpers.has("gatherAll")) head.push(GATHER_ALL);
  return { name, text: `${[...head, ...blocks].join("\n\n")}\n`, module: module.address, problems };
}

/** Deep copies a value with every number that is no integer replaced by one that compares approximately. */
const NEAR = `/** The value with its numbers compared approximately. */
function near(value: unknown): unknown {
  if (typeof value === "number" && Number.isFinite(value)) {
    const magnitude = value === 0 ? -6 : Math.ceil(Math.log10(Math.abs(value)));
    return expect.closeTo(value, Math.min(12, 6 - magnitude));
  }
  if (Array.isArray(value)) return value.map(near);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, near(item)]));
  if (typeof value === "object" && value !== null && !isOpaque(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, near(item)]));
  }
  return value;
}

function isOpaque(value: object): boolean {
  return value instanceof Date || value instanceof Set || value instanceof Error || ArrayBuffer.isView(value);
}`;

const GATHER = `/** What an iterable or iterator gives. */
function gather<T>(items: Iterable<T> | Iterator<T>): T[] {
  if (Symbol.iterator in items) return [...items];
  const all: T[] = [];
  for (let next = items.next(); !next.done; next = items.next()) all.push(next.value);
  return all;
}`;

const GATHER_ALL = `/** What an asynchronous iterable gives. */
async function gatherAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}`;

class TypeScriptTestWriter {
  readonly helpers = new Set<"near" | "gather" | "gatherAll">();
  readonly #types: ExpressionTypes;

  constructor(
    readonly index: KernelIndex,
    readonly file: TypeScriptFile,
    readonly maps: ObjectMaps,
  ) {
    this.#types = new ExpressionTypes(index);
  }

  test(found: FoundExample): { lines: string[]; faults: string[] } {
    const { steps } = found.example;
    const locals = new Map<string, string>();
    // Once for the imports, so that a variable never hides what a later step calls.
    this.#steps(
      steps,
      new TypeScriptExpressions(this.#types, this.file, locals, this.maps),
      new Map(),
      locals,
    );
    locals.clear();
    const printer = new TypeScriptExpressions(this.#types, this.file, locals, this.maps);
    const body = this.#steps(steps, printer, new Map(), locals);
    const doc = found.verifies.map(
      ({ name, text }) => `// Verifies ${name}${text === "" ? "." : `: ${oneLine(text)}`}`,
    );
    const suffix = found.verifies.length > 0 ? ` (${found.verifies.map(({ name }) => name).join(", ")})` : "";
    const title = JSON.stringify(`${found.owner}: ${oneLine(found.title)}${suffix}`);
    const head = `test(${title}, ${printer.awaits ? "async " : ""}() => {`;
    return { lines: [head, ...[...doc, ...body].map((line) => UNIT + line), "});"], faults: printer.faults };
  }

  #steps(
    steps: readonly ExampleStep[],
    printer: TypeScriptExpressions,
    variables: Map<string, Type | undefined>,
    locals: Map<string, string>,
  ): string[] {
    const lines: string[] = [];
    for (const step of steps) {
      if (step.kind === "let") {
        const type = this.#types.typeOf(step.value, variables);
        const text = printer.print(step.value, undefined, variables);
        variables.set(step.name, type);
        const used = new Set(locals.values());
        const local = freeName(
          legalName(step.name, "typescript", "parameter"),
          (candidate) => used.has(candidate) || this.file.imports.isTaken(candidate),
        );
        locals.set(step.name, local);
        lines.push(`const ${local}${annotationOf(this.file, type, text)} = ${withoutParentheses(text)};`);
      } else if (step.kind === "do") {
        lines.push(`${withoutParentheses(printer.print(step.value, undefined, variables))};`);
      } else if (step.kind === "raises") {
        lines.push(this.#raises(step, printer, variables));
      } else {
        lines.push(this.#equal(step, printer, variables));
      }
    }
    return lines;
  }

  #raises(
    step: ExampleStep & { kind: "raises" },
    printer: TypeScriptExpressions,
    variables: ReadonlyMap<string, Type | undefined>,
  ): string {
    const error = step.error.kind === "declared" ? this.file.value(step.error.target) : step.error.name;
    const before = printer.awaits;
    printer.awaits = false;
    const text = printer.print(step.actual, undefined, variables);
    const call = withoutParentheses(this.#gather(text, this.#types.typeOf(step.actual, variables), printer));
    const awaits = printer.awaits;
    printer.awaits = before || awaits;
    return awaits
      ? `await expect(async () => ${call}).rejects.toThrow(${error});`
      : `expect(() => ${call}).toThrow(${error});`;
  }

  #equal(
    step: ExampleStep & { kind: "equal" },
    printer: TypeScriptExpressions,
    variables: ReadonlyMap<string, Type | undefined>,
  ): string {
    const type = this.#types.typeOf(step.actual, variables);
    const wanted = this.#types.typeOf(step.expected, variables);
    const actual = withoutParentheses(
      this.#gather(printer.print(step.actual, undefined, variables), type, printer),
    );
    const place = printer.placeOf(step.actual, variables);
    const gather = gathered(this.#types, type);
    const listed = gather && type ? listOf(this.#types, type) : type;
    const expected = withoutParentheses(printer.print(step.expected, listed, variables, place));
    if (step.expected.kind === "null") return `expect(${actual}).toBe(${expected});`;
    const comparison = comparisonOf(this.#types, listed, step.expected.kind === "list" ? undefined : wanted);
    if (comparison === "float" || (comparison === "deep" && hasFloat(this.#types, listed, new Set()))) {
      this.helpers.add("near");
      return `expect(${actual}).toEqual(near(${expected}));`;
    }
    const scalar = ["string", "number", "boolean", "null"].includes(step.expected.kind);
    return scalar ? `expect(${actual}).toBe(${expected});` : `expect(${actual}).toEqual(${expected});`;
  }

  #gather(text: string, type: Type | undefined, printer: TypeScriptExpressions): string {
    const gather = gathered(this.#types, type);
    if (gather === "iterable") {
      this.helpers.add("gather");
      return `gather(${withoutParentheses(text)})`;
    }
    if (gather !== "stream") return text;
    this.helpers.add("gatherAll");
    printer.awaits = true;
    return `(await gatherAll(${withoutParentheses(text)}))`;
  }
}

/** Whether numbers that are no integers may be in a value. What is not known may have them. */
function hasFloat(types: ExpressionTypes, type: Type | undefined, seen: Set<string>): boolean {
  const alternatives = types.alternatives(type);
  if (alternatives.length === 0) return true;
  return alternatives.some((each) => {
    if (each.kind === "primitive") return ["float", "any", "json", "object"].includes(each.name);
    if (each.kind === "apply") return each.arguments.some((part) => hasFloat(types, part, seen));
    if (each.kind !== "reference") return each.kind === "parameter" || each.kind === "verbatim";
    if (seen.has(each.target)) return false;
    seen.add(each.target);
    const declaration = types.index.classOf(each);
    if (!declaration) return false;
    return (
      each.arguments.some((part) => hasFloat(types, part, seen)) ||
      types.index.fields(declaration).some((field) => hasFloat(types, field.type, seen))
    );
  });
}

/** An object literal needs its type said, so that its texts do not widen. */
function annotationOf(file: TypeScriptFile, type: Type | undefined, text: string): string {
  return type?.kind === "reference" && text.startsWith("{") ? `: ${file.type(type)}` : "";
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, " ").trim();
}
