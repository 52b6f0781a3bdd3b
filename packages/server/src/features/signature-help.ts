import { type Parameter, printExpression, printType, withoutOverload } from "@contractc/kernel";
import { bareName, type SourceToken, tokenize } from "@contractc/language";
import { MarkupKind, type SignatureHelp, type SignatureInformation } from "vscode-languageserver";
import { isContract, type Session } from "../session/session.js";
import { type Callable, callablesOf } from "./calls.js";

/** The signatures of what is called around an offset of an example, and which argument is being written. */
export function signatureHelp(session: Session, path: string, offset: number): SignatureHelp | null {
  const text = session.textOf(path);
  const [contract] = session.contractsOf(path);
  if (!text || !contract || !isContract(path)) return null;
  const tokens = tokenize(text.value).filter(({ kind }) => kind !== "comment" && kind !== "doc");
  const call = callAround(tokens, offset);
  if (!call) return null;
  const callee = tokens[call.open - 1]!;
  const symbol = contract.symbols(path).find(({ start, declares }) => start === callee.offset && !declares);
  const callables = symbol ? callablesOf(contract, withoutOverload(symbol.key)) : [];
  if (callables.length === 0) return null;
  const count = call.argument + 1;
  const fitting = callables.findIndex(({ parameters }) => parameters.length >= count);
  const active = Math.max(0, fitting);
  const chosen = callables[active]!;
  const named = call.name === undefined ? -1 : chosen.parameters.findIndex(({ name }) => name === call.name);
  return {
    signatures: callables.map(informationOf),
    activeSignature: active,
    activeParameter: named >= 0 ? named : positional(chosen, call.argument),
  };
}

/** Of a variadic parameter every further argument is one. */
function positional({ parameters }: Callable, argument: number): number {
  const variadic = parameters.findIndex(({ kind }) => kind === "variadic");
  return variadic >= 0 && argument > variadic ? variadic : argument;
}

function informationOf({ name, parameters, result, doc }: Callable): SignatureInformation {
  const labels = parameters.map(printParameter);
  const returns = result ? ` -> ${printType(result)}` : "";
  return {
    label: `${name}(${labels.join(", ")})${returns}`,
    parameters: labels.map((label) => ({ label })),
    ...(doc === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value: doc } }),
  };
}

export function printParameter({
  name,
  type,
  kind,
  optional,
  default: value,
}: Callable["parameters"][number]): string {
  const mark: Partial<Record<Parameter["kind"], string>> = { variadic: "...", "keyword-variadic": "**" };
  const written = value ? ` = ${printExpression(value)}` : "";
  return `${mark[kind] ?? ""}${name}${optional && !value ? "?" : ""}: ${printType(type)}${written}`;
}

/** The call whose parentheses are open at an offset. */
function callAround(
  tokens: readonly SourceToken[],
  offset: number,
): { open: number; argument: number; name?: string } | undefined {
  let depth = 0;
  let argument = 0;
  let name: string | undefined;
  for (let at = tokens.findLastIndex((token) => token.offset < offset); at > 0; at--) {
    const { text, kind } = tokens[at]!;
    if (/^[)\]}]$/.test(text) && tokens[at]!.offset + text.length <= offset) depth++;
    else if (text === "(" && depth === 0) {
      const before = tokens[at - 1]!.kind;
      if (before !== "name") return undefined;
      return { open: at, argument, ...(name === undefined ? {} : { name }) };
    } else if (/^[([{]$/.test(text)) {
      if (depth === 0 && text === "{") return undefined;
      if (depth > 0) depth--;
    } else if (text === "," && depth === 0) argument++;
    else if (text === ":" && depth === 0 && argument === 0 && name === undefined)
      name = bareName(tokens[at - 1]!.text);
    else if (kind === "keyword" && depth === 0 && /^(?:fn|event|class|record|module|package)$/.test(text))
      return undefined;
  }
  return undefined;
}
