import type { Node } from "web-tree-sitter";
import type { ClassForm, CodeDecorator, CodeType, CodeTypeParameter } from "../reading/signature.js";
import { type Argument, type Expression, parseArguments } from "./expression.js";
import { field, type Source } from "./source.js";
import { declaredTypeParameters, inferTypeParameters } from "./type-parameters.js";
import { toType } from "./types.js";

/** What a class's head says: bases, decorators, keywords. */
export interface ClassShape {
  form: ClassForm;
  enumeration: boolean;
  abstract: boolean;
  frozen: boolean;
  extends: CodeType[];
  typeParameters: CodeTypeParameter[];
  /** `class X(namedtuple("X", "a b"))`: the call. */
  functional?: Expression & { kind: "call" };
  /** A dataclass by its base: subclasses are as well. */
  model: boolean;
  /** TypedDict: keys need not be there unless marked `Required`. */
  partial: boolean;
}

const ENUMS = new Set([
  "Enum",
  "IntEnum",
  "StrEnum",
  "Flag",
  "IntFlag",
  "ReprEnum",
  "TextChoices",
  "IntegerChoices",
]);
/** Bases whose subclasses get a constructor from their fields. */
const MODELS = new Set(["BaseModel", "BaseSettings", "RootModel", "SQLModel", "Struct"]);
const MARKERS = new Set(["object", "ABC", "Generic", "Protocol", "NamedTuple", "TypedDict", ...MODELS]);
const ATTRS = new Set(["s", "attrs", "attributes", "define", "frozen", "mutable", "dataclass"]);

/** Decorators whose classes get a constructor from their fields. */
function isDataDecorator(decorator: CodeDecorator, source: Source): boolean {
  const known = source.known(decorator.name);
  if (known === "dataclass") return true;
  return ATTRS.has(known) && /^attrs?\./.test(source.canonical(decorator.name));
}

/**
 * @param forms shapes of the classes above in this file: a subclass of an enum is an enum
 */
export function readShape(
  definition: Node,
  decorators: readonly CodeDecorator[],
  source: Source,
  forms: ReadonlyMap<string, ClassShape>,
): ClassShape {
  const list = field(definition, "superclasses");
  const found = list ? parseArguments(source.text, list.startIndex, list.endIndex).arguments : [];
  const shape: ClassShape = {
    form: "class",
    enumeration: false,
    abstract: false,
    frozen: false,
    extends: [],
    typeParameters: [],
    model: false,
    partial: false,
  };
  let generic: CodeType[] | undefined;
  for (const { name, value } of found) {
    if (name !== undefined || value.kind === "star") continue;
    if (value.kind === "call") {
      const made = value.callee.kind === "name" ? source.known(value.callee.name) : "";
      if (made === "namedtuple" || made === "NamedTuple") {
        Object.assign(shape, { form: "named-tuple", frozen: true, functional: value });
        continue;
      }
    }
    const type = toType(value, source.text, source);
    if (type.kind !== "name") continue;
    const known = source.known(type.name);
    if (known === "Generic" || (known === "Protocol" && type.arguments.length > 0)) generic = type.arguments;
    applyBase(shape, known, forms.get(type.name));
    if (!MARKERS.has(known)) shape.extends.push(type);
  }
  applyKeywords(shape, found, source);
  for (const decorator of decorators) {
    if (!isDataDecorator(decorator, source)) continue;
    shape.form = "dataclass";
    const known = source.known(decorator.name);
    if (known === "frozen" || /\bfrozen\s*=\s*True\b/.test(decorator.arguments ?? "")) shape.frozen = true;
  }
  shape.typeParameters =
    declaredTypeParameters(definition, source) ??
    inferTypeParameters(generic ?? shape.extends, source, new Set());
  return shape;
}

function applyBase(shape: ClassShape, known: string, local: ClassShape | undefined): void {
  if (known === "Protocol") shape.form = "interface";
  else if (known === "NamedTuple") Object.assign(shape, { form: "named-tuple", frozen: true });
  else if (known === "TypedDict") shape.form = "typed-dict";
  else if (MODELS.has(known)) Object.assign(shape, { form: "dataclass", model: true });
  else if (known === "ABC") shape.abstract = true;
  else if (ENUMS.has(known)) shape.enumeration = true;
  if (!local) return;
  if (local.enumeration) shape.enumeration = true;
  // Whether a dataclass's subclass is one says its own decorator; models and typed dictionaries pass it on.
  if (local.form === "typed-dict" || local.model)
    Object.assign(shape, { form: local.form, model: local.model });
}

function applyKeywords(shape: ClassShape, found: readonly Argument[], source: Source): void {
  for (const { name, value } of found) {
    if (name === "metaclass" && value.kind === "name" && source.known(value.name) === "ABCMeta")
      shape.abstract = true;
    if (name === "total" && value.kind === "constant" && value.value === false) shape.partial = true;
    if (name === "frozen" && value.kind === "constant" && value.value === true) shape.frozen = true;
  }
}
