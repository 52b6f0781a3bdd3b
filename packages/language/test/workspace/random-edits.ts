import { CONTRACT_WORDS } from "../../../../tests/fuzz/contract-inputs.js";
import { editTokens } from "../../../../tests/fuzz/mutate.js";
import type { Random } from "../../../../tests/fuzz/random.js";

/*
 * Contracts in several files that lean on one another in every way there is, and edits of them as people make them.
 */

/** The files of a contract by path; the first one is the root. */
export type Files = Map<string, string>;

const PARTS = 7;

/** A contract whose modules name types, bases, aliases, events, values and requirements of one another. */
export function leaningContract(random: Random, folder: string): Files {
  const files: Files = new Map();
  const parts = Array.from({ length: PARTS }, (_, at) => at);
  const name = (at: number) => `${folder}/part${at}.contract`;
  files.set(`${folder}/main.contract`, rootText(parts));
  for (const at of parts) files.set(name(at), partText(at, random));
  files.set(`${folder}/plan.contract`, planText());
  return files;
}

function rootText(parts: readonly number[]): string {
  return [
    'contract Leaning version "1.0.0"',
    'import "./plan.contract"',
    ...parts.map((at) => `import "./part${at}.contract"`),
    "",
    'target python { roots "." }',
    'external web "web >= 2" {',
    "  type Request",
    "  type Json<T>",
    "  class Session { open: bool }",
    "}",
    `layers ${[...parts]
      .reverse()
      .map((at) => `p${at}`)
      .join(" > ")}`,
    'forbid p0 -> p5 "what is below knows nothing of what is above"',
    `flow Line = m6.run6 -> m5.run5`,
    'question "Who pays?"',
    "",
  ].join("\n");
}

function planText(): string {
  return [
    'role crew "Makes it" { read "**" write "p*/**" }',
    'role idle "Looks on"',
    'requirement Need0 must "It answers" { accept "An answer comes" }',
    'requirement Need1 should "It is kind"',
    'quality Fast performance "Within a second"',
    "independent p1, p2",
    "",
  ].join("\n");
}

function partText(at: number, random: Random): string {
  const used = [...new Set([random.below(at), random.below(at), random.below(at)])].filter(
    (each) => each < at,
  );
  const kind = random.pick(["uses", "uses", "uses type", "uses lazy"]);
  const [first = at] = used;
  const has = used.length > 0;
  const lines = [
    `/// Part ${at}.`,
    `package p${at} "p${at}" {`,
    `  module m${at} "${random.pick(["m", "file"])}${at}.py" {`,
    random.once(5) ? "" : "    owner crew",
    `    satisfies Need${at % 2}`,
    ...used.map((each, nth) => `    ${nth === 0 ? "uses" : kind} m${each}`),
    ...(random.once(3) ? ['    @allow("graph/unused-use", "later") uses web'] : ["    uses web"]),
    ...(has ? [`    handles Done${first}`] : []),
    "",
    `    type Id${at} = ${has && random.once(2) ? `Id${first}` : random.pick(["int", "string", "string | int"])}`,
    `    type Pair${at}<T: Base${at}> = tuple<T, Id${at}>`,
    `    enum Mode${at} { On = "on", Off = "off" }`,
    "    /// Where all begins.",
    `    interface Base${at}${has ? ` extends Base${first}` : ""} {`,
    `      load(id: Id${at}, deep: bool = false) -> ${random.pick(["int", "string", `Id${at}`])}`,
    "    }",
    `    class Thing${at} implements Base${at} {`,
    `      mode: Mode${at} = Mode${at}.On`,
    `      new(size: int = ${random.below(9)})`,
    `      load(id: Id${at}, deep: bool = false) -> ${random.pick(["int", "string", `Id${at}`])}`,
    ...(has ? [`      near(other: Thing${first}) -> Pair${first}<Thing${first}>`] : []),
    "    }",
    `    error No${at}${has ? ` extends No${first}` : ""} { reason: string }`,
    `    event Done${at}(thing: Thing${at})`,
    `    fn run${at}(thing: Thing${at}, mode: ${has ? `Mode${first}` : "string"}, most: int = 3) -> Thing${at}`,
    `      raises No${has ? first : at}`,
    `      emits Done${at}`,
    `    fn count${at}(a: int, b: int = 2) -> int`,
    `      example count${at}(${random.below(5)}) == 4`,
    `      example "it counts" verifies Need${at % 2} { let x = count${has ? first : at}(1, b: 2); x == ${random.pick(["3", '"three"'])} }`,
    ...(random.once(3) ? [`    fn count${at}(a: string) -> int`] : []),
    `    const LIMIT${at}: Mode${has ? first : at} = Mode${has ? first : at}.${random.pick(["On", "Off", "Of"])}`,
    ...(has
      ? [
          `    states Phase${at} initial Idle final Over {`,
          `      Idle -> Busy on Done${first}`,
          `      Busy -> Over on run${at}`,
          "    }",
        ]
      : []),
    "  }",
    "}",
    "",
  ];
  return lines.filter((line, nth) => line !== "" || nth === lines.length - 1).join("\n");
}

const NAMES = /\b(?:[A-Z][a-z]+\d|[a-z]+\d|LIMIT\d|Need\d|crew|web|Request|Session)\b/g;
const TYPES = [
  "int",
  "string",
  "Thing1",
  "Base2",
  "Id3",
  "Mode0",
  "Missing",
  "list<Id1>",
  "Thing4?",
  "Pair1<Thing1>",
];
const LINES = [
  "    uses m3",
  "    uses type m4",
  "    fn extra(one: Thing1) -> Id2",
  "    /// What it is for.",
  "    record Extra { one: Thing2, two: Mode1 }",
  '    @deprecated("old")',
  "    class Thing1 { other: int }",
  "    internal type Id0 = string",
  "    const SOME: int = 3",
  'requirement Need2 must "More"',
  'external other "other" { type Request }',
  "    error Extra",
  "    type list = int",
];

/** One edit of some files; `pristine` are the texts they began with. */
export function edit(
  files: Files,
  pristine: Files,
  random: Random,
): { path: string; text: string | undefined }[] {
  const paths = [...pristine.keys()];
  // Most damage is repaired before the next is done: else there would be nothing but syntax errors soon.
  const damaged = paths.filter((each) => files.get(each) !== pristine.get(each));
  if (damaged.length > 0 && !random.once(3)) {
    const repaired = random.once(2) ? damaged : [random.pick(damaged)];
    return repaired.map((each) => ({ path: each, text: pristine.get(each) }));
  }
  const path = random.pick(paths);
  const text = files.get(path);
  const set = (to: string | undefined) => [{ path, text: to }];
  if (text === undefined) return set(pristine.get(path));
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const to = random.below(lines.length);
  switch (random.below(13)) {
    case 0: {
      const offset = random.below(text.length + 1);
      const character = random.pick([...'{}()<>,:.?"`@ \n/aZ1']);
      return set(text.slice(0, offset) + character + text.slice(offset));
    }
    case 1: {
      const offset = random.below(text.length);
      return set(text.slice(0, offset) + text.slice(offset + 1 + random.below(3)));
    }
    case 2:
      lines.splice(at, 1);
      return set(lines.join("\n"));
    case 3:
      lines.splice(at, 0, random.pick(LINES));
      return set(lines.join("\n"));
    case 4: {
      const [line = ""] = lines.splice(at, 1);
      lines.splice(to, 0, line);
      return set(lines.join("\n"));
    }
    case 5: {
      // A name in one file alone: what named it elsewhere leads nowhere, or to another.
      const names = text.match(NAMES) ?? [];
      if (names.length === 0) return set(text);
      const [from, other] = [random.pick(names), random.pick([...names, "Fresh"])];
      return set(text.replaceAll(from, other));
    }
    case 6: {
      // A name wherever it stands.
      const names = text.match(NAMES) ?? [];
      if (names.length === 0) return set(text);
      const [from, other] = [random.pick(names), random.pick(["Fresh", "Other", "fresh9"])];
      return [...files].map(([each, content]) => ({ path: each, text: content.replaceAll(from, other) }));
    }
    case 7: {
      const types = [...text.matchAll(/: ([\w<>?]+)/g)];
      if (types.length === 0) return set(text);
      const found = random.pick(types);
      const start = found.index + 2;
      return set(text.slice(0, start) + random.pick(TYPES) + text.slice(start + found[1]!.length));
    }
    case 8:
      return set(editTokens(text, CONTRACT_WORDS, random, 2));
    case 9: {
      // A declaration moves to another file.
      const other = random.pick(paths);
      const content = files.get(other);
      if (content === undefined || other === path) return set(text);
      const [line = ""] = lines.splice(at, 1);
      const into = content.split("\n");
      into.splice(random.below(into.length), 0, line);
      return [
        { path, text: lines.join("\n") },
        { path: other, text: into.join("\n") },
      ];
    }
    case 10:
      return set(random.once(2) ? undefined : "");
    case 11:
      return set(random.once(2) ? text.replaceAll("\n", "\r\n") : `// moves everything down\n${text}`);
    default: {
      const imports = lines.flatMap((line, nth) => (line.startsWith("import ") ? [nth] : []));
      if (imports.length > 0) lines.splice(random.pick(imports), 1);
      else lines.push(`import "./part${random.below(PARTS)}.contract"`);
      return set(lines.join("\n"));
    }
  }
}
