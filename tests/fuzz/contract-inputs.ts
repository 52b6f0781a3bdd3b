import { keywords } from "@contractc/language";
import { editCharacters, editLines, editTokens, makeOdd, randomBytes, splice, truncate } from "./mutate.ts";
import type { Random } from "./random.ts";

/** Contracts to start from. */
export interface ContractCorpus {
  /** Whole contracts of real size. */
  whole: readonly string[];
  /** Contracts of some lines: parts of the whole ones, and the examples of the diagnostics. */
  small: readonly string[];
}

export interface FuzzInput {
  kind: string;
  data: string | Uint8Array;
}

const SIGNS = [
  ..."{}()[]<>,.:;=-?|@*/`'#!&\\\"+%^~$_",
  "...",
  "->",
  "==",
  "**",
  "=>",
  "//",
  "/*",
  "*/",
  "///",
  '"""',
  "::",
];
const VALUES = [
  "name",
  "Name",
  "`a b`",
  "``",
  '"text"',
  '"m.py"',
  '"../up.ts"',
  '"',
  "12",
  "-1",
  "1e999",
  "0x1F",
  "1_000",
  "int",
  "list<int>",
  "map<string, int>",
  "a.b",
  "f()",
  "true",
  "null",
  "None",
  "T",
];
const SPACES = ["\n", "\n  ", "\n    ", "\r\n", "\t", " ", ""];

/** What token soup is made of, and what is put into real contracts. */
export const CONTRACT_WORDS: readonly string[] = [
  ...keywords,
  ...SIGNS,
  ...VALUES,
  ...SPACES,
  "é",
  "😀",
  "\u0000",
];

const HEADER = 'contract Fuzz version "1.0.0"\n';

/** Each kind of input with how often it comes; the text to start from is the caller's. */
const KINDS: readonly [
  kind: string,
  share: number,
  make: (base: string, other: string, random: Random) => string | Uint8Array,
][] = [
  ["random bytes", 8, (base, _, random) => randomBytes(base, random)],
  ["token soup", 12, (_, __, random) => soup(random)],
  ["soup in a declaration", 8, (_, __, random) => HEADER + random.pick(FRAMES)(soup(random))],
  ["truncated", 14, (base, _, random) => truncate(base, random)],
  ["one token edited", 16, (base, _, random) => editTokens(base, CONTRACT_WORDS, random, 1)],
  ["many tokens edited", 14, (base, _, random) => editTokens(base, CONTRACT_WORDS, random, 12)],
  ["characters edited", 8, (base, _, random) => editCharacters(base, random)],
  ["lines edited", 8, (base, _, random) => editLines(base, random)],
  ["two contracts spliced", 8, (base, other, random) => splice(base, other, random)],
  ["odd characters", 6, (base, _, random) => makeOdd(base, random)],
  ["deep nesting", 1, (_, __, random) => deep(random)],
  ["long chains", 1, (_, __, random) => chain(random)],
];
const SHARES = KINDS.flatMap(([kind, share, make]) => Array.from({ length: share }, () => ({ kind, make })));

export const CONTRACT_KINDS: readonly string[] = KINDS.map(([kind]) => kind);

/** @param wholeOnce a whole contract is taken once in so many times, a small one otherwise */
export function contractInput(corpus: ContractCorpus, random: Random, wholeOnce: number): FuzzInput {
  const { kind, make } = random.pick(SHARES);
  const texts = random.once(wholeOnce) ? corpus.whole : corpus.small;
  return { kind, data: make(random.pick(texts), random.pick(texts), random) };
}

/** Every prefix of a text. */
export function* truncations(text: string, step = 1): Generator<string> {
  for (let end = 0; end <= text.length; end += step) yield text.slice(0, end);
}

function soup(random: Random): string {
  const space = random.pick(["", " ", " "]);
  return Array.from({ length: random.below(40) }, () => random.pick(CONTRACT_WORDS)).join(space);
}

const FRAMES: readonly ((text: string) => string)[] = [
  (text) => `module m "m.py" {\n  ${text}\n}\n`,
  (text) => `module m "m.ts" {\n  class A {\n    ${text}\n  }\n}\n`,
  (text) => `module m "m.ts" {\n  fn f(${text}) -> int\n}\n`,
  (text) => `module m "m.py" {\n  type T = ${text}\n}\n`,
  (text) => `module m "m.py" {\n  fn f() -> int\n    example ${text}\n}\n`,
  (text) => `module m "m.py" {\n  states S initial A final B {\n    ${text}\n  }\n}\n`,
  (text) => `module m "m.py" {\n  enum E {\n    ${text}\n  }\n}\n`,
  (text) => `package p "p" {\n  ${text}\n}\nflow F = ${text}\n`,
  (text) => `role r "R" { ${text} }\ntarget python { ${text} }\n`,
];

const PAIRS: readonly (readonly [string, string])[] = [
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["list<", ">"],
  ["f(", ")"],
  ['{ "a": ', " }"],
  ['package p "p" {', "}"],
  ["class A {", "}"],
  ["(x: ", ") -> int"],
  ["[a, ", "]"],
];

function deep(random: Random): string {
  const [open, close] = random.pick(PAIRS);
  const depth = random.pick([10, 90, 99, 101, 300, 3_000]);
  const text =
    open.repeat(depth) + random.pick(["", "1", "int", "a"]) + (random.once(3) ? "" : close.repeat(depth));
  return HEADER + random.pick(CHAIN_FRAMES)(text);
}

const LINKS: readonly string[] = [
  ".b",
  "()",
  "(1)",
  "?",
  "[]",
  " | int",
  " -> int",
  "() -> ",
  "<int>",
  ", int",
  "f(),",
  "-",
  " b",
  '"a" ',
  "@a ",
  "async ",
  "raises E ",
  " > a",
  "x: int ",
];

function chain(random: Random): string {
  const length = random.pick([50, 120, 400, 600, 2_000, 5_000]);
  const links = Array.from({ length: random.between(1, 3) }, () => random.pick(LINKS)).join("");
  return HEADER + random.pick(CHAIN_FRAMES)(random.pick(["a", "f()", "int", ""]) + links.repeat(length));
}

const CHAIN_FRAMES: readonly ((text: string) => string)[] = [
  (text) => `module m "m.py" {\n  type T = ${text}\n}\n`,
  (text) => `module m "m.py" {\n  const X: any = ${text}\n}\n`,
  (text) => `module m "m.ts" {\n  fn f() -> int\n    example ${text} == 1\n}\n`,
  (text) => `module m "m.ts" {\n  fn f(a: ${text}) -> int\n}\n`,
  (text) => `module m "m.ts" {\n  class A extends ${text} {}\n}\n`,
  (text) => `flow F = ${text}\nlayers ${text}\n`,
  (text) => text,
];
