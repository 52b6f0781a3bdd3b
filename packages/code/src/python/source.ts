import type { Node } from "web-tree-sitter";
import type { CodeImport, CodeProblem, CodeType, CodeTypeParameter, Span } from "../reading/signature.js";
import { parseType, type TypeNames } from "./types.js";

/** What is known of one file while it is read. */
export class Source implements TypeNames {
  readonly stub: boolean;
  /** It is an `__init__` file. */
  readonly packageEntry: boolean;
  readonly imports: CodeImport[] = [];
  /** What the grammar at hand lets pass, and Python does not. */
  readonly problems: CodeProblem[] = [];
  /** Names that the module's own imports bind, with what they stand for as a dotted name. */
  readonly bindings = new Map<string, string>();
  /** Top-level classes with their bases as written. */
  readonly classes = new Map<string, string[]>();
  /** `T = TypeVar("T")` and the like, by name. */
  readonly typeVariables = new Map<string, CodeTypeParameter>();

  /**
   * @param file the path, forward slashes
   * @param keywords where the words stand that decide whether a body has to be looked into, in order
   */
  constructor(
    readonly file: string,
    readonly text: string,
    private readonly keywords = keywordPlaces(text),
  ) {
    this.stub = file.endsWith(".pyi");
    this.packageEntry = /(?:^|\/)__init__\.pyi?$/.test(file);
  }

  textOf(node: Node): string {
    return this.text.slice(node.startIndex, node.endIndex);
  }

  typeOf(node: Node): CodeType {
    return parseType(this.text, spanOf(node), this);
  }

  /** The statements of a function's or class's body, which needs at least one. */
  bodyOf(definition: Node): Node[] {
    const block = field(definition, "body");
    const statements = block ? statementsOf(block) : [];
    if (statements.length === 0 && !definition.hasError) {
      const { startIndex: start, endIndex: end } = definition;
      this.problems.push({ message: "Expected an indented block.", start, end });
    }
    return statements;
  }

  /** The dotted name behind one written here, imports followed one step: `t.List` is `typing.List`. */
  canonical(name: string): string {
    for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
      const origin = this.bindings.get(name.slice(0, end));
      if (origin !== undefined) return origin + name.slice(end);
    }
    return name;
  }

  /**
   * The last part of the name behind one written here; empty for a class of this file. It is compared with names
   * such as `Protocol` and `dataclass` wherever they come from: projects import them through modules of their own.
   */
  known(name: string): string {
    if (this.classes.has(name)) return "";
    const canonical = this.canonical(name);
    return canonical.slice(canonical.lastIndexOf(".") + 1);
  }

  /** Whether one of some words stands between two offsets (comments and strings count as well). */
  mentions(word: Keyword, start: number, end: number): boolean {
    const places = this.keywords[word];
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as number) < start) low = middle + 1;
      else high = middle;
    }
    const place = places[low];
    return place !== undefined && place < end;
  }
}

export type Keyword = "import" | "yield" | "return" | "raise";

function keywordPlaces(text: string): Record<Keyword, number[]> {
  const places: Record<Keyword, number[]> = { import: [], yield: [], return: [], raise: [] };
  for (const match of text.matchAll(/\b(?:import|yield|return|raise)\b/g)) {
    places[match[0] as Keyword].push(match.index);
  }
  return places;
}

export function spanOf(node: Node): Span {
  return { start: node.startIndex, end: node.endIndex };
}

/** A child that the grammar names. */
export function field(node: Node, name: string): Node | undefined {
  return node.childForFieldName(name) ?? undefined;
}

/** The statements of a block or module, or the parts of another node, in order and without comments. */
export function statementsOf(block: Node): Node[] {
  return block.namedChildren.filter((child) => !isTrivia(child));
}

/** Comments, continued lines: nodes that may stand anywhere. */
export function isTrivia(node: Node): boolean {
  const type = node.type;
  return type === "comment" || type === "line_continuation";
}

const PATTERNS = new Set(["pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"]);

/** What the left side of an assignment assigns: itself, or the parts of a pattern, in order. */
export function targetsOf(left: Node): Node[] {
  const found: Node[] = [];
  const pending = [left];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (PATTERNS.has(node.type)) pending.push(...statementsOf(node).reverse());
    else found.push(node);
  }
  return found;
}
