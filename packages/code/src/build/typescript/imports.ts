import { freeName } from "../../target/names.js";

/** Whether the import must be there at run time, or only for the compiler. */
export type TypeScriptImportMode = "value" | "type";
/** Packages stand before files. */
export type TypeScriptImportGroup = "package" | "file";

/** An import that the file already has. `name` is `*` for the module as a whole, `default` for its default export. */
export interface BoundTypeScriptImport {
  /** The specifier, brought to the form in which this file's new imports would write it. */
  specifier: string;
  name: string;
  local: string;
  mode: TypeScriptImportMode;
}

interface Need {
  specifier: string;
  /** Absent for an import that only makes the dependency. */
  name?: string;
  local: string;
  mode: TypeScriptImportMode;
  group: TypeScriptImportGroup;
}

/** Collects what a file has to import, gives each name its local name and writes the statements. */
export class TypeScriptImports {
  readonly #bound = new Map<string, string>();
  readonly #needs = new Map<string, Need>();
  readonly #imported = new Set<string>();
  readonly #existing: readonly BoundTypeScriptImport[];

  /**
   * @param taken names that the file defines itself
   * @param existing what it imports already
   * @param specifiers modules that it imports already, also without names
   */
  constructor(
    taken: Iterable<string>,
    existing: readonly BoundTypeScriptImport[] = [],
    specifiers: Iterable<string> = [],
  ) {
    for (const name of taken) this.#bound.set(name, "");
    for (const each of existing) this.#bound.set(each.local, keyOf(each.specifier, each.name));
    for (const specifier of specifiers) this.#imported.add(specifier);
    this.#existing = existing;
  }

  /**
   * @param name what the module exports; `default` for its default export
   * @param called the local name wished for
   * @returns the local name
   */
  need(
    specifier: string,
    name: string,
    called: string,
    mode: TypeScriptImportMode,
    group: TypeScriptImportGroup,
  ): string {
    const serves = (each: { mode: TypeScriptImportMode }) => each.mode === "value" || mode === "type";
    const direct = this.#existing.find(
      (each) => each.specifier === specifier && each.name === name && serves(each),
    );
    if (direct) return direct.local;
    const whole = this.#existing.find(
      (each) => each.specifier === specifier && each.name === "*" && serves(each),
    );
    if (whole) return `${whole.local}.${name}`;

    const key = keyOf(specifier, name);
    const known = this.#needs.get(key);
    if (known) {
      if (mode === "value") known.mode = "value";
      return known.local;
    }
    const owner = this.#bound.get(called);
    const local =
      owner === undefined || owner === key
        ? called
        : freeName(`${stemOf(specifier)}_${called}`, (candidate) => this.#bound.has(candidate));
    this.#bound.set(local, key);
    this.#needs.set(key, { specifier, name, local, mode, group });
    return local;
  }

  /** Makes the file import the module in some way, for a dependency that no name of the text shows. */
  needModule(specifier: string, mode: TypeScriptImportMode, group: TypeScriptImportGroup): void {
    if (this.#imported.has(specifier)) return;
    if ([...this.#needs.values()].some((need) => need.specifier === specifier)) return;
    this.#needs.set(keyOf(specifier, ""), { specifier, local: "", mode, group });
  }

  isTaken(name: string): boolean {
    return this.#bound.has(name);
  }

  /** The import statements, packages first, each group sorted by specifier. */
  statements(): string[] {
    return (["package", "file"] as const).flatMap((group) => {
      const bySpecifier = new Map<string, Need[]>();
      for (const need of this.#needs.values()) {
        if (need.group !== group) continue;
        const needs = bySpecifier.get(need.specifier) ?? [];
        needs.push(need);
        bySpecifier.set(need.specifier, needs);
      }
      return [...bySpecifier]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([specifier, needs]) => statementsOf(specifier, needs));
    });
  }
}

function statementsOf(specifier: string, needs: readonly Need[]): string[] {
  const from = JSON.stringify(specifier);
  const named = needs.filter((need) => need.name !== undefined && need.name !== "default");
  const standard = needs.find((need) => need.name === "default");
  const bare = needs.find((need) => need.name === undefined);
  const lines: string[] = [];
  if (standard)
    lines.push(`import ${standard.mode === "type" ? "type " : ""}${standard.local} from ${from};`);
  if (named.length > 0) {
    const typeOnly = named.every((need) => need.mode === "type");
    const texts = named
      .map((need) => ({
        key: need.name!,
        text: `${need.mode === "type" && !typeOnly ? "type " : ""}${need.name === need.local ? need.name : `${need.name} as ${need.local}`}`,
      }))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ text }) => text);
    const line = `import ${typeOnly ? "type " : ""}{ ${texts.join(", ")} } from ${from};`;
    lines.push(
      line.length <= 100
        ? line
        : [
            `import ${typeOnly ? "type " : ""}{`,
            ...texts.map((text) => `  ${text},`),
            `} from ${from};`,
          ].join("\n"),
    );
  }
  // A dependency that the declared signatures do not show: at run time, or for the compiler alone.
  if (bare && lines.length === 0)
    lines.push(bare.mode === "type" ? `import type {} from ${from};` : `import ${from};`);
  return lines;
}

function stemOf(specifier: string): string {
  const last = specifier.slice(specifier.lastIndexOf("/") + 1).replace(/\.[mc]?[jt]sx?$/, "");
  const stem = last.replaceAll(/[^\p{L}\p{N}_$]/gu, "_");
  return /^\p{N}/u.test(stem) ? `_${stem}` : stem;
}

function keyOf(specifier: string, name: string): string {
  return `${specifier}:${name}`;
}
