import type { Address } from "@contractc/kernel";
import type { CodeFile, CodeProject } from "../../project/project.js";

/** Which module a file of the project belongs to. */
export type ModuleOfFile = (path: string) => Address | undefined;

interface Local {
  text: string;
  /** It is there at run time. */
  load: boolean;
}

/** What a file's imports make of other modules' symbols, re-exports and path aliases followed. */
export class ExistingNames {
  readonly #locals = new Map<string, Local>();
  readonly #modules = new Map<Address, Local>();

  constructor(project: CodeProject, file: CodeFile, moduleOf: ModuleOfFile) {
    for (const { mode, names } of file.signature.imports) {
      if (mode === "lazy") continue;
      for (const { local, typeOnly } of names) {
        if (local === undefined) continue;
        const entry: Local = { text: local, load: mode !== "type" && !typeOnly };
        const meaning = project.resolveName(file.path, local);
        if (meaning.kind === "symbol" && meaning.member === undefined) {
          const module = moduleOf(meaning.file);
          if (module !== undefined) this.#add(`${module} ${meaning.name}`, entry);
        } else if (meaning.kind === "file") {
          const module = moduleOf(meaning.path);
          if (module !== undefined && !this.#modules.has(module)) this.#modules.set(module, entry);
        }
      }
    }
  }

  #add(key: string, entry: Local): void {
    const known = this.#locals.get(key);
    if (!known || (entry.load && !known.load)) this.#locals.set(key, entry);
  }

  /**
   * @param module the address of the module that declares it
   * @param name its name there
   * @param load whether it must be there at run time
   * @returns how the file can say it, if it can
   */
  find(module: Address, name: string, load: boolean): string | undefined {
    const local = this.#locals.get(`${module} ${name}`);
    if (local && (local.load || !load)) return local.text;
    const whole = this.#modules.get(module);
    return whole && (whole.load || !load) ? `${whole.text}.${name}` : undefined;
  }
}
