import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Public packages whose archives hold their source; fetched with `npm pack` by who runs the benchmark. */
export const PACKAGES = [
  { name: "zod", version: "4.1.12", source: "src", types: "index.d.ts" },
  { name: "rxjs", version: "7.8.2", source: "src", types: "dist/types/index.d.ts" },
] as const;

export type PublicPackage = (typeof PACKAGES)[number];

/** Fetches and unpacks a package. */
export function fetchPackage({ name, version }: PublicPackage, folder: string): string {
  const to = join(folder, name);
  mkdirSync(to, { recursive: true });
  const packed = must("npm", ["pack", `${name}@${version}`, "--silent"], folder).trim();
  must("tar", ["xzf", packed, "--directory", to, "--strip-components", "1"], folder);
  return to;
}

/** Runs a program to its end and gives its output; a failure ends the benchmark. */
export function must(program: string, args: readonly string[], cwd: string): string {
  const result = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 1 << 28 });
  if (result.status !== 0)
    throw new Error(`${program} ${args.join(" ")} failed:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

const CODE = /\.(?:[cm]?[jt]sx?|pyi?)$/;

/** Copies the code files of a folder, and nothing that would steer what is ignored. */
export function copyCode(from: string, to: string): void {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const path = relative(from, join(entry.parentPath, entry.name));
    if (!entry.isFile() || !CODE.test(entry.name) || path.split("/").includes("node_modules")) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(from, path), join(to, path));
  }
}

/** Files of a generated tree lie in folders of so many. */
const PER_FOLDER = 25;

const pathOf = (at: number): string => `src/group${Math.floor(at / PER_FOLDER)}/part${at}.ts`;

/** Writes a tree of TypeScript files of about 40 lines that use up to three files before them, with its contract. */
export function generatedTree(folder: string, files: number): void {
  const contract = ['contract Generated version "1.0.0"', "", "target typescript {", '  roots "."', "}", ""];
  for (let at = 0; at < files; at++) {
    const used = [1, 7, 31].map((back) => at - back).filter((other) => other >= 0);
    contract.push(`module part${at} "${pathOf(at)}" {`, ...used.map((other) => `  uses part${other}`));
    contract.push(
      `  record Order${at} {`,
      "    id: string",
      "    amount: float",
      "    labels: string[]",
      "  }",
      `  class Store${at} {`,
      `    load(id: string) -> Order${at} | null`,
      `    save(one: Order${at}, retries: float = 3) -> void`,
      "  }",
      `  fn total${at}(orders: Order${at}[], most: float) -> float`,
      "}",
      "",
    );
    const file = join(folder, pathOf(at));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, codeOf(at, used));
  }
  writeFileSync(join(folder, "main.contract"), contract.join("\n"));
}

function codeOf(at: number, used: readonly number[]): string {
  const own = dirname(pathOf(at));
  const imports = used.map((other) => {
    const to = relative(own, pathOf(other)).replace(/\.ts$/, ".js");
    return `import { total${other} } from "${to.startsWith(".") ? to : `./${to}`}";`;
  });
  return `${[
    ...imports,
    "",
    "/** What is known of an order from the first day on. */",
    `export interface Order${at} {`,
    "  id: string;",
    "  /** In cents, so that nothing is rounded. */",
    "  amount: number;",
    "  labels: string[];",
    "}",
    "",
    "/** Where orders are kept for as long as the process lives. */",
    `export class Store${at} {`,
    `  readonly #orders = new Map<string, Order${at}>();`,
    "",
    `  load(id: string): Order${at} | null {`,
    "    return this.#orders.get(id) ?? null;",
    "  }",
    "",
    `  save(one: Order${at}, retries = 3): void {`,
    '    if (retries < 1) throw new Error("Nothing is tried less than once");',
    "    this.#orders.set(one.id, one);",
    "  }",
    "}",
    "",
    "/** The sum of what is owed, and of what others know of it. */",
    `export function total${at}(orders: Order${at}[], most: number): number {`,
    "  let sum = 0;",
    "  for (const { amount } of orders) sum += Math.min(amount, most);",
    `  return sum${used.map((other) => ` + total${other}([], most)`).join("")};`,
    "}",
  ].join("\n")}\n`;
}

/** What no contract describes, so that a change of it means nothing. */
const TEST = /(?:^|[/_.])tests?[/_.]|__tests__/;

/** A code file of a tree, to be changed. */
export function someFile(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => CODE.test(path) && !TEST.test(path) && existsSync(join(folder, path)))
    .sort();
  const file = files[Math.floor(files.length / 2)];
  if (file === undefined) throw new Error(`${folder} holds no code`);
  return file;
}
