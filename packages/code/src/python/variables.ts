import type { Node } from "web-tree-sitter";
import type { CodeAlias, CodeClass, CodeEnum, CodeSignature, CodeVariable } from "../reading/signature.js";
import { aliasedType, type LocalTypes } from "./aliases.js";
import type { ClassShape } from "./class-forms.js";
import { type Expression, parseExpression } from "./expression.js";
import { functionalFields, unqualify } from "./fields.js";
import { defaultFrom, defaultOf } from "./literals.js";
import { parseParameters } from "./parameters.js";
import { field, type Source, spanOf, statementsOf, targetsOf } from "./source.js";
import { skipBlank, skipTo } from "./tokens.js";
import { inferTypeParameters, isTypeVariableCall, parseTypeParameters } from "./type-parameters.js";
import { toType } from "./types.js";

type Unplaced<T> = Omit<T, "exported">;
export type ReadVariable =
  | Unplaced<CodeVariable>
  | Unplaced<CodeAlias>
  | Unplaced<CodeClass>
  | Unplaced<CodeEnum>;

/** Longer values are data; a type that long does not occur. */
const MAXIMUM_TYPE = 50_000;

/**
 * Reads an assignment of a module: a variable, a constant, an alias, or a class in functional form.
 * Type variables are none of these.
 *
 * @returns one for each plain name that is assigned
 */
export function readAssignment(assignment: Node, source: Source, types: LocalTypes): ReadVariable[] {
  const left = field(assignment, "left");
  if (!left) return [];
  if (left.type === "identifier") {
    const read = readSingle(left, assignment, source, types);
    return read ? [read] : [];
  }
  if (left.type === "attribute" || left.type === "subscript") return [];
  return readTuple(left, assignment, source);
}

function readSingle(
  left: Node,
  assignment: Node,
  source: Source,
  types: LocalTypes,
): ReadVariable | undefined {
  const name = source.textOf(left);
  const common = { name, nameSpan: spanOf(left), span: spanOf(assignment) };
  const annotation = field(assignment, "type");
  const right = field(assignment, "right");
  // Of `a = b = 3` the value stands at the end.
  let last = right;
  while (last?.type === "assignment") last = field(last, "right");
  const short = last && last.endIndex - last.startIndex <= MAXIMUM_TYPE ? last : undefined;
  const value = short && parseExpression(source.text, short.startIndex, short.endIndex);

  if (annotation) {
    const type = source.typeOf(annotation);
    if (type.kind === "name" && source.known(type.name) === "TypeAlias" && value) {
      const aliased = toType(value, source.text, source);
      return alias(common, aliased, source);
    }
    const { type: inner, words } = unqualify(type, source);
    const read: ReadVariable = {
      kind: "variable",
      constant: words.has("Final") || isConstantName(name),
      ...common,
    };
    if (inner) read.type = inner;
    return withValue(read, last, source);
  }
  if (value?.kind === "call" && value.callee.kind === "name") {
    if (isTypeVariableCall(value.callee.name, source)) return undefined;
    const made = readFunctional(value, value.callee.name, common, source);
    if (made) return made;
  }
  const type = value && aliasedType(name, value, source, types);
  if (type) return alias(common, type, source);
  if (last?.type === "lambda") {
    const read: Unplaced<CodeVariable> = { kind: "variable", constant: isConstantName(name), ...common };
    return withValue({ ...read, signature: lambdaSignature(last, source) }, last, source);
  }
  return withValue({ kind: "variable", constant: isConstantName(name), ...common }, last, source);
}

function lambdaSignature(lambda: Node, source: Source): CodeSignature {
  const list = field(lambda, "parameters");
  const at = lambda.startIndex + "lambda".length;
  const parameterSpan = list ? spanOf(list) : { start: at, end: at };
  const parameters = list ? parseParameters(source, parameterSpan) : [];
  return { typeParameters: [], parameters, parameterSpan, lambda: true, ...spanOf(lambda) };
}

type Common = Pick<CodeVariable, "name" | "nameSpan" | "span">;

function alias(common: Common, type: CodeAlias["type"], source: Source): ReadVariable {
  return { kind: "alias", typeParameters: inferTypeParameters([type], source, new Set()), type, ...common };
}

function withValue(read: Unplaced<CodeVariable>, right: Node | undefined, source: Source): ReadVariable {
  const value = right && defaultOf(source.text, spanOf(right));
  return value ? { ...read, value } : read;
}

function isConstantName(name: string): boolean {
  return /^_*\p{Lu}[\p{Lu}\p{N}_]*$/u.test(name);
}

/** `A, B = 1, 2` */
function readTuple(left: Node, assignment: Node, source: Source): ReadVariable[] {
  const targets = targetsOf(left);
  const right = field(assignment, "right");
  const listed =
    right && (right.type === "expression_list" || right.type === "tuple") ? statementsOf(right) : [];
  const values =
    listed.length === targets.length && !listed.some((one) => one.type === "list_splat") ? listed : [];
  return targets.flatMap((target, i): ReadVariable[] => {
    if (target.type !== "identifier") return [];
    const name = source.textOf(target);
    const common = { name, nameSpan: spanOf(target), span: spanOf(assignment) };
    return [withValue({ kind: "variable", constant: isConstantName(name), ...common }, values[i], source)];
  });
}

const ENUM_CALLS = new Set(["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"]);

/** `namedtuple(…)`, `NamedTuple(…)`, `TypedDict(…)`, `make_dataclass(…)`, `Enum(…)`, `NewType(…)`, `TypeAliasType(…)`. */
function readFunctional(
  call: Expression & { kind: "call" },
  callee: string,
  common: Common,
  source: Source,
): ReadVariable | undefined {
  const known = source.known(callee);
  const [first, second] = call.arguments.filter((argument) => argument.name === undefined);
  if (first?.value.kind !== "string") return undefined;
  if (known === "NewType" || known === "TypeAliasType") {
    return second && alias(common, toType(second.value, source.text, source), source);
  }
  const body = { start: common.span.end, end: common.span.end, indent: "    " };
  const form = FUNCTIONAL.get(known);
  if (form) {
    const frozen = form === "named-tuple" || call.arguments.some(isFrozen) ? { frozen: true as const } : {};
    const members = functionalFields(call, source, form);
    const shape = { form, typeParameters: [], extends: [], implements: [], decorators: [], ...frozen };
    return { kind: "class", ...shape, members, body, ...common };
  }
  if (!ENUM_CALLS.has(known) || !second) return undefined;
  return {
    kind: "enum",
    form: "enum",
    members: functionalMembers(second.value, source),
    methods: [],
    body,
    ...common,
  };
}

const FUNCTIONAL: ReadonlyMap<string, ClassShape["form"]> = new Map<string, ClassShape["form"]>([
  ["namedtuple", "named-tuple"],
  ["NamedTuple", "named-tuple"],
  ["TypedDict", "typed-dict"],
  ["make_dataclass", "dataclass"],
]);

function isFrozen({ name, value }: { name?: string; value: Expression }): boolean {
  return name === "frozen" && value.kind === "constant" && value.value === true;
}

function functionalMembers(listed: Expression, source: Source): CodeEnum["members"] {
  const call: Expression & { kind: "call" } = {
    kind: "call",
    callee: listed,
    arguments: [{ value: listed }, { value: listed }],
    argumentSpan: listed,
    start: listed.start,
    end: listed.end,
  };
  const values = new Map<string, Expression>();
  if (listed.kind === "map") {
    for (const { key, value } of listed.entries) if (key.kind === "string") values.set(key.value, value);
  } else if (listed.kind === "list" || listed.kind === "tuple") {
    for (const item of listed.items) {
      if (item.kind !== "tuple") continue;
      const [key, value] = item.items;
      if (key?.kind === "string" && value) values.set(key.value, value);
    }
  }
  return functionalFields(call, source, "class").map(({ name, nameSpan }) => {
    const value = values.get(name);
    const member = { name, nameSpan, start: nameSpan.start, end: value?.end ?? nameSpan.end };
    return value ? { ...member, value: defaultFrom(value, source.text) } : member;
  });
}

/** `type X[T] = …` */
export function readTypeStatement(node: Node, source: Source): ReadVariable | undefined {
  const { text } = source;
  const left = field(node, "left");
  const right = field(node, "right");
  const head = left && /^[\p{XIDS}_][\p{XIDC}]*/u.exec(source.textOf(left))?.[0];
  if (!left || !right || head === undefined) return undefined;
  const start = left.startIndex;
  const nameSpan = { start, end: start + head.length };
  const open = skipBlank(text, nameSpan.end, left.endIndex);
  const typeParameters =
    text[open] === "[" && open < left.endIndex
      ? parseTypeParameters(source, { start: open + 1, end: skipTo(text, open + 1, left.endIndex, "]") })
      : [];
  const common = { name: head, nameSpan, span: spanOf(node) };
  return { kind: "alias", typeParameters, type: source.typeOf(right), ...common };
}
