import type { Language } from "@contractc/kernel";
import type { FuzzInput } from "./contract-inputs.ts";
import { editCharacters, editLines, editTokens, makeOdd, randomBytes, splice, truncate } from "./mutate.ts";
import type { Random } from "./random.ts";

/** What is put into code of each language. */
const WORDS: Readonly<Record<Language, readonly string[]>> = {
  python: [
    ..."()[]{}:,.=|@*/\\#'\"-+<>;~%",
    ..."def class return if else elif try except finally raise import from as with async await lambda pass yield".split(
      " ",
    ),
    ..."match case type global nonlocal del assert not in is None True self cls and or while for break ...".split(
      " ",
    ),
    "->",
    "**",
    ":=",
    "==",
    "\n",
    "\n    ",
    "\n        ",
    "\t",
    "\r\n",
    '"""',
    "'''",
    'f"{',
    "}",
    "@property",
    "@overload",
    "@dataclass",
    "x: int = 1",
    "__all__ = [",
    "# contract-ignore drift/kind: why",
    "0x",
    "1e9",
    "é",
    "\\\n",
  ],
  typescript: [
    ..."()[]{}:,.=|@*/\\#'\"`-+<>;~%!?&",
    ..."export default class interface type enum namespace declare abstract static readonly private protected".split(
      " ",
    ),
    ..."public function const let var async await return if else try catch finally throw import from as new".split(
      " ",
    ),
    ..."extends implements get set keyof typeof infer is satisfies unique symbol this super null undefined".split(
      " ",
    ),
    "=>",
    "...",
    "?.",
    "??",
    "\n",
    "\r\n",
    "/**",
    "*/",
    "//",
    "/*",
    "${",
    "/[/]/g",
    "<T>",
    "@decorator()",
    "x?: number",
    "#private",
    "// contract-ignore drift/kind: why",
    "1n",
    "é",
    "\\u{61}",
  ],
};

type Make = (language: Language, base: string, other: string, random: Random) => string | Uint8Array;

const KINDS: readonly [kind: string, share: number, make: Make][] = [
  ["unchanged", 2, (_, base) => base],
  ["random bytes", 6, (_, base, __, random) => randomBytes(base, random)],
  ["token soup", 10, (language, _, __, random) => soup(language, random)],
  ["truncated", 16, (_, base, __, random) => truncate(base, random)],
  ["one token edited", 20, (language, base, _, random) => editTokens(base, WORDS[language], random, 1)],
  ["many tokens edited", 14, (language, base, _, random) => editTokens(base, WORDS[language], random, 12)],
  ["characters edited", 8, (_, base, __, random) => editCharacters(base, random)],
  ["lines edited", 14, (_, base, __, random) => editLines(base, random)],
  ["two files spliced", 8, (_, base, other, random) => splice(base, other, random)],
  ["odd characters", 8, (_, base, __, random) => makeOdd(base, random)],
  ["deep nesting", 1, (language, _, __, random) => deep(language, random)],
];
const SHARES = KINDS.flatMap(([kind, share, make]) => Array.from({ length: share }, () => ({ kind, make })));

export const CODE_KINDS: readonly string[] = KINDS.map(([kind]) => kind);

export function codeInput(language: Language, base: string, other: string, random: Random): FuzzInput {
  const { kind, make } = random.pick(SHARES);
  return { kind, data: make(language, base, other, random) };
}

function soup(language: Language, random: Random): string {
  const words = [...WORDS[language], "name", "Name", "1", '"text"'];
  return Array.from({ length: random.below(60) }, () => random.pick(words)).join(random.pick(["", " ", " "]));
}

const NESTS: Readonly<Record<Language, readonly (readonly [string, string])[]>> = {
  python: [
    ["(", ")"],
    ["[", "]"],
    ["x = {1: ", "}"],
    ["list[", "]"],
    ["not ", ""],
    ["-", ""],
    ["a.b", ""],
    ["f()", ""],
    ["lambda: ", ""],
    ["a if b else ", ""],
  ],
  typescript: [
    ["(", ")"],
    ["[", "]"],
    ["{a:", "}"],
    ["Array<", ">"],
    ["!", ""],
    ["a.b", ""],
    ["f()", ""],
    ["() => ", ""],
    ["a ? b : ", ""],
    ["keyof ", ""],
  ],
};

function deep(language: Language, random: Random): string {
  const [open, close] = random.pick(NESTS[language]);
  const depth = random.pick([10, 100, 1_000, 5_000]);
  const text = `${open.repeat(depth)}x${random.once(3) ? "" : close.repeat(depth)}`;
  const frames =
    language === "python"
      ? [`x = ${text}\n`, `def f(a: ${text}) -> int:\n    return 1\n`, `class A(${text}):\n    pass\n`, text]
      : [
          `export const x = ${text};\n`,
          `export type T = ${text};\n`,
          `export function f(a: ${text}) {}\n`,
          text,
        ];
  return random.pick(frames);
}
