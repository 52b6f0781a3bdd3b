import type { ClassLike, Enum, Kernel, Type } from "@contractc/kernel";
import { bareName, type SourceToken } from "@contractc/language";
import { classOf, isClassLike, membersOf, visibleFrom } from "./scope.js";

/** What stands before a dot in an example. */
export type Receiver =
  /** A value of a class, or the class itself. */
  { kind: "value" | "class"; declaration: ClassLike } | { kind: "enum"; declaration: Enum };

/** One part of a chain `Player(x: 0).move("left")`: a name, and whether it is called. */
interface Link {
  name: string;
  called: boolean;
}

/**
 * What an expression before a dot gives, as far as names and signatures tell.
 *
 * @param dot index of the dot among the tokens
 * @param module whose names are seen
 * @param block index of the brace around the steps: `let` behind it names values
 */
export function receiverBefore(
  kernel: Kernel,
  tokens: readonly SourceToken[],
  dot: number,
  module: string | undefined,
  block: number,
): Receiver | undefined {
  return evaluate(kernel, tokens, chainBefore(tokens, dot), module, { block, end: dot }, 0);
}

/** The chain of names and calls that ends before a token. */
function chainBefore(tokens: readonly SourceToken[], end: number): Link[] {
  const links: Link[] = [];
  for (let at = end - 1; at >= 0; at--) {
    let called = false;
    if (tokens[at]!.text === ")") {
      at = openingOf(tokens, at) - 1;
      called = true;
    }
    const token = tokens[at];
    if (token?.kind !== "name" && token?.kind !== "keyword") return [];
    links.unshift({ name: bareName(token.text), called });
    at--;
    if (tokens[at]?.text !== ".") return links;
  }
  return links;
}

function openingOf(tokens: readonly SourceToken[], close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at--) {
    if (/^[)\]}]$/.test(tokens[at]!.text)) depth++;
    else if (/^[([{]$/.test(tokens[at]!.text) && --depth === 0) return at;
  }
  return 0;
}

function evaluate(
  kernel: Kernel,
  tokens: readonly SourceToken[],
  chain: readonly Link[],
  module: string | undefined,
  scope: { block: number; end: number },
  depth: number,
): Receiver | undefined {
  const [first, ...rest] = chain;
  if (!first || depth > 20) return undefined;
  const variable = letBefore(tokens, first.name, scope);
  let at: Receiver | undefined;
  if (variable !== undefined) {
    const end = chainEnd(tokens, variable);
    at = evaluate(kernel, tokens, chainBefore(tokens, end), module, { ...scope, end: variable }, depth + 1);
  } else at = namedValue(kernel, first, module);
  for (const link of rest) {
    if (!at || at.kind === "enum") return undefined;
    const member = membersOf(kernel, at.declaration).find((each) => each.member.name === link.name)?.member;
    if (!member || member.kind === "constructor") return undefined;
    at = ofType(kernel, member.kind === "field" ? member.type : link.called ? member.result : undefined);
  }
  return at;
}

function namedValue(
  kernel: Kernel,
  { name, called }: Link,
  module: string | undefined,
): Receiver | undefined {
  const seen = visibleFrom(kernel, module).filter((each) => each.declaration.name === name);
  const declaration = (seen.find((each) => each.reachable) ?? seen[0])?.declaration;
  if (isClassLike(declaration)) return { kind: called ? "value" : "class", declaration };
  if (declaration?.kind === "enum") return { kind: "enum", declaration };
  if (declaration?.kind === "const") return ofType(kernel, declaration.type);
  return declaration?.kind === "function" && called ? ofType(kernel, declaration.result) : undefined;
}

function ofType(kernel: Kernel, type: Type | undefined): Receiver | undefined {
  const declaration = classOf(kernel, type);
  return declaration && { kind: "value", declaration };
}

/** The index behind `let name =`, the last one before a place. */
function letBefore(
  tokens: readonly SourceToken[],
  name: string,
  { block, end }: { block: number; end: number },
): number | undefined {
  for (let at = end - 1; at > block; at--) {
    if (
      tokens[at]!.text === "let" &&
      bareName(tokens[at + 1]?.text ?? "") === name &&
      tokens[at + 2]?.text === "="
    ) {
      return at + 3;
    }
  }
  return undefined;
}

/** Where a chain that begins at a token ends. */
function chainEnd(tokens: readonly SourceToken[], from: number): number {
  let at = from + 1;
  for (;;) {
    if (tokens[at]?.text === "(") {
      let depth = 0;
      do {
        if (/^[([{]$/.test(tokens[at]!.text)) depth++;
        if (/^[)\]}]$/.test(tokens[at]!.text)) depth--;
        at++;
      } while (depth > 0 && at < tokens.length);
    } else if (tokens[at]?.text === ".") at += 2;
    else return at;
  }
}
