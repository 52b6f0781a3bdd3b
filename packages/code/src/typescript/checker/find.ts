import type ts from "typescript";
import type { Compiler } from "./compiler.js";

/** What is declared by a name: the node that the checker is asked about, and the declaration around it. */
export interface Named {
  name: ts.Node;
  declaration: ts.Node;
}

/**
 * The declaration whose name stands at an offset: a variable, function, member, parameter, alias, the `default` of an
 * export, or what CommonJS code and constructors assign to.
 */
export function declarationAt({ ts }: Compiler, file: ts.SourceFile, offset: number): Named | undefined {
  let at: ts.Node = file;
  for (;;) {
    const inner: ts.Node | undefined = ts.forEachChild(at, (child) =>
      child.getStart(file) <= offset && offset < child.end ? child : undefined,
    );
    if (!inner) break;
    at = inner;
  }
  if (ts.isExportAssignment(at)) return { name: at.expression, declaration: at };
  if (at.kind === ts.SyntaxKind.DefaultKeyword) return { name: at, declaration: at.parent };
  if (ts.isComputedPropertyName(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isPropertyAccessExpression(parent) && parent.name === at) {
    return ts.isBinaryExpression(parent.parent) ? { name: parent, declaration: parent.parent } : undefined;
  }
  if (ts.isPropertyAccessExpression(at) && ts.isBinaryExpression(parent)) {
    return { name: at, declaration: parent };
  }
  const { name } = parent as ts.Node & { name?: ts.Node };
  return name === at ? { name: at, declaration: parent } : undefined;
}

/** The names of the type parameters that are in reach at a node. */
export function typeParametersAt({ ts }: Compiler, node: ts.Node): Set<string> {
  const names = new Set<string>();
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    const { typeParameters } = at as ts.Node & { typeParameters?: readonly ts.TypeParameterDeclaration[] };
    for (const { name } of typeParameters ?? []) names.add(name.text);
    if (ts.isInferTypeNode(at)) names.add(at.typeParameter.name.text);
    for (const doc of ts.getJSDocTags(at)) {
      if (ts.isJSDocTemplateTag(doc)) for (const { name } of doc.typeParameters) names.add(name.text);
    }
  }
  return names;
}
