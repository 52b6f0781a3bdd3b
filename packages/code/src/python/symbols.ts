import type { Node } from "web-tree-sitter";
import type { CodeFunction, CodeReExport, CodeSymbol } from "../reading/signature.js";
import type { ClassShape } from "./class-forms.js";
import { readClass } from "./classes.js";
import { type Decorated, undecorate } from "./decorators.js";
import { docStringOf } from "./doc-string.js";
import { isDunder } from "./fields.js";
import { readDefinition } from "./functions.js";
import { type Collected, joinOverload, signaturesOf } from "./overloads.js";
import { field, type Source, spanOf } from "./source.js";
import type { Statement } from "./statements.js";
import { readAssignment, readTypeStatement } from "./variables.js";

type Unplaced<T> = T extends CodeSymbol ? Omit<T, "exported"> : never;

/** The top-level symbols of one file while it is read. */
export class SymbolTable {
  private readonly symbols = new Map<string, CodeSymbol>();
  private readonly functions = new Map<string, Collected<CodeFunction>>();
  private readonly forms = new Map<string, ClassShape>();
  private readonly types = new Set<string>();

  /** @param all the names of `__all__` */
  constructor(
    private readonly source: Source,
    private readonly all: ReadonlySet<string>,
  ) {}

  /** In source order. Names that the file both imports and defines are what it defines, unless that is a mere variable. */
  finish(reExports: readonly CodeReExport[]): CodeSymbol[] {
    for (const symbol of this.symbols.values()) {
      // `try: import x … except ImportError: x = None`
      if (symbol.kind === "variable" && this.source.bindings.has(symbol.name))
        this.symbols.delete(symbol.name);
    }
    for (const symbol of reExports) if (!this.symbols.has(symbol.name)) this.symbols.set(symbol.name, symbol);
    return [...this.symbols.values()].sort((a, b) => a.nameSpan.start - b.nameSpan.start);
  }

  /** @param next the statement after it, which may be its doc string */
  add(statement: Statement, next: Statement | undefined): void {
    const { node, type } = statement;
    const found = undecorate(node, this.source);
    if (found) {
      if (found.definition.type === "class_definition") this.addClass(found, statement);
      else this.addFunction(found, statement);
    } else if (type === "type_alias_statement") {
      const read = readTypeStatement(node, this.source);
      if (read) this.place(read, statement, next);
    } else if (type === "expression_statement") {
      this.addAssignments(node, statement, next);
    } else if (type === "delete_statement" && statement.branches.length === 0) {
      for (const name of node.descendantsOfType("identifier")) this.remove(this.source.textOf(name));
    }
  }

  private remove(name: string): void {
    this.symbols.delete(name);
    this.source.bindings.delete(name);
  }

  private addClass(found: Decorated, statement: Statement): void {
    const read = readClass(found, this.source, this.forms, statement.mode);
    if (!read) return;
    this.types.add(read.name);
    this.place(read, statement, undefined);
  }

  private addFunction(found: Decorated, statement: Statement): void {
    const definition = readDefinition(found, this.source, {
      receiver: "none",
      bodiless: statement.mode === "type",
      bound: new Set(),
    });
    if (!definition || statement.transient) return;
    const collected = this.functions.get(definition.name);
    const current = collected && this.symbols.get(definition.name) === collected.item;
    if (current && joinOverload(collected, definition, statement.branches)) return;
    const { name, nameSpan, span, decorators, doc } = definition;
    const common = doc === undefined ? { name, nameSpan, span } : { name, nameSpan, span, doc };
    const placed = this.place(
      { kind: "function", decorators, ...signaturesOf(definition), ...common },
      statement,
      undefined,
    );
    if (placed?.kind !== "function") return;
    this.functions.set(name, { item: placed, places: [statement.branches], open: definition.overload });
  }

  private addAssignments(node: Node, statement: Statement, next: Statement | undefined): void {
    if (statement.transient) return;
    let assignment = node.firstNamedChild;
    for (; assignment?.type === "assignment"; assignment = assignment.childForFieldName("right")) {
      const left = field(assignment, "left");
      const right = field(assignment, "right");
      if (left?.type === "identifier" && right?.type === "identifier" && !field(assignment, "type")) {
        if (this.addFunctionAlias(left, right, assignment, statement)) continue;
      }
      for (const read of readAssignment(assignment, this.source, this.types)) {
        if (isDunder(read.name)) continue;
        if (read.kind === "alias" || read.kind === "class") this.types.add(read.name);
        this.place(read, statement, next);
      }
    }
  }

  /** `g = f` where `f` is a function above. */
  private addFunctionAlias(left: Node, right: Node, assignment: Node, statement: Statement): boolean {
    const target = this.symbols.get(this.source.textOf(right));
    if (target?.kind !== "function") return false;
    const own = { name: this.source.textOf(left), nameSpan: spanOf(left), span: spanOf(assignment) };
    this.place({ ...target, ...own }, statement, undefined);
    return true;
  }

  /**
   * Puts a symbol into the table. Of definitions under conditions the first counts, of others the last; a variable
   * never hides a function or class.
   *
   * @returns the symbol, if it counts
   */
  private place(
    read: Unplaced<CodeSymbol>,
    statement: Statement,
    next: Statement | undefined,
  ): CodeSymbol | undefined {
    if (statement.transient) return undefined;
    const { name } = read;
    const exported = !name.startsWith("_") || this.all.has(name);
    const conditional = statement.branches.length > 0;
    const symbol = {
      ...read,
      exported,
      ...(conditional ? { conditional: true as const } : {}),
    } as CodeSymbol;
    const doc = next && read.kind !== "function" ? docStringOf(next.node, this.source.text) : undefined;
    if (doc !== undefined && symbol.doc === undefined) symbol.doc = doc;
    const known = this.symbols.get(name);
    if (known) {
      if (symbol.kind === "variable") {
        if (known.kind === "variable") completeVariable(known, symbol);
        return undefined;
      }
      if (conditional) return undefined;
    }
    this.symbols.set(name, symbol);
    return symbol;
  }
}

/** `x: int` and later `x = 3` are one variable. */
function completeVariable(
  known: CodeSymbol & { kind: "variable" },
  later: CodeSymbol & { kind: "variable" },
): void {
  if (!known.type && later.type) known.type = later.type;
  if (!known.value && later.value) known.value = later.value;
}
