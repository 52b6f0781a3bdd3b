import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a workspace holds. */
export interface Shape {
  /** How many modules. */
  modules: number;
  /** How many of them share one file; every file is one package. */
  perFile: number;
  /** Every second module is a folder of code, not a file. */
  folders?: boolean;
}

/** What one module is about, for whoever writes it in another language. */
export interface ModuleTheme {
  /** Its main type. */
  noun: string;
  /** Its main function, without the number. */
  verb: string;
  /** A flag of its main type. */
  quality: string;
  /** The modules that it uses. */
  used: readonly number[];
  /** The type of another module that its main function takes. */
  otherNoun: string;
}

/** Words that names and sentences are made of; none is a keyword, which the stock lexer would reserve. */
const NOUNS = [
  "Order",
  "Invoice",
  "Parcel",
  "Account",
  "Ticket",
  "Route",
  "Claim",
  "Stock",
  "Batch",
  "Vessel",
];
const VERBS = ["place", "settle", "ship", "open", "assign", "plan", "review", "count", "merge", "moor"];
const QUALITIES = [
  "owed",
  "late",
  "shared",
  "closed",
  "split",
  "held",
  "priced",
  "marked",
  "queued",
  "signed",
];

/** A generator of pseudo-random numbers (Lehmer, MINSTD): the same workspace on every machine. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed % 2147483647 || 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

/**
 * Makes a workspace of contract files: requirements, roles and rules in the root, and modules of about 40 lines
 * that use up to three modules before them, with documentation, errors, interfaces, classes and examples.
 *
 * @returns the text of each file by its path below the workspace; `main.contract` is the root
 */
export function contractWorkspace({ modules, perFile, folders = false }: Shape): Map<string, string> {
  const files = new Map<string, string>();
  const packages = Math.ceil(modules / perFile);
  for (let at = 0; at < packages; at++) {
    const first = at * perFile;
    const members = Array.from({ length: Math.min(perFile, modules - first) }, (_, k) =>
      moduleText(first + k, modulePath(first + k, folders)),
    );
    const text = `/// Part ${at} of the business.\npackage part${at} "part${at}" {\n${members.join("\n")}}\n`;
    files.set(`parts/part${at}.contract`, text);
  }
  files.set("main.contract", rootText(packages, Math.min(REQUIREMENTS, modules)));
  return files;
}

/** Writes the files of a workspace below a folder. */
export function writeWorkspace(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text);
  }
}

const REQUIREMENTS = 20;

function rootText(packages: number, requirements: number): string {
  const lines = ['contract Benchmark version "1.0.0"', ""];
  for (let at = 0; at < packages; at++) lines.push(`import "parts/part${at}.contract"`);
  lines.push("", "target typescript {", '  roots "."', '  test "npx vitest run"', "}", "");
  for (let at = 0; at < requirements; at++) {
    lines.push(
      `requirement Need${at} must "Whoever asks for case ${at} gets an answer within the day" {`,
      `  accept "Case ${at} is answered"`,
      `  accept "Case ${at} is never answered twice"`,
      "}",
    );
  }
  lines.push('role crew "Implements the parts" {', '  read "**"', '  write "part*/**"', "}", "");
  return lines.join("\n");
}

/** Where the code of a module is, from the folder of its package. */
export function modulePath(index: number, folders: boolean): string {
  return folders && index % 2 === 1 ? `m${index}/` : `m${index}.ts`;
}

export function nounOf(index: number): string {
  return `${NOUNS[index % NOUNS.length]}${index}`;
}

export function moduleTheme(index: number): ModuleTheme {
  const random = randomNumbers(index * 7919 + 17);
  const verb = VERBS[random(VERBS.length)] ?? "place";
  const quality = QUALITIES[random(QUALITIES.length)] ?? "late";
  const used = usedModules(index, random);
  return { noun: nounOf(index), verb, quality, used, otherNoun: nounOf(used[0] ?? index) };
}

function moduleText(index: number, path: string): string {
  const { noun, verb, quality, used, otherNoun } = moduleTheme(index);
  const uses = used.map((each) => `    uses m${each}`);
  return `${[
    `  /// Everything about ${noun}: how it begins, what it costs and when it is ${quality}.`,
    `  module m${index} "${path}" {`,
    "    owner crew",
    `    satisfies Need${index % REQUIREMENTS}`,
    ...uses,
    "",
    "    /// What is known of it from the first day on.",
    `    record ${noun} {`,
    "      readonly id: string",
    "      /// In cents, so that nothing is rounded.",
    "      readonly amount: int",
    "      labels: string[]",
    "      counts: map<string, int>",
    ...used.map((each) => `      from${each}?: ${nounOf(each)}`),
    `      ${quality}: bool = false`,
    "    }",
    "",
    `    /// There is no such ${noun}.`,
    `    error No${noun} { readonly id: string }`,
    `    error ${noun}Closed`,
    "",
    `    /// Where every ${noun} is kept.`,
    `    interface ${noun}Store {`,
    `      load(id: string) -> ${noun}`,
    `        raises No${noun}`,
    `      save(one: ${noun}, retries: int = 3) -> void`,
    `      all(limit: int, after: string | null = null) -> ${noun}[]`,
    "    }",
    "    /// Keeps them for as long as the process lives.",
    `    class Memory${noun}Store implements ${noun}Store {`,
    "      new(size: int = 100)",
    `      load(id: string) -> ${noun}`,
    `        raises No${noun}`,
    `      save(one: ${noun}, retries: int = 3) -> void`,
    `      all(limit: int, after: string | null = null) -> ${noun}[]`,
    "    }",
    "",
    `    /// The sum of what is ${quality}, without what is closed.`,
    `    fn ${verb}${index}(store: ${noun}Store, given: ${otherNoun}, most: int) -> int`,
    `      raises No${noun}, ${noun}Closed`,
    '      requires "The store is open"',
    `    fn rate${index}(base: int, factor: int) -> int`,
    `      example rate${index}(2, ${index % 90}) == ${2 * (index % 90)}`,
    ...(index < REQUIREMENTS
      ? [
          `      example "case ${index}" verifies Need${index} {`,
          `        rate${index}(0, 7) == 0`,
          "      }",
        ]
      : [`      example rate${index}(0, 7) == 0`]),
    `    const LIMIT_${index}: int = ${100 + index}`,
    "  }",
  ].join("\n")}\n`;
}

/** Up to three modules before this one, most of them near. */
function usedModules(index: number, random: (below: number) => number): number[] {
  const found = new Set<number>();
  for (let at = 0; at < 3 && index > 0; at++) {
    const near = random(4) > 0;
    found.add(near ? Math.max(0, index - 1 - random(20)) : random(index));
  }
  return [...found].sort((a, b) => a - b);
}

/** The same interfaces in TypeSpec: a namespace for each module, a file for each package. */
export function typeSpecWorkspace({ modules, perFile }: Shape): Map<string, string> {
  const files = new Map<string, string>();
  const packages = Math.ceil(modules / perFile);
  for (let at = 0; at < packages; at++) {
    const first = at * perFile;
    const members = Array.from({ length: Math.min(perFile, modules - first) }, (_, k) =>
      namespaceText(first + k),
    );
    files.set(`parts/part${at}.tsp`, members.join("\n"));
  }
  const imports = Array.from({ length: packages }, (_, at) => `import "./parts/part${at}.tsp";\n`);
  files.set("main.tsp", imports.join(""));
  return files;
}

function namespaceText(index: number): string {
  const { noun, verb, quality, used } = moduleTheme(index);
  const [other] = used;
  const otherName = other === undefined ? noun : `M${other}.${nounOf(other)}`;
  const store = [
    `    load(id: string): ${noun} | No${noun};`,
    `    save(one: ${noun}, retries?: int32 = 3): void;`,
    `    all(limit: int32, after?: string | null = null): ${noun}[];`,
  ];
  return `${[
    `/** Everything about ${noun}: how it begins, what it costs and when it is ${quality}. */`,
    `namespace M${index} {`,
    "",
    "  /** What is known of it from the first day on. */",
    `  model ${noun} {`,
    "    id: string;",
    "    /** In cents, so that nothing is rounded. */",
    "    amount: int32;",
    "    labels: string[];",
    "    counts: Record<int32>;",
    `    parent?: ${otherName};`,
    `    ${quality}?: boolean = false;`,
    "  }",
    "",
    `  /** There is no such ${noun}. */`,
    `  @error model No${noun} { id: string }`,
    `  @error model ${noun}Closed {}`,
    "",
    `  /** Where every ${noun} is kept. */`,
    `  interface ${noun}Store {`,
    ...store,
    "  }",
    `  interface Memory${noun}Store extends ${noun}Store {`,
    "  }",
    "",
    `  /** The sum of what is ${quality}, without what is closed. */`,
    `  op ${verb}${index}(given: ${otherName}, most: int32): int32 | No${noun} | ${noun}Closed;`,
    `  op rate${index}(base: int32, factor: int32): int32;`,
    `  const LIMIT_${index}: int32 = ${100 + index};`,
    "}",
  ].join("\n")}\n`;
}
