import type {
  BindingPattern,
  Class,
  Expression,
  TSEnumDeclaration,
  TSInterfaceDeclaration,
  TSTypeAliasDeclaration,
  VariableDeclarator,
} from "oxc-parser";
import type {
  CodeClass,
  CodeDefault,
  CodeFunction,
  CodeSymbol,
  CodeType,
  Span,
} from "../reading/signature.js";
import { lookInto } from "./bodies.js";
import { readBody, readClassMembers, readDecorators, readHeritage } from "./classes.js";
import { readEnum } from "./enums.js";
import { type FunctionLike, readFunction } from "./functions.js";
import { inferType } from "./infer.js";
import { readValue } from "./literals.js";
import type { TypeReader } from "./types.js";

/** What every symbol has, settled by where its declaration stands. */
export type Common = Pick<CodeSymbol, "name" | "nameSpan" | "span" | "doc" | "exported" | "exportDefault">;

export function classSymbol(node: Class, common: Common, types: TypeReader): CodeClass {
  const { superClass, superTypeArguments } = node;
  return {
    kind: "class",
    form: "class",
    ...common,
    ...(node.abstract && { abstract: true as const }),
    typeParameters: types.typeParameters(node.typeParameters),
    extends: superClass
      ? [readHeritage({ expression: superClass, typeArguments: superTypeArguments ?? null }, types)]
      : [],
    implements: (node.implements ?? []).map((each) => readHeritage(each, types)),
    members: readClassMembers(node, types),
    decorators: readDecorators(node.decorators, types),
    body: readBody(node.body, node.body.body[0]?.start, node.start, types),
  };
}

export function interfaceSymbol(node: TSInterfaceDeclaration, common: Common, types: TypeReader): CodeClass {
  return {
    kind: "class",
    form: "interface",
    ...common,
    typeParameters: types.typeParameters(node.typeParameters),
    extends: node.extends.map((each) => readHeritage(each, types)),
    implements: [],
    members: types.members(node.body.body),
    decorators: [],
    body: readBody(node.body, node.body.body[0]?.start, node.start, types),
  };
}

/** `type X = { … }` is a class of its own form, unless it is callable or a map: that is an alias like the others. */
export function aliasSymbol(node: TSTypeAliasDeclaration, common: Common, types: TypeReader): CodeSymbol {
  const { typeAnnotation } = node;
  const typeParameters = types.typeParameters(node.typeParameters);
  const isRecord =
    typeAnnotation.type === "TSTypeLiteral" &&
    typeAnnotation.members.every(
      (member) => member.type === "TSPropertySignature" || member.type === "TSMethodSignature",
    );
  if (!isRecord) return { kind: "alias", ...common, typeParameters, type: types.type(typeAnnotation) };
  return {
    kind: "class",
    form: "type-literal",
    ...common,
    typeParameters,
    extends: [],
    implements: [],
    members: types.members(typeAnnotation.members),
    decorators: [],
    body: readBody(typeAnnotation, typeAnnotation.members[0]?.start, node.start, types),
  };
}

export function enumSymbol(node: TSEnumDeclaration, common: Common, types: TypeReader): CodeSymbol {
  return { kind: "enum", ...common, ...readEnum(node, node.start, types) };
}

/** @param from behind the function's name */
export function functionSymbol(
  node: FunctionLike,
  from: number,
  whole: Span,
  common: Common,
  types: TypeReader,
): CodeFunction {
  const { signature, ...body } = readFunction(node, from, whole, types);
  return { kind: "function", ...common, decorators: [], signatures: [signature], ...body };
}

/**
 * A declared variable. What holds a function and cannot be assigned again (`const f = () => …`, also `var` of older
 * code) is a function, what holds a class is a class.
 *
 * @param kind `const`, `let`, `var`, `using`
 */
export function variableSymbol(
  node: VariableDeclarator,
  kind: string,
  common: Common,
  types: TypeReader,
): CodeSymbol {
  const annotation = "typeAnnotation" in node.id ? node.id.typeAnnotation?.typeAnnotation : undefined;
  const value = node.init ? withoutSatisfies(node.init) : undefined;
  const isFunction = value?.type === "ArrowFunctionExpression" || value?.type === "FunctionExpression";
  if (annotation === undefined && kind !== "let") {
    if (value?.type === "ClassExpression") return classSymbol(value, common, types);
    if (isFunction) return functionSymbol(value, behindKeyword(value, types), value, common, types);
  }
  if (annotation?.type === "TSFunctionType" && (kind === "const" || (isFunction && kind === "var"))) {
    const signature = types.signature(annotation, annotation.start);
    if (isFunction && value.async) signature.async = true;
    const body = isFunction ? lookInto(value.body, types) : undefined;
    return {
      kind: "function",
      ...common,
      decorators: [],
      signatures: [signature],
      raises: body?.raises ?? [],
      ...(body?.hollow && { hollow: body.hollow }),
    };
  }
  const constant = kind === "const" || kind === "using" || kind === "await using";
  const type = annotation === undefined ? undefined : types.type(annotation);
  return { kind: "variable", ...common, ...typeAndValue(node.init, type, types), constant };
}

/** @returns type and value of a variable; the type inferred where it is not written */
export function typeAndValue(
  init: Expression | null,
  type: CodeType | undefined,
  types: TypeReader,
): { type?: CodeType; value?: CodeDefault } {
  const settled = type ?? (init ? inferType(init, types) : undefined);
  const value = init ? readValue(init, types.source) : undefined;
  return { ...(settled && { type: settled }), ...(value && { value }) };
}

/** `f satisfies F` is still `f`. */
function withoutSatisfies(init: Expression): Expression {
  let node = init;
  while (node.type === "TSSatisfiesExpression" || node.type === "ParenthesizedExpression")
    node = node.expression;
  return node;
}

/** @returns the offset behind `async`, `function`, `*` and the name, where parameters or type parameters follow */
export function behindKeyword(node: FunctionLike, types: TypeReader): number {
  if (node.id) return node.id.end;
  const { source } = types;
  let at = node.start;
  for (const word of ["async", "function", "*"]) {
    const next = source.skipTrivia(at);
    // `async => 1` is a parameter of that name.
    if (source.text.startsWith(word, next) && node.params[0]?.start !== next) at = next + word.length;
  }
  return at;
}

/** @returns the names that a destructuring declaration binds */
export function boundNames(pattern: BindingPattern): Extract<BindingPattern, { type: "Identifier" }>[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern];
    case "AssignmentPattern":
      return boundNames(pattern.left);
    case "ArrayPattern":
      return pattern.elements.flatMap((element) => {
        if (element === null) return [];
        return boundNames(element.type === "RestElement" ? element.argument : element);
      });
    case "ObjectPattern":
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === "RestElement" ? property.argument : property.value),
      );
  }
}
