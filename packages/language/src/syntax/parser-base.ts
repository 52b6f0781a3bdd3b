import { Places } from "./places.js";
import { bareName, stringValue } from "./strings.js";
import type { Token } from "./token.js";

/** A node as the generated parser makes it: an `AstNode` with offsets in place of a concrete node. */
export interface SyntaxNode {
  $type: string;
  $container: SyntaxNode | undefined;
  /** Offset of its first token. */
  $from: number;
  /** Offset after its last token. */
  $to: number;
  /** The last entry of its chain in the file's table of places. */
  $places: number;
  [property: string]: unknown;
}

/** The list without members, which all nodes share. */
export const EMPTY: readonly never[] = Object.freeze([]);

/** Nesting that the parser leaves to Langium's, which knows what to say about it. */
const maximalNesting = 1000;
const maximalChain = 200;

/** Thrown where the tokens do not follow the grammar; it carries nothing, because another parser reports it. */
class Mismatch extends Error {}
const mismatch = new Mismatch("The tokens do not follow the grammar");

/** @returns a table that holds 1 for each of the given token types */
export function table(kinds: readonly number[]): Uint8Array {
  const found = new Uint8Array(256);
  for (const kind of kinds) found[kind] = 1;
  return found;
}

/** What the generated parser is made of: reading tokens, and keeping the places of what is read. */
export abstract class ParserBase {
  /** Nodes that `normalise.ts` has to look at. */
  readonly settled: SyntaxNode[] = [];
  readonly places = new Places();
  /** The chain of a node that has no type yet. */
  protected early = 0;
  /** Offset of the last token read. */
  protected tokenStart = 0;
  /** Offset after the last token read. */
  protected end = 0;
  private at = 0;
  private depth = 0;
  private readonly kinds: Uint8Array;

  /** @param numbers the numbers of the token types, by name */
  constructor(
    private readonly tokens: readonly Token[],
    numbers: ReadonlyMap<string, number>,
  ) {
    const { length } = tokens;
    // What follows the last token is the end of the file, number 0.
    this.kinds = new Uint8Array(length + 3);
    for (let at = 0; at < length; at++) this.kinds[at] = numbers.get(tokens[at]!.kind) ?? 255;
  }

  abstract ContractFile(): SyntaxNode;

  /** The whole file's tree; undefined if the tokens do not follow the grammar. */
  parse(): SyntaxNode | undefined {
    try {
      const root = this.ContractFile();
      return this.at === this.tokens.length ? root : undefined;
    } catch (error) {
      if (error instanceof Mismatch || error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** The type of a token that has not been read: 1 for the next one. */
  protected ahead(distance: number): number {
    return this.kinds[this.at + distance - 1]!;
  }

  /** Offset of the next token; of the end of the last one where none is left. */
  protected get start(): number {
    return this.at < this.tokens.length ? this.tokens[this.at]!.startOffset : this.end;
  }

  protected mismatch(): Error {
    return mismatch;
  }

  protected enter(): void {
    if (++this.depth > maximalNesting) throw mismatch;
  }

  protected leave(node: SyntaxNode, from: number): SyntaxNode {
    this.depth--;
    return this.close(node, from);
  }

  protected close(node: SyntaxNode, from: number): SyntaxNode {
    node.$from = from;
    node.$to = this.end;
    return node;
  }

  protected limitChain(links: number): void {
    if (links > maximalChain) throw mismatch;
  }

  protected expect(kind: number): Token {
    if (this.kinds[this.at] !== kind) throw mismatch;
    return this.advance();
  }

  private advance(): Token {
    const token = this.tokens[this.at++]!;
    // An inserted token stands nowhere.
    if (!token.virtual) {
      this.tokenStart = token.startOffset;
      this.end = token.end;
    }
    return token;
  }

  /** The text of a token whose value is kept. */
  protected token(kind: number): string {
    const token = this.expect(kind);
    if (token.virtual) throw mismatch;
    return token.image;
  }

  protected name(kind: number): string {
    return bareName(this.token(kind));
  }

  protected string(kind: number): string {
    return stringValue(this.token(kind));
  }

  protected oneOf(kinds: Uint8Array): string {
    const kind = this.kinds[this.at]!;
    if (kinds[kind] !== 1) throw mismatch;
    return this.token(kind);
  }

  /**
   * A list with one member more. Short lists are made anew, as long as they are: one that is pushed to keeps room for
   * sixteen more, and a tree has more lists than tokens.
   */
  protected with<T>(list: readonly T[], value: T): T[] {
    switch (list.length) {
      case 0:
        return [value];
      case 1:
        return [list[0]!, value];
      case 2:
        return [list[0]!, list[1]!, value];
      case 3:
        return [list[0]!, list[1]!, list[2]!, value];
      default:
        (list as T[]).push(value);
        return list as T[];
    }
  }

  protected adopt(node: SyntaxNode, children: readonly SyntaxNode[]): void {
    for (const child of children) child.$container = node;
  }

  protected place(node: SyntaxNode, property: number, from: number, to: number): void {
    node.$places = this.places.add(property, from, to, node.$places);
  }

  protected placeEarly(property: number, from: number, to: number): void {
    this.early = this.places.add(property, from, to, this.early);
  }
}
