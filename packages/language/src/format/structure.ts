import type { BreakRole } from "@contractc/kernel";
import { type AstNode, AstUtils } from "langium";
import type * as ast from "../generated/ast.js";
import { docOf } from "../syntax/docs.js";
import { clauseKeywords, FAILS, STRING } from "../syntax/kinds.js";
import { rangeOf, rangeOfProperty } from "../syntax/positions.js";
import type { Token } from "../syntax/token.js";

/** A token that opens a line. */
export interface LineStart {
  /** How much further in the line stands than the block it is in. */
  readonly deeper: number;
  /** Blank lines before it, at least and at most. */
  readonly blank: "none" | "kept" | "one";
  /** A sign at the end of the line before, without which the two would be read as one. */
  readonly separator?: ";";
}

/** The layout that the tree asks for, by indexes of significant tokens. */
export interface Structure {
  readonly lineStarts: ReadonlyMap<number, LineStart>;
  readonly roles: ReadonlyMap<number, BreakRole>;
  /** The opening braces of maps; all others open blocks. */
  readonly maps: ReadonlySet<number>;
}

/** Words and signs before which a long line is broken; as kinds of tokens they are never names. */
const clauseKinds: ReadonlySet<string> = new Set([
  "because",
  "answer",
  "from",
  "extends",
  "implements",
  "initial",
  "final",
  "verifies",
  "==",
  FAILS,
]);

/**
 * Reads from the tree which tokens open lines and where lines may be broken.
 *
 * @param tokens the significant tokens of the tree's text, in order
 * @param all what the parser read: a union may start at a bar, which is not significant
 */
export function structureOf(
  root: ast.ContractFile,
  tokens: readonly Token[],
  all: readonly Token[],
): Structure {
  const reader = new StructureReader(tokens, all);
  reader.elements(root.elements);
  for (const node of AstUtils.streamAllContents(root)) reader.inLine(node);
  return reader;
}

class StructureReader implements Structure {
  readonly lineStarts = new Map<number, LineStart>();
  readonly roles = new Map<number, BreakRole>();
  readonly maps = new Set<number>();
  readonly #byStart = new Map<number, number>();
  readonly #byEnd = new Map<number, number>();

  constructor(
    private readonly tokens: readonly Token[],
    all: readonly Token[],
  ) {
    let next = 0;
    for (const token of all) {
      this.#byStart.set(token.startOffset, next);
      if (token === tokens[next]) next++;
    }
    tokens.forEach((token, index) => {
      this.#byEnd.set(token.end, index);
      if (clauseKinds.has(token.kind)) this.roles.set(index, "clause");
    });
  }

  elements(elements: readonly ast.Element[]): void {
    elements.forEach((element, index) => {
      const before = elements[index - 1];
      this.#prefixed(element, before !== undefined && standApart(before, element) ? "one" : "kept");
      this.#body(element);
    });
  }

  #body(element: ast.Element): void {
    switch (element.$type) {
      case "Package":
      case "Module":
      case "External":
        this.elements(element.elements);
        return;
      case "Target":
      case "Role":
      case "Requirement":
      case "Quality":
        for (const entry of element.entries) this.#prefixed(entry, "kept");
        return;
      case "ClassDeclaration":
      case "InterfaceDeclaration":
      case "RecordDeclaration":
      case "ErrorDeclaration":
        for (const member of element.members) {
          this.#prefixed(member, "kept");
          if ("clauses" in member) this.#clauses(member.clauses, true);
        }
        return;
      case "EnumDeclaration":
        for (const member of element.members) this.#prefixed(member, "kept");
        return;
      case "StatesDeclaration":
        for (const transition of element.transitions) this.#prefixed(transition, "kept");
        return;
      case "FunctionDeclaration":
        this.#clauses(element.clauses, false);
        return;
      default:
    }
  }

  #clauses(clauses: readonly ast.FunctionClause[], inClass: boolean): void {
    for (const clause of clauses) {
      const index = this.#first(clause);
      // In a class a line that starts with `example (` is a method of that name.
      const method = inClass && clause.$type === "ExampleClause" && this.tokens[index + 1]?.kind === "(";
      if (!method) this.lineStarts.set(index, { deeper: 1, blank: "none" });
      if (clause.$type !== "ExampleClause") continue;
      clause.steps.forEach((step, at) => {
        this.#step(this.#first(step), at > 0);
      });
    }
  }

  #step(index: number, follows: boolean): void {
    const { kind, image } = this.tokens[index]!;
    const continues = follows && (kind === "-" || image === "raises");
    this.lineStarts.set(index, { deeper: 0, blank: "kept", ...(continues ? { separator: ";" } : {}) });
  }

  /** Annotations stand on lines of their own before what they annotate. */
  #prefixed(node: AstNode & { annotations?: ast.Annotation[] }, blank: LineStart["blank"]): void {
    for (const annotation of node.annotations ?? []) {
      this.lineStarts.set(this.#first(annotation), { deeper: 0, blank: "none" });
      this.lineStarts.set(this.#last(annotation) + 1, { deeper: 0, blank: "none" });
    }
    this.lineStarts.set(this.#first(node), { deeper: 0, blank });
  }

  /** What a node says about breaks in its line. */
  inLine(node: AstNode): void {
    const of = node as ast.Element | ast.FunctionClause | ast.Entry | ast.Field | ast.MapLiteral;
    for (const names of listsOf(of)) {
      this.#list(
        names.map((name) => this.#first(name)),
        /^(?:Raises|Emits|Example)Clause$/.test(of.$type),
      );
    }
    if (of.$type === "MapLiteral") this.maps.add(this.#first(of));
    else if (of.$type === "Layers") this.#chain(of.names);
    else if (of.$type === "Flow") this.#chain(of.hops);
    else if (of.$type === "Entry") {
      this.#list(of.values.map((_, at) => this.#value(of, "values", at)));
    } else if (of.$type === "StatesDeclaration") {
      this.#list(of.finals.map((_, at) => this.#value(of, "finals", at)));
    } else if (of.$type === "Forbid") {
      if (this.tokens[this.#last(of)]?.kind === STRING) this.roles.set(this.#last(of), "clause");
    } else if (of.$type === "TypeAlias" || of.$type === "Field") {
      if (of.type?.$type === "UnionType") this.#union(of.type);
    }
  }

  /**
   * Items after commas, by their first tokens.
   *
   * @param ofFunction a name that starts a line could be read as the word that opens the next clause
   */
  #list(items: readonly number[], ofFunction = false): void {
    items.forEach((index, at) => {
      if (at === 0) this.roles.set(index, "list");
      else if (!(ofFunction && clauseKeywords.has(this.tokens[index]!.image))) this.roles.set(index, "item");
    });
  }

  /** Items after `>` or `->`, which go to the next line with them. */
  #chain(items: readonly AstNode[]): void {
    items.forEach((item, at) => {
      const index = this.#first(item);
      if (at === 0) this.roles.set(index, "list");
      else this.roles.set(index - 1, "item");
    });
  }

  #union(union: ast.UnionType): void {
    union.members.forEach((member, at) => {
      const index = this.#first(member);
      if (at === 0) this.roles.set(index, "union");
      else this.roles.set(index - 1, "bar");
    });
  }

  #value(node: AstNode, property: string, index: number): number {
    return this.#at(rangeOfProperty(node, property, index)?.offset ?? -1);
  }

  #first(node: AstNode): number {
    return this.#at(rangeOf(node).offset);
  }

  #last(node: AstNode): number {
    const { offset, length } = rangeOf(node);
    const index = this.#byEnd.get(offset + length);
    if (index === undefined) throw new Error(`No token ends at ${offset + length}`);
    return index;
  }

  #at(offset: number): number {
    const index = this.#byStart.get(offset);
    if (index === undefined) throw new Error(`No token starts at ${offset}`);
    return index;
  }
}

/** The lists of names that a node has. */
function listsOf(node: AstNode): readonly (readonly AstNode[])[] {
  const of = node as ast.Element | ast.FunctionClause;
  switch (of.$type) {
    case "ClassDeclaration":
    case "InterfaceDeclaration":
    case "RecordDeclaration":
    case "ErrorDeclaration":
      return [of.bases, of.interfaces];
    case "UsesClause":
      return [of.modules];
    case "SatisfiesClause":
      return [of.requirements];
    case "HandlesClause":
    case "EmitsClause":
      return [of.events];
    case "RaisesClause":
      return [of.errors];
    case "ExampleClause":
      return [of.verifies];
    case "Independent":
      return [of.names];
    default:
      return [];
  }
}

const moduleClauses: ReadonlySet<string> = new Set([
  "OwnerClause",
  "SatisfiesClause",
  "UsesClause",
  "HandlesClause",
]);

/** Whether a blank line stands between two neighbours: where one of them takes several lines. */
function standApart(a: ast.Element, b: ast.Element): boolean {
  if (moduleClauses.has(a.$type) || moduleClauses.has(b.$type)) {
    return !(moduleClauses.has(a.$type) && moduleClauses.has(b.$type));
  }
  if (a.$type === "FunctionDeclaration" && b.$type === "FunctionDeclaration" && a.name === b.name) {
    return false;
  }
  return (
    a.$type === "Header" || hasParts(a) || hasParts(b) || b.annotations.length > 0 || docOf(b) !== undefined
  );
}

function hasParts(element: ast.Element): boolean {
  const parts = ["elements", "entries", "members", "transitions", "clauses"] as const;
  return parts.some((part) => ((element as unknown as Record<string, unknown[]>)[part]?.length ?? 0) > 0);
}
