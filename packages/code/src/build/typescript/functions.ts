import type {
  Constructor,
  FunctionDeclaration,
  Method,
  Parameter,
  Signature,
  TypeParameter,
} from "@contractc/kernel";
import { codeName } from "../../target/names.js";
import { type DocText, docText } from "../doc-text.js";
import { mayBeOmitted } from "../parameters.js";
import { indentLines } from "../source-text.js";
import { jsDoc } from "./docs.js";
import type { TypeScriptFile } from "./file.js";

const WIDTH = 100;

/** How one function or method is written. */
export interface CallableForm {
  /** Everything before the type parameters: `export async function f`, `protected static move`. */
  head: string;
  /** The same for the line that only states a signature; without `async`. */
  signatureHead: string;
  /** `undefined` for one without a body. */
  body?: readonly string[];
  /** Constructors have no result type. */
  result: boolean;
  /** White space before the whole, for the line width alone. */
  depth: number;
}

export type Callable = FunctionDeclaration | Method | Constructor;

/**
 * One function or method with its documentation, as lines without outer indentation.
 *
 * @param overloads its signatures; more than one are stated before the implementation
 */
export function callableLines(
  file: TypeScriptFile,
  overloads: readonly Callable[],
  form: CallableForm,
  unit: string,
): string[] {
  const lines: string[] = [];
  const single = overloads.length === 1;
  for (const each of overloads) {
    const hasBody = single && form.body !== undefined;
    lines.push(...jsDoc(documented(each)));
    lines.push(
      ...signatureLines(
        file,
        each,
        { ...form, head: hasBody ? form.head : form.signatureHead },
        unit,
        hasBody,
      ),
    );
  }
  if (!single && form.body) lines.push(...implementation(overloads, form, unit));
  return lines;
}

function documented(callable: Callable): DocText {
  return docText(callable, [callable]);
}

function signatureLines(
  file: TypeScriptFile,
  signature: Signature,
  form: CallableForm,
  unit: string,
  hasBody: boolean,
): string[] {
  const parameters = parameterTexts(file, signature.parameters, hasBody);
  const head = `${form.head}${typeParameterText(file, signature.typeParameters)}(`;
  const tail = `)${form.result ? `: ${resultText(file, signature)}` : ""}${hasBody ? " {" : ";"}`;
  const line = `${head}${parameters.join(", ")}${tail}`;
  const fits = form.depth + line.length <= WIDTH || parameters.length === 0;
  // Nothing may follow a rest parameter, not even a comma.
  const last = parameters.length - 1;
  const spread = parameters.map(
    (text, at) => `${unit}${text}${at === last && text.startsWith("...") ? "" : ","}`,
  );
  const headLines = fits ? [line] : [head, ...spread, tail];
  return hasBody ? [...headLines, ...indentLines(form.body ?? [], unit), "}"] : headLines;
}

function resultText(file: TypeScriptFile, signature: Signature): string {
  const text = file.type(signature.result);
  return signature.async ? `${file.ambient("Promise")}<${text}>` : text;
}

/** The one body of several signatures: it takes and gives whatever they say. */
function implementation(overloads: readonly Callable[], form: CallableForm, unit: string): string[] {
  const asynchronous = overloads.every((each) => each.async);
  const result = form.result ? `: ${asynchronous ? "Promise<unknown>" : "unknown"}` : "";
  const head = asynchronous ? form.head : form.signatureHead;
  return [`${head}(..._given: unknown[])${result} {`, ...indentLines(form.body ?? [], unit), "}"];
}

/** `<T extends Entity, U>`, or nothing. */
export function typeParameterText(
  file: TypeScriptFile,
  parameters: readonly TypeParameter[] | undefined,
): string {
  if (!parameters || parameters.length === 0) return "";
  const texts = parameters.map(({ name, bound }) => (bound ? `${name} extends ${file.type(bound)}` : name));
  return `<${texts.join(", ")}>`;
}

/**
 * @param withDefaults there is a body: elsewhere TypeScript allows no default, and the parameter is optional instead
 */
export function parameterTexts(
  file: TypeScriptFile,
  parameters: readonly Parameter[],
  withDefaults: boolean,
): string[] {
  const required = parameters.map(
    (each, at) =>
      each.kind !== "variadic" && each.kind !== "keyword-variadic" && !mayBeOmitted(parameters, at),
  );
  const lastRequired = required.lastIndexOf(true);
  const sorted = parameters.map((parameter, at) => ({ parameter, at }));
  // A rest parameter is the last one.
  sorted.sort(
    (a, b) =>
      Number(a.parameter.kind === "variadic") - Number(b.parameter.kind === "variadic") || a.at - b.at,
  );
  return sorted.map(({ parameter, at }) => {
    const name = codeName(parameter, "typescript", "parameter");
    if (parameter.kind === "variadic") {
      return `...${name}: ${file.type({ kind: "apply", name: "list", arguments: [parameter.type] })}`;
    }
    if (parameter.kind === "keyword-variadic") {
      return `${name}?: ${file.ambient("Record")}<string, ${file.type(parameter.type)}>`;
    }
    if (required[at]) return `${name}: ${file.type(parameter.type)}`;
    if (parameter.default !== undefined && withDefaults) {
      const value = file.expressions().print(parameter.default, parameter.type, new Map());
      return `${name}: ${file.type(parameter.type)} = ${value}`;
    }
    // An optional parameter may not stand before a required one.
    if (at < lastRequired) return `${name}: ${file.type({ kind: "optional", type: parameter.type })}`;
    const type = parameter.type.kind === "optional" ? parameter.type.type : parameter.type;
    return `${name}?: ${file.type(type)}`;
  });
}

/** `throw new Error("not implemented: core.step");`: an unfinished body that says so when it runs. */
export function unfinished(file: TypeScriptFile, address: string): string {
  return `throw new ${file.ambient("Error")}(${JSON.stringify(`not implemented: ${address}`)});`;
}
