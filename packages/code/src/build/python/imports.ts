import { freeName } from "../../target/names.js";

/** When the import happens: `type` ones only for checkers, below `if TYPE_CHECKING:`. */
export type PythonImportMode = "load" | "type";
/** The block an import stands in, in the order that import sorters use. */
export type PythonImportGroup = "standard" | "external" | "local";

/** An import that the file already has. `name` is `*` for a module as a whole. */
export interface BoundImport {
  module: string;
  name: string;
  local: string;
  mode: PythonImportMode;
}

interface Need {
  module: string;
  /** Absent for an import that only makes the dependency. */
  name?: string;
  local: string;
  mode: PythonImportMode;
  group: PythonImportGroup;
}

/** Collects what a file has to import, gives each name its local name and writes the statements. */
export class PythonImports {
  /** Local names in use: what binds each, or `""` for the file's own. */
  readonly #bound = new Map<string, string>();
  readonly #needs = new Map<string, Need>();
  readonly #existing: readonly BoundImport[];

  /**
   * @param taken names that the file defines itself
   * @param existing what it imports already
   */
  constructor(taken: Iterable<string>, existing: readonly BoundImport[] = []) {
    for (const name of taken) this.#bound.set(name, "");
    for (const each of existing) this.#bound.set(each.local, keyOf(each.module, each.name));
    this.#existing = existing;
  }

  /** @returns the local name for `name` of `module` */
  need(module: string, name: string, mode: PythonImportMode, group: PythonImportGroup): string {
    const serves = (each: { mode: PythonImportMode }) => each.mode === "load" || mode === "type";
    const direct = this.#existing.find(
      (each) => each.module === module && each.name === name && serves(each),
    );
    if (direct) return direct.local;
    const whole = this.#existing.find((each) => each.module === module && each.name === "*" && serves(each));
    if (whole) return `${whole.local}.${name}`;

    const key = keyOf(module, name);
    const known = this.#needs.get(key);
    if (known) {
      if (mode === "load") known.mode = "load";
      return known.local;
    }
    const local = this.#free(name, module, key);
    this.#bound.set(local, key);
    this.#needs.set(key, { module, name, local, mode, group });
    return local;
  }

  /** Makes the file import the module in some way, for a dependency that no name of the text shows. */
  needModule(module: string, mode: PythonImportMode, group: PythonImportGroup): void {
    const serves = (each: { mode: PythonImportMode }) => each.mode === "load" || mode === "type";
    const here = (each: { module: string; name?: string }) =>
      each.module === module || (each.name !== undefined && `${each.module}.${each.name}` === module);
    if (this.#existing.some((each) => here(each) && serves(each))) return;
    const named = [...this.#needs.values()].find((each) => each.module === module);
    if (named) {
      if (mode === "load") named.mode = "load";
      return;
    }
    const key = keyOf(module, "*");
    const local = this.#free(module.slice(module.lastIndexOf(".") + 1), module, key);
    this.#bound.set(local, key);
    this.#needs.set(key, { module, local, mode, group });
  }

  #free(name: string, module: string, key: string): string {
    const owner = this.#bound.get(name);
    if (owner === undefined || owner === key) return name;
    return freeName(`${module.replaceAll(".", "_")}_${name}`, (candidate) => this.#bound.has(candidate));
  }

  /** A local name that nothing else has, from now on taken. */
  claim(wanted: string): string {
    const name = freeName(wanted, (candidate) => this.#bound.has(candidate));
    this.#bound.set(name, "");
    return name;
  }

  isTaken(name: string): boolean {
    return this.#bound.has(name);
  }

  /** The statements of a mode, one list for each group that has any; sorted. */
  statements(mode: PythonImportMode): string[][] {
    const groups: string[][] = [];
    for (const group of ["standard", "external", "local"] as const) {
      const needs = [...this.#needs.values()].filter((need) => need.mode === mode && need.group === group);
      const lines = statementsOf(needs);
      if (lines.length > 0) groups.push(lines);
    }
    return groups;
  }

  get hasTypeOnly(): boolean {
    return [...this.#needs.values()].some((need) => need.mode === "type");
  }
}

function statementsOf(needs: readonly Need[]): string[] {
  const modules = new Map<string, string[]>();
  const lines: string[] = [];
  for (const { module, name, local } of needs) {
    if (name === undefined) {
      lines.push(moduleImport(module, local));
      continue;
    }
    const names = modules.get(module) ?? [];
    names.push(local === name ? name : `${name} as ${local}`);
    modules.set(module, names);
  }
  for (const [module, names] of modules) lines.push(...fromImport(module, names.sort(byKind)));
  return lines.sort((a, b) => compare(sortKey(a), sortKey(b)));
}

/** A dependency that the declared signatures do not show: the import is there for the code to come. */
function moduleImport(module: string, local: string): string {
  const dot = module.lastIndexOf(".");
  const last = module.slice(dot + 1);
  const as = last === local ? "" : ` as ${local}`;
  const statement = dot < 0 ? `import ${module}${as}` : `from ${module.slice(0, dot)} import ${last}${as}`;
  return `${statement}  # noqa: F401`;
}

function fromImport(module: string, names: readonly string[]): string[] {
  const line = `from ${module} import ${names.join(", ")}`;
  if (line.length <= 88) return [line];
  return [[`from ${module} import (`, ...names.map((name) => `    ${name},`), ")"].join("\n")];
}

/** Constants, then classes, then functions, as isort and ruff order them. */
function byKind(a: string, b: string): number {
  const rank = (name: string) =>
    /^[A-Z0-9_]+$/.test(name) && name.length > 1 ? 0 : /^[A-Z]/.test(name) ? 1 : 2;
  return rank(a) - rank(b) || compare(a, b);
}

/** `import x` before `from x import y`, each by module. */
function sortKey(line: string): string {
  return line.startsWith("import ") ? `0${line.slice(7)}` : `1${line.slice(5)}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function keyOf(module: string, name: string): string {
  return `${module}:${name}`;
}
