import type { Node } from "web-tree-sitter";
import type {
  CodeDecorator,
  CodeParameter,
  CodeRaise,
  CodeSignature,
  CodeType,
  Span,
} from "../reading/signature.js";
import { type BodyFacts, noFacts, readBody } from "./body.js";
import { type Decorated, decoratorKnownAs } from "./decorators.js";
import { docStringOf } from "./doc-string.js";
import { markUnderscored, parseParameters } from "./parameters.js";
import { isContextManager, plainReturns } from "./returns.js";
import { field, type Source, spanOf } from "./source.js";
import { declaredTypeParameters, inferTypeParameters, typesOf } from "./type-parameters.js";
import { renameTypes } from "./types.js";

/** One `def`, as far as functions and methods are alike. */
export interface Definition {
  name: string;
  nameSpan: Span;
  span: Span;
  decorators: CodeDecorator[];
  overload: boolean;
  signature: CodeSignature;
  hollow?: Span;
  /** It has a body that does something. */
  implemented: boolean;
  raises: CodeRaise[];
  doc?: string;
  /** The first parameter that was taken off: `self`, `cls`. */
  receiver?: CodeParameter;
  facts: BodyFacts;
}

export interface DefinitionPlace {
  /** What the first parameter is. */
  receiver: "none" | "instance" | "class";
  /** Bodies say nothing here: stubs, protocols, `if TYPE_CHECKING:`. */
  bodiless: boolean;
  /** Type parameters of the enclosing class. */
  bound: ReadonlySet<string>;
}

const OVERLOAD = new Set(["overload"]);
const ABSTRACT = new Set([
  "abstractmethod",
  "abstractproperty",
  "abstractclassmethod",
  "abstractstaticmethod",
]);

export function isAbstract(decorators: readonly CodeDecorator[], source: Source): boolean {
  return decoratorKnownAs(decorators, ABSTRACT, source) !== undefined;
}

/** Reads a function definition, its body included. */
export function readDefinition(
  found: Decorated,
  source: Source,
  place: DefinitionPlace,
): Definition | undefined {
  const { definition, whole, decorators } = found;
  const nameNode = field(definition, "name");
  const list = field(definition, "parameters");
  const body = field(definition, "body");
  if (!nameNode || !list || nameNode.isMissing) return undefined;

  const parameterSpan = { start: list.startIndex + 1, end: Math.max(list.endIndex - 1, list.startIndex + 1) };
  const parameters = parseParameters(source, parameterSpan);
  const receiver = place.receiver === "none" ? undefined : takeReceiver(parameters, source, parameterSpan);
  const names = new Set(parameters.map((parameter) => parameter.name));
  const facts: BodyFacts = body ? readBody(body, source, place.receiver === "instance", names) : noFacts();

  const overload = decoratorKnownAs(decorators, OVERLOAD, source) !== undefined;
  const statements = source.bodyOf(definition);
  const silent =
    place.bodiless || source.stub || overload || isAbstract(decorators, source) || definition.hasError;
  const hollow = isHollow(statements, source);
  const resultNode = field(definition, "return_type");
  const result = resultNode && source.typeOf(resultNode);

  const signature: CodeSignature = {
    ...selfTyped(definition, source, place, receiver, parameters, result),
    parameterSpan,
    start: definition.startIndex,
    end: resultNode?.endIndex ?? list.endIndex,
  };
  if (definition.firstChild?.type === "async") signature.async = true;
  if (facts.generator) signature.generator = true;
  if (!result && !facts.generator && !facts.returnsValue && !silent && !hollow && statements.length > 0) {
    signature.returnsNothing = true;
  }

  if (isContextManager(decorators, source)) signature.contextManager = true;
  if (!result && !silent && !hollow && facts.returnsValue) {
    const named = new Set(
      parameters.filter(({ kind }) => !kind.endsWith("variadic")).map((parameter) => parameter.name),
    );
    const returned = plainReturns(facts, named, receiver?.name, decorators, source);
    if (returned.length > 0) signature.returned = returned;
  }

  const read: Definition = {
    name: source.textOf(nameNode),
    nameSpan: spanOf(nameNode),
    span: spanOf(whole),
    decorators,
    overload,
    signature,
    implemented: !hollow && !source.stub && !overload && statements.length > 0,
    raises: facts.raises,
    facts,
  };
  const doc = docStringOf(statements[0], source.text);
  if (doc !== undefined) read.doc = doc;
  if (receiver) read.receiver = receiver;
  if (hollow && !silent && body) read.hollow = spanOf(body);
  return read;
}

/** `self` or `cls`, whatever its name is. `def f(*args)` has none. */
function takeReceiver(parameters: CodeParameter[], source: Source, span: Span): CodeParameter | undefined {
  const first = parameters[0];
  if (!first || (first.kind !== "standard" && first.kind !== "positional-only")) return undefined;
  parameters.shift();
  // Only now does `def f(self, __x)` begin with an underscored parameter.
  const list = source.text.slice(span.start, span.end);
  if (!/(?:^|,)\s*\/\s*(?:,|$)/.test(list)) markUnderscored(parameters);
  return first;
}

/** A `self: T` with a type variable is the old way to write `Self`. */
function selfTyped(
  definition: Node,
  source: Source,
  place: DefinitionPlace,
  receiver: CodeParameter | undefined,
  parameters: CodeParameter[],
  result: CodeType | undefined,
): Pick<CodeSignature, "typeParameters" | "parameters" | "result"> {
  const declared = declaredTypeParameters(definition, source);
  const variable = receiver?.type && receiverVariable(receiver.type);
  const declaredHere = declared?.some((parameter) => parameter.name === variable) ?? false;
  const known = variable !== undefined && (declaredHere || source.typeVariables.has(variable));
  if (known && !place.bound.has(variable)) {
    const rename = (type: CodeType) => renameTypes(type, variable, "Self");
    for (const parameter of parameters) if (parameter.type) parameter.type = rename(parameter.type);
    if (result) result = rename(result);
  }
  const typeParameters =
    declared?.filter((parameter) => !(known && parameter.name === variable)) ??
    inferTypeParameters(typesOf(parameters, result), source, place.bound);
  return result ? { typeParameters, parameters, result } : { typeParameters, parameters };
}

/** `T` of `self: T` and `cls: type[T]`. */
function receiverVariable(type: CodeType): string | undefined {
  if (type.kind !== "name") return undefined;
  const [only] = type.arguments;
  if (!only) return type.name;
  return only.kind === "name" && only.arguments.length === 0 && /(?:^|\.)[tT]ype$/.test(type.name)
    ? only.name
    : undefined;
}

/** Only `pass`, `...`, a doc string, `raise NotImplementedError`. */
function isHollow(statements: Node[], source: Source): boolean {
  return statements.length > 0 && statements.every((statement, i) => doesNothing(statement, i === 0, source));
}

function doesNothing(statement: Node, first: boolean, source: Source): boolean {
  switch (statement.type) {
    case "pass_statement":
      return true;
    case "expression_statement": {
      const value = statement.firstNamedChild;
      return value?.type === "ellipsis" || (first && docStringOf(statement, source.text) !== undefined);
    }
    case "raise_statement":
      return /^raise\s+NotImplementedError\b(?!\.)/.test(source.textOf(statement));
    default:
      return false;
  }
}
