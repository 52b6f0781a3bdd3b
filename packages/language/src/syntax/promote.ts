import { STRING } from "./kinds.js";
import { basesInParentheses, elementToken } from "./promote-elements.js";
import { classToken, entryToken, enumToken, stateToken, stepToken } from "./promote-items.js";
import { type Context, type ContextKind, Promotion } from "./promotion.js";
import type { Token } from "./token.js";
import type { SyntaxProblem } from "./types.js";

/**
 * Decides which words are keywords, marks the names that open items, and takes out the commas that only
 * separate. The tokens must have balanced brackets (`structure.ts`); some of them change their type. Slips
 * with an obvious meaning, such as a `:` for a `->`, are mended and reported.
 *
 * @returns the tokens for the parser
 */
export function promote(tokens: readonly Token[], problems: SyntaxProblem[]): Token[] {
  const promotion = new Promotion(tokens, problems);
  for (; promotion.index < tokens.length; promotion.index++) {
    const token = tokens[promotion.index]!;
    switch (token.kind) {
      case "{":
        openBrace(promotion, token);
        break;
      case "(":
        openParenthesis(promotion, token);
        break;
      case "[":
        if (promotion.context.kind === "steps") stepToken(promotion, token);
        else promotion.emit(token);
        promotion.open("values");
        break;
      case "}":
      case ")":
      case "]":
        closeBracket(promotion, token);
        break;
      default:
        plainToken(promotion, token);
    }
  }
  return promotion.out;
}

function plainToken(promotion: Promotion, token: Token) {
  const { context } = promotion;
  switch (context.kind) {
    case "elements":
      return elementToken(promotion, token);
    case "class":
      return classToken(promotion, token);
    case "enum":
      return enumToken(promotion, token);
    case "states":
      return stateToken(promotion, token);
    case "entries":
      return entryToken(promotion, token);
    case "steps":
      return stepToken(promotion, token);
    default:
      return bracketToken(promotion, token);
  }
}

/** Inside parentheses, square brackets and maps every word is a name. */
function bracketToken(promotion: Promotion, token: Token) {
  if (token.kind === ";") {
    promotion.report(token, "Unexpected ';'", "Items are separated by commas here.", {
      title: "Write ','",
      edits: [{ offset: token.startOffset, length: 1, text: "," }],
    });
    token.become(",");
  }
  if (token.kind === ">") promotion.dropComma();
  const next = promotion.at(promotion.index + 1);
  if (token.kind === "*" && next?.kind === "ID" && !next.first) {
    const before = promotion.previous?.kind;
    if (before === "(" || before === ",") {
      promotion.report(token, `A variadic parameter is written '...${next.image}'`, undefined, {
        title: "Write '...'",
        edits: [{ offset: token.startOffset, length: 1, text: "..." }],
      });
      token.become("...");
    }
  }
  promotion.emit(token);
}

function openParenthesis(promotion: Promotion, token: Token) {
  const { context, out } = promotion;
  if (basesInParentheses(promotion, token)) return;
  const annotation = out.at(-2)?.kind === "@";
  // In a block of steps a line that opens with a parenthesis is a step of its own.
  if (context.kind === "steps") stepToken(promotion, token);
  else promotion.emit(token);
  promotion.open("parameters", annotation);
}

function closeBracket(promotion: Promotion, token: Token) {
  const { out } = promotion;
  const closed: Context = promotion.stack.length > 1 ? promotion.stack.pop()! : promotion.context;
  // A trailing comma; but `(,)` and `(a,,)` keep theirs, for the parser to report.
  if (promotion.previous?.kind === ",") {
    const before = out.at(-2)?.kind;
    if (before !== "," && before !== "(" && before !== "[" && before !== "{") out.pop();
  }
  promotion.emit(token);
  const { context } = promotion;
  if (token.kind === "}" && closed.kind !== "values") {
    context.start = true;
    context.body = true;
    context.clause = "";
  }
  if (closed.annotation) context.start = true;
}

const bodies: Readonly<Record<string, ContextKind>> = {
  package: "elements",
  module: "elements",
  external: "elements",
  class: "class",
  interface: "class",
  record: "class",
  error: "class",
  enum: "enum",
  states: "states",
  target: "entries",
  role: "entries",
  requirement: "entries",
  quality: "entries",
};

function openBrace(promotion: Promotion, token: Token) {
  const { context } = promotion;
  const kind = braceKind(promotion, context);
  if (kind === undefined) {
    const functionBody = context.head === "fn" || context.head === "method";
    promotion.skipBlock(
      functionBody ? "A contract has no function bodies" : `A block cannot stand here`,
      functionBody ? "The body is written in the code; the contract says what it promises." : undefined,
    );
    return;
  }
  if (context.kind === "elements" && kind !== "values") context.angle = 0;
  if (context.kind === "steps") stepToken(promotion, token);
  else promotion.emit(token);
  promotion.open(kind);
}

function isFirst(promotion: Promotion): boolean {
  return promotion.at(promotion.index)?.first ?? false;
}

function braceKind(promotion: Promotion, context: Context): ContextKind | undefined {
  const { previous, out } = promotion;
  switch (context.kind) {
    case "values":
    case "parameters":
      return "values";
    case "steps":
      return promotion.afterValue && !context.start && !isFirst(promotion) ? undefined : "values";
    case "elements":
    case "class": {
      if (/^(example|comparison|verifies)$/.test(context.clause)) {
        const titled = previous?.kind === STRING && out.at(-2)?.kind === "example";
        if (titled || context.clause === "verifies") return "steps";
        return promotion.afterValue ? undefined : "values";
      }
      if (previous?.kind === "=") return "values";
      if (context.kind === "class" || context.body || context.start) return undefined;
      return bodies[context.head];
    }
    default:
      return previous?.kind === "=" ? "values" : undefined;
  }
}
