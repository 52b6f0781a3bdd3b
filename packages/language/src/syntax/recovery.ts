import { type IToken, MismatchedTokenException, NoViableAltException, type TokenType } from "chevrotain";
import type { LangiumParser } from "langium";
import type { ContractErrorMessages } from "./messages.js";

/**
 * The part of Chevrotain's recovery that is replaced here. It is internal to Chevrotain, whose version
 * Langium pins; a test fails when a member is gone.
 */
interface Recovering {
  LA(howMuch: number): IToken;
  consumeToken(): void;
  SKIP_TOKEN(): IToken;
  findReSyncTokenType(): TokenType;
  flattenFollowSet(): TokenType[];
  canRecoverWithSingleTokenDeletion(expected: TokenType): boolean;
  canTokenTypeBeInsertedInRecovery(type: TokenType): boolean;
  tryInRuleRecovery(expected: TokenType, follows: TokenType[]): IToken;
  tokenMatcher(token: IToken, type: TokenType): boolean;
  getCurrRuleFullName(): string;
  tryInRepetitionRecovery(rule: unknown, args: unknown, lookAhead: () => boolean, expected: TokenType): void;
  manyInternal(occurrence: number, action: unknown): void;
  atLeastOneInternal(occurrence: number, action: unknown): void;
  exportLexerState(): number;
  importLexerState(state: number): void;
  raiseNoAltException(occurrence: number, message: string | undefined): never;
  SAVE_ERROR(error: Error): Error;
  errorMessageProvider: ContractErrorMessages;
}

const members: readonly (keyof Recovering)[] = [
  "LA",
  "consumeToken",
  "SKIP_TOKEN",
  "findReSyncTokenType",
  "flattenFollowSet",
  "canRecoverWithSingleTokenDeletion",
  "canTokenTypeBeInsertedInRecovery",
  "tryInRuleRecovery",
  "tokenMatcher",
  "tryInRepetitionRecovery",
  "manyInternal",
  "atLeastOneInternal",
  "exportLexerState",
  "importLexerState",
  "raiseNoAltException",
  "SAVE_ERROR",
  "getCurrRuleFullName",
  "errorMessageProvider",
];

/** Tokens that may be left out when the one behind them is what the parser wants. */
const deletable: ReadonlySet<string> = new Set([
  "ID",
  "STRING",
  "NUMBER",
  ",",
  ".",
  ":",
  "=",
  "==",
  "->",
  "-",
  "?",
  "|",
  "*",
  "**",
  "/",
  "...",
]);

/**
 * Makes recovery respect brackets, which are balanced in every list of tokens the parser gets: what is
 * skipped is skipped with all that its brackets hold, and skipping never leaves the enclosing block. The
 * search for alternatives to print is left out, because the messages do not list tokens and it is slow.
 */
export function installRecovery(parser: LangiumParser): void {
  const recovering = (parser as unknown as { wrapper: Recovering }).wrapper;
  for (const member of members) {
    if (recovering?.[member] === undefined) throw new Error(`Chevrotain has no '${member}' any more`);
  }

  recovering.SKIP_TOKEN = function (this: Recovering) {
    let depth = 0;
    do {
      const kind = this.LA(1).tokenType.name;
      if (kind === "EOF") break;
      if (opens(kind)) depth++;
      else if (closes(kind)) depth--;
      this.consumeToken();
    } while (depth > 0);
    return this.LA(1);
  };

  recovering.findReSyncTokenType = function (this: Recovering) {
    const candidates = new Set(this.flattenFollowSet().map((type) => type.name));
    let depth = 0;
    for (let ahead = 1; ; ahead++) {
      const type = this.LA(ahead).tokenType;
      if (type.name === "EOF" || (depth <= 0 && candidates.has(type.name))) return type;
      if (opens(type.name)) depth++;
      else if (closes(type.name)) depth--;
    }
  };

  const original = recovering.canRecoverWithSingleTokenDeletion;
  recovering.canRecoverWithSingleTokenDeletion = function (this: Recovering, expected) {
    return deletable.has(this.LA(1).tokenType.name) && original.call(this, expected);
  };

  // Missing brackets have been inserted before; one that the parser misses is a body that was not written.
  recovering.canTokenTypeBeInsertedInRecovery = (type) => !opens(type.name) && !closes(type.name);

  const tryInRuleRecovery = recovering.tryInRuleRecovery;
  recovering.tryInRuleRecovery = function (this: Recovering, expected, follows) {
    if (!closes(expected.name)) return tryInRuleRecovery.call(this, expected, follows);
    // Its partner has been read, so it must come.
    let token = this.LA(1);
    while (token.tokenType !== expected && token.tokenType.name !== "EOF") token = this.SKIP_TOKEN();
    this.consumeToken();
    return token;
  };

  installRepetitionRecovery(recovering);

  recovering.raiseNoAltException = function (this: Recovering) {
    const message = this.errorMessageProvider.buildNoViableAltMessage({
      actual: [this.LA(1)],
      previous: this.LA(0),
      ruleName: this.getCurrRuleFullName(),
    });
    throw this.SAVE_ERROR(new NoViableAltException(message, this.LA(1), this.LA(0)));
  };
}

/**
 * Skips to the next item of a list, or to its end. Chevrotain goes on with the list by a recursive call, so
 * that some thousand problems in one list overflow the stack; here the list is entered again in a loop.
 */
function installRepetitionRecovery(recovering: Recovering) {
  let again = false;
  recovering.tryInRepetitionRecovery = function (this: Recovering, _rule, _args, lookAhead, expected) {
    // Asked token by token: a search for the next of them may run to the end of the file for every problem.
    const outside = new Set(this.flattenFollowSet().map((type) => type.name));
    const start = this.exportLexerState();
    const actual = this.LA(1);
    const previous = this.LA(0);
    for (let token = actual; ; token = this.SKIP_TOKEN()) {
      const ends = this.tokenMatcher(token, expected);
      again = !ends && lookAhead.call(this);
      if (ends || again) break;
      if (outside.has(token.tokenType.name) || token.tokenType.name === "EOF") {
        // Nothing nearer: the rules outside of the list recover.
        this.importLexerState(start);
        return;
      }
    }
    const ruleName = this.getCurrRuleFullName();
    const message = this.errorMessageProvider.buildMismatchTokenMessage({
      expected,
      actual,
      previous,
      ruleName,
    });
    this.SAVE_ERROR(new MismatchedTokenException(message, actual, previous));
  };
  for (const method of ["manyInternal", "atLeastOneInternal"] as const) {
    const original = recovering[method];
    recovering[method] = function (this: Recovering, occurrence, action) {
      do {
        again = false;
        original.call(this, occurrence, action);
      } while (again);
    };
  }
}

function opens(kind: string): boolean {
  return kind === "{" || kind === "(" || kind === "[";
}

function closes(kind: string): boolean {
  return kind === "}" || kind === ")" || kind === "]";
}
