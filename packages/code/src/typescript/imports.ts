import type {
  Directive,
  Expression,
  ImportDeclaration,
  Program,
  Statement,
  StringLiteral,
  TSImportType,
  VariableDeclarator,
} from "oxc-parser";
import type { CodeImport, CodeImportedName, Span } from "../reading/signature.js";
import { exportName } from "./exports.js";
import { keyName, unwrap } from "./literals.js";
import type { Source } from "./source.js";
import { type UseListener, walkUses } from "./uses.js";

/**
 * Everything a file imports: declarations, re-exports, `import()`, `require()` and `import("m").T` in types. By
 * place.
 *
 * @param javascript in JavaScript no import is dropped for standing in types only
 */
export function readImports(program: Program, source: Source, javascript: boolean): CodeImport[] {
  const collector = new Collector(source);
  for (const statement of program.body) collector.statement(statement);
  const used = walkUses(program, source.text, collector);
  const imports = collector.imports.sort((a, b) => a.start - b.start || a.end - b.end);
  if (!javascript) {
    for (const each of imports) {
      const declares = each.mode === "load" && !each.reExport && collector.declared.has(each);
      if (declares && each.names.every((name) => name.typeOnly || !used.has(name.local ?? ""))) {
        if (each.names.length > 0) each.elidable = true;
      }
    }
  }
  return imports;
}

class Collector implements UseListener {
  readonly imports: CodeImport[] = [];
  /** Imports by declarations, which the compiler drops when nothing uses their names as values. */
  readonly declared = new Set<CodeImport>();
  /** Calls whose result a declaration names, which are read with it. */
  readonly #named = new Map<Span, CodeImportedName[]>();

  constructor(readonly source: Source) {}

  statement(node: Statement | Directive): void {
    switch (node.type) {
      case "ImportDeclaration":
        this.#declaration(node);
        break;
      case "ExportNamedDeclaration":
        if (node.source) {
          const names = node.specifiers.map((specifier) => ({
            name: exportName(specifier.local),
            local: exportName(specifier.exported),
            ...(specifier.exportKind === "type" && { typeOnly: true as const }),
            span: this.source.span(specifier),
          }));
          this.#add(node, node.source, names, { reExport: true, type: node.exportKind === "type" });
        } else if (node.declaration?.type === "TSImportEqualsDeclaration") {
          this.#importEquals(node.declaration, true);
        }
        break;
      case "ExportAllDeclaration": {
        const local = node.exported ? { local: exportName(node.exported) } : {};
        const names = [{ name: "*", ...local, span: this.source.span(node.exported ?? node) }];
        this.#add(node, node.source, names, { reExport: true, type: node.exportKind === "type" });
        break;
      }
      case "TSImportEqualsDeclaration":
        this.#importEquals(node, false);
        break;
      default:
    }
  }

  #declaration(node: ImportDeclaration): void {
    const names = node.specifiers.map((specifier): CodeImportedName => {
      const span = this.source.span(specifier);
      const local = specifier.local.name;
      if (specifier.type === "ImportDefaultSpecifier") return { name: "default", local, span };
      if (specifier.type === "ImportNamespaceSpecifier") return { name: "*", local, span };
      const name: CodeImportedName = { name: exportName(specifier.imported), local, span };
      if (specifier.importKind === "type") name.typeOnly = true;
      return name;
    });
    this.declared.add(this.#add(node, node.source, names, { type: node.importKind === "type" }));
  }

  #importEquals(node: Extract<Statement, { type: "TSImportEqualsDeclaration" }>, exported: boolean): void {
    const reference = node.moduleReference;
    if (reference.type !== "TSExternalModuleReference") return;
    const names = [{ name: "*", local: node.id.name, span: this.source.span(node.id) }];
    const type = node.importKind === "type";
    const added = this.#add(node, reference.expression, names, { type, reExport: exported });
    if (!exported) this.declared.add(added);
  }

  #add(
    node: Span,
    specifier: StringLiteral,
    names: CodeImportedName[],
    how: { type?: boolean; lazy?: boolean; reExport?: boolean },
  ): CodeImport {
    const allTypes = names.length > 0 && names.every((name) => name.typeOnly);
    const added: CodeImport = {
      specifier: specifier.value,
      specifierSpan: this.source.span(specifier),
      names: how.type ? names.map((name) => ({ ...name, typeOnly: true as const })) : names,
      mode: how.type || allTypes ? "type" : how.lazy ? "lazy" : "load",
      ...this.source.span(node),
    };
    if (how.reExport) added.reExport = true;
    this.imports.push(added);
    return added;
  }

  /** `const { a, b: c } = await import("m")`, `const m = require("m")`: the names are known. */
  variable(node: VariableDeclarator): void {
    if (!node.init) return;
    let call: Expression = unwrap(node.init);
    if (call.type === "AwaitExpression") call = unwrap(call.argument);
    if (call.type !== "ImportExpression" && call.type !== "CallExpression") return;
    const { id } = node;
    if (id.type === "Identifier") {
      const span = this.source.span({ start: id.start, end: id.start + id.name.length });
      this.#named.set(call, [{ name: "*", local: id.name, span }]);
      return;
    }
    if (id.type !== "ObjectPattern") return;
    const names: CodeImportedName[] = [];
    for (const property of id.properties) {
      const name = property.type === "Property" ? keyName(property.key, property.computed) : undefined;
      if (property.type !== "Property" || name === undefined) return;
      const value = property.value.type === "AssignmentPattern" ? property.value.left : property.value;
      const local = value.type === "Identifier" ? { local: value.name } : {};
      names.push({ name, ...local, span: this.source.span(property) });
    }
    this.#named.set(call, names);
  }

  /** `import("m")` and `require("m")` */
  call(node: Span, specifier: StringLiteral, lazy: boolean): void {
    const names = this.#named.get(node) ?? [{ name: "*", span: this.source.span(node) }];
    this.#add(node, specifier, names, { lazy });
  }

  /** `import("m").T` in a type */
  importType(node: TSImportType): void {
    let qualifier = node.qualifier;
    while (qualifier?.type === "TSQualifiedName") qualifier = qualifier.left;
    const name = qualifier?.name ?? "*";
    this.#add(node, node.source, [{ name, span: this.source.span(node) }], { type: true });
  }
}
