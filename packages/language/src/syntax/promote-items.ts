import { elementKeywords, FAILS, ID, modifierKeywords, START, STEP, STRING } from "./kinds.js";
import {
  arrowForColon,
  boundByWord,
  comparison,
  functionClause,
  missingArrow,
  namesAnnotation,
} from "./promote-elements.js";
import { marksMember, opensClause, type Promotion } from "./promotion.js";
import type { Token } from "./token.js";

/** Words of other languages that stand before members there. */
const foreignPrefixes: Readonly<Record<string, string>> = {
  fn: "Methods are written without 'fn'",
  def: "Methods are written without 'def'",
  func: "Methods are written without 'func'",
  function: "Methods are written without 'function'",
  const: "Fields are written without 'const'",
  let: "Fields are written without 'let'",
  var: "Fields are written without 'var'",
  val: "Fields are written without 'val'",
  public: "Members are public unless they are 'internal'",
  private: "A contract has no private members",
  protected: "A member that only subclasses use is 'internal'",
};

/** A token directly inside the body of a class, interface, record or error. */
export function classToken(promotion: Promotion, token: Token) {
  const { context, previous, tokens, index } = promotion;
  switch (token.kind) {
    case "@":
      promotion.begin("");
      context.start = true;
      return promotion.emit(token);
    case ",":
      return memberComma(promotion, token);
    case ";":
      return semicolon(promotion, token);
    case "<":
      context.declares ||= previous?.kind === START && marksMember(tokens, index - 1, true);
      context.angle++;
      return promotion.emit(token);
    case ">":
      if (context.angle > 0) context.angle--;
      if (context.angle === 0) context.declares = false;
      promotion.dropComma();
      return promotion.emit(token);
    case ":":
      if (context.head === "method" && previous?.kind === ")" && context.clause === "") {
        return arrowForColon(promotion, token);
      }
      return promotion.emit(token);
    case "=":
    case "==":
      comparison(promotion, token);
      return promotion.emit(token);
    case ID:
      return memberName(promotion, token);
    default:
      context.start = false;
      return promotion.emit(token);
  }
}

function memberComma(promotion: Promotion, token: Token) {
  const { context, tokens, index } = promotion;
  if (context.start) return separator(promotion, token);
  const next = tokens[index + 1];
  const marked = next !== undefined && marksMember(tokens, index + 1, true);
  if (context.angle > 0 && !(next?.first && marked && !context.declares)) return promotion.emit(token);
  const list = context.clause === "raises" || context.clause === "emits" || context.clause === "verifies";
  if (list && next?.kind === ID && !marked && !opensModified(promotion, index + 1)) {
    return promotion.emit(token);
  }
  context.start = true;
}

/** Whether a modifier stands at `index` and the member it belongs to follows. */
function opensModified(promotion: Promotion, index: number): boolean {
  const token = promotion.at(index);
  const next = promotion.at(index + 1);
  return token?.word === true && modifierKeywords.has(token.image) && next?.kind === ID;
}

/** A comma between items: one is enough, and none stands before the first. */
function separator(promotion: Promotion, token: Token) {
  const before = promotion.at(promotion.index - 1)?.kind;
  promotion.context.start = true;
  if (before !== "," && before !== "{") return;
  promotion.report(token, `Unexpected ','${before === "," ? " after ','" : ""}`, undefined, {
    title: "Remove ','",
    edits: [{ offset: token.startOffset, length: 1, text: "" }],
  });
}

function semicolon(promotion: Promotion, token: Token) {
  const next = promotion.at(promotion.index + 1);
  const text = next === undefined || next.first || next.kind === "}" ? "" : ",";
  promotion.report(token, "Unexpected ';'", "Members are separated by commas or line ends.", {
    title: text === "" ? "Remove ';'" : "Write ','",
    edits: [{ offset: token.startOffset, length: 1, text }],
  });
  promotion.context.start = true;
}

function memberName(promotion: Promotion, token: Token) {
  const { context, previous, tokens, index } = promotion;
  if (namesAnnotation(promotion, token)) return promotion.emit(token);
  if (boundByWord(promotion, token)) return;
  const isMethod = context.head === "method";
  // A clause goes with a method; after something broken it is recognised all the same, as it is no member.
  const clause = isMethod || (token.first && opensClause(tokens, index) && !marksMember(tokens, index, true));
  if (clause && token.word && functionClause(promotion, token)) return;
  if (opensMember(promotion, token)) return startMember(promotion, token);
  if (isMethod && previous?.kind === ")" && context.clause === "") return missingArrow(promotion, token);
  const named = previous?.kind === START || optionalName(promotion);
  if (named && previous !== undefined && context.angle === 0 && !marksMember(tokens, index, true)) {
    promotion.report(token, `Missing ':' before '${token.image}'`, "A field is written 'name: type'.", {
      title: "Insert ':'",
      edits: [{ offset: previous.end, length: 0, text: ":" }],
    });
    promotion.emit(token.virtualBefore(":"));
  }
  promotion.emit(token);
}

function opensMember(promotion: Promotion, token: Token): boolean {
  const { context, previous, tokens, index } = promotion;
  if (context.start) return true;
  const sameLine = !token.first;
  if (promotion.afterValue) {
    if (token.first) return true;
    if (context.angle > 0) return false;
    if (marksMember(tokens, index, true)) return true;
    // Two names side by side: either the first lacks its ':' or '->', or the second opens a member.
    return !(previous?.kind === START || previous?.kind === ")" || optionalName(promotion));
  }
  if (sameLine) return false;
  if (token.word && token.image === "new" && tokens[index + 1]?.kind === "(") return true;
  if (opensModified(promotion, index)) return true;
  if (context.declares) return false;
  // The last line is incomplete. `name:` is never a type or a value; `name(` is never a type.
  const type =
    previous?.kind === "->" || previous?.kind === ":" || previous?.kind === "|" || previous?.kind === ",";
  return marksMember(tokens, index, type && context.clause !== "example");
}

/** Whether the last tokens are `name?` at the beginning of a member. */
function optionalName(promotion: Promotion): boolean {
  return promotion.previous?.kind === "?" && promotion.out.at(-2)?.kind === START;
}

function startMember(promotion: Promotion, token: Token) {
  const { tokens, index, context } = promotion;
  const next = tokens[index + 1];
  promotion.dropComma();
  if (token.word) {
    if ((token.image === "constructor" || token.image === "__init__") && next?.kind === "(") {
      promotion.replace(token, "new", "The constructor is called 'new'");
      promotion.begin("method");
      return promotion.emit(token);
    }
    if (token.image === "new" && next?.kind === "(") {
      promotion.begin("method");
      token.become("new");
      return promotion.emit(token);
    }
    const prefixed = next?.kind === ID && !next.first && !marksMember(tokens, index, true);
    if (modifierKeywords.has(token.image) && next?.kind === ID && !marksMember(tokens, index, true)) {
      promotion.begin("");
      context.start = true;
      token.become(token.image);
      return promotion.emit(token);
    }
    const foreign = foreignPrefixes[token.image];
    if (prefixed && foreign !== undefined && marksMember(tokens, index + 1, true)) {
      promotion.report(token, foreign, undefined, {
        title: `Remove '${token.image}'`,
        edits: [{ offset: token.startOffset, length: next.startOffset - token.startOffset, text: "" }],
      });
      context.start = true;
      return;
    }
    if (prefixed && elementKeywords.has(token.image)) return misplacedElement(promotion, token);
  }
  promotion.begin(next?.kind === "(" || next?.kind === "<" ? "method" : "field");
  token.become(START);
  promotion.emit(token);
}

/** `class B { … }` inside a class: left out as a whole. */
function misplacedElement(promotion: Promotion, token: Token) {
  const { tokens } = promotion;
  promotion.report(
    token,
    `A declaration with '${token.image}' cannot stand here`,
    "Declarations do not nest; write it in the module.",
  );
  let end = promotion.index + 1;
  for (;;) {
    const kind = tokens[end]!.kind;
    if (kind === "{" || kind === "(" || kind === "[") end = promotion.closing(end);
    const next = tokens[end + 1];
    if (next === undefined || next.first || next.kind === "," || next.kind === "}") break;
    end++;
  }
  promotion.index = end;
  promotion.context.start = true;
}

/** A token directly inside an enum. */
export function enumToken(promotion: Promotion, token: Token) {
  const { context, previous } = promotion;
  switch (token.kind) {
    case ",":
      return separator(promotion, token);
    case ";":
      return semicolon(promotion, token);
    case ":":
      if (previous?.kind === START) {
        promotion.replace(token, "=", "The value of an enum member stands after '='");
        break;
      }
      break;
    case ID: {
      const value = previous?.kind === "=" || previous?.kind === ".";
      if (!namesAnnotation(promotion, token) && (!value || token.first || context.start)) {
        promotion.begin("field");
        token.become(START);
      }
      break;
    }
    default:
  }
  context.start = false;
  promotion.emit(token);
}

/** A token directly inside a state machine. */
export function stateToken(promotion: Promotion, token: Token) {
  const { context, previous, tokens, index } = promotion;
  if (token.kind === ",") return separator(promotion, token);
  if (token.kind === ";") return semicolon(promotion, token);
  if (token.kind === ID && !namesAnnotation(promotion, token)) {
    const arrow = tokens[index + 1]?.kind === "->";
    const trigger = !context.start && promotion.afterValue && !arrow && token.image === "on" && token.word;
    if (trigger) token.become("on");
    else if (
      context.start ||
      (token.first && (promotion.afterValue || arrow)) ||
      (promotion.afterValue && arrow)
    ) {
      token.become(START);
    }
  }
  context.start = previous?.kind === "@";
  promotion.emit(token);
}

/** A token directly inside a target, a role, a requirement or a quality. */
export function entryToken(promotion: Promotion, token: Token) {
  const { context, previous, tokens, index } = promotion;
  switch (token.kind) {
    case ",":
      if (context.start || tokens[index + 1]?.kind !== STRING) return separator(promotion, token);
      break;
    case ";":
      return semicolon(promotion, token);
    case ":":
    case "=":
      if (previous?.kind === START) {
        promotion.report(token, `Unexpected '${token.image}'`, `An entry is written 'name "text"'.`, {
          title: `Remove '${token.image}'`,
          edits: [{ offset: token.startOffset, length: 1, text: "" }],
        });
        return;
      }
      break;
    case ID:
      if (!namesAnnotation(promotion, token) && (context.start || token.first || promotion.afterValue))
        token.become(START);
      break;
    default:
  }
  context.start = previous?.kind === "@";
  promotion.emit(token);
}

/** A token directly inside the steps of an example. */
export function stepToken(promotion: Promotion, token: Token) {
  const { context, previous, tokens, index } = promotion;
  if (token.kind === ";" || token.kind === ",") {
    context.start = true;
    return;
  }
  const adjacent = promotion.afterValue && token.kind === ID;
  if (
    token.image === "raises" &&
    token.word &&
    adjacent &&
    !context.start &&
    tokens[index + 1]?.kind === ID
  ) {
    token.become(FAILS);
    return promotion.emit(token);
  }
  if (context.start || (promotion.afterValue && token.first && opensStep(token)) || adjacent) {
    context.start = false;
    if (token.word && token.image === "let" && tokens[index + 1]?.kind === ID) {
      token.become("let");
      return promotion.emit(token);
    }
    promotion.emit(token.virtualBefore(STEP));
  } else if (
    token.first &&
    previous?.kind === "=" &&
    token.image === "let" &&
    tokens[index + 1]?.kind === ID
  ) {
    token.become("let");
  }
  promotion.emit(token);
}

/** What an expression may start with; a line that starts otherwise goes on with the step before it. */
function opensStep(token: Token): boolean {
  return /^(ID|STRING|NUMBER|[-([{])$/.test(token.kind);
}
