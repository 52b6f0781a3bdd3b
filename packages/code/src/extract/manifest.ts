import type { FileSystem, Language } from "@contractc/kernel";
import { baseName } from "../project/paths.js";
import { pythonManifests } from "../project/python/manifests.js";
import { distributionsOf } from "../project/python/requirements.js";
import { isRecord } from "../project/typescript/jsonc.js";
import { SettingsFiles } from "../project/typescript/settings-file.js";

/** What the project's own manifests ask for, so that a contract can say `pygame >= 2.5`. */
export class Requirements {
  readonly #python = new Map<string, string>();
  readonly #typescript = new Map<string, string>();

  /**
   * @param root absolute path of the project
   * @param settings paths of its settings: `pyproject.toml`, `package.json`, …; those nearest to the root speak first
   */
  constructor(fs: FileSystem, root: string, settings: readonly string[]) {
    const files = new SettingsFiles(fs, root);
    const depth = (path: string) => path.split("/").length;
    const ordered = settings.toSorted((a, b) => depth(a) - depth(b));
    for (const { requirements } of pythonManifests(files, ordered)) {
      for (const [name, text] of requirements) {
        if (!this.#python.has(name)) this.#python.set(name, text);
      }
    }
    for (const path of ordered) {
      if (baseName(path) !== "package.json") continue;
      for (const [name, range] of Object.entries(packageDependencies(files.object(path)))) {
        if (!this.#typescript.has(name)) this.#typescript.set(name, `${name} ${range}`);
      }
    }
  }

  /**
   * @param specifier what the code imports
   * @returns what a manifest asks for; `undefined` where none names it
   */
  of(specifier: string, language: Language): string | undefined {
    if (language === "typescript") return this.#typescript.get(specifier);
    return distributionsOf(specifier)
      .map((name) => this.#python.get(name))
      .find((text) => text !== undefined);
  }
}

function packageDependencies(manifest: Record<string, unknown> | undefined): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  for (const key of ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"]) {
    const table = manifest?.[key];
    if (!isRecord(table)) continue;
    for (const [name, range] of Object.entries(table)) {
      if (typeof range === "string" && !Object.hasOwn(found, name)) found[name] = range;
    }
  }
  return found;
}
