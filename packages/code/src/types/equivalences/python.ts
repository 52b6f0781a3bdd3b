import type { Type } from "@contractc/kernel";
import { apply, primitive } from "../lifted.js";
import { type Equivalence, type LibraryName, toApply, toPrimitive } from "./table.js";

/** Names of `typing` and `typing_extensions`. */
const TYPING: Record<string, LibraryName> = {
  Any: toPrimitive("any"),
  Text: toPrimitive("string"),
  LiteralString: toPrimitive("string"),
  Optional: { to: "optional" },
  Union: { to: "union" },
  Literal: { to: "literal" },
  Annotated: { to: "argument" },
  Final: { to: "argument" },
  ClassVar: { to: "argument" },
  Required: { to: "argument" },
  NotRequired: { to: "argument" },
  ReadOnly: { to: "argument" },
  Unpack: { to: "argument" },
  Self: { to: "self" },
  Callable: { to: "callable" },
  Tuple: { to: "tuple" },
  List: toApply("list"),
  Dict: toApply("map"),
  Set: toApply("set"),
  FrozenSet: toApply("set"),
  AbstractSet: toApply("set"),
  Sequence: toApply("sequence"),
  Mapping: toApply("mapping"),
  Iterable: toApply("iterable"),
  Iterator: toApply("iterator"),
  Generator: toApply("iterator", 0),
  AsyncIterable: toApply("stream"),
  AsyncIterator: toApply("stream"),
  AsyncGenerator: toApply("stream", 0),
  Awaitable: toApply("future"),
  Coroutine: toApply("future", 2),
};

const COLLECTIONS: Record<string, LibraryName> = {
  Callable: { to: "callable" },
  Set: toApply("set"),
  Sequence: toApply("sequence"),
  Mapping: toApply("mapping"),
  Iterable: toApply("iterable"),
  Iterator: toApply("iterator"),
  Generator: toApply("iterator", 0),
  AsyncIterable: toApply("stream"),
  AsyncIterator: toApply("stream"),
  AsyncGenerator: toApply("stream", 0),
  Awaitable: toApply("future"),
  Coroutine: toApply("future", 2),
};

const BUILTINS: Record<string, LibraryName> = {
  int: toPrimitive("int"),
  float: toPrimitive("float"),
  bool: toPrimitive("bool"),
  str: toPrimitive("string"),
  bytes: toPrimitive("bytes"),
  object: toPrimitive("object"),
  None: toPrimitive("null"),
  list: toApply("list"),
  dict: toApply("map"),
  set: toApply("set"),
  frozenset: toApply("set"),
  tuple: { to: "tuple" },
};

const MODULES: Record<string, LibraryName> = {
  "datetime.datetime": toPrimitive("datetime"),
  "datetime.date": toPrimitive("date"),
  "datetime.timedelta": toPrimitive("duration"),
  "decimal.Decimal": toPrimitive("decimal"),
  "uuid.UUID": toPrimitive("uuid"),
  "pathlib.Path": toPrimitive("path"),
  "types.NoneType": toPrimitive("null"),
  "dataclasses.InitVar": { to: "argument" },
  "asyncio.Future": toApply("future"),
  "asyncio.Task": toApply("future"),
};

function qualified(prefix: string, names: Record<string, LibraryName>): [string, LibraryName][] {
  return Object.entries(names).map(([name, meaning]) => [`${prefix}.${name}`, meaning]);
}

/** By qualified name; names of `builtins` stand alone. */
export const PYTHON_LIBRARY: ReadonlyMap<string, LibraryName> = new Map([
  ...Object.entries(BUILTINS),
  ...qualified("builtins", BUILTINS),
  ...qualified("typing", TYPING),
  ...qualified("typing_extensions", TYPING),
  ...qualified("collections.abc", COLLECTIONS),
  ...Object.entries(MODULES),
]);

const int: Type = primitive("int");
const string: Type = primitive("string");
const nullable: Type = { kind: "optional", type: int };

/** What the code may write for each type of a contract; anything else is drift. */
export const PYTHON_EQUIVALENCES: readonly Equivalence[] = [
  { contract: int, code: ["int", '"int"'] },
  { contract: primitive("float"), code: ["float"] },
  {
    contract: primitive("bool"),
    code: ["bool", "Literal[True, False]"],
    imports: "from typing import Literal",
  },
  { contract: string, code: ["str", "t.Text", "t.LiteralString"], imports: "import typing as t" },
  { contract: primitive("bytes"), code: ["bytes"] },
  {
    contract: primitive("any"),
    code: ["Any", "t.Any"],
    imports: "import typing as t\nfrom typing import Any",
  },
  { contract: primitive("json"), code: ["Any"], imports: "from typing import Any" },
  { contract: primitive("object"), code: ["object"], note: "`object` is not `Any`" },
  { contract: primitive("void"), code: ["None"] },
  { contract: primitive("null"), code: ["None"] },
  {
    contract: primitive("datetime"),
    code: ["datetime.datetime", "dt.datetime"],
    imports: "import datetime\nimport datetime as dt",
  },
  { contract: primitive("date"), code: ["date"], imports: "from datetime import date" },
  { contract: primitive("duration"), code: ["timedelta"], imports: "from datetime import timedelta" },
  { contract: primitive("decimal"), code: ["Decimal"], imports: "from decimal import Decimal" },
  { contract: primitive("uuid"), code: ["uuid.UUID", "UUID"], imports: "import uuid\nfrom uuid import UUID" },
  {
    contract: primitive("path"),
    code: ["Path", "pathlib.Path"],
    imports: "import pathlib\nfrom pathlib import Path",
  },
  {
    contract: nullable,
    code: [
      "int | None",
      "None | int",
      "Optional[int]",
      "t.Optional[int]",
      "Union[int, None]",
      "Union[None, int]",
      "Optional[Union[int, None]]",
      '"int | None"',
      'Optional["int"]',
    ],
    imports: "import typing as t\nfrom typing import Optional, Union",
  },
  {
    contract: { kind: "union", members: [int, primitive("null")] },
    code: ["int | None", "Optional[int]"],
    imports: "from typing import Optional",
    note: "`T?` and `T | null` are one in Python",
  },
  {
    contract: { kind: "union", members: [int, string] },
    code: [
      "int | str",
      "str | int",
      "Union[int, str]",
      "Union[str, int, str]",
      "Union[Union[int, str], int]",
    ],
    imports: "from typing import Union",
  },
  {
    contract: {
      kind: "union",
      members: [
        { kind: "literal", value: "up" },
        { kind: "literal", value: "down" },
      ],
    },
    code: [
      'Literal["up", "down"]',
      'Literal["down", "up"]',
      'Literal["up"] | Literal["down"]',
      'Union[Literal["up"], Literal["down"]]',
    ],
    imports: "from typing import Literal, Union",
  },
  { contract: { kind: "literal", value: 3 }, code: ["Literal[3]"], imports: "from typing import Literal" },
  {
    contract: apply("list", int),
    code: ["list[int]", "List[int]", "t.List[int]"],
    imports: "import typing as t\nfrom typing import List",
  },
  {
    contract: apply("list", primitive("any")),
    code: ["list", "list[Any]", "List"],
    imports: "from typing import Any, List",
  },
  {
    contract: apply("set", int),
    code: ["set[int]", "Set[int]", "frozenset[int]", "FrozenSet[int]", "AbstractSet[int]"],
    imports: "from typing import AbstractSet, FrozenSet, Set",
  },
  {
    contract: apply("map", string, int),
    code: ["dict[str, int]", "Dict[str, int]"],
    imports: "from typing import Dict",
  },
  {
    contract: apply("mapping", string, int),
    code: ["Mapping[str, int]", "abc.Mapping[str, int]"],
    imports: "from collections import abc\nfrom typing import Mapping",
  },
  {
    contract: apply("sequence", int),
    code: ["Sequence[int]", "tuple[int, ...]", "Tuple[int, ...]"],
    imports: "from collections.abc import Sequence\nfrom typing import Tuple",
    note: "a tuple of any length is a sequence",
  },
  {
    contract: apply("tuple", int, string),
    code: ["tuple[int, str]", "Tuple[int, str]"],
    imports: "from typing import Tuple",
  },
  {
    contract: apply("iterable", int),
    code: ["Iterable[int]"],
    imports: "from collections.abc import Iterable",
  },
  {
    contract: apply("iterator", int),
    code: ["Iterator[int]", "Generator[int, None, None]"],
    imports: "from collections.abc import Generator, Iterator",
  },
  {
    contract: apply("stream", int),
    code: ["AsyncIterator[int]", "AsyncIterable[int]", "AsyncGenerator[int, None]", "AsyncGenerator[int]"],
    imports: "from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator",
  },
  {
    contract: apply("future", int),
    code: ["Awaitable[int]", "Coroutine[Any, Any, int]", "asyncio.Future[int]", "asyncio.Task[int]"],
    imports: "import asyncio\nfrom collections.abc import Awaitable, Coroutine\nfrom typing import Any",
  },
  {
    contract: { kind: "function", parameters: [{ type: int }, { type: string }], result: primitive("bool") },
    code: ["Callable[[int, str], bool]", "t.Callable[[int, str], bool]"],
    imports: "import typing as t\nfrom collections.abc import Callable",
  },
  {
    contract: { kind: "function", parameters: [{ type: primitive("any"), rest: true }], result: int },
    code: ["Callable[..., int]"],
    imports: "from collections.abc import Callable",
  },
  {
    contract: int,
    code: ['Annotated[int, "positive"]', "Final[int]", "ClassVar[int]"],
    imports: "from typing import Annotated, ClassVar, Final",
  },
  { contract: { kind: "verbatim", text: "type[int]" }, code: ["type[int]", "type[ int ]"] },
  {
    contract: { kind: "verbatim", text: "NoReturn" },
    code: ["NoReturn", "t.NoReturn"],
    imports: "import typing as t\nfrom typing import NoReturn",
  },
];
