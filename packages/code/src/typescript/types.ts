import type {
  BindingPattern,
  ParamPattern,
  TSSignature,
  TSTupleElement,
  TSType,
  TSTypeParameterDeclaration,
  TSTypeParameterInstantiation,
} from "oxc-parser";
import type {
  CodeField,
  CodeMember,
  CodeMethod,
  CodeParameter,
  CodeSignature,
  CodeType,
  CodeTypeParameter,
  Span,
} from "../reading/signature.js";
import type { Comments } from "./comments.js";
import { readDefault, readLiteral } from "./literals.js";
import {
  addOptionalMethod,
  docOf,
  importName,
  KEYWORDS,
  memberName,
  mergeAccessor,
  typeName,
  withoutSeparator,
} from "./members.js";
import type { Source } from "./source.js";

/** Beyond this a type is kept as its text: nobody compares it part by part, and recursion has to end. */
const DEEPEST = 100;

/** What the syntax trees of functions, methods and function types have in common. */
export interface SignatureNode extends Span {
  typeParameters?: TSTypeParameterDeclaration | null;
  params: ParamPattern[];
  returnType?: { typeAnnotation: TSType } | null;
  async?: boolean;
  generator?: boolean;
}

/**
 * Turns types, parameters and the members of interfaces into the reader's form, as written.
 *
 * `null` and `undefined` are literals, all other keywords (`string`, `void`, `any`, `this`) are names.
 * `import("x").A.B` is a name with that text, in double quotes.
 */
export class TypeReader {
  #depth = 0;

  constructor(
    readonly source: Source,
    /** For the docs of members; absent inside comments. */
    readonly comments?: Comments,
    /** Fields are those that constructors assign. */
    readonly javascript = false,
  ) {}

  type(node: TSType): CodeType {
    if (this.#depth >= DEEPEST) return this.#other(node);
    this.#depth++;
    const type = this.#read(node);
    this.#depth--;
    return type;
  }

  #read(node: TSType): CodeType {
    const span = this.source.span(node);
    switch (node.type) {
      case "TSAnyKeyword":
      case "TSBigIntKeyword":
      case "TSBooleanKeyword":
      case "TSNeverKeyword":
      case "TSNumberKeyword":
      case "TSObjectKeyword":
      case "TSStringKeyword":
      case "TSSymbolKeyword":
      case "TSUnknownKeyword":
      case "TSVoidKeyword":
      case "TSThisType":
        return { kind: "name", name: KEYWORDS[node.type], arguments: [], ...span };
      case "TSNullKeyword":
        return { kind: "literal", literal: { kind: "null" }, ...span };
      case "TSUndefinedKeyword":
        return { kind: "literal", literal: { kind: "undefined" }, ...span };
      case "TSLiteralType": {
        const literal = readLiteral(node.literal);
        return literal === undefined || literal.kind === "name"
          ? this.#other(node)
          : { kind: "literal", literal, ...span };
      }
      case "TSTypeReference":
        return {
          kind: "name",
          name: typeName(node.typeName),
          arguments: this.arguments(node.typeArguments),
          ...span,
        };
      case "TSImportType":
        return {
          kind: "name",
          name: importName(node),
          arguments: this.arguments(node.typeArguments),
          ...span,
        };
      case "TSUnionType":
        return { kind: "union", members: this.types(node.types), ...span };
      case "TSIntersectionType":
        return { kind: "intersection", members: this.types(node.types), ...span };
      case "TSParenthesizedType":
        return this.type(node.typeAnnotation);
      case "TSArrayType":
        return { kind: "array", element: this.type(node.elementType), ...span };
      case "TSTupleType":
        return { kind: "tuple", items: node.elementTypes.map((item) => this.#tupleItem(item)), ...span };
      case "TSTypeOperator": {
        if (node.operator !== "readonly") return this.#other(node);
        const inner = this.type(node.typeAnnotation);
        if (inner.kind !== "array" && inner.kind !== "tuple") return this.#other(node);
        return { ...inner, readonly: true, ...span };
      }
      case "TSFunctionType":
        return this.#functionType(node, span);
      case "TSTypeLiteral":
        return this.#objectType(node.members, node);
      case "TSTypeQuery": {
        if (node.typeArguments) return this.#other(node);
        const name =
          node.exprName.type === "TSImportType" ? importName(node.exprName) : typeName(node.exprName);
        return { kind: "typeof", name, ...span };
      }
      case "TSJSDocNonNullableType":
        return this.type(node.typeAnnotation);
      case "TSJSDocNullableType":
        return {
          kind: "union",
          members: [this.type(node.typeAnnotation), { kind: "literal", literal: { kind: "null" }, ...span }],
          ...span,
        };
      case "TSJSDocUnknownType":
        return { kind: "name", name: "any", arguments: [], ...span };
      default:
        return this.#other(node);
    }
  }

  types(nodes: readonly TSType[]): CodeType[] {
    return nodes.map((node) => this.type(node));
  }

  arguments(node: TSTypeParameterInstantiation | null | undefined): CodeType[] {
    return node ? this.types(node.params) : [];
  }

  typeParameters(node: TSTypeParameterDeclaration | null | undefined): CodeTypeParameter[] {
    if (!node) return [];
    return node.params.map((parameter) => {
      const read: CodeTypeParameter = { name: parameter.name.name };
      if (parameter.constraint) read.bound = this.type(parameter.constraint);
      if (parameter.default) read.default = this.type(parameter.default);
      return read;
    });
  }

  /** `(a: A) => R`, from a function type, a call signature or a method. */
  #functionType(node: SignatureNode, span: Span): CodeType {
    return {
      kind: "function",
      parameters: this.parameters(node.params),
      result: this.#resultOf(node, span),
      typeParameters: this.typeParameters(node.typeParameters),
      ...span,
    };
  }

  #resultOf(node: SignatureNode, span: Span): CodeType {
    return node.returnType
      ? this.type(node.returnType.typeAnnotation)
      : { kind: "name", name: "any", arguments: [], start: span.end, end: span.end };
  }

  #objectType(members: TSSignature[], node: TSType): CodeType {
    const span = this.source.span(node);
    const only = members[0];
    if (only?.type === "TSCallSignatureDeclaration" && members.length === 1) {
      return this.#functionType(only, span);
    }
    let index: { key: CodeType; value: CodeType } | undefined;
    for (const member of members) {
      if (member.type === "TSCallSignatureDeclaration" || member.type === "TSConstructSignatureDeclaration") {
        return this.#other(node);
      }
      const key = member.type === "TSIndexSignature" ? member.parameters[0] : undefined;
      if (member.type !== "TSIndexSignature" || key === undefined) continue;
      index = {
        key: this.type(key.typeAnnotation.typeAnnotation),
        value: this.type(member.typeAnnotation.typeAnnotation),
      };
    }
    const type: CodeType = { kind: "object", members: this.members(members), ...span };
    if (index !== undefined) type.index = index;
    return type;
  }

  #tupleItem(item: TSTupleElement): CodeType {
    if (item.type === "TSOptionalType" || item.type === "TSRestType") return this.#other(item);
    if (item.type !== "TSNamedTupleMember") return this.type(item);
    return item.optional ||
      item.elementType.type === "TSOptionalType" ||
      item.elementType.type === "TSRestType"
      ? this.#other(item)
      : this.type(item.elementType);
  }

  #other(node: Span): CodeType {
    return { kind: "other", text: this.source.slice(node), ...this.source.span(node) };
  }

  /** Without TypeScript's `this`. */
  parameters(nodes: readonly ParamPattern[]): CodeParameter[] {
    const parameters: CodeParameter[] = [];
    for (const node of nodes) {
      const pattern = node.type === "TSParameterProperty" ? node.parameter : node;
      if (pattern.type === "Identifier" && pattern.name === "this") continue;
      const decorator = node.decorators?.[0];
      const start = decorator === undefined ? node.start : Math.min(decorator.start, node.start);
      parameters.push({ ...this.#parameter(pattern), ...this.source.span({ start, end: node.end }) });
    }
    return parameters;
  }

  #parameter(node: Exclude<ParamPattern, { type: "TSParameterProperty" }>): CodeParameter {
    if (node.type === "RestElement") {
      const parameter = this.#named(node.argument, node);
      const type =
        node.typeAnnotation ?? ("typeAnnotation" in node.argument ? node.argument.typeAnnotation : null);
      if (type) parameter.type = this.type(type.typeAnnotation);
      parameter.kind = "variadic";
      return parameter;
    }
    if (node.type === "AssignmentPattern") {
      const parameter = this.#parameter(node.left);
      parameter.optional = true;
      parameter.default = readDefault(node.right, this.source);
      return parameter;
    }
    const parameter = this.#named(node, node);
    if (node.typeAnnotation) parameter.type = this.type(node.typeAnnotation.typeAnnotation);
    if (node.optional) parameter.optional = true;
    return parameter;
  }

  #named(pattern: BindingPattern, whole: Span): CodeParameter {
    const annotation = "typeAnnotation" in pattern ? pattern.typeAnnotation : undefined;
    const name = { start: pattern.start, end: annotation ? annotation.start : pattern.end };
    const common = { kind: "standard" as const, ...this.source.span(whole) };
    if (pattern.type === "Identifier") {
      const end = Math.min(name.end, pattern.start + pattern.name.length);
      return { name: pattern.name, nameSpan: this.source.span({ start: pattern.start, end }), ...common };
    }
    const text = this.source.slice(name).replace(/\s*\??\s*$/, "");
    const nameSpan = this.source.span({ start: name.start, end: name.start + text.length });
    return { name: text, nameSpan, destructured: true, ...common };
  }

  /**
   * @param from where to look for the opening parenthesis: behind the name or the type parameters
   * @param whole what the signature's span is, where it is not the node's
   */
  signature(node: SignatureNode, from: number, whole: Span = node): CodeSignature {
    const signature: CodeSignature = {
      typeParameters: this.typeParameters(node.typeParameters),
      parameters: this.parameters(node.params),
      parameterSpan: this.#parameterSpan(node, Math.max(from, node.typeParameters?.end ?? 0)),
      ...this.source.span(whole),
    };
    if (node.returnType) signature.result = this.type(node.returnType.typeAnnotation);
    if (node.async) signature.async = true;
    if (node.generator) signature.generator = true;
    return signature;
  }

  /** Inside of the parentheses; around the only parameter of an arrow function that has none. */
  #parameterSpan(node: SignatureNode, from: number): Span {
    const { source } = this;
    const first = node.params[0];
    const last = node.params.at(-1);
    let open = source.skipTrivia(from);
    if (source.text.startsWith("async", open) && first?.start !== open) open = source.skipTrivia(open + 5);
    if (source.text[open] !== "(" || (first !== undefined && first.start <= open)) {
      return source.span(first ?? { start: open, end: open });
    }
    let close = source.skipTrivia(last === undefined ? open + 1 : last.end);
    if (source.text[close] === ",") close = source.skipTrivia(close + 1);
    return source.span({ start: open + 1, end: close });
  }

  /** Members of interfaces and type literals. Call, construct and index signatures are no members. */
  members(nodes: readonly TSSignature[]): CodeMember[] {
    const members: CodeMember[] = [];
    const methods = new Map<string, CodeMethod>();
    const accessors = new Map<string, CodeField>();
    for (const node of nodes) {
      if (node.type !== "TSPropertySignature" && node.type !== "TSMethodSignature") continue;
      const name = memberName(node.key, node.computed, this.source);
      const common = {
        name,
        nameSpan: this.source.span(node.key),
        span: this.source.span(withoutSeparator(node, this.source)),
        visibility: "public" as const,
        decorators: [],
        ...docOf(this.comments, node.start),
      };
      if (node.type === "TSPropertySignature") {
        members.push({
          kind: "field",
          origin: "declaration",
          ...common,
          ...(node.typeAnnotation && { type: this.type(node.typeAnnotation.typeAnnotation) }),
          ...(node.optional && { optional: true as const }),
          ...(node.readonly && { readonly: true as const }),
        });
      } else if (node.kind !== "method") {
        mergeAccessor(members, accessors, name, {
          kind: "field",
          origin: "property",
          ...common,
          ...this.accessorType(node, node.kind),
          ...(node.kind === "get" && { readonly: true as const }),
        });
      } else if (node.optional) {
        const type = this.#functionType(node, common.span);
        addOptionalMethod(members, { kind: "field", origin: "declaration", ...common, type, optional: true });
      } else {
        const signature = this.signature(node, node.key.end + (node.computed ? 1 : 0));
        const known = methods.get(name);
        if (known !== undefined) known.signatures.push(signature);
        else {
          const method: CodeMethod = { kind: "method", ...common, signatures: [signature], raises: [] };
          methods.set(name, method);
          members.push(method);
        }
      }
    }
    return members;
  }

  /** What a getter returns or a setter takes. */
  accessorType(node: SignatureNode, kind: "get" | "set"): { type?: CodeType } {
    if (kind === "get") {
      return node.returnType ? { type: this.type(node.returnType.typeAnnotation) } : {};
    }
    const type = this.parameters(node.params)[0]?.type;
    return type === undefined ? {} : { type };
  }
}
