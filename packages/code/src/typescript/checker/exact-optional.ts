import { ancestors, folderOf, joinPath, normalizePath, resolvePath } from "../../project/paths.js";
import { asString, isRecord, parseJsonc, stringsOf } from "../../project/typescript/jsonc.js";
import type { WorkspaceFiles } from "./files.js";

const NAMES = ["tsconfig.json", "jsconfig.json"];
const OPTION = "exactOptionalPropertyTypes";

/**
 * Tells without the compiler, which takes half a second to load, that no configuration of a file says
 * `exactOptionalPropertyTypes`. Hardly any project does.
 */
export class ExactOptional {
  readonly #ofFolder = new Map<string, boolean>();
  readonly #ofFile = new Map<string, boolean>();

  /** @param stated configuration files that the contract names */
  constructor(
    private readonly files: Pick<WorkspaceFiles, "text">,
    private readonly stated: readonly string[],
  ) {}

  /** @returns `false` where the option is nowhere; `true` where it is, or where a configuration cannot be followed */
  isPossible(file: string): boolean {
    const folder = folderOf(file);
    let answer = this.#ofFolder.get(folder);
    if (answer === undefined) {
      const paths = [...ancestors(folder)].flatMap((at) => NAMES.map((name) => joinPath(at, name)));
      const stated = this.stated.map(normalizePath).filter((path) => path !== undefined);
      answer = [...paths, ...stated].some((path) => this.#says(path));
      this.#ofFolder.set(folder, answer);
    }
    return answer;
  }

  #says(path: string): boolean {
    const known = this.#ofFile.get(path);
    if (known !== undefined) return known;
    // A ring of configurations says nothing that its other members do not.
    this.#ofFile.set(path, false);
    const answer = this.#read(path);
    this.#ofFile.set(path, answer);
    return answer;
  }

  #read(path: string): boolean {
    const text = this.files.text(`/${path}`);
    if (text === undefined) return false;
    if (text.includes(OPTION)) return true;
    const json = parseJsonc(text);
    if (!isRecord(json)) return true;
    const folder = folderOf(path);
    const bases = typeof json.extends === "string" ? [json.extends] : stringsOf(json.extends);
    for (const base of bases) {
      // What a package says, the compiler knows to find.
      const at = base.startsWith(".") ? resolvePath(folder, base) : undefined;
      const found = [at, `${at}.json`].find(
        (each) => at !== undefined && each !== undefined && this.files.text(`/${each}`) !== undefined,
      );
      if (found === undefined || this.#says(found)) return true;
    }
    const references = Array.isArray(json.references) ? json.references : [];
    return references.some((reference) => {
      const target = isRecord(reference) ? asString(reference.path) : undefined;
      const at = target === undefined ? undefined : resolvePath(folder, target);
      if (at === undefined) return true;
      return this.#says(at.endsWith(".json") ? at : joinPath(at, "tsconfig.json"));
    });
  }
}
