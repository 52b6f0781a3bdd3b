import { parseSync } from "oxc-parser";
import ts from "typescript";
import type { Callable, Declaration, Kind, Outline, Parameter, Span } from "./outline.ts";
import { importsOf, localsOf, namesOf, returnsOf, stringsOf, typesOf } from "./typescript-names.ts";

/** Outlines TypeScript. `null` where the text does not parse, for TypeScript itself or for a second parser. */
export function outlineTypeScript(path: string, text: string): Outline | null {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  if (!parses(file) || parseSync(path, text).errors.some(({ severity }) => severity === "Error")) return null;
  const at = (node: ts.Node) => spanOf(node, file);
  const declarations = file.statements.flatMap((node) => statement(node, file));
  const imports = importsOf(file);
  const last = file.statements.filter(ts.isImportDeclaration).at(-1);
  const importsAt = directivesEnd(file);
  return {
    language: "typescript",
    path,
    text,
    declarations: withOverloads(declarations),
    imports,
    importsAt,
    afterImports: last ? lineEnd(text, last.end) : importsAt,
    uses: namesOf(file),
    strings: stringsOf(file),
    types: typesOf(file),
    returns: returnsOf(file),
    locals: localsOf(file),
    exportLists: file.statements.flatMap((node) =>
      ts.isExportDeclaration(node) &&
      !node.moduleSpecifier &&
      node.exportClause &&
      ts.isNamedExports(node.exportClause)
        ? [
            {
              span: at(node),
              names: node.exportClause.elements.map((each) => ({
                name: (each.propertyName ?? each.name).text,
                local: each.name.text,
                span: at(each),
              })),
            },
          ]
        : [],
    ),
  };
}

/** The list is no part of TypeScript's public types, but of every source file. */
function parses(file: ts.SourceFile): boolean {
  const { parseDiagnostics } = file as ts.SourceFile & { parseDiagnostics?: readonly unknown[] };
  return (parseDiagnostics ?? []).length === 0;
}

export function spanOf(node: ts.Node, file: ts.SourceFile): Span {
  return { start: node.getStart(file), end: node.end };
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

function directivesEnd(file: ts.SourceFile): number {
  let end = file.text.startsWith("#!") ? lineEnd(file.text, 0) : 0;
  for (const node of file.statements) {
    if (!ts.isExpressionStatement(node) || !ts.isStringLiteral(node.expression)) break;
    end = lineEnd(file.text, node.end);
  }
  return end;
}

function withOverloads(declarations: Declaration[]): Declaration[] {
  for (const declaration of declarations) {
    const callable = (each: Declaration) =>
      each.kind === "function" || each.kind === "method" || each.kind === "constructor";
    const same = declarations.filter(
      (other) => other.name === declaration.name && callable(other) && callable(declaration),
    );
    if (same.length > 1) declaration.overload = true;
    withOverloads(declaration.members);
  }
  return declarations;
}

function statement(node: ts.Statement, file: ts.SourceFile): Declaration[] {
  if (ts.isFunctionDeclaration(node)) {
    return node.name
      ? [{ ...common("function", node, node.name, file), callable: callableOf(node, file) }]
      : [];
  }
  if (ts.isClassDeclaration(node)) return node.name ? [classOf(node, node.name, file)] : [];
  if (ts.isInterfaceDeclaration(node)) {
    return [
      {
        ...common("interface", node, node.name, file),
        ...heritage(node, file),
        members: node.members.flatMap((member) => memberOf(member, file)),
        body: bodyOf(node, file),
      },
    ];
  }
  if (ts.isTypeAliasDeclaration(node)) {
    const base = common("alias", node, node.name, file);
    const typed = { ...base, ...parametersOfType(node, file), type: spanOf(node.type, file) };
    if (!ts.isTypeLiteralNode(node.type)) return [typed];
    return [
      {
        ...typed,
        kind: "type-literal",
        members: node.type.members.flatMap((member) => memberOf(member, file)),
        body: { start: node.type.getStart(file) + 1, end: node.type.end - 1 },
      },
    ];
  }
  if (ts.isEnumDeclaration(node)) {
    return [
      {
        ...common("enum", node, node.name, file),
        members: node.members.map((member) => ({
          ...common("field", member, member.name, file),
          ...(member.initializer ? { value: spanOf(member.initializer, file) } : {}),
        })),
        body: bodyOf(node, file),
      },
    ];
  }
  if (ts.isVariableStatement(node) && node.declarationList.declarations.length === 1) {
    const [variable] = node.declarationList.declarations;
    if (!variable || !ts.isIdentifier(variable.name)) return [];
    const base = common("constant", node, variable.name, file);
    const { initializer } = variable;
    if (initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))) {
      if (variable.type) return [];
      return [{ ...base, kind: "function", callable: callableOf(initializer, file) }];
    }
    return [
      {
        ...base,
        ...(variable.type ? { type: spanOf(variable.type, file) } : {}),
        ...(initializer ? { value: spanOf(initializer, file) } : {}),
      },
    ];
  }
  return [];
}

function common(kind: Kind, node: ts.Node, name: ts.Node, file: ts.SourceFile): Declaration {
  const { text } = file;
  const start = node.getStart(file);
  const line = text.lastIndexOf("\n", start - 1) + 1;
  const words = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  const lead = /^\s*/.exec(text.slice(line, start))?.[0] ?? "";
  const core = words.at(-1)?.end ?? decorators.at(-1)?.end;
  return {
    kind,
    name: name.getText(file).replace(/^["'](.*)["']$/, "$1"),
    nameSpan: spanOf(name, file),
    span: { start, end: node.end },
    core: { start: core === undefined ? start : core + 1, end: node.end },
    decorators: decorators.map((each) => ({ ...spanOf(each, file), name: each.expression.getText(file) })),
    indent: lead,
    members: [],
    basesAt: name.end,
    bases: [],
    implements: [],
    modifiers: words.map((each) => ({ ...spanOf(each, file), word: each.getText(file) })),
    exported: words.some((each) => each.kind === ts.SyntaxKind.ExportKeyword),
    overload: false,
  };
}

function parametersOfType(
  node: ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration,
  file: ts.SourceFile,
): Pick<Declaration, "typeParameters" | "typeParametersAt" | "basesAt"> {
  const name = node.name!;
  const list = listSpan(node.typeParameters, file);
  return {
    ...(list ? { typeParameters: list } : {}),
    typeParametersAt: name.end,
    basesAt: list?.end ?? name.end,
  };
}

/** A list with its angle brackets. */
function listSpan(list: ts.NodeArray<ts.Node> | undefined, file: ts.SourceFile): Span | undefined {
  if (!list) return undefined;
  return {
    start: file.text.lastIndexOf("<", list[0]?.getStart(file)),
    end: file.text.indexOf(">", list.end) + 1,
  };
}

function heritage(
  node: ts.ClassDeclaration | ts.InterfaceDeclaration,
  file: ts.SourceFile,
): Pick<Declaration, "bases" | "implements" | "typeParameters" | "typeParametersAt" | "basesAt"> {
  const clause = (kind: ts.SyntaxKind) =>
    (node.heritageClauses ?? [])
      .filter(({ token }) => token === kind)
      .flatMap(({ types }) => types.map((type) => spanOf(type, file)));
  return {
    ...parametersOfType(node, file),
    bases: clause(ts.SyntaxKind.ExtendsKeyword),
    implements: clause(ts.SyntaxKind.ImplementsKeyword),
  };
}

function bodyOf(
  node: ts.ClassDeclaration | ts.InterfaceDeclaration | ts.EnumDeclaration,
  file: ts.SourceFile,
): Span {
  return { start: file.text.lastIndexOf("{", node.members.pos) + 1, end: node.end - 1 };
}

function classOf(node: ts.ClassDeclaration, name: ts.Identifier, file: ts.SourceFile): Declaration {
  return {
    ...common("class", node, name, file),
    ...heritage(node, file),
    members: node.members.flatMap((member) => memberOf(member, file)),
    body: bodyOf(node, file),
  };
}

function memberOf(node: ts.ClassElement | ts.TypeElement, file: ts.SourceFile): Declaration[] {
  if (ts.isConstructorDeclaration(node)) {
    const keyword =
      node.getChildren(file).find((child) => child.kind === ts.SyntaxKind.ConstructorKeyword) ?? node;
    const callable = callableOf(node, file);
    const fields = node.parameters.flatMap((parameter): Declaration[] => {
      if (!ts.isIdentifier(parameter.name) || !ts.isParameterPropertyDeclaration(parameter, node)) return [];
      return [
        {
          ...common("field", parameter, parameter.name, file),
          ...(parameter.type ? { type: spanOf(parameter.type, file) } : {}),
          indirect: true,
        },
      ];
    });
    return [{ ...common("constructor", node, keyword, file), callable }, ...fields];
  }
  if (!node.name || !(ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) return [];
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) {
    return [{ ...common("method", node, node.name, file), callable: callableOf(node, file) }];
  }
  if (ts.isGetAccessor(node) || ts.isSetAccessor(node)) {
    const callable = callableOf(node, file);
    const accessor = ts.isGetAccessor(node) ? "get" : "set";
    const type = ts.isGetAccessor(node) ? callable.result : undefined;
    return [{ ...common("property", node, node.name, file), accessor, callable, ...(type ? { type } : {}) }];
  }
  if (ts.isPropertyDeclaration(node) || ts.isPropertySignature(node)) {
    const value = ts.isPropertyDeclaration(node) ? node.initializer : undefined;
    return [
      {
        ...common("field", node, node.name, file),
        ...(node.type ? { type: spanOf(node.type, file) } : {}),
        ...(node.questionToken ? { optional: spanOf(node.questionToken, file) } : {}),
        ...(value ? { value: spanOf(value, file) } : {}),
      },
    ];
  }
  return [];
}

function callableOf(node: ts.SignatureDeclaration, file: ts.SourceFile): Callable {
  const tokens = node.getChildren(file);
  const open = tokens.findIndex((child) => child.kind === ts.SyntaxKind.OpenParenToken);
  const close = tokens.findIndex((child) => child.kind === ts.SyntaxKind.CloseParenToken);
  const bare = open < 0;
  const first = node.parameters[0];
  const receiver = first?.name.getText(file) === "this" ? first : undefined;
  const own = receiver ? node.parameters.slice(1) : [...node.parameters];
  const body = "body" in node ? (node.body as ts.Node | undefined) : undefined;
  const isBlock = body !== undefined && ts.isBlock(body);
  const isAsync = tokens
    .flatMap((child) => (child.kind === ts.SyntaxKind.SyntaxList ? child.getChildren(file) : [child]))
    .find((child) => child.kind === ts.SyntaxKind.AsyncKeyword);
  const anchor = node.name ?? tokens[bare ? 0 : open];
  const list = listSpan(node.typeParameters, file);
  const inner = bare
    ? { start: first!.getStart(file), end: first!.end }
    : { start: tokens[open]!.end, end: tokens[close]!.getStart(file) };
  return {
    parameters: own.map((parameter) => parameterOf(parameter, file)),
    ...(receiver ? { receiver: spanOf(receiver, file) } : {}),
    inner,
    separated: bare,
    ...(node.type ? { result: spanOf(node.type, file) } : {}),
    resultAt: bare ? inner.end : tokens[close]!.end,
    ...(body && isBlock ? { body: { start: body.getStart(file) + 1, end: body.end - 1 } } : {}),
    ...(body && !isBlock ? { expression: spanOf(body, file) } : {}),
    ...(isAsync ? { async: { start: isAsync.getStart(file), end: isAsync.end + 1 } } : {}),
    asyncAt: asyncPlace(node, file),
    generator: "asteriskToken" in node && node.asteriskToken !== undefined,
    awaits:
      body !== undefined &&
      contains(
        body,
        (each) =>
          ts.isAwaitExpression(each) || (ts.isForOfStatement(each) && each.awaitModifier !== undefined),
      ),
    ...(list ? { typeParameters: list } : {}),
    typeParametersAt:
      ts.isArrowFunction(node) || ts.isFunctionExpression(node) ? inner.start - 1 : anchor!.end,
    bound:
      node.kind === ts.SyntaxKind.FunctionDeclaration &&
      body !== undefined &&
      contains(
        body,
        (each) =>
          each.kind === ts.SyntaxKind.ThisKeyword || (ts.isIdentifier(each) && each.text === "arguments"),
      ),
  };
}

function asyncPlace(node: ts.SignatureDeclaration, file: ts.SourceFile): number {
  if (ts.isFunctionDeclaration(node)) {
    const keyword = node.getChildren(file).find((child) => child.kind === ts.SyntaxKind.FunctionKeyword);
    return keyword?.getStart(file) ?? node.getStart(file);
  }
  return ts.isMethodDeclaration(node) ? node.name.getStart(file) : node.getStart(file);
}

/** Whether something stands in a function's body, functions inside it left out. */
function contains(node: ts.Node, test: (node: ts.Node) => boolean): boolean {
  if (test(node)) return true;
  return (
    ts.forEachChild(node, (child) =>
      ts.isFunctionLike(child) && !ts.isArrowFunction(child) ? undefined : contains(child, test) || undefined,
    ) ?? false
  );
}

function parameterOf(node: ts.ParameterDeclaration, file: ts.SourceFile): Parameter {
  return {
    name: node.name.getText(file),
    nameSpan: spanOf(node.name, file),
    span: spanOf(node, file),
    kind: node.dotDotDotToken ? "variadic" : "standard",
    ...(node.type ? { type: spanOf(node.type, file) } : {}),
    ...(node.questionToken ? { optional: spanOf(node.questionToken, file) } : {}),
    ...(node.initializer ? { default: spanOf(node.initializer, file) } : {}),
    ...(ts.isIdentifier(node.name) ? {} : { destructured: true }),
    ...((ts.getModifiers(node) ?? []).length > 0 ? { property: true } : {}),
  };
}
