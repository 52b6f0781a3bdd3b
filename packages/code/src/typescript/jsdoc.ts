import type {
  CodeAlias,
  CodeClass,
  CodeField,
  CodeMember,
  CodeParameter,
  CodeSignature,
  CodeSymbol,
  CodeType,
  CodeTypeParameter,
  Span,
} from "../reading/signature.js";
import { type Comments, type DocComment, description, isDoc } from "./comments.js";
import { type DocTag, readName, readTags } from "./jsdoc-tags.js";
import { type DocType, readDocType } from "./jsdoc-types.js";
import type { Parser } from "./parse.js";

/**
 * Adds what doc comments say about types to symbols read from JavaScript: `@param`, `@returns`, `@type`,
 * `@template`, `@extends`, `@implements`, `@typedef` with `@property`, `@callback`, `@private`, `@protected`,
 * `@readonly`, `@abstract`. A doc comment has the say over what the syntax lets one infer.
 *
 * @returns the symbols, with those that comments declare
 */
export function withDocTypes(symbols: CodeSymbol[], comments: Comments, parser: Parser): CodeSymbol[] {
  const typer = new DocTyper(comments, parser);
  for (const symbol of symbols) typer.symbol(symbol);
  return [...symbols, ...typer.typedefs()];
}

class DocTyper {
  constructor(
    readonly comments: Comments,
    readonly parser: Parser,
  ) {}

  symbol(symbol: CodeSymbol): void {
    const tags = this.#tagsAt(symbol.span);
    if (symbol.kind === "function") {
      for (const each of symbol.signatures) this.#signature(each, tags);
      const overloads = this.#overloads(symbol.span);
      if (overloads.length > 0) symbol.signatures = overloads;
    } else if (symbol.kind === "variable") {
      const type = this.#type(tags.find((tag) => tag.name === "type"));
      if (type !== undefined) symbol.type = type.type;
    } else if (symbol.kind === "class") this.#class(symbol, tags);
  }

  #tagsAt(span: Span): DocTag[] {
    const doc = this.comments.docBefore(span.start);
    return doc === undefined ? [] : readTags(doc);
  }

  #type(tag: DocTag | undefined): DocType | undefined {
    return tag?.type === undefined ? undefined : readDocType(tag.type, this.parser);
  }

  #class(symbol: CodeClass, tags: readonly DocTag[]): void {
    for (const tag of tags) {
      const type = this.#type(tag)?.type;
      if (tag.name === "template") addTemplates(symbol.typeParameters, this.#templates(tag));
      else if (tag.name === "abstract") symbol.abstract = true;
      else if (type === undefined) continue;
      else if (tag.name === "extends" || tag.name === "augments") symbol.extends = [type];
      else if (tag.name === "implements") symbol.implements.push(type);
    }
    for (const member of symbol.members) this.#member(member);
  }

  #member(member: CodeMember): void {
    const tags = this.#tagsAt(member.span);
    for (const { name } of tags) {
      if (name === "private" || name === "protected" || name === "public") member.visibility = name;
      else if (name === "abstract") member.abstract = true;
      else if (name === "readonly" && member.kind === "field") member.readonly = true;
    }
    if (member.kind !== "field") {
      for (const each of member.signatures) this.#signature(each, tags);
      const overloads = this.#overloads(member.span);
      if (overloads.length > 0) member.signatures = overloads;
      return;
    }
    const named = member.origin === "property" ? ["type", "returns", "return", "param"] : ["type"];
    const type = this.#type(tags.find((tag) => named.includes(tag.name)));
    if (type === undefined) return;
    member.type = type.type;
    if (type.optional) member.optional = true;
  }

  /** `@overload` signatures in the doc comments of a function, which then hide that of its implementation. */
  #overloads(span: Span): CodeSignature[] {
    const found: CodeSignature[] = [];
    for (const doc of [...this.comments.docsBefore(span.start)].reverse()) {
      if (!doc.value.includes("@overload")) continue;
      const tags = readTags(doc);
      for (const [index, tag] of tags.entries()) {
        if (tag.name !== "overload") continue;
        const next = tags.findIndex((each, at) => at > index && each.name === "overload");
        const own = tags.slice(index + 1, next < 0 ? tags.length : next);
        const place = { start: tag.restStart, end: tag.restStart };
        const signature: CodeSignature = {
          typeParameters: [],
          parameters: parametersOf(own),
          parameterSpan: place,
          result: { kind: "name", name: "void", arguments: [], ...place },
          start: doc.start,
          end: doc.end,
        };
        this.#signature(signature, own);
        found.push(signature);
      }
    }
    return found;
  }

  #signature(signature: CodeSignature, tags: readonly DocTag[]): void {
    const written = this.#type(tags.find((tag) => tag.name === "type"))?.type;
    if (written?.kind === "function") this.#takeOver(signature, written);
    for (const tag of tags) {
      if (tag.name === "template") addTemplates(signature.typeParameters, this.#templates(tag));
      const result = tag.name === "returns" || tag.name === "return" ? this.#type(tag) : undefined;
      if (result === undefined) continue;
      signature.result = result.type;
      delete signature.returnsNothing;
    }
    this.#parameters(signature.parameters, tags);
  }

  /** `@type {(a: string) => number}` in front of a function. */
  #takeOver(signature: CodeSignature, written: CodeType & { kind: "function" }): void {
    signature.result = written.result;
    delete signature.returnsNothing;
    signature.typeParameters.push(...written.typeParameters);
    for (const [index, given] of written.parameters.entries()) {
      const parameter = signature.parameters[index];
      if (parameter === undefined) continue;
      if (given.type !== undefined) parameter.type = given.type;
      if (given.optional) parameter.optional = true;
    }
  }

  #parameters(parameters: readonly CodeParameter[], tags: readonly DocTag[]): void {
    const properties = new Map<CodeParameter, DottedField[]>();
    let position = 0;
    let last: CodeParameter | undefined;
    for (const tag of tags) {
      if (tag.name !== "param" && tag.name !== "arg" && tag.name !== "argument") continue;
      const name = readName(tag);
      const type = this.#type(tag);
      if (name === undefined) continue;
      if (name.path.length > 1) {
        if (last !== undefined) {
          const property = { path: name.path.slice(1), field: propertyOf(tag, name, type) };
          properties.set(last, [...(properties.get(last) ?? []), property]);
        }
        continue;
      }
      // A destructured parameter has no name of its own; its tag stands where the parameter does.
      const byName = parameters.find((each) => each.name === name.path[0]);
      const byPosition = parameters[position]?.destructured ? parameters[position] : undefined;
      const parameter: CodeParameter | undefined = byName ?? byPosition;
      position++;
      last = parameter;
      if (parameter === undefined) continue;
      if (name.optional || type?.optional) parameter.optional = true;
      if (type === undefined) continue;
      const array: CodeType = {
        kind: "array",
        element: type.type,
        start: type.type.start,
        end: type.type.end,
      };
      parameter.type = type.variadic ? array : type.type;
      if (type.variadic) parameter.kind = "variadic";
    }
    for (const [parameter, fields] of properties) {
      const { type } = parameter;
      const members = nested(fields, this.comments.text);
      if (members.length === 0) continue;
      if (type === undefined || isAnyObject(type)) {
        const place = type ?? { start: members[0]!.span.start, end: members.at(-1)!.span.end };
        parameter.type = objectOf(members, place, this.comments.text);
      }
    }
  }

  /** `@template T, U`, `@template {Bound} T`, `@template [T=string]` */
  #templates(tag: DocTag): CodeTypeParameter[] {
    const bound = this.#type(tag)?.type;
    const names = /^[\s\w$,[\]=<>"'|]*/.exec(tag.rest.split(/\s-\s|\r|\n/)[0]!)![0];
    const list = bound === undefined && names.includes(",") ? names.split(",") : [names];
    return list.flatMap((text) => {
      const name = /^\s*\[?\s*([\w$]+)/.exec(text)?.[1];
      if (name === undefined) return [];
      return [bound === undefined ? { name } : { name, bound }];
    });
  }

  /** What `@typedef` and `@callback` declare; importable by others, as the compiler has it. */
  typedefs(): CodeSymbol[] {
    const found: CodeSymbol[] = [];
    for (const comment of this.comments.comments) {
      if (!isDoc(comment) || !/@(?:typedef|callback)\b/.test(comment.value)) continue;
      const tags = readTags(comment);
      for (const [index, tag] of tags.entries()) {
        if (tag.name !== "typedef" && tag.name !== "callback") continue;
        const next = tags.findIndex(
          (each, at) => at > index && (each.name === "typedef" || each.name === "callback"),
        );
        const own = tags.slice(index + 1, next < 0 ? tags.length : next);
        const templates = tags.filter((each) => each.name === "template");
        const symbol = this.#typedef(comment, tag, own, templates);
        if (symbol !== undefined) found.push(symbol);
      }
    }
    return found;
  }

  #typedef(
    comment: DocComment,
    tag: DocTag,
    own: readonly DocTag[],
    templates: readonly DocTag[],
  ): CodeSymbol | undefined {
    const name = readName(tag);
    if (name === undefined) return undefined;
    const nameSpan = { start: name.start, end: name.end };
    const doc = description(comment.value);
    const common = {
      name: name.path.join("."),
      nameSpan,
      span: { start: comment.start, end: comment.end },
      ...(doc && { doc }),
      exported: true,
    };
    const typeParameters = templates.flatMap((each) => this.#templates(each));
    if (tag.name === "callback") return this.#callback(common, typeParameters, own);
    const type = this.#type(tag)?.type;
    const members = nested(
      own.flatMap((each) => {
        const property = each.name === "property" || each.name === "prop" ? readName(each) : undefined;
        return property ? [{ path: property.path, field: propertyOf(each, property, this.#type(each)) }] : [];
      }),
      this.comments.text,
    );
    const isRecord = type?.kind === "object" && type.index === undefined;
    if (members.length > 0 ? type === undefined || isAnyObject(type) : isRecord) {
      return {
        kind: "class",
        form: "type-literal",
        ...common,
        typeParameters,
        extends: [],
        implements: [],
        members: isRecord ? type.members : members,
        decorators: [],
        body: { start: comment.end - 2, end: comment.end - 2, indent: " * " },
      };
    }
    return type === undefined ? undefined : { kind: "alias", ...common, typeParameters, type };
  }

  #callback(
    common: Omit<CodeAlias, "kind" | "type" | "typeParameters">,
    typeParameters: CodeTypeParameter[],
    own: readonly DocTag[],
  ): CodeSymbol {
    const parameters = parametersOf(own);
    this.#parameters(parameters, own);
    const { end } = common.nameSpan;
    const none: CodeType = { kind: "name", name: "void", arguments: [], start: end, end };
    const returned = own.find((tag) => tag.name === "returns" || tag.name === "return");
    const result = this.#type(returned)?.type ?? none;
    const type: CodeType = { kind: "function", parameters, result, typeParameters: [], ...common.nameSpan };
    return { kind: "alias", ...common, typeParameters, type };
  }
}

/** What a comment says twice is one type parameter. */
function addTemplates(known: CodeTypeParameter[], more: readonly CodeTypeParameter[]): void {
  for (const parameter of more) {
    if (!known.some(({ name }) => name === parameter.name)) known.push(parameter);
  }
}

/** A property as `options.limits.low` names it. */
interface DottedField {
  path: readonly string[];
  field: CodeField;
}

/** Puts the properties of properties where they belong: `limits.low` into `limits`, which is any object by itself. */
function nested(fields: readonly DottedField[], text: string): CodeField[] {
  const own = fields.filter(({ path }) => path.length === 1);
  return own.map(({ path: [name], field }) => {
    const below = fields
      .filter(({ path }) => path.length > 1 && path[0] === name)
      .map(({ path, field: inner }) => ({ path: path.slice(1), field: inner }));
    const members = nested(below, text);
    if (members.length === 0 || (field.type !== undefined && !isAnyObject(field.type))) return field;
    return { ...field, type: objectOf(members, field.type ?? field.nameSpan, text) };
  });
}

/** The type of an object whose properties stand in tags of their own; its text is made of theirs. */
function objectOf(members: CodeField[], { start, end }: Span, text: string): CodeType {
  const texts = members.map(({ name, type, optional }) => {
    const written = type ? (type.written ?? text.slice(type.start, type.end)) : "any";
    return `${name}${optional ? "?" : ""}: ${written}`;
  });
  return { kind: "object", members, start, end, written: `{ ${texts.join("; ")} }` };
}

/** The parameters that tags name, still without their types. */
function parametersOf(tags: readonly DocTag[]): CodeParameter[] {
  return tags.flatMap((tag): CodeParameter[] => {
    const name = tag.name === "param" || tag.name === "arg" ? readName(tag) : undefined;
    if (name?.path.length !== 1) return [];
    const { start, end } = name;
    return [{ name: name.path[0]!, nameSpan: { start, end }, start, end, kind: "standard" }];
  });
}

function propertyOf(
  tag: DocTag,
  name: { path: string[]; optional: boolean } & Span,
  type: DocType | undefined,
): CodeField {
  const field: CodeField = {
    kind: "field",
    origin: "declaration",
    name: name.path.at(-1)!,
    nameSpan: { start: name.start, end: name.end },
    span: { start: tag.type?.start ?? name.start, end: name.end },
    visibility: "public",
    decorators: [],
  };
  if (type !== undefined) field.type = type.type;
  if (name.optional || type?.optional) field.optional = true;
  return field;
}

function isAnyObject(type: CodeType): boolean {
  return type.kind === "name" && /^[oO]bject$/.test(type.name) && type.arguments.length === 0;
}
