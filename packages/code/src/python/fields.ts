import type { Node } from "web-tree-sitter";
import type { CodeDefault, CodeField, CodeType, Visibility } from "../reading/signature.js";
import type { ClassShape } from "./class-forms.js";
import { type Expression, parseExpression } from "./expression.js";
import { defaultFrom, defaultOf, emptyCollection } from "./literals.js";
import { field, type Source, spanOf } from "./source.js";
import { toType } from "./types.js";

/** `_x` is protected, `__x` private, `__x__` part of the language's protocols. */
export function visibilityOf(name: string): Visibility {
  if (isDunder(name) || !name.startsWith("_")) return "public";
  return name.startsWith("__") ? "private" : "protected";
}

export function isDunder(name: string): boolean {
  return name.length > 4 && name.startsWith("__") && name.endsWith("__");
}

/** What the words around an annotation's type say: `ClassVar[Final[int]]`. */
export interface Qualified {
  type?: CodeType;
  words: ReadonlySet<string>;
}

const QUALIFIERS = new Set(["ClassVar", "Final", "Required", "NotRequired", "ReadOnly", "InitVar"]);

/** Takes the qualifiers off an annotation. */
export function unqualify(annotation: CodeType, source: Source): Qualified {
  const words = new Set<string>();
  let type: CodeType | undefined = annotation;
  while (type?.kind === "name") {
    const known = source.known(type.name);
    if (!QUALIFIERS.has(known)) break;
    words.add(known);
    type = type.arguments[0];
  }
  return type ? { type, words } : { words };
}

/**
 * Reads an assignment of a class body as a field. `x: InitVar[int]` and `_: KW_ONLY` are none.
 *
 * @param assignment the innermost of a chain, with one plain name on its left
 */
export function readField(assignment: Node, source: Source, shape: ClassShape): CodeField | undefined {
  const left = field(assignment, "left");
  if (left?.type !== "identifier") return undefined;
  const name = source.textOf(left);
  const annotation = field(assignment, "type");
  // Of `a = b = 3` the value stands at the end.
  let right = field(assignment, "right");
  while (right?.type === "assignment") right = field(right, "right");
  const { type, words }: Qualified = annotation
    ? unqualify(source.typeOf(annotation), source)
    : { words: new Set<string>() };
  if (words.has("InitVar") || (type?.kind === "name" && source.known(type.name) === "KW_ONLY"))
    return undefined;

  const read: CodeField = {
    kind: "field",
    name,
    nameSpan: spanOf(left),
    span: spanOf(assignment),
    visibility: visibilityOf(name),
    decorators: [],
    origin: "declaration",
  };
  if (type) read.type = type;
  const data = shape.form === "dataclass";
  const made = right && data ? fieldCall(right, source) : undefined;
  if (made) {
    if (made.default) read.default = made.default;
    if (!read.type && made.type) read.type = made.type;
  } else if (right) {
    const value = defaultOf(source.text, spanOf(right));
    if (value) read.default = value;
  }
  if (words.has("ClassVar") || (data && !annotation && !made)) read.static = true;
  if (words.has("Final") || words.has("ReadOnly")) read.readonly = true;
  if (shape.form === "typed-dict" && (shape.partial ? !words.has("Required") : words.has("NotRequired"))) {
    read.optional = true;
  }
  return read;
}

const FIELD_CALLS = new Set(["field", "Field", "ib", "attrib", "attr", "PrivateAttr"]);

/** `field(default=3)`, `field(default_factory=list)`, `attr.ib(type=int)`, `Field(...)`. */
function fieldCall(right: Node, source: Source): { default?: CodeDefault; type?: CodeType } | undefined {
  if (right.type !== "call") return undefined;
  const call = parseExpression(source.text, right.startIndex, right.endIndex);
  if (call.kind !== "call" || call.callee.kind !== "name") return undefined;
  const known = source.known(call.callee.name);
  if (!FIELD_CALLS.has(known)) return undefined;
  const named = (name: string) => call.arguments.find((argument) => argument.name === name)?.value;
  const positional =
    known === "field" ? undefined : call.arguments.find((argument) => argument.name === undefined);
  const found: { default?: CodeDefault; type?: CodeType } = {};
  const type = named("type");
  if (type) found.type = toType(type, source.text, source);
  const value = named("default") ?? positional?.value;
  const factory = named("default_factory") ?? named("factory");
  if (value && value.kind !== "ellipsis") {
    found.default = defaultFrom(value, source.text);
  } else if (factory) {
    const literal = emptyCollection(factory);
    const written = { text: source.textOf(right), ...spanOf(right) };
    found.default = literal ? { ...written, literal } : written;
  }
  return found;
}

/** Fields of a functional form: `namedtuple("X", "a b")`, `NamedTuple("X", [("a", int)])`, `TypedDict("X", {…})`. */
export function functionalFields(
  call: Expression & { kind: "call" },
  source: Source,
  form: ClassShape["form"],
): CodeField[] {
  const [, second] = call.arguments.filter((argument) => argument.name === undefined);
  const partial = call.arguments.some(
    ({ name, value }) => name === "total" && value.kind === "constant" && value.value === false,
  );
  const listed = second ? entriesOf(second.value, source) : [];
  const defaults = call.arguments.find((argument) => argument.name === "defaults")?.value;
  const values = defaults?.kind === "tuple" || defaults?.kind === "list" ? defaults.items : [];
  return listed.map(({ name, span, type: written }, i) => {
    const { type, words }: Qualified = written ? unqualify(written, source) : { words: new Set<string>() };
    const read: CodeField = {
      kind: "field",
      name,
      nameSpan: span,
      span: written ? { start: span.start, end: written.end } : span,
      visibility: visibilityOf(name),
      decorators: [],
      origin: "declaration",
    };
    if (type) read.type = type;
    if (form === "typed-dict" && (partial ? !words.has("Required") : words.has("NotRequired")))
      read.optional = true;
    // The defaults of a named tuple are those of its last fields.
    const value = values[i - (listed.length - values.length)];
    if (value) read.default = defaultFrom(value, source.text);
    return read;
  });
}

interface Entry {
  name: string;
  span: { start: number; end: number };
  type?: CodeType;
}

function entriesOf(value: Expression, source: Source): Entry[] {
  if (value.kind === "string") {
    // "a b" or "a, b"; places are known where the string is written plainly.
    return [...value.value.matchAll(/[^\s,]+/g)].map((match) => {
      const from = value.verbatim === undefined ? undefined : value.verbatim + match.index;
      const span = from === undefined ? value : { start: from, end: from + match[0].length };
      return { name: match[0], span: { start: span.start, end: span.end } };
    });
  }
  if (value.kind === "map") {
    return value.entries.flatMap(({ key, value: type }) => entry(key, type, source));
  }
  if (value.kind !== "list" && value.kind !== "tuple") return [];
  return value.items.flatMap((item) => {
    if (item.kind === "tuple" || item.kind === "list") {
      const [name, type] = item.items;
      return name ? entry(name, type, source) : [];
    }
    return entry(item, undefined, source);
  });
}

function entry(name: Expression, type: Expression | undefined, source: Source): Entry[] {
  if (name.kind !== "string") return [];
  const span =
    name.verbatim === undefined
      ? { start: name.start, end: name.end }
      : { start: name.verbatim, end: name.verbatim + name.value.length };
  const found = { name: name.value, span };
  return [type ? { ...found, type: toType(type, source.text, source) } : found];
}

/** The attribute names of `__slots__`. */
export function slotNames(right: Node, source: Source): Entry[] {
  const value = parseExpression(source.text, right.startIndex, right.endIndex);
  const entries = entriesOf(value, source);
  // A single string is one name.
  return value.kind === "string" ? entries.slice(0, 1) : entries;
}
