import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type ts from "typescript";

/** The TypeScript compiler and the files of its standard library. */
export interface Compiler {
  ts: typeof ts;
  /** @returns the text of a file such as `lib.es2022.d.ts`; `undefined` where the compiler has none of that name */
  library(name: string): string | undefined;
  /** Its files as parsed, which programs share. */
  librarySources: Map<string, ts.SourceFile>;
}

let loaded: Compiler | undefined;

/**
 * Loads the compiler at the first call: it takes half a second, which a project whose types are written never pays.
 *
 * @throws if the package is not installed: a broken installation
 */
export function compiler(): Compiler {
  loaded ??= load();
  return loaded;
}

function load(): Compiler {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve("typescript"));
  const texts = new Map<string, string | undefined>();
  return {
    ts: require("typescript") as typeof ts,
    librarySources: new Map(),
    library(name) {
      if (!/^lib(?:\.[\w-]+)*\.d\.ts$/.test(name)) return undefined;
      if (!texts.has(name)) {
        try {
          texts.set(name, readFileSync(`${folder}/${name}`, "utf8"));
        } catch {
          // A configuration may name a library that this version of the compiler does not have.
          texts.set(name, undefined);
        }
      }
      return texts.get(name);
    },
  };
}
