import { nearestName } from "@contractc/kernel";
import { clauseKeywords, elementKeywords, FAILS, ID, modifierKeywords } from "./kinds.js";
import { marksMember, opensClause, opensElement, type Promotion, surelyOpensElement } from "./promotion.js";
import type { Token } from "./token.js";

/** The words that continue an element, by the keyword that opened it. */
const inner: ReadonlyMap<string, readonly string[]> = new Map([
  ["contract", ["version"]],
  ["decision", ["because"]],
  ["question", ["answer"]],
  ["external", ["from"]],
  ["requirement", ["must", "should", "could"]],
  ["quality", ["must", "should", "could"]],
  ["states", ["initial", "final"]],
  ["class", ["extends", "implements"]],
  ["interface", ["extends", "implements"]],
  ["record", ["extends", "implements"]],
  ["error", ["extends", "implements"]],
]);

/** Words of other languages for the elements of this one. */
const foreign: ReadonlyMap<string, string> = new Map([
  ["def", "fn"],
  ["func", "fn"],
  ["function", "fn"],
  ["fun", "fn"],
  ["struct", "record"],
  ["data", "record"],
  ["dataclass", "record"],
  ["trait", "interface"],
  ["protocol", "interface"],
  ["exception", "error"],
  ["namespace", "package"],
  ["let", "const"],
  ["var", "const"],
  ["val", "const"],
  ["state", "states"],
  ["layer", "layers"],
  ["use", "uses"],
]);

/** Declarations that may extend others. */
const bases: ReadonlySet<string> = new Set(["class", "interface", "record", "error"]);

/** Clauses that are lists of names. */
const lists: ReadonlySet<string> = new Set(["uses", "satisfies", "handles", "independent"]);

/** A token directly inside a file, a package, a module or an external. */
export function elementToken(promotion: Promotion, token: Token) {
  const { context, previous, index, tokens } = promotion;
  switch (token.kind) {
    case "@":
      promotion.dropComma();
      promotion.begin("");
      context.start = true;
      return promotion.emit(token);
    case ",":
      return comma(promotion, token);
    case ";":
      promotion.report(token, "Unexpected ';'", "Declarations are separated by line ends.", {
        title: "Remove ';'",
        edits: [{ offset: token.startOffset, length: 1, text: "" }],
      });
      context.start = true;
      return;
    case "<":
      context.angle++;
      return promotion.emit(token);
    case ">":
      if (context.angle > 0) context.angle--;
      promotion.dropComma();
      return promotion.emit(token);
    case ":":
      if (context.head === "fn" && previous?.kind === ")" && context.clause === "") {
        return arrowForColon(promotion, token);
      }
      if (context.angle === 0 && bases.has(context.head) && previous?.kind === ID) {
        promotion.replace(token, "extends", "The base stands after 'extends'");
      }
      break;
    case "=":
    case "==":
      comparison(promotion, token);
      break;
    default:
  }
  if (namesAnnotation(promotion, token)) return promotion.emit(token);
  if (!token.word) {
    if (context.start) return unknownElement(promotion, token);
    return promotion.emit(token);
  }
  if (boundByWord(promotion, token)) return;
  if (context.head === "fn" && functionClause(promotion, token)) return;
  if (previous?.kind === "uses" && (token.image === "type" || token.image === "lazy")) {
    token.become(token.image);
    return promotion.emit(token);
  }
  if (context.start) return openElement(promotion, token);
  const value = promotion.afterValue && !(previous?.kind === ">" && context.head === "layers");
  if (value && context.angle === 0 && inner.get(context.head)?.includes(token.image)) {
    token.become(token.image);
    return promotion.emit(token);
  }
  if (value && (token.first || opensElement(tokens, index))) return openElement(promotion, token);
  if (token.first && opensElement(tokens, index)) return openElement(promotion, token);
  if (previous?.kind === "," && context.angle === 0 && surelyOpensElement(tokens, index)) {
    return openElement(promotion, token);
  }
  if (context.head === "fn" && previous?.kind === ")" && context.clause === "") {
    return missingArrow(promotion, token);
  }
  if (value && context.angle === 0) mendContinuation(promotion, token);
  promotion.emit(token);
}

/** A name right after a name: a misspelt continuation, or a list without its comma. */
function mendContinuation(promotion: Promotion, token: Token) {
  const { context } = promotion;
  const next = promotion.at(promotion.index + 1);
  const words = inner.get(context.head);
  const priorities = context.head === "requirement" || context.head === "quality";
  if (words !== undefined && !priorities && (next?.kind === ID || next?.kind === "STRING") && !next.first) {
    const meant = nearestName(token.image, words);
    if (meant !== undefined) {
      promotion.replace(token, meant, `Unknown word '${token.image}'; did you mean '${meant}'?`);
    }
  } else if (lists.has(context.head) && promotion.previous?.kind === ID) {
    promotion.report(token, `Missing ',' before '${token.image}'`, undefined, {
      title: "Insert ','",
      edits: [{ offset: promotion.previous.end, length: 0, text: "," }],
    });
    promotion.emit(token.virtualBefore(","));
  }
}

/**
 * `<T extends Bound>` of other languages.
 *
 * @returns whether the token was taken
 */
export function boundByWord(promotion: Promotion, token: Token): boolean {
  const next = promotion.at(promotion.index + 1);
  const { context, previous } = promotion;
  if (context.angle === 0 || token.image !== "extends" || next?.kind !== ID || previous?.kind !== ID)
    return false;
  promotion.report(token, "The bound of a type parameter stands after ':'", undefined, {
    title: "Write ':'",
    edits: [{ offset: previous.end, length: token.end - previous.end, text: ":" }],
  });
  token.become(":");
  promotion.emit(token);
  return true;
}

/**
 * `class A(B) {` of Python: the parentheses are left out and `extends` is put in.
 *
 * @returns whether the tokens up to the closing parenthesis were taken
 */
export function basesInParentheses(promotion: Promotion, token: Token): boolean {
  const { context, previous, tokens, index } = promotion;
  if (context.kind !== "elements" || !bases.has(context.head) || previous?.kind !== ID) return false;
  const end = promotion.closing(index);
  const inside = tokens.slice(index + 1, end);
  if (
    inside.length === 0 ||
    !inside.every((each) => each.kind === ID || each.kind === "," || each.kind === ".")
  ) {
    return false;
  }
  const close = tokens[end]!;
  promotion.report(token, "The base stands after 'extends'", undefined, {
    title: "Write 'extends'",
    edits: [
      { offset: token.startOffset, length: 1, text: " extends " },
      { offset: close.startOffset, length: 1, text: "" },
    ],
  });
  promotion.emit(token.virtualBefore("extends"));
  for (const each of inside) promotion.emit(each);
  promotion.index = end;
  return true;
}

/** The sign that an example compares with, or the one that is taken for it. */
export function comparison(promotion: Promotion, token: Token) {
  const { context } = promotion;
  if (context.clause !== "example") return;
  if (token.kind === "=") promotion.replace(token, "==", "Examples compare with '=='");
  context.clause = "comparison";
}

function comma(promotion: Promotion, token: Token) {
  const { context } = promotion;
  if (context.head === "layers") {
    promotion.replace(token, ">", "Layers are written 'a > b', the upper one first");
    return promotion.emit(token);
  }
  const next = promotion.at(promotion.index + 1);
  // A separator of whole elements: after a block, or before something that no list can hold.
  if (context.start || next === undefined || next.kind === "@") return;
  promotion.emit(token);
}

function openElement(promotion: Promotion, token: Token) {
  const word = token.image;
  if (modifierKeywords.has(word)) {
    promotion.dropComma();
    promotion.begin("");
    promotion.context.start = true;
    token.become(word);
    return promotion.emit(token);
  }
  if (elementKeywords.has(word)) {
    promotion.dropComma();
    promotion.begin(word);
    token.become(word);
    return promotion.emit(token);
  }
  unknownElement(promotion, token);
}

/** A word or sign that opens no element: a slip for one that does, or something to leave out. */
function unknownElement(promotion: Promotion, token: Token) {
  const { tokens, index } = promotion;
  const lowerCase = token.word && token.image === token.image.toLowerCase();
  const meant = lowerCase
    ? (foreign.get(token.image) ??
      nearestName(token.image, elementKeywords) ??
      keywordOfBlock(tokens, index + 1))
    : undefined;
  const next = tokens[index + 1];
  const named = next !== undefined && !next.first && (next.kind === ID || next.kind === "STRING");
  if (meant !== undefined && named) {
    promotion.report(token, `Unknown declaration '${token.image}'; did you mean '${meant}'?`, undefined, {
      title: `Write '${meant}'`,
      edits: [{ offset: token.startOffset, length: token.image.length, text: meant }],
    });
    promotion.begin(meant);
    token.become(meant);
    return promotion.emit(token);
  }
  const missing =
    token.kind === ID ? (keywordOfBlock(tokens, index) ?? keywordOfSignature(tokens, index)) : undefined;
  if (missing === undefined) return skipUnknown(promotion, token);
  promotion.report(token, `Missing '${missing}' before '${token.image}'`, undefined, {
    title: `Insert '${missing}'`,
    edits: [{ offset: token.startOffset, length: 0, text: `${missing} ` }],
  });
  promotion.begin(missing);
  promotion.emit(token.virtualBefore(missing));
  promotion.emit(token);
}

/** The keyword that `name "path" {` lacks: modules are files or folders with a slash at the end. */
function keywordOfBlock(tokens: readonly Token[], index: number): string | undefined {
  const path = tokens[index + 1];
  if (tokens[index]?.kind !== ID || path?.kind !== "STRING" || tokens[index + 2]?.kind !== "{")
    return undefined;
  return /(\.\w+|\/)"$/.test(path.image) ? "module" : "package";
}

/** The keyword that `name(a: int)` or `Name extends Base {` lacks. */
function keywordOfSignature(tokens: readonly Token[], index: number): string | undefined {
  const next = tokens[index + 1];
  if (next === undefined || next.first) return undefined;
  if (next.kind === "(") {
    const first = tokens[index + 2]?.kind ?? "";
    const parameters =
      first === ID ? marksMember(tokens, index + 2, false) : /^(\)|\*|\*\*|\/|\.\.\.)$/.test(first);
    return parameters ? "fn" : undefined;
  }
  const extending = next.word && (next.image === "extends" || next.image === "implements");
  if (extending && tokens[index + 2]?.kind === ID) return "class";
  return next.kind === "{" && tokens[index + 2]?.kind === ID && marksMember(tokens, index + 2, true)
    ? "class"
    : undefined;
}

/** Leaves out everything up to the next element or the end of the block. */
function skipUnknown(promotion: Promotion, token: Token) {
  const { tokens } = promotion;
  let end = promotion.index;
  for (;;) {
    const kind = tokens[end]!.kind;
    if (kind === "{" || kind === "(" || kind === "[") end = promotion.closing(end);
    const next = tokens[end + 1];
    if (next === undefined || next.kind === "}" || next.kind === ")" || next.kind === "]") break;
    if (tokens[end]!.kind === "}" || next.kind === "@") break;
    const keyword = next.word && (elementKeywords.has(next.image) || modifierKeywords.has(next.image));
    if (keyword && (next.first || opensElement(tokens, end + 1))) break;
    end++;
  }
  const field = tokens[promotion.index + 1]?.kind === ":";
  promotion.problems.push({
    message: `Expected a declaration, found '${firstWords(token.image)}'`,
    offset: token.startOffset,
    length: Math.max(1, token.image.length),
    hint: field
      ? "Fields stand in a class, an interface, a record or an error."
      : "A declaration starts with a keyword such as 'module', 'uses', 'class' or 'fn'.",
  });
  promotion.index = end;
  promotion.begin("");
  promotion.context.start = true;
}

function firstWords(text: string): string {
  return text.length > 30 ? `${text.slice(0, 30)}…` : text;
}

/**
 * A word that may open or continue a clause of the function or method that is being read.
 *
 * @returns whether the token was taken
 */
export function functionClause(promotion: Promotion, token: Token): boolean {
  const { context, previous, tokens, index } = promotion;
  const after = promotion.afterValue && context.angle === 0;
  if (token.image === "raises" && context.clause === "example" && !context.compared && after) {
    token.become(FAILS);
    context.clause = "raises";
    promotion.emit(token);
    return true;
  }
  if (token.image === "verifies" && previous?.kind === "STRING" && promotion.out.at(-2)?.kind === "example") {
    token.become("verifies");
    context.clause = "verifies";
    promotion.emit(token);
    return true;
  }
  if (!clauseKeywords.has(token.image)) return false;
  if (after ? clauseFits(promotion) : token.first && opensClause(tokens, index)) {
    promotion.dropComma();
    token.become(token.image);
    context.clause = token.image;
    context.compared = false;
    context.start = false;
    promotion.emit(token);
    return true;
  }
  return false;
}

/** After a complete signature any clause word opens its clause, unless a class goes on with a member of that name. */
function clauseFits(promotion: Promotion): boolean {
  const next = promotion.at(promotion.index + 1);
  const word = promotion.at(promotion.index)!;
  if (promotion.context.kind !== "class") return true;
  if (next === undefined) return true;
  if (next.kind === ":" || next.kind === "?") return false;
  if (next.kind === "(" || next.kind === "<") {
    if (word.image !== "example") return false;
    // `example (a).b == c` is a clause, `example(a: int)` on a line of its own a method.
    const after = promotion.at(promotion.closing(promotion.index + 1) + 1)?.kind;
    return !word.first || (next.kind === "(" && (after === "==" || after === "."));
  }
  return true;
}

/** Whether the token is the name of an annotation; it stands on the line of the `@`. */
export function namesAnnotation(promotion: Promotion, token: Token): boolean {
  return promotion.previous?.kind === "@" && token.kind === ID && !token.first;
}

/** `fn f(): int` of other languages. */
export function arrowForColon(promotion: Promotion, token: Token) {
  promotion.report(token, "The result type stands after '->'", undefined, {
    title: "Write ' ->'",
    edits: [{ offset: token.startOffset, length: 1, text: " ->" }],
  });
  token.become("->");
  promotion.emit(token);
}

/** `fn f() int`. */
export function missingArrow(promotion: Promotion, token: Token) {
  promotion.report(token, `Missing '->' before '${token.image}'`, "The result type stands after '->'.", {
    title: "Insert '->'",
    edits: [{ offset: token.startOffset, length: 0, text: "-> " }],
  });
  promotion.emit(token.virtualBefore("->"));
  promotion.emit(token);
}
