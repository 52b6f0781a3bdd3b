import type {
  Class,
  Directive,
  Expression,
  Function as FunctionNode,
  Statement,
  TSImportEqualsDeclaration,
  TSInterfaceDeclaration,
  VariableDeclaration,
} from "oxc-parser";
import type { CodeFunction, CodeSymbol, CodeVariable, Span } from "../reading/signature.js";
import { type EnumMembers, isUnionOfValues, readConstObject } from "./enums.js";
import { applyExports, exportName, type ImportedBinding, type LocalExport, reExport } from "./exports.js";
import type { FunctionLike } from "./functions.js";
import { docOf, typeName } from "./members.js";
import {
  aliasSymbol,
  behindKeyword,
  boundNames,
  type Common,
  classSymbol,
  enumSymbol,
  functionSymbol,
  interfaceSymbol,
  typeAndValue,
  variableSymbol,
} from "./symbols.js";
import type { TypeReader } from "./types.js";

type Node = Statement | Directive;
type NamespaceNode = Extract<Statement, { type: "TSModuleDeclaration" }>;
type AliasNode = Extract<Statement, { type: "TSTypeAliasDeclaration" }>;

/** How a declaration stands in its file. */
interface Standing {
  /** The whole statement: with `export` and decorators. */
  whole: Span;
  exported: boolean;
  isDefault: boolean;
}

/**
 * Reads the declarations of a file or namespace, in the order of the text. Overloads are one symbol; merged
 * declarations of one name (an interface and a constant, a function and a namespace) are several.
 *
 * @param ambient everything in here is declared only
 * @param isModule a file with imports or exports, or a namespace
 */
export function readScope(
  statements: readonly Node[],
  ambient: boolean,
  isModule: boolean,
  types: TypeReader,
): CodeSymbol[] {
  return new Scope(ambient, isModule && ambient && !exportsByList(statements), types).read(statements);
}

/** TypeScript's binder: in ambient code everything is exported, unless there is a list or an assignment of exports. */
function exportsByList(statements: readonly Node[]): boolean {
  return statements.some(
    (node) =>
      node.type === "ExportAllDeclaration" ||
      node.type === "TSExportAssignment" ||
      (node.type === "ExportNamedDeclaration" && node.declaration === null) ||
      (node.type === "ExportDefaultDeclaration" && !DECLARATIONS.has(node.declaration.type)),
  );
}

const DECLARATIONS = new Set([
  ...["FunctionDeclaration", "TSDeclareFunction", "ClassDeclaration", "TSInterfaceDeclaration"],
]);

class Scope {
  readonly #symbols: CodeSymbol[] = [];
  /** Functions of which so far only overloads were seen. */
  readonly #overloads = new Map<string, CodeFunction>();
  readonly #exports: LocalExport[] = [];
  readonly #imports = new Map<string, ImportedBinding>();
  readonly #constObjects: { variable: CodeVariable; members: EnumMembers }[] = [];
  readonly #aliases = new Map<string, { node: AliasNode; symbol: CodeSymbol }>();

  /** @param implicit declarations are exported without saying so */
  constructor(
    readonly ambient: boolean,
    readonly implicit: boolean,
    readonly types: TypeReader,
  ) {}

  read(statements: readonly Node[]): CodeSymbol[] {
    for (const node of statements) this.#statement(node);
    const symbols = this.#joinConstObjects();
    for (const { exported, nameSpan, span } of applyExports(symbols, this.#exports, this.#imports)) {
      // A global. Under its own name nobody would import it from here; as the default it is what the file offers.
      if (exported !== "default") continue;
      const common = { name: "default", nameSpan, span, exported: true, exportDefault: true as const };
      symbols.push({ kind: "variable", ...common, constant: true });
    }
    return symbols;
  }

  #statement(node: Node): void {
    const { source } = this.types;
    switch (node.type) {
      case "ImportDeclaration":
        for (const specifier of node.specifiers) {
          let original = "*";
          let typeOnly = node.importKind === "type";
          if (specifier.type === "ImportDefaultSpecifier") original = "default";
          if (specifier.type === "ImportSpecifier") {
            original = exportName(specifier.imported);
            typeOnly ||= specifier.importKind === "type";
          }
          this.#imports.set(specifier.local.name, { specifier: node.source.value, original, typeOnly });
        }
        break;
      case "ExportNamedDeclaration":
        if (node.declaration) {
          const decorators = "decorators" in node.declaration ? node.declaration.decorators : [];
          const whole = withDecorators(node, decorators);
          this.#declaration(node.declaration, { whole, exported: true, isDefault: false });
        }
        for (const specifier of node.specifiers) {
          const each: LocalExport = {
            local: exportName(specifier.local),
            exported: exportName(specifier.exported),
            nameSpan: source.span(specifier.exported),
            span: source.span(specifier),
            typeOnly: node.exportKind === "type" || specifier.exportKind === "type",
          };
          if (node.source === null) this.#exports.push(each);
          else {
            const from = { specifier: node.source.value, original: each.local, typeOnly: false };
            this.#symbols.push(reExport(each, from));
          }
        }
        break;
      case "ExportAllDeclaration": {
        const each = {
          exported: node.exported ? exportName(node.exported) : "*",
          nameSpan: source.span(node.exported ?? node.source),
          span: source.span(node),
          typeOnly: node.exportKind === "type",
        };
        const from = { specifier: node.source.value, original: "*", typeOnly: false };
        this.#symbols.push(reExport(each, from));
        break;
      }
      case "ExportDefaultDeclaration": {
        const keyword = source.skipTrivia(node.start + "export".length);
        this.#default(node.declaration, node, { start: keyword, end: keyword + "default".length });
        break;
      }
      case "TSExportAssignment":
        this.#default(node.expression, node, { start: node.start, end: node.start + "export".length });
        break;
      default:
        // Another name for something else is exported only by saying so.
        this.#declaration(node, {
          whole: node,
          exported: this.implicit && node.type !== "TSImportEqualsDeclaration",
          isDefault: false,
        });
    }
  }

  #declaration(node: Node, standing: Standing): void {
    const { types } = this;
    switch (node.type) {
      case "FunctionDeclaration":
      case "TSDeclareFunction":
        this.#function(node, standing, node.id ?? node);
        break;
      case "ClassDeclaration": {
        const whole = withDecorators(standing.whole, node.decorators);
        const common = this.#common(node.id?.name, node.id ?? node, { ...standing, whole });
        this.#symbols.push(classSymbol(node, common, types));
        break;
      }
      case "TSInterfaceDeclaration":
        this.#symbols.push(interfaceSymbol(node, this.#common(node.id.name, node.id, standing), types));
        break;
      case "TSTypeAliasDeclaration": {
        const symbol = aliasSymbol(node, this.#common(node.id.name, node.id, standing), types);
        this.#symbols.push(symbol);
        this.#aliases.set(node.id.name, { node, symbol });
        break;
      }
      case "TSEnumDeclaration":
        this.#symbols.push(enumSymbol(node, this.#common(node.id.name, node.id, standing), types));
        break;
      case "VariableDeclaration":
        this.#variables(node, standing);
        break;
      case "TSModuleDeclaration":
        this.#namespace(node, standing);
        break;
      case "TSImportEqualsDeclaration":
        this.#importEquals(node, standing);
        break;
      default:
    }
  }

  #common(name: string | undefined, nameNode: Span, standing: Standing): Common {
    const { source, comments } = this.types;
    const common: Common = {
      name: name ?? "default",
      nameSpan: source.span(nameNode),
      span: source.span(standing.whole),
      ...docOf(comments, standing.whole.start),
      exported: standing.exported,
    };
    if (standing.isDefault) common.exportDefault = true;
    return common;
  }

  /** @param keyword `default`, which is the name of what has none */
  #default(
    node: Expression | FunctionNode | Class | TSInterfaceDeclaration,
    statement: Span,
    keyword: Span,
  ): void {
    const { types } = this;
    const whole = withDecorators(statement, node.type === "ClassDeclaration" ? node.decorators : []);
    const standing = { whole, exported: true, isDefault: true };
    switch (node.type) {
      case "TSInterfaceDeclaration":
        this.#declaration(node, standing);
        break;
      case "ClassDeclaration":
      case "ClassExpression":
        this.#symbols.push(
          classSymbol(node, this.#common(node.id?.name, node.id ?? keyword, standing), types),
        );
        break;
      case "FunctionDeclaration":
      case "TSDeclareFunction":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        this.#function(node, standing, node.id ?? keyword);
        break;
      case "Identifier": {
        const nameSpan = types.source.span(node);
        const span = types.source.span(statement);
        this.#exports.push({ local: node.name, exported: "default", nameSpan, span, typeOnly: false });
        break;
      }
      default: {
        const common = this.#common(undefined, keyword, standing);
        const value = typeAndValue(node as Expression, undefined, types);
        this.#symbols.push({ kind: "variable", ...common, ...value, constant: true });
      }
    }
  }

  #function(node: FunctionLike, standing: Standing, nameNode: Span): void {
    const { types } = this;
    const common = this.#common(node.id?.name, nameNode, standing);
    const symbol = functionSymbol(node, behindKeyword(node, types), node, common, types);
    const known = this.#overloads.get(symbol.name);
    if (known === undefined) {
      this.#symbols.push(symbol);
      if (node.body === null) this.#overloads.set(symbol.name, symbol);
      return;
    }
    known.span = { start: known.span.start, end: symbol.span.end };
    known.exported ||= symbol.exported;
    if (known.doc === undefined && symbol.doc !== undefined) known.doc = symbol.doc;
    if (node.body === null) {
      known.signatures.push(...symbol.signatures);
      return;
    }
    // The implementation's signature is not public.
    known.raises = symbol.raises;
    if (symbol.hollow) known.hollow = symbol.hollow;
    this.#overloads.delete(symbol.name);
  }

  #variables(node: VariableDeclaration, standing: Standing): void {
    const { types } = this;
    const alone = node.declarations.length === 1;
    for (const [index, declarator] of node.declarations.entries()) {
      // Of several in one statement only the first has its doc comment in front of the statement.
      const whole = alone
        ? standing.whole
        : index === 0
          ? { ...standing.whole, end: declarator.end }
          : declarator;
      const own = { ...standing, whole };
      if (declarator.id.type !== "Identifier") {
        const constant = node.kind === "const";
        for (const name of boundNames(declarator.id)) {
          this.#symbols.push({ kind: "variable", ...this.#common(name.name, name, own), constant });
        }
        continue;
      }
      const { name, start } = declarator.id;
      const common = this.#common(name, { start, end: start + name.length }, own);
      const symbol = variableSymbol(declarator, node.kind, common, types);
      this.#symbols.push(symbol);
      if (symbol.kind !== "variable" || node.kind !== "const" || !declarator.init) continue;
      const members = readConstObject(declarator.init, node.start, types);
      if (members !== undefined) this.#constObjects.push({ variable: symbol, members });
    }
  }

  /** A constant object and the type of its values under the same name are an enum. Without the type it is an object. */
  #joinConstObjects(): CodeSymbol[] {
    const replaced = new Map<CodeSymbol, CodeSymbol | undefined>();
    for (const { variable, members } of this.#constObjects) {
      const alias = this.#aliases.get(variable.name);
      if (alias === undefined) continue;
      const values = members.members.flatMap((member) => member.value?.literal ?? []);
      if (!isUnionOfValues(alias.node.typeAnnotation, variable.name, values, this.types)) continue;
      const { name, nameSpan, span, doc = alias.symbol.doc, exported } = variable;
      const common = { name, nameSpan, span, ...(doc !== undefined && { doc }), exported };
      replaced.set(variable, { kind: "enum", ...common, ...members });
      replaced.set(alias.symbol, undefined);
    }
    if (replaced.size === 0) return this.#symbols;
    return this.#symbols.flatMap((symbol) => (replaced.has(symbol) ? (replaced.get(symbol) ?? []) : symbol));
  }

  /** `declare module "m"` and `declare global` speak of other files and are not read. */
  #namespace(node: NamespaceNode, standing: Standing): void {
    if (node.global || node.id.type === "Literal" || !node.body) return;
    const { source } = this.types;
    const names: { name: string; span: Span }[] = [];
    let left = node.id as Exclude<NamespaceNode["id"], { type: "Literal" }>;
    for (;;) {
      if (left.type === "Identifier") names.push({ name: left.name, span: left });
      else if (left.type === "TSQualifiedName") {
        names.push({ name: left.right.name, span: left.right });
        left = left.left as typeof left;
        continue;
      }
      break;
    }
    const ambient = this.ambient || node.declare;
    let symbols = readScope(node.body.body, ambient, true, this.types);
    // `namespace A.B { … }`: the innermost name came first.
    for (const [index, { name, span }] of names.entries()) {
      const outermost = index === names.length - 1;
      const common = this.#common(name, span, outermost ? standing : { ...standing, exported: true });
      symbols = [{ kind: "namespace", ...common, span: source.span(standing.whole), symbols }];
    }
    this.#symbols.push(...symbols);
  }

  /** `import A = N.B` is another name of it; `export import a = require("m")` a re-export. */
  #importEquals(node: TSImportEqualsDeclaration, standing: Standing): void {
    const { source } = this.types;
    const reference = node.moduleReference;
    const typeOnly = node.importKind === "type";
    const common = this.#common(node.id.name, node.id, standing);
    if (reference.type === "TSExternalModuleReference") {
      const binding = { specifier: reference.expression.value, original: "*", typeOnly };
      if (!standing.exported) this.#imports.set(node.id.name, binding);
      else this.#symbols.push(reExport({ ...common, exported: common.name, typeOnly }, binding));
      return;
    }
    const type = {
      kind: "name" as const,
      name: typeName(reference),
      arguments: [],
      ...source.span(reference),
    };
    this.#symbols.push({ kind: "alias", ...common, typeParameters: [], type });
  }
}

function withDecorators(node: Span, decorators: readonly Span[]): Span {
  return { start: Math.min(node.start, decorators[0]?.start ?? node.start), end: node.end };
}
