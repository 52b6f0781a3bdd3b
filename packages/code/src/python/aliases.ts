import type { CodeType } from "../reading/signature.js";
import type { Expression } from "./expression.js";
import type { Source } from "./source.js";
import { toType } from "./types.js";

/** Generic types whose subscription can only be a type. */
const GENERICS = new Set(
  `Annotated AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable Callable ChainMap ClassVar
  Collection Concatenate Container ContextManager Coroutine Counter DefaultDict Deque Dict Final FrozenSet Generator
  ItemsView Iterable Iterator KeysView List Literal Mapping MappingView Match MutableMapping MutableSequence MutableSet
  Optional OrderedDict Pattern Reversible Sequence Set Tuple Type TypeGuard TypeIs Union Unpack ValuesView
  defaultdict deque dict frozenset list set tuple type`.split(/\s+/),
);

const BUILT_INS = new Set(
  `int float bool str bytes bytearray complex object memoryview list dict set frozenset tuple type range slice
  BaseException Exception`.split(/\s+/),
);

const GENERIC_BUILT_INS = new Set(["dict", "list", "set", "frozenset", "tuple", "type"]);

/** From `typing`, without arguments. */
const PLAIN = new Set([
  "Any",
  "NoReturn",
  "Never",
  "AnyStr",
  "Hashable",
  "Sized",
  "Text",
  "LiteralString",
  "Self",
]);

/** Names of this file that are types: classes and aliases. */
export type LocalTypes = ReadonlySet<string>;

/**
 * The type that an unannotated assignment gives a name to, if it is clearly one: `Id = int`,
 * `Handler = Callable[[int], None]`, `Point = A | B`. Flags (`re.A | re.B`) and table look-ups are none.
 */
export function aliasedType(
  target: string,
  value: Expression,
  source: Source,
  types: LocalTypes,
): CodeType | undefined {
  // `bytes = bytes` gives a name to itself: whoever imports it gets what the language means by it.
  if (value.kind === "name" && value.name === target) return undefined;
  // `Table = dict` may be given type arguments where it is used, which an alias of the contract cannot be.
  if (value.kind === "name" && GENERIC_BUILT_INS.has(value.name) && !source.bindings.has(value.name)) {
    return undefined;
  }
  return isType(value, source, types, camel(target)) ? toType(value, source.text, source) : undefined;
}

function isType(value: Expression, source: Source, types: LocalTypes, named: boolean): boolean {
  switch (value.kind) {
    case "name":
      return isTypeName(value.name, source, types, named);
    case "subscript":
      return value.value.kind === "name" && isGeneric(value.value.name, value.items, source, types);
    case "union":
      return isUnion(value.members, source, types);
    default:
      return false;
  }
}

function isTypeName(name: string, source: Source, types: LocalTypes, named: boolean): boolean {
  if (BUILT_INS.has(name) && !source.bindings.has(name)) return true;
  if (types.has(name)) return true;
  const known = source.known(name);
  if (/^typing(?:_extensions)?\./.test(source.canonical(name)))
    return PLAIN.has(known) || GENERICS.has(known);
  // `Surface = pygame.Surface`: both names look like classes.
  const imported = source.bindings.has(name.split(".")[0] as string);
  return named && imported && camel(known);
}

function isGeneric(name: string, items: Expression[], source: Source, types: LocalTypes): boolean {
  if (GENERICS.has(source.known(name)) && !types.has(name)) return true;
  // A generic class of this file or another: its arguments have to be types too.
  const generic =
    types.has(name) || (camel(source.known(name)) && source.bindings.has(name.split(".")[0] as string));
  return generic && items.length > 0 && items.every((item) => isArgument(item, source, types));
}

function isArgument(item: Expression, source: Source, types: LocalTypes): boolean {
  if (item.kind === "constant") return item.value === null;
  if (item.kind === "ellipsis") return true;
  if (item.kind === "list") return item.items.every((inner) => isArgument(inner, source, types));
  if (item.kind === "name" && source.typeVariables.has(item.name)) return true;
  return isType(item, source, types, true);
}

/** One member has to be certain; the others only possible. */
function isUnion(members: Expression[], source: Source, types: LocalTypes): boolean {
  const certain = members.some(
    (member) =>
      (member.kind === "constant" && member.value === null) ||
      (member.kind === "subscript" && isType(member, source, types, false)) ||
      (member.kind === "name" && isTypeName(member.name, source, types, false)),
  );
  return certain && members.every((member) => member.kind !== "number" && member.kind !== "call");
}

/** `Surface`, `HTTPServer`, `T2`: looks like the name of a class rather than of a constant. */
function camel(name: string): boolean {
  return /^_*[A-Z]/.test(name) && /[a-z]/.test(name);
}
