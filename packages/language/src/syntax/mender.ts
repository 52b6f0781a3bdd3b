import { bodyWithoutBrace, modifiersAt, withBody } from "./bodies.js";
import { clauseKeywords, elementKeywords, ID, modifierKeywords, STRING } from "./kinds.js";
import { marksMember, opensElement } from "./promotion.js";
import { type Balanced, keywordAt, maximalDepth, mayHold, partner } from "./structure.js";
import { endsValue, type Token } from "./token.js";
import type { SyntaxProblem } from "./types.js";

/** An open bracket. */
interface Open {
  readonly kind: string;
  /** The keyword whose body it is; empty for other brackets. */
  readonly head: string;
  /** The indentation of the line the bracket stands on, or of the line its declaration starts on. */
  readonly indent: number;
  readonly token: Token;
  /** Whether it is the parameter list of a member. */
  readonly parameters: boolean;
}

/** The element whose body may follow. */
interface Header {
  readonly keyword: string;
  readonly indent: number;
}

/** Balances brackets that do not match; see `balance`. */
export class Mender {
  private readonly out: Token[] = [];
  private readonly stack: Open[] = [];
  private readonly quiet = new Set<number>();
  private header: Header | undefined;
  /** How many braces are opened more often than closed in what is left of the text; negative if too many close. */
  private missing = 0;
  /** Whether blocks are indented, as a rule: otherwise indentation says nothing. */
  private readonly indented: boolean;
  /** Where a body starts whose brace is missing, by the index of its first token. */
  private readonly bodies = new Map<number, Header>();
  private angle = 0;
  private lastStray: number | undefined;

  /** Brackets were left out, so that those around them may only seem not to be closed. */
  private tooDeep = false;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly problems: SyntaxProblem[],
  ) {
    let deeper = 0;
    tokens.forEach((token, index) => {
      if (token.kind === "}") this.missing--;
      if (token.kind !== "{") return;
      this.missing++;
      const next = tokens[index + 1];
      if (next?.first) deeper += next.indent > token.indent ? 1 : -1;
    });
    this.indented = deeper >= 0;
  }

  run(): Balanced {
    const { tokens } = this;
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index]!;
      if (token.first) this.startLine(token, index);
      const body = this.bodies.get(index);
      if (body !== undefined) this.insertOpen(token, body);
      if (this.opensStatement(token, index)) this.startElement(index);
      else if (this.missing < 0 && token.image === "example") this.startExample(token, index);
      switch (token.kind) {
        case "<":
          if (this.angle >= maximalDepth) {
            index = this.skipNested(index);
            continue;
          }
          this.angle++;
          this.out.push(token);
          break;
        case ">":
          if (this.angle > 0) this.angle--;
          this.out.push(token);
          break;
        case "{":
        case "(":
        case "[":
          if (this.stack.length >= maximalDepth) {
            index = this.skipNested(index);
            continue;
          }
          this.push(token);
          this.out.push(token);
          break;
        case "}":
          this.closeBrace(token);
          break;
        case ")":
        case "]":
          this.closeOther(token);
          break;
        case "->":
          this.closeParameters(token);
          this.out.push(token);
          break;
        default:
          if (this.top?.parameters && token.kind === ID && tokens[index + 1]?.kind === "(") {
            this.closeBeforeMember(token);
          }
          this.out.push(token);
      }
    }
    while (this.stack.length > 0) this.closeTop(undefined);
    return { tokens: this.out, quiet: this.quiet };
  }

  private get top(): Open | undefined {
    return this.stack[this.stack.length - 1];
  }

  private push(token: Token) {
    if (token.kind === "{") this.angle = 0;
    const header = token.kind === "{" ? this.header : undefined;
    this.stack.push({
      kind: token.kind,
      head: header?.keyword ?? "",
      indent: header?.indent ?? token.indent,
      token,
      parameters: token.kind === "(" && this.followsMember(),
    });
    this.header = undefined;
  }

  private opensStatement(token: Token, index: number): boolean {
    if (!token.word || !(elementKeywords.has(token.image) || modifierKeywords.has(token.image))) return false;
    const before = this.tokens[index - 1];
    const starts =
      token.first || before === undefined || endsValue(before) || before.kind === "{" || before.kind === ",";
    return starts && opensElement(this.tokens, index);
  }

  private startElement(index: number) {
    const { tokens } = this;
    const token = tokens[index]!;
    // It is not lost in a block that is nobody's, whatever stands before it on its line.
    while (this.missing > 0 && this.top !== undefined && isLeft(this.top, token)) this.closeTop(token);
    if (this.top !== undefined && this.top.kind !== "{") return;
    const keyword = keywordAt(tokens, index);
    this.angle = 0;
    this.header = withBody.has(keyword) ? { keyword, indent: token.indent } : undefined;
    if (this.missing < 0 && this.header !== undefined) {
      const at = bodyWithoutBrace(tokens, index + modifiersAt(tokens, index), keyword, token.indent);
      if (at !== undefined) this.bodies.set(at, this.header);
    }
  }

  /** The steps of a titled example may have lost their brace as well. */
  private startExample(token: Token, index: number) {
    const { tokens } = this;
    if (!token.word || tokens[index + 1]?.kind !== STRING || tokens[index + 1]?.first) return;
    let at = index + 2;
    while (tokens[at] !== undefined && !tokens[at]!.first && /^(ID|,|\.)$/.test(tokens[at]!.kind)) at++;
    const body = tokens[at];
    if (body?.first && body.indent > token.indent && body.kind === ID) {
      this.bodies.set(at, { keyword: "example", indent: token.indent });
    }
  }

  /** Closes what cannot go on in a line that starts like this. */
  private startLine(token: Token, index: number) {
    const declares = token.kind !== "@" && opensElement(this.tokens, index);
    const keyword = declares ? keywordAt(this.tokens, index) : "";
    const item = declares || this.looksLikeItem(token, index);
    for (let top = this.top; top !== undefined; top = this.top) {
      if (token.kind === partner(top.kind)) return;
      const outdented = token.indent <= top.indent;
      let close: boolean;
      if (top.kind !== "{") {
        close = declares || (outdented && item) || (this.clauseAt(token, index) && top.kind === "(");
      } else if (declares && !mayHold(top, keyword)) {
        close = outdented;
      } else {
        close = outdented && item && this.missing > 0 && this.indented;
      }
      if (!close) return;
      this.closeTop(token);
    }
  }

  /** Whether a declaration, a member, an entry, a transition or a clause may start like this. */
  private looksLikeItem(token: Token, index: number): boolean {
    if (token.kind === "@" || token.kind === "}") return true;
    if (token.kind !== ID) return false;
    if (marksMember(this.tokens, index, true)) return true;
    const next = this.tokens[index + 1];
    if (next === undefined) return false;
    if (next.kind === "->" || next.kind === STRING || next.kind === "=") return true;
    return next.kind === ID && !next.first;
  }

  private clauseAt(token: Token, index: number): boolean {
    if (!token.word || !clauseKeywords.has(token.image)) return false;
    const next = this.tokens[index + 1];
    return next !== undefined && !next.first && (next.kind === ID || next.kind === STRING);
  }

  private closeBrace(token: Token) {
    if (token.first) {
      while (this.missing > 0 && this.top !== undefined && this.top.indent > token.indent) {
        if (!this.stack.some((open) => open.kind === "{" && open.indent <= token.indent)) break;
        this.closeTop(token);
      }
      const brace = this.stack.findLast((open) => open.kind === "{");
      if (this.missing < 0 && (brace === undefined || brace.indent < token.indent)) return this.stray(token);
    }
    const brace = this.stack.findLast((open) => open.kind === "{");
    if (brace === undefined) return this.stray(token);
    // `const A: map<string, int> = "a": 1 }`: the line is a part of the block that this would close.
    const foreign = !token.first && brace.token.startLine !== token.startLine && token.indent > brace.indent;
    if (this.missing < 0 && foreign) return this.stray(token);
    while (this.top!.kind !== "{") this.closeTop(token);
    this.stack.pop();
    this.header = undefined;
    this.out.push(token);
  }

  private closeOther(token: Token) {
    const wanted = partner(token.kind);
    const brace = this.stack.findLastIndex((open) => open.kind === "{");
    const match = this.stack.findLastIndex((open) => open.kind === wanted);
    if (match <= brace) {
      if (token.kind !== ")" || !this.openParameters(token)) return this.stray(token);
      this.out.push(token);
      return;
    }
    while (this.stack.length - 1 > match) this.closeTop(token);
    this.stack.pop();
    this.out.push(token);
  }

  /**
   * `move direction: Direction)`: inserts the parenthesis that is missing behind the name.
   *
   * @returns whether there is such a place in the line
   */
  private openParameters(close: Token): boolean {
    const { out } = this;
    let at = out.length - 1;
    while (at > 0 && out[at]!.startLine === close.startLine && out[at]!.kind !== "(") at--;
    for (at = Math.max(0, at); at < out.length - 1; at++) {
      const name = out[at]!;
      const next = out[at + 1]!;
      const opens =
        name.first || out[at - 1]?.image === "fn" || modifierKeywords.has(out[at - 1]?.image ?? "");
      const word = elementKeywords.has(name.image) || modifierKeywords.has(name.image);
      if (name.startLine !== close.startLine || name.kind !== ID || word || !opens) continue;
      if (next.kind !== ID || out[at + 2]?.kind !== ":") return false;
      // `put key: list[int)`: what was opened since ends before the parenthesis does.
      while (this.top !== undefined && this.top.token.startOffset > name.startOffset) this.closeTop(close);
      out.splice(at + 1, 0, name.virtualAfter("("));
      this.problems.push({
        message: `Missing '(' after '${short(name.image)}'`,
        offset: name.startOffset,
        length: name.image.length,
        fix: {
          title: "Insert '('",
          edits: [{ offset: name.end, length: next.startOffset - name.end, text: "(" }],
        },
      });
      return true;
    }
    return false;
  }

  /** `f(a: int -> bool`: in a list of parameters an arrow follows a closing parenthesis. */
  private closeParameters(token: Token) {
    const last = this.out.at(-1);
    if (this.top?.kind === "(" && last?.kind !== ")") this.closeTop(token);
  }

  /** Whether the last token is the name of a member: it opens an item of a class. */
  private followsMember(): boolean {
    if (this.top === undefined || !/^(class|interface|record|error)$/.test(this.top.head)) return false;
    const name = this.out.at(-1);
    const before = this.out.at(-2);
    if (name?.kind !== ID || before === undefined) return false;
    return name.first || before.kind === "{" || before.kind === "," || modifierKeywords.has(before.image);
  }

  /** `{ put(key: string, get(key: string) }`: no parameter is written `get(`. */
  private closeBeforeMember(token: Token) {
    const comma = this.out.at(-1);
    if (comma?.kind !== ",") return;
    this.out.pop();
    this.closeTop(token);
    this.out.push(comma);
  }

  /** Inserts the bracket that closes the innermost open one, before `token` or at the end of the text. */
  private closeTop(token: Token | undefined) {
    const open = this.stack.pop()!;
    const kind = partner(open.kind);
    const last = this.out.at(-1) ?? open.token;
    if (open.kind === "{") this.missing--;
    this.out.push(last.virtualAfter(kind));
    this.header = undefined;
    if (open.token.virtual || this.tooDeep) return;
    const gap =
      open.kind === "{" && last.endLine > open.token.startLine ? `\n${" ".repeat(open.indent)}` : "";
    this.problems.push({
      message: `This '${open.kind}' is not closed`,
      offset: open.token.startOffset,
      length: 1,
      hint: `Expected '${kind}'${token === undefined ? " before the end of the file" : ` before '${short(token.image)}'`}.`,
      fix: {
        title: `Insert '${kind}'`,
        edits: [
          { offset: last.end, length: 0, text: `${gap}${open.kind === "{" && gap === "" ? " " : ""}${kind}` },
        ],
      },
    });
  }

  private insertOpen(token: Token, header: Header) {
    if (this.missing >= 0) return;
    const before = this.out.at(-1);
    this.missing++;
    const open = before === undefined ? token.virtualBefore("{") : before.virtualAfter("{");
    this.stack.push({
      kind: "{",
      head: header.keyword,
      indent: header.indent,
      token: open,
      parameters: false,
    });
    this.out.push(open);
    this.header = undefined;
    const offset = before?.end ?? token.startOffset;
    this.problems.push({
      message: `Missing '{' before '${short(token.image)}'`,
      offset: token.startOffset,
      length: Math.max(1, token.image.length),
      fix: { title: "Insert '{'", edits: [{ offset, length: 0, text: " {" }] },
    });
  }

  /** Leaves out a closing bracket that nothing opens; a row of them is one problem. */
  private stray(token: Token) {
    if (token.kind === "}") this.missing++;
    const repeated = this.lastStray !== undefined && this.lastStray === this.out.length;
    this.lastStray = this.out.length;
    if (repeated) return;
    this.problems.push({
      message: `Unexpected '${token.kind}': nothing is open here`,
      offset: token.startOffset,
      length: 1,
      fix: {
        title: `Remove '${token.kind}'`,
        edits: [{ offset: token.startOffset, length: 1, text: "" }],
      },
    });
  }

  /** Leaves out a bracket that is too deep, with all it holds, and returns the index of its last token. */
  private skipNested(index: number): number {
    const { tokens } = this;
    const open = tokens[index]!;
    const angles = open.kind === "<";
    let depth = 0;
    let at = index;
    for (; at < tokens.length; at++) {
      const kind = tokens[at]!.kind;
      if (/^[{([]$/.test(kind) || (angles && kind === "<")) depth++;
      else if (/^[})\]]$/.test(kind) || (angles && kind === ">")) depth--;
      if (kind === "{") this.missing--;
      else if (kind === "}") this.missing++;
      const next = tokens[at + 1];
      // Angle brackets are not balanced; they end with what they stand in at the latest.
      if (depth === 0 || (angles && (next?.kind === "}" || next?.kind === "{"))) break;
      if (next?.first && next.kind !== "@" && opensElement(tokens, at + 1)) break;
    }
    this.tooDeep = true;
    this.problems.push({
      message: `Brackets nest more than ${maximalDepth} deep`,
      offset: open.startOffset,
      length: 1,
      hint: "Give a name to a part of it.",
    });
    for (const offset of [tokens[index - 1]?.startOffset, tokens[at + 1]?.startOffset]) {
      if (offset !== undefined) this.quiet.add(offset);
    }
    return Math.min(at, tokens.length - 1);
  }
}

/** Whether a token stands on a line that an unclosed block of no declaration would not go on to. */
function isLeft({ kind, head, indent, token }: Open, at: Token): boolean {
  return kind === "{" && head === "" && at.indent <= indent && at.startLine > token.startLine;
}

function short(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
