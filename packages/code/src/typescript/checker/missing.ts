import type ts from "typescript";
import type { Compiler } from "./compiler.js";
import { LIBRARY } from "./files.js";

/**
 * Tells whether a declaration depends on an import that leads nowhere: by a name that it uses itself, or by one that a
 * declaration of the project uses which it names. That another part of its file imports something is nothing to it.
 */
export class MissingImports {
  /** What is known of declarations that were asked about or passed on the way to a `false`. */
  readonly #known = new Map<ts.Node, boolean>();

  constructor(
    private readonly compiler: Compiler,
    private readonly checker: ts.TypeChecker,
  ) {}

  reach(start: ts.Node): boolean {
    const seen = new Set([start]);
    const queue = [start];
    for (let at = queue.pop(); at; at = queue.pop()) {
      const known = this.#known.get(at);
      if (known === false) continue;
      if (known === true || this.#visit(at, seen, queue)) {
        this.#known.set(start, true);
        return true;
      }
    }
    for (const node of seen) this.#known.set(node, false);
    return false;
  }

  /** @returns whether a name in the node leads nowhere; the declarations of the others are put into the queue */
  #visit(node: ts.Node, seen: Set<ts.Node>, queue: ts.Node[]): boolean {
    const { ts } = this.compiler;
    const parts = [node];
    for (let part = parts.pop(); part; part = parts.pop()) {
      if (ts.isStringLiteralLike(part) && this.#isSpecifier(part)) {
        if (!this.checker.getSymbolAtLocation(part)) return true;
      } else if (ts.isIdentifier(part)) {
        const symbol = this.checker.getSymbolAtLocation(part);
        const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
        const meant = isAlias ? this.checker.getAliasedSymbol(symbol) : symbol;
        if (isAlias && meant && this.checker.isUnknownSymbol(meant)) return true;
        for (const declaration of meant?.declarations ?? []) {
          // A module as a whole says nothing of which of its names is meant; a package is complete in itself.
          if (ts.isSourceFile(declaration) || seen.has(declaration) || !this.#isOwn(declaration)) continue;
          seen.add(declaration);
          queue.push(declaration);
        }
      }
      ts.forEachChild(part, (child) => {
        parts.push(child);
      });
    }
    return false;
  }

  /** Of `import("…")`, as a type or a call, and of `require("…")`. */
  #isSpecifier(literal: ts.StringLiteralLike): boolean {
    const { ts } = this.compiler;
    const { parent } = literal;
    if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent);
    if (!ts.isCallExpression(parent) || parent.arguments[0] !== literal) return false;
    const { expression } = parent;
    return (
      expression.kind === ts.SyntaxKind.ImportKeyword ||
      (ts.isIdentifier(expression) && expression.text === "require")
    );
  }

  #isOwn(declaration: ts.Node): boolean {
    const { fileName } = declaration.getSourceFile();
    return !fileName.includes("/node_modules/") && !fileName.startsWith(`${LIBRARY}/`);
  }
}
