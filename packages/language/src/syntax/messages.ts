import type { IParserErrorMessageProvider, IToken, TokenType } from "chevrotain";
import { ID, NUMBER, START, STEP, STRING } from "./kinds.js";

/** Separates the message from the hint in the texts that the parser carries; it occurs in neither. */
export const hintMark = "\u0000";

interface Mismatch {
  expected: TokenType;
  actual: IToken;
  previous: IToken;
  ruleName: string;
}

/** What the parser says, in the words of the language rather than of its grammar. */
export class ContractErrorMessages implements IParserErrorMessageProvider {
  buildMismatchTokenMessage({ expected, actual, previous, ruleName }: Mismatch): string {
    const rule = bareRule(ruleName);
    // After the last item of a list the end is only one of many tokens that fit.
    if (expected.name === "}" || expected.name === "EOF") {
      return isEnd(actual) ? `Expected ${describe(expected.name, rule)}` : `Unexpected ${shown(actual)}`;
    }
    if (isEnd(previous) && isEnd(actual)) return `Expected ${describe(expected.name, rule)}`;
    const special = specialMismatch(expected.name, actual, previous, rule);
    if (special !== undefined) return special;
    return `Expected ${describe(expected.name, rule)}${after(previous)}${found(actual, previous)}`;
  }

  buildNotAllInputParsedMessage({ firstRedundant }: { firstRedundant: IToken }): string {
    return `Unexpected ${shown(firstRedundant)}`;
  }

  buildNoViableAltMessage(options: { actual: IToken[]; previous: IToken; ruleName: string }): string {
    const rule = bareRule(options.ruleName);
    const actual = options.actual[0];
    const what = alternatives[rule] ?? "something else";
    if (what === "a type" && actual?.image === "{") {
      return `Expected a type${after(options.previous)}, found '{'${hintMark}A type with fields is declared as a record and named here.`;
    }
    return `Expected ${what}${after(options.previous)}${actual === undefined ? "" : found(actual, options.previous)}`;
  }

  buildEarlyExitMessage(options: { actual: IToken[]; previous: IToken; ruleName: string }): string {
    return this.buildNoViableAltMessage(options);
  }
}

/** What a rule with several alternatives stands for. */
const alternatives: Readonly<Record<string, string>> = {
  Element: "a declaration",
  Member: "a field, a method or 'new'",
  Parameter: "a parameter",
  Type: "a type",
  PostfixType: "a type",
  PrimaryType: "a type",
  NamedType: "a type",
  FunctionTypeParameter: "a type",
  Expression: "a value",
  PrimaryExpression: "a value",
  Argument: "a value",
  SignedNumber: "a number",
  FunctionClause: "a clause such as 'raises'",
  ExampleClause: "an example such as 'f(1) == 2'",
  Step: "a step such as 'let x = f()' or 'x == 2'",
  CheckStep: "an example such as 'f(1) == 2'",
  Transition: "an event, a function or a text",
};

function specialMismatch(
  expected: string,
  actual: IToken,
  previous: IToken,
  rule: string,
): string | undefined {
  if (rule === "PostfixType" && expected === "]" && !isEnd(actual)) {
    return `Expected ']' after '['${hintMark}Type arguments stand in angle brackets: 'list<int>'; 'int[]' is the same list.`;
  }
  if (expected === "->" && rule === "Transition") {
    return `Expected '->' and the state that follows${after(previous)}${hintMark}A transition is written 'A -> B on event'.`;
  }
  if (rule === "Element" && expected === STRING && previous.image !== "") {
    return `Expected a text in double quotes${after(previous)}${found(actual, previous)}`;
  }
  return undefined;
}

function describe(kind: string, rule: string): string {
  switch (kind) {
    case ID:
      return rule === "NamedType" ? "a type" : "a name";
    case START:
      return "a name";
    case STRING:
      return "a text in double quotes";
    case NUMBER:
      return "a number";
    case STEP:
      return "a step";
    case "EOF":
      return "the end of the file";
    default:
      return `'${kind}'`;
  }
}

function after(previous: IToken): string {
  return isEnd(previous) || previous.image === "" ? "" : ` after ${shown(previous)}`;
}

/** What stands there instead is of interest only where it stands next to it. */
function found(actual: IToken, previous: IToken): string {
  if (isEnd(actual)) return ", but the file ends here";
  if (actual.image === "" || previous.endLine !== actual.startLine) return "";
  return `, found ${shown(actual)}`;
}

function shown(token: IToken): string {
  if (isEnd(token)) return "the end of the file";
  const firstLine = token.image.split(/[\r\n]/, 1)[0] ?? "";
  const text = firstLine.length > 30 || firstLine !== token.image ? `${firstLine.slice(0, 30)}…` : firstLine;
  return token.image.startsWith('"') ? text : `'${text}'`;
}

function isEnd(token: IToken): boolean {
  return token.tokenType.name === "EOF";
}

/** Langium appends an invisible mark to the names of rules. */
function bareRule(ruleName: string): string {
  return ruleName.replace("\u200B", "");
}
