/** A stretch of a text, and what it becomes. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Numbers that a seed determines (mulberry32). */
export type Random = (below: number) => number;

export function randomNumbers(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const CHARACTERS = [
  "a",
  "Z",
  "0",
  " ",
  "\n",
  "{",
  "}",
  "(",
  ")",
  ":",
  ",",
  '"',
  "'",
  ".",
  "-",
  "é",
  "🙂",
  "\t",
];

const DECLARATIONS: Record<"contract" | "python" | "typescript", readonly ((at: number) => string)[]> = {
  contract: [
    (at) => `  fn extra${at}(one: int) -> string\n`,
    (at) => `  const EXTRA_${at}: int = ${at}\n`,
    (at) => `  record Extra${at} {\n    id: string\n  }\n`,
    () => "  uses part0\n",
    () => 'import "parts/part1.contract"\n',
  ],
  python: [
    (at) => `def extra${at}(one: int) -> str:\n    return str(one)\n`,
    (at) => `EXTRA_${at} = ${at}\n`,
    () => "import part0\n",
  ],
  typescript: [
    (at) => `export function extra${at}(one: number): string {\n  return String(one);\n}\n`,
    (at) => `export const EXTRA_${at} = ${at};\n`,
    () => 'import { total1 } from "./part1.js";\n',
  ],
};

/** One edit as somebody makes it: a character, a line or a declaration comes, goes or moves. */
export function editOf(path: string, text: string, random: Random): Edit {
  const kind = path.endsWith(".contract") ? "contract" : path.endsWith(".py") ? "python" : "typescript";
  const offset = onCharacter(text, random(text.length + 1));
  switch (random(6)) {
    case 0:
      return { start: offset, end: offset, text: CHARACTERS[random(CHARACTERS.length)]! };
    case 1:
      return { start: offset, end: onCharacter(text, Math.min(text.length, offset + 2), 1), text: "" };
    case 2: {
      const { start, end } = lineAt(text, offset);
      return { start, end, text: "" };
    }
    case 3: {
      const { start, end } = lineAt(text, offset);
      return { start: end, end, text: text.slice(start, end) };
    }
    case 4: {
      const { start } = lineAt(text, offset);
      const { start: from, end } = lineAt(text, onCharacter(text, random(text.length + 1)));
      return { start, end: start, text: text.slice(from, end) };
    }
    default: {
      const { start } = lineAt(text, offset);
      const made = DECLARATIONS[kind];
      return { start, end: start, text: made[random(made.length)]!(random(1000)) };
    }
  }
}

/** The line around an offset with its end. */
function lineAt(text: string, offset: number): { start: number; end: number } {
  const start = offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
  const next = text.indexOf("\n", offset);
  return { start, end: next < 0 ? text.length : next + 1 };
}

/** Editors never cut a character in two. */
function onCharacter(text: string, offset: number, by = -1): number {
  return /^[\udc00-\udfff]/.test(text.slice(offset, offset + 1)) ? offset + by : offset;
}
