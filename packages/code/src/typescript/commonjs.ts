import type { Directive, Expression, ObjectExpression, Statement } from "oxc-parser";
import type { CodeSymbol, Span } from "../reading/signature.js";
import { applyExports, type ImportedBinding, type LocalExport, reExport } from "./exports.js";
import { keyName, readLiteral } from "./literals.js";
import { docOf } from "./members.js";
import { behindKeyword, type Common, classSymbol, functionSymbol, typeAndValue } from "./symbols.js";
import type { TypeReader } from "./types.js";

/**
 * Adds what a CommonJS file assigns to `module.exports` and `exports` at its top level. `module.exports = X` is the
 * default export; an object's properties are exports of their own, as is what is assigned to `exports.name`.
 *
 * @param symbols the file's declarations, none of them exported yet
 */
export function readCommonJs(
  statements: readonly (Statement | Directive)[],
  symbols: CodeSymbol[],
  types: TypeReader,
): void {
  const reader = new CommonJs(symbols, types);
  for (const statement of statements) reader.statement(statement);
  reader.finish();
}

class CommonJs {
  readonly #exports: LocalExport[] = [];
  readonly #imports = new Map<string, ImportedBinding>();

  constructor(
    readonly symbols: CodeSymbol[],
    readonly types: TypeReader,
  ) {}

  statement(node: Statement | Directive): void {
    if (node.type === "VariableDeclaration") {
      for (const { id, init } of node.declarations) {
        const specifier = init ? required(init) : undefined;
        if (specifier === undefined) continue;
        if (id.type === "Identifier") this.#bind(id.name, specifier, "*");
        if (id.type !== "ObjectPattern") continue;
        for (const property of id.properties) {
          if (property.type !== "Property" || property.value.type !== "Identifier") continue;
          const original = keyName(property.key, property.computed);
          if (original !== undefined) this.#bind(property.value.name, specifier, original);
        }
      }
    }
    if (node.type !== "ExpressionStatement") return;
    // `exports = module.exports = X`, `exports.a = exports.b = f`
    let { expression } = node;
    const targets: { name: string | undefined; span: Span }[] = [];
    while (expression.type === "AssignmentExpression" && expression.operator === "=") {
      const target = exportTarget(expression.left as Expression);
      if (target !== undefined) targets.push(target);
      expression = expression.right;
    }
    // Compilers announce their exports by `exports.a = void 0`.
    if (readLiteral(expression)?.kind === "undefined") return;
    for (const { name, span } of targets) {
      if (name !== undefined) this.#value(name, span, expression, node);
      else if (expression.type === "ObjectExpression") this.#object(expression);
      else this.#value("default", span, expression, node);
    }
  }

  #bind(local: string, specifier: string, original: string): void {
    this.#imports.set(local, { specifier, original, typeOnly: false });
    // The variable itself is only the import.
    const at = this.symbols.findIndex((symbol) => symbol.kind === "variable" && symbol.name === local);
    if (at >= 0) this.symbols.splice(at, 1);
  }

  /** `module.exports = { a, b: c, f() { … }, ...require("./m") }` */
  #object(object: ObjectExpression): void {
    const { source } = this.types;
    for (const property of object.properties) {
      if (property.type === "SpreadElement") {
        const specifier = required(property.argument);
        const span = source.span(property);
        if (specifier !== undefined) this.#reExport("*", span, span, specifier, "*");
        continue;
      }
      const name = keyName(property.key, property.computed);
      if (name !== undefined) this.#value(name, property.key, property.value, property);
    }
  }

  #value(name: string, nameNode: Span, value: Expression, whole: Span): void {
    const { types } = this;
    const nameSpan = types.source.span(nameNode);
    const span = types.source.span(whole);
    if (value.type === "Identifier") {
      this.#exports.push({ local: value.name, exported: name, nameSpan, span, typeOnly: false });
      return;
    }
    const specifier = required(value);
    if (specifier !== undefined) {
      // All of the other file is all of this one.
      if (name === "default") this.#reExport("*", nameSpan, span, specifier, "*");
      else this.#reExport(name, nameSpan, span, specifier, "*");
      return;
    }
    if (value.type === "MemberExpression") {
      const from = required(value.object);
      const original = keyName(value.property, value.computed);
      if (from !== undefined && original !== undefined) {
        this.#reExport(name, nameSpan, span, from, original);
        return;
      }
    }
    this.#declare(name, nameSpan, span, value);
  }

  #reExport(exported: string, nameSpan: Span, span: Span, specifier: string, original: string): void {
    this.symbols.push(
      reExport({ exported, nameSpan, span, typeOnly: false }, { specifier, original, typeOnly: false }),
    );
  }

  #declare(name: string, nameSpan: Span, span: Span, value: Expression): void {
    const { types } = this;
    const isDefault = name === "default";
    const common: Common = {
      name: isDefault && "id" in value && value.id && "name" in value.id ? value.id.name : name,
      nameSpan,
      span,
      ...docOf(types.comments, span.start),
      exported: true,
      ...(isDefault && { exportDefault: true as const }),
    };
    if (value.type === "ClassExpression") this.symbols.push(classSymbol(value, common, types));
    else if (value.type === "FunctionExpression" || value.type === "ArrowFunctionExpression") {
      this.symbols.push(functionSymbol(value, behindKeyword(value, types), value, common, types));
    } else {
      const settled = typeAndValue(value, undefined, types);
      this.symbols.push({ kind: "variable", ...common, ...settled, constant: true });
    }
  }

  finish(): void {
    applyExports(this.symbols, this.#exports, this.#imports);
  }
}

/** @returns the name that `exports.name` or `module.exports.name` sets; no name for `module.exports` itself */
function exportTarget(node: Expression): { name: string | undefined; span: Span } | undefined {
  if (node.type !== "MemberExpression") return undefined;
  if (isModuleExports(node)) return { name: undefined, span: node };
  const { object } = node;
  const isExports = object.type === "Identifier" && object.name === "exports";
  if (!isExports && !isModuleExports(object)) return undefined;
  const name = keyName(node.property, node.computed);
  return name === undefined || name === "__esModule" ? undefined : { name, span: node.property };
}

function isModuleExports(node: Expression): boolean {
  return (
    node.type === "MemberExpression" &&
    node.object.type === "Identifier" &&
    node.object.name === "module" &&
    keyName(node.property, node.computed) === "exports"
  );
}

/** @returns the specifier of `require("m")` */
function required(node: Expression): string | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return undefined;
  const [argument] = node.arguments;
  if (node.callee.name !== "require" || argument?.type !== "Literal") return undefined;
  return typeof argument.value === "string" ? argument.value : undefined;
}
