import { modulePath, moduleTheme, nounOf, type Shape } from "../check/workspace.ts";

/**
 * The code of a workspace's modules in TypeScript, as its contracts describe it: a file, or a folder with an entry and
 * two files beside it.
 *
 * @param large the module whose file gets so many lines of functions of its own, as grown files have
 */
export function codeWorkspace(
  { modules, perFile, folders = false }: Shape,
  large: { module: number; lines: number },
): Map<string, string> {
  const files = new Map<string, string>();
  for (let index = 0; index < modules; index++) {
    const path = `${packageOf(index, perFile)}/${modulePath(index, folders)}`;
    const extra = index === large.module ? helpers(large.lines) : [];
    if (path.endsWith("/")) {
      files.set(`${path}index.ts`, [...entryOf(index, perFile, folders), ...extra, ""].join("\n"));
      files.set(`${path}memory.ts`, [...memoryOf(index, "./types.js"), ""].join("\n"));
      files.set(`${path}types.ts`, [...typesOf(index, perFile, folders, "../.."), ""].join("\n"));
    } else {
      const parts = [
        ...typesOf(index, perFile, folders, ".."),
        "",
        ...memoryOf(index),
        "",
        ...functionsOf(index),
      ];
      files.set(path, [...parts, ...extra, ""].join("\n"));
    }
  }
  files.set(
    "tsconfig.json",
    `${JSON.stringify({ compilerOptions: { strict: true, module: "nodenext", target: "es2022" } })}\n`,
  );
  return files;
}

function packageOf(index: number, perFile: number): string {
  return `part${Math.floor(index / perFile)}`;
}

/** How the code of one module imports another one. */
function specifierOf(index: number, perFile: number, folders: boolean, up: string): string {
  const path = `${up}/${packageOf(index, perFile)}/${modulePath(index, folders)}`;
  return path.endsWith("/") ? `${path}index.js` : path.replace(/\.ts$/, ".js");
}

function importsOf(index: number, perFile: number, folders: boolean, up: string): string[] {
  return moduleTheme(index).used.map(
    (each) => `import type { ${nounOf(each)} } from "${specifierOf(each, perFile, folders, up)}";`,
  );
}

function typesOf(index: number, perFile: number, folders: boolean, up: string): string[] {
  const { noun, quality, used } = moduleTheme(index);
  return [
    ...importsOf(index, perFile, folders, up),
    "",
    "/** What is known of it from the first day on. */",
    `export interface ${noun} {`,
    "  readonly id: string;",
    "  readonly amount: number;",
    "  labels: string[];",
    "  counts: Map<string, number>;",
    ...used.map((each) => `  from${each}?: ${nounOf(each)};`),
    `  ${quality}?: boolean;`,
    "}",
    "",
    `export class No${noun} extends Error {`,
    "  constructor(readonly id: string) {",
    "    super(id);",
    "  }",
    "}",
    "",
    `export class ${noun}Closed extends Error {}`,
    "",
    `export interface ${noun}Store {`,
    `  load(id: string): ${noun};`,
    `  save(one: ${noun}, retries?: number): void;`,
    `  all(limit: number, after?: string | null): ${noun}[];`,
    "}",
  ];
}

function memoryOf(index: number, types?: string): string[] {
  const { noun } = moduleTheme(index);
  return [
    ...(types === undefined
      ? []
      : [`import { No${noun}, type ${noun}, type ${noun}Store } from "${types}";`, ""]),
    `export class Memory${noun}Store implements ${noun}Store {`,
    `  readonly #known = new Map<string, ${noun}>();`,
    "  readonly #size: number;",
    "",
    "  constructor(size: number = 100) {",
    "    this.#size = size;",
    "  }",
    "",
    `  load(id: string): ${noun} {`,
    "    const found = this.#known.get(id);",
    `    if (!found) throw new No${noun}(id);`,
    "    return found;",
    "  }",
    "",
    `  save(one: ${noun}, retries: number = 3): void {`,
    "    if (this.#known.size < this.#size && retries >= 0) this.#known.set(one.id, one);",
    "  }",
    "",
    `  all(limit: number, after: string | null = null): ${noun}[] {`,
    "    return [...this.#known.values()].filter(({ id }) => after === null || id > after).slice(0, limit);",
    "  }",
    "}",
  ];
}

function functionsOf(index: number): string[] {
  const { noun, verb, otherNoun } = moduleTheme(index);
  return [
    `export function ${verb}${index}(store: ${noun}Store, given: ${otherNoun}, most: number): number {`,
    "  const one = store.load(given.id);",
    `  if (one.labels.includes("closed")) throw new ${noun}Closed(one.id);`,
    "  return Math.min(one.amount, most);",
    "}",
    "",
    `export function rate${index}(base: number, factor: number): number {`,
    "  return base * factor;",
    "}",
    "",
    `export const LIMIT_${index}: number = ${100 + index};`,
  ];
}

function entryOf(index: number, perFile: number, folders: boolean): string[] {
  const { noun, used } = moduleTheme(index);
  const [other] = used;
  return [
    ...(other === undefined
      ? []
      : [`import type { ${nounOf(other)} } from "${specifierOf(other, perFile, folders, "../..")}";`]),
    `import { ${noun}Closed, type ${noun}Store } from "./types.js";`,
    "",
    'export * from "./memory.js";',
    'export * from "./types.js";',
    "",
    ...functionsOf(index),
  ];
}

/** Functions that a file keeps to itself, about four lines each. */
function helpers(lines: number): string[] {
  const count = Math.ceil(lines / 5);
  return Array.from({ length: count }, (_, at) => [
    "",
    `function helper${at}(first: number, second: string, third: readonly string[]): string {`,
    `  const sum = third.reduce((all, each) => all + each.length, first + ${at});`,
    "  return second.repeat(sum);",
    "}",
  ]).flat();
}
