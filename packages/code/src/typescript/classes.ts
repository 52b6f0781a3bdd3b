import type {
  AccessorProperty,
  Class,
  ClassElement,
  Decorator,
  Directive,
  Expression,
  MethodDefinition,
  ParamPattern,
  PropertyDefinition,
  PropertyKey,
  Statement,
  TSClassImplements,
  TSInterfaceHeritage,
  TSTypeParameterInstantiation,
} from "oxc-parser";
import type {
  CodeBody,
  CodeDecorator,
  CodeField,
  CodeMember,
  CodeMethod,
  CodeType,
  Span,
  Visibility,
} from "../reading/signature.js";
import { readFunction } from "./functions.js";
import { inferType, isConst } from "./infer.js";
import { dottedName, readValue, unwrap } from "./literals.js";
import { addOptionalMethod, docOf, memberName, mergeAccessor, withoutSeparator } from "./members.js";
import type { TypeReader } from "./types.js";

/** Members of a class, accessors and overloads merged, constructor parameters that are properties among them. */
export function readClassMembers(node: Class, types: TypeReader): CodeMember[] {
  return new ClassReader(types).read(node.body.body);
}

class ClassReader {
  readonly #members: CodeMember[] = [];
  readonly #accessors = new Map<string, CodeField>();
  readonly #methods = new Map<string, CodeMethod>();

  constructor(readonly types: TypeReader) {}

  read(elements: readonly ClassElement[]): CodeMember[] {
    for (const element of elements) {
      switch (element.type) {
        case "PropertyDefinition":
        case "TSAbstractPropertyDefinition":
        case "AccessorProperty":
        case "TSAbstractAccessorProperty":
          this.#field(element);
          break;
        case "MethodDefinition":
        case "TSAbstractMethodDefinition":
          this.#method(element);
          break;
        default:
      }
    }
    return this.#members;
  }

  #common(element: Exclude<ClassElement, { type: "StaticBlock" | "TSIndexSignature" }>) {
    const { source, comments } = this.types;
    const start = Math.min(element.start, element.decorators[0]?.start ?? element.start);
    const { end } = withoutSeparator(element, source);
    return {
      name: memberName(element.key, element.computed, source),
      nameSpan: source.span(element.key),
      span: source.span({ start, end }),
      visibility: visibilityOf(element.key.type === "PrivateIdentifier", element.accessibility),
      decorators: readDecorators(element.decorators, this.types),
      ...docOf(comments, start),
      ...(element.static && { static: true as const }),
      ...(element.type.startsWith("TSAbstract") && { abstract: true as const }),
    };
  }

  #field(element: PropertyDefinition | AccessorProperty): void {
    const { types } = this;
    const field: CodeField = { kind: "field", origin: "declaration", ...this.#common(element) };
    if (element.typeAnnotation) field.type = types.type(element.typeAnnotation.typeAnnotation);
    if (element.optional) field.optional = true;
    if (element.readonly) field.readonly = true;
    if (element.value) {
      const value = readValue(element.value, types.source);
      if (value !== undefined) field.default = value;
      // What `as const` makes of a literal, the compiler tells.
      const type = field.type ?? (isConstant(element.value) ? undefined : inferType(element.value, types));
      if (type !== undefined) field.type = type;
    }
    this.#members.push(field);
  }

  #method(element: MethodDefinition): void {
    const { types } = this;
    const common = this.#common(element);
    const key = `${element.static} ${common.name}`;
    const isConstructor = element.kind === "constructor";
    const from = element.key.end + (element.computed ? 1 : 0);
    const read = readFunction(element.value, this.#behindName(from), common.span, types, isConstructor);
    if (element.kind === "get" || element.kind === "set") {
      const type = types.accessorType(element.value, element.kind).type ?? read.signature.result;
      mergeAccessor(this.#members, this.#accessors, key, {
        kind: "field",
        origin: "property",
        ...common,
        ...(type && { type }),
        ...(element.kind === "get" && { readonly: true as const }),
        ...(element.kind === "get" && read.hollow && { hollow: read.hollow }),
      });
      return;
    }
    if (isConstructor) {
      this.#parameterProperties(element.value.params);
      if (types.javascript && element.value.body) this.#assignments(element.value.body.body);
    }
    if (element.optional) {
      const { signature } = read;
      const result: CodeType = signature.result ?? {
        kind: "name",
        name: "any",
        arguments: [],
        ...common.span,
      };
      const { parameters, typeParameters } = signature;
      const type: CodeType = { kind: "function", parameters, result, typeParameters, ...common.span };
      addOptionalMethod(this.#members, {
        kind: "field",
        origin: "declaration",
        ...common,
        type,
        optional: true,
      });
      return;
    }
    const known = this.#methods.get(key);
    if (known === undefined) {
      const { signature, ...body } = read;
      const kind = isConstructor ? ("constructor" as const) : ("method" as const);
      const method: CodeMethod = { kind, ...common, signatures: [signature], ...body };
      this.#methods.set(key, method);
      this.#members.push(method);
      return;
    }
    known.span = { start: known.span.start, end: common.span.end };
    // The implementation's signature is not public.
    if (element.value.body === null) known.signatures.push(read.signature);
    else {
      known.raises = read.raises;
      if (read.hollow) known.hollow = read.hollow;
    }
  }

  /** `this.name = value` at the top level of a constructor declares a field, unless the class does so itself. */
  #assignments(statements: readonly (Statement | Directive)[]): void {
    const { source, comments } = this.types;
    for (const statement of statements) {
      const assigned = thisField(statement);
      if (assigned === undefined) continue;
      const name = memberName(assigned.key, false, source);
      if (this.#members.some((member) => member.name === name && !member.static)) continue;
      const value = readValue(assigned.value, source);
      const type = inferType(assigned.value, this.types);
      this.#members.push({
        kind: "field",
        origin: "self",
        name,
        nameSpan: source.span(assigned.key),
        span: source.span(withoutSeparator(statement, source)),
        visibility: visibilityOf(assigned.key.type === "PrivateIdentifier", undefined),
        decorators: [],
        ...docOf(comments, statement.start),
        ...(type && { type }),
        ...(value && { default: value }),
      });
    }
  }

  /** Skips the `?` of an optional method and the bracket of a computed name. */
  #behindName(from: number): number {
    const { source } = this.types;
    let at = source.skipTrivia(from);
    while (source.text[at] === "?" || source.text[at] === "]") at = source.skipTrivia(at + 1);
    return at;
  }

  #parameterProperties(parameters: readonly ParamPattern[]): void {
    const { types } = this;
    for (const node of parameters) {
      if (node.type !== "TSParameterProperty") continue;
      const [parameter] = types.parameters([node]);
      if (parameter === undefined) continue;
      const { name, nameSpan, type, optional, default: value, start, end } = parameter;
      const { parameter: pattern } = node;
      const inferred = pattern.type === "AssignmentPattern" ? inferType(pattern.right, types) : undefined;
      const fieldType = type ?? inferred;
      this.#members.push({
        kind: "field",
        origin: "parameter",
        name,
        nameSpan,
        span: { start, end },
        visibility: visibilityOf(false, node.accessibility),
        decorators: readDecorators(node.decorators, types),
        ...docOf(types.comments, node.start),
        ...(fieldType && { type: fieldType }),
        // `x?: T` makes an optional field; a default only an optional parameter.
        ...(optional && value === undefined && { optional: true as const }),
        ...(node.readonly && { readonly: true as const }),
        ...(value && { default: value }),
      });
    }
  }
}

function thisField(node: Statement | Directive): { key: PropertyKey; value: Expression } | undefined {
  if (node.type !== "ExpressionStatement" || node.expression.type !== "AssignmentExpression")
    return undefined;
  const { left, operator, right } = node.expression;
  if (operator !== "=" || left.type !== "MemberExpression" || left.object.type !== "ThisExpression")
    return undefined;
  return left.computed ? undefined : { key: left.property, value: right };
}

function visibilityOf(hash: boolean, accessibility: Visibility | null | undefined): Visibility {
  return hash ? "private" : (accessibility ?? "public");
}

/** @returns decorators with their dotted names and argument lists */
export function readDecorators(nodes: readonly Decorator[] | undefined, types: TypeReader): CodeDecorator[] {
  const { source } = types;
  return (nodes ?? []).map((node) => {
    const expression = unwrap(node.expression);
    const callee = expression.type === "CallExpression" ? expression.callee : expression;
    const decorator: CodeDecorator = {
      name: dottedName(callee) ?? source.slice(callee),
      ...source.span(node),
    };
    if (expression.type === "CallExpression") {
      decorator.arguments = source.text
        .slice(expression.typeArguments?.end ?? callee.end, expression.end)
        .trim();
    }
    return decorator;
  });
}

/** What a class extends or implements, an interface extends: a name with arguments, else its text. */
export function readHeritage(
  node:
    | TSClassImplements
    | TSInterfaceHeritage
    | { expression: Expression; typeArguments?: TSTypeParameterInstantiation | null },
  types: TypeReader,
): CodeType {
  const { expression, typeArguments } = node;
  const span = types.source.span({ start: expression.start, end: typeArguments?.end ?? expression.end });
  const name = dottedName(expression as Expression);
  if (name === undefined) return { kind: "other", text: types.source.slice(expression), ...span };
  return { kind: "name", name, arguments: types.arguments(typeArguments), ...span };
}

/**
 * @param braces the braces with what is between them
 * @param first where the first member starts
 * @param line an offset on the declaration's first line
 */
export function readBody(braces: Span, first: number | undefined, line: number, types: TypeReader): CodeBody {
  const { source } = types;
  const span = source.span({ start: braces.start + 1, end: braces.end - 1 });
  const outer = source.indentAt(line);
  const onOwnLine = first !== undefined && source.text.slice(braces.start, first).includes("\n");
  return {
    ...span,
    indent: onOwnLine ? source.indentAt(first) : outer + (outer.startsWith("\t") ? "\t" : "  "),
  };
}

/** `"nested" as const` */
function isConstant(value: Expression): boolean {
  return (
    value.type === "TSAsExpression" && isConst(value.typeAnnotation) && value.expression.type === "Literal"
  );
}
