import type { FunctionDeclaration, Method, Parameter, Signature } from "@contractc/kernel";
import { codeName } from "../../target/names.js";
import { pythonString } from "../../target/python-types.js";
import { docText } from "../doc-text.js";
import { mayBeOmitted } from "../parameters.js";
import { indentLines } from "../source-text.js";
import { docString } from "./docs.js";
import type { PythonFile } from "./file.js";

const WIDTH = 88;

/** How one function is written. */
export interface DefinitionForm {
  name: string;
  /** `self`, or nothing for functions and static methods. */
  receiver?: "self";
  decorators?: readonly string[];
  /** Indented below the head. */
  body: readonly string[];
  /** White space before the whole, for the line width alone. */
  depth: number;
}

/** `def name(…) -> T:` with decorators and body, as lines without outer indentation. */
export function definition(
  file: PythonFile,
  signature: Signature,
  form: DefinitionForm,
  unit: string,
): string[] {
  const parameters = parameterTexts(file, signature.parameters, form.receiver);
  const head = `${signature.async ? "async " : ""}def ${form.name}(`;
  const tail = `) -> ${file.annotation(signature.result)}:`;
  const line = `${head}${parameters.join(", ")}${tail}`;
  const fits = form.depth + line.length <= WIDTH || parameters.length === 0;
  const headLines = fits ? [line] : [head, ...parameters.map((parameter) => `${unit}${parameter},`), tail];
  // A trailing comma may not follow a bare `**rest` of old, but is fine since Python 3.6.
  return [
    ...(form.decorators ?? []).map((name) => `@${name}`),
    ...headLines,
    ...indentLines(form.body, unit),
  ];
}

/** The parameters with the `/` and `*` markers where kinds change. */
function parameterTexts(
  file: PythonFile,
  parameters: readonly Parameter[],
  receiver: "self" | undefined,
): string[] {
  const texts: string[] = receiver ? [receiver] : [];
  // Python wants keyword-only parameters behind the variadic one and `**` last; a contract may be looser.
  const order = ["positional-only", "standard", "variadic", "keyword-only", "keyword-variadic"];
  const sorted = [...parameters].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const variadic = sorted.some((each) => each.kind === "variadic");
  let before: Parameter["kind"] | undefined;
  for (const [at, parameter] of sorted.entries()) {
    if (before === "positional-only" && parameter.kind !== "positional-only") texts.push("/");
    if (parameter.kind === "keyword-only" && before !== "keyword-only" && !variadic) texts.push("*");
    texts.push(parameterText(file, sorted, at, receiver));
    before = parameter.kind;
  }
  if (before === "positional-only") texts.push("/");
  return texts;
}

function parameterText(
  file: PythonFile,
  parameters: readonly Parameter[],
  at: number,
  receiver?: string,
): string {
  const parameter = parameters[at]!;
  const wanted = codeName(parameter, "python", "parameter");
  const name = wanted === receiver ? `${wanted}_` : wanted;
  if (parameter.kind === "variadic") return `*${name}: ${file.annotation(parameter.type)}`;
  if (parameter.kind === "keyword-variadic") return `**${name}: ${file.annotation(parameter.type)}`;
  if (parameter.default !== undefined) {
    const value = file.expressions().print(parameter.default, parameter.type, new Map());
    return `${name}: ${file.annotation(parameter.type)} = ${value}`;
  }
  if (!mayBeOmitted(parameters, at)) return `${name}: ${file.annotation(parameter.type)}`;
  return `${name}: ${file.annotation({ kind: "optional", type: parameter.type })} = None`;
}

/** `raise NotImplementedError("core.step")`: an unfinished body that says so when it runs. */
export function unfinished(address: string): string {
  return `raise NotImplementedError(${pythonString(address)})`;
}

/** A module-level function; of overloads every signature, and the one body behind them. */
export function functionLines(
  file: PythonFile,
  overloads: readonly [FunctionDeclaration, ...FunctionDeclaration[]],
  unit: string,
): string[] {
  const [first] = overloads;
  const form = { name: codeName(first, "python", "symbol"), depth: 0 };
  return callableLines(file, overloads, form, [unfinished(first.address)], unit);
}

/**
 * One function or method with its doc string.
 *
 * @param overloads its signatures; more than one are written as `@overload`s
 * @param body the statements of its body
 */
export function callableLines(
  file: PythonFile,
  overloads: readonly (
    | FunctionDeclaration
    | Method
    | (Signature & { doc?: string; name: string; address: string })
  )[],
  form: Omit<DefinitionForm, "body">,
  body: readonly string[],
  unit: string,
): string[] {
  const [first] = overloads;
  if (!first) return [];
  if (overloads.length === 1) {
    return file.withTypeParameters(first.typeParameters, () => {
      const documented = [...docString(docText(first, [first])), ...body];
      return definition(file, first, { ...form, body: documented }, unit);
    });
  }
  const overload = file.standard("typing", "overload");
  const any = { kind: "primitive", name: "any" } as const;
  const lines: string[] = [];
  for (const each of overloads) {
    const documented = docString(docText(each, [each]));
    const decorators = [overload, ...(form.decorators ?? [])];
    lines.push(
      ...file.withTypeParameters(each.typeParameters, () =>
        definition(
          file,
          each,
          { ...form, decorators, body: documented.length > 0 ? documented : ["..."] },
          unit,
        ),
      ),
      "",
    );
  }
  const implementation: Signature = {
    parameters: [
      { name: "args", type: any, kind: "variadic" },
      { name: "kwargs", type: any, kind: "keyword-variadic" },
    ],
    result: any,
    ...(overloads.every((each) => each.async) ? { async: true } : {}),
  };
  lines.push(...definition(file, implementation, { ...form, body }, unit));
  return lines;
}
