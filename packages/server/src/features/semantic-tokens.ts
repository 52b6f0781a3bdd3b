import { CONSTRUCTORS, type Declaration, PRIMITIVES, type Subject, withoutOverload } from "@contractc/kernel";
import { type SourceToken, tokenize } from "@contractc/language";
import type { Contract } from "../session/contract.js";
import type { ContractSymbol } from "../session/contract-symbols.js";
import type { Session } from "../session/session.js";

/** The kinds of tokens, in the order of the legend. */
export const TOKEN_TYPES = [
  "namespace",
  "type",
  "class",
  "interface",
  "struct",
  "enum",
  "enumMember",
  "function",
  "method",
  "property",
  "parameter",
  "variable",
  "event",
  "keyword",
  "decorator",
  "string",
  "number",
  "comment",
  "operator",
] as const;
type TokenType = (typeof TOKEN_TYPES)[number];

export const TOKEN_MODIFIERS = [
  "declaration",
  "deprecated",
  "readonly",
  "static",
  "abstract",
  "async",
  "documentation",
  "defaultLibrary",
] as const;
type TokenModifier = (typeof TOKEN_MODIFIERS)[number];

/** One token as the protocol counts it; lines and characters from 0, in the client's units. */
export interface SemanticToken {
  line: number;
  character: number;
  length: number;
  type: number;
  modifiers: number;
}

/**
 * The tokens of a contract with what they stand for.
 *
 * @param within only those that touch this stretch, UTF-16 offsets
 */
export function semanticTokens(
  session: Session,
  path: string,
  within?: { start: number; end: number },
): SemanticToken[] {
  const text = session.textOf(path);
  const [contract] = session.contractsOf(path);
  if (!text) return [];
  const symbols = new Map<number, ContractSymbol>();
  for (const symbol of contract?.symbols(path) ?? []) {
    // A declaration says more of its own name than a reference from the same place.
    if (!symbols.has(symbol.start) || symbol.declares) symbols.set(symbol.start, symbol);
  }
  const found: SemanticToken[] = [];
  const tokens = tokenize(text.value);
  tokens.forEach((token, index) => {
    const end = token.offset + token.text.length;
    if (within && (end < within.start || token.offset > within.end)) return;
    const described = describe(contract, symbols, tokens, index);
    if (!described) return;
    const [type, modifiers] = described;
    // A token is told line by line.
    for (const line of linesOf(token)) {
      const from = text.positionAt(line.start);
      found.push({
        line: from.line,
        character: from.character,
        length: text.positionAt(line.end).character - from.character,
        type: TOKEN_TYPES.indexOf(type),
        modifiers: modifiers.reduce((bits, each) => bits | (1 << TOKEN_MODIFIERS.indexOf(each)), 0),
      });
    }
  });
  return found;
}

function linesOf({ text, offset }: SourceToken): { start: number; end: number }[] {
  if (!/[\r\n]/.test(text)) return [{ start: offset, end: offset + text.length }];
  return [...text.matchAll(/[^\r\n]+/g)].map(({ index, 0: line }) => ({
    start: offset + index,
    end: offset + index + line.length,
  }));
}

type Described = [TokenType, TokenModifier[]];

function describe(
  contract: Contract | undefined,
  symbols: ReadonlyMap<number, ContractSymbol>,
  tokens: readonly SourceToken[],
  index: number,
): Described | undefined {
  const token = tokens[index]!;
  switch (token.kind) {
    case "keyword":
      return ["keyword", []];
    case "string":
      return ["string", []];
    case "number":
      return ["number", []];
    case "comment":
      return ["comment", []];
    case "doc":
      return ["comment", ["documentation"]];
    case "sign":
      return token.text === "@"
        ? ["decorator", []]
        : /^[-=>|?]/.test(token.text)
          ? ["operator", []]
          : undefined;
    case "name":
      if (tokens[index - 1]?.text === "@") return ["decorator", []];
      return describeName(contract, symbols.get(token.offset), token.text);
  }
}

const BUILTIN: ReadonlySet<string> = new Set([...PRIMITIVES, ...Object.keys(CONSTRUCTORS)]);

function describeName(
  contract: Contract | undefined,
  symbol: ContractSymbol | undefined,
  text: string,
): Described {
  if (!contract || !symbol) return BUILTIN.has(text) ? ["type", ["defaultLibrary"]] : ["variable", []];
  const key = withoutOverload(symbol.key);
  const own: TokenModifier[] = symbol.declares ? ["declaration"] : [];
  if (/^(?:role|decision|flow|target) /.test(key)) return ["variable", own];
  const subject = contract.subject(key);
  // What has a place and is no subject is a parameter.
  if (!subject) return [key === "" ? "namespace" : "parameter", own];
  return [typeOf(subject), [...own, ...modifiersOf(subject)]];
}

function typeOf(subject: Subject): TokenType {
  switch (subject.kind) {
    case "package":
    case "module":
    case "external":
      return "namespace";
    case "declaration":
      return DECLARATIONS[subject.declarations[0].kind];
    case "member":
      return subject.members[0].kind === "field" ? "property" : "method";
    case "enum-member":
      return "enumMember";
    default:
      return "variable";
  }
}

const DECLARATIONS: Record<Declaration["kind"], TokenType> = {
  class: "class",
  interface: "interface",
  record: "struct",
  error: "class",
  enum: "enum",
  alias: "type",
  function: "function",
  const: "variable",
  event: "event",
  states: "enum",
};

function modifiersOf(subject: Subject): TokenModifier[] {
  const of =
    subject.kind === "declaration"
      ? subject.declarations[0]
      : subject.kind === "member"
        ? subject.members[0]
        : undefined;
  if (!of) return [];
  const found: TokenModifier[] = [];
  if (of.deprecated !== undefined) found.push("deprecated");
  if ("readonly" in of && of.readonly) found.push("readonly");
  if (of.kind === "const") found.push("readonly");
  if ("static" in of && of.static) found.push("static");
  if ("abstract" in of && of.abstract) found.push("abstract");
  if ("async" in of && of.async) found.push("async");
  return found;
}
