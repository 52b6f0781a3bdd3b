import ts from "typescript";
import type { Import, NameUse, Outline, Span, StringLiteral, TypeNode } from "./outline.ts";
import { spanOf } from "./typescript.ts";

export function importsOf(file: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const clause = node.importClause;
      const named =
        clause?.namedBindings && ts.isNamedImports(clause.namedBindings) ? clause.namedBindings : undefined;
      found.push({
        specifier: node.moduleSpecifier.text,
        specifierSpan: spanOf(node.moduleSpecifier, file),
        span: spanOf(node, file),
        names: (named?.elements ?? []).map((each) => nameOf(each, file)),
        other: clause === undefined || clause.name !== undefined || named === undefined,
        typeOnly: clause?.isTypeOnly ?? false,
        top: true,
        reExport: false,
      });
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      const named = node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause : undefined;
      found.push({
        specifier: node.moduleSpecifier.text,
        specifierSpan: spanOf(node.moduleSpecifier, file),
        span: spanOf(node, file),
        names: (named?.elements ?? []).map((each) => nameOf(each, file)),
        other: named === undefined,
        typeOnly: node.isTypeOnly,
        top: true,
        reExport: true,
      });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) found.push(inline(node, argument, file));
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      found.push(inline(node, node.argument.literal, file));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function inline(node: ts.Node, specifier: ts.StringLiteral, file: ts.SourceFile): Import {
  return {
    specifier: specifier.text,
    specifierSpan: spanOf(specifier, file),
    span: spanOf(node, file),
    names: [],
    other: true,
    typeOnly: ts.isImportTypeNode(node),
    top: false,
    reExport: false,
  };
}

function nameOf(node: ts.ImportSpecifier | ts.ExportSpecifier, file: ts.SourceFile) {
  return { name: (node.propertyName ?? node.name).text, local: node.name.text, span: spanOf(node, file) };
}

/** Every identifier that is no property, label or the like. */
export function namesOf(file: ts.SourceFile): NameUse[] {
  const found: NameUse[] = [];
  const visit = (node: ts.Node, inType: boolean): void => {
    if (ts.isIdentifier(node)) {
      const { parent } = node;
      const isProperty =
        (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
        (ts.isQualifiedName(parent) && parent.right === node) ||
        (isMember(parent) && parent.name === node) ||
        ts.isMetaProperty(parent) ||
        ts.isJsxAttribute(parent) ||
        ((ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) && parent.propertyName === node) ||
        (ts.isBindingElement(parent) && parent.propertyName === node);
      if (!isProperty) {
        found.push({
          ...spanOf(node, file),
          name: node.text,
          declares: declares(node, parent),
          type: inType,
        });
      }
      return;
    }
    ts.forEachChild(node, (child) => visit(child, inType || ts.isTypeNode(node)));
  };
  visit(file, false);
  return found;
}

function isMember(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isGetAccessor(node) ||
    ts.isSetAccessor(node) ||
    ts.isEnumMember(node)
  );
}

/** A shorthand property counts: renaming it would rename the property. */
function declares(node: ts.Identifier, parent: ts.Node): boolean {
  if (ts.isShorthandPropertyAssignment(parent) || ts.isExportSpecifier(parent)) return true;
  if (ts.isTypeParameterDeclaration(parent) || ts.isInferTypeNode(parent)) return true;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return true;
  if (ts.isExportAssignment(parent) || ts.isNamedTupleMember(parent)) return true;
  return "name" in parent && parent.name === node;
}

export function stringsOf(file: ts.SourceFile): StringLiteral[] {
  const found: StringLiteral[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) {
      const text = node.getText(file);
      found.push({
        ...spanOf(node, file),
        special: !/^["'][^"'\\]*["']$/.test(text) || ts.isJsxAttribute(node.parent),
      });
    } else if (
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateExpression(node) ||
      ts.isJsxText(node)
    ) {
      found.push({ ...spanOf(node, file), special: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The types as written, outermost first. */
export function typesOf(file: ts.SourceFile): TypeNode[] {
  const found: TypeNode[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) found.push(typeOf(node, file));
    else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function typeOf(node: ts.TypeNode, file: ts.SourceFile): TypeNode {
  const place = spanOf(node, file);
  const types = (nodes: readonly ts.TypeNode[]) => nodes.map((each) => typeOf(each, file));
  if (ts.isTypeReferenceNode(node)) {
    return { ...place, name: node.typeName.getText(file), arguments: types(node.typeArguments ?? []) };
  }
  if (ts.isArrayTypeNode(node)) return { ...place, name: "[]", arguments: types([node.elementType]) };
  if (ts.isTypeOperatorNode(node) && ts.isArrayTypeNode(node.type)) {
    return { ...place, name: "readonly[]", arguments: types([node.type.elementType]) };
  }
  if (ts.isUnionTypeNode(node)) return { ...place, name: "|", arguments: types(node.types) };
  if (ts.isParenthesizedTypeNode(node)) return { ...place, name: "()", arguments: types([node.type]) };
  return { ...place, name: ts.isToken(node) ? node.getText(file) : "other", arguments: [] };
}

export function returnsOf(file: ts.SourceFile): Span[] {
  const found: Span[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node) && node.expression) found.push(spanOf(node.expression, file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Variables of functions whose name stands for nothing else in the whole file. */
export function localsOf(file: ts.SourceFile): Outline["locals"] {
  const uses = new Map<string, NameUse[]>();
  for (const use of namesOf(file)) uses.set(use.name, [...(uses.get(use.name) ?? []), use]);
  const found: Outline["locals"] = [];
  const visit = (node: ts.Node, depth: number): void => {
    if (depth > 0 && ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const all = uses.get(node.name.text) ?? [];
      // One declaration, and no shorthand that would be renamed with it.
      if (all.filter(({ declares }) => declares).length === 1 && all.every(({ type }) => !type)) {
        found.push({ name: node.name.text, uses: all.map(({ start, end }) => ({ start, end })) });
      }
    }
    ts.forEachChild(node, (child) => visit(child, depth + (ts.isFunctionLike(node) ? 1 : 0)));
  };
  visit(file, 0);
  return found;
}
