import type { IToken, TokenType, TokenTypeDictionary } from "chevrotain";
import { ID, NUMBER, STRING } from "./kinds.js";

const untyped: TokenType = { name: "" };

/**
 * One token of a contract. `kind` is the name of its token type: `ID`, `START`, `STRING`, `NUMBER`, or the
 * keyword or sign itself. Lines and columns start at 1, as Chevrotain wants them.
 */
export class Token implements IToken {
  /** Set by `typed`, for Langium's parser. */
  tokenType: TokenType = untyped;
  tokenTypeIdx = 0;
  readonly isInsertedInRecovery: boolean;
  /** The `///` text in front of the token, where there is one. */
  doc: string | undefined = undefined;

  constructor(
    public kind: string,
    readonly image: string,
    readonly startOffset: number,
    readonly startLine: number,
    readonly startColumn: number,
    readonly endLine: number,
    readonly endColumn: number,
    /** Whether it is the first token of its line. */
    public first: boolean,
    /** Columns of white space before the first token of the line it stands on. */
    readonly indent: number,
    virtual = false,
  ) {
    this.isInsertedInRecovery = virtual;
  }

  get endOffset(): number {
    return this.startOffset + this.image.length - 1;
  }

  /** The offset after the token. */
  get end(): number {
    return this.startOffset + this.image.length;
  }

  /** Whether it does not stand in the text but was inserted to mend it. */
  get virtual(): boolean {
    return this.isInsertedInRecovery;
  }

  /** Whether it is a word without back-ticks that has no role yet. */
  get word(): boolean {
    return this.kind === ID && this.image.charCodeAt(0) !== 96;
  }

  /** Gives the token another type, for instance that of a keyword. */
  become(kind: string): void {
    this.kind = kind;
  }

  /** An inserted token of another kind directly before this one. */
  virtualBefore(kind: string): Token {
    return this.inserted(kind, this.startOffset, this.startLine, this.startColumn);
  }

  /** An inserted token of another kind directly after this one. */
  virtualAfter(kind: string): Token {
    return this.inserted(kind, this.end, this.endLine, this.endColumn + 1);
  }

  private inserted(kind: string, offset: number, line: number, column: number): Token {
    return new Token(kind, "", offset, line, column, line, column, false, this.indent, true);
  }
}

/** Gives tokens the types that their kinds name in a grammar. */
export function typed(tokens: readonly Token[], types: TokenTypeDictionary): void {
  for (const token of tokens) {
    const type = types[token.kind];
    if (type === undefined) throw new Error(`The grammar has no token '${token.kind}'`);
    token.tokenType = type;
    token.tokenTypeIdx = type.tokenTypeIdx ?? 0;
  }
}

/** Whether a name, a type or a value may end with this token. */
export function endsValue(token: Token | undefined): boolean {
  if (token === undefined) return true;
  switch (token.kind) {
    case ID:
    case STRING:
    case NUMBER:
    case "START":
    case ")":
    case "]":
    case ">":
    case "}":
    case "?":
      return true;
    default:
      return false;
  }
}
