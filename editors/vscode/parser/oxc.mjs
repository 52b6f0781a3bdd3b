// The parser of TypeScript for every platform: what `oxc-parser` is in the package of the extension. The same parser as the
// native one that npm installs for the command line, compiled to WebAssembly, which its package has beside the native code.
import { readFileSync } from "node:fs";
import { instantiateNapiModuleSync } from "@emnapi/core";
import { createContext } from "@emnapi/runtime";
import { wrap } from "oxc-parser/src-js/wrap";

// The least that the module asks for, and the most that it can address, in pages of 64 KB.
const memory = new WebAssembly.Memory({ initial: 4000, maximum: 65_536 });
const view = () => new DataView(memory.buffer);

/** WASI's number for a file that is not open: parsing reads and writes none. */
const BAD_FILE = 8;

/** What the module asks of a system, by WASI's names. Node's own WASI would warn that it is an experiment. */
const system = {
  random_get(start, length) {
    crypto.getRandomValues(new Uint8Array(memory.buffer, start, length));
    return 0;
  },
  environ_sizes_get(count, size) {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return 0;
  },
  environ_get: () => 0,
  clock_time_get(_clock, _precision, time) {
    view().setBigUint64(time, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  },
  fd_write: () => BAD_FILE,
  proc_exit(code) {
    throw new Error(`The parser of TypeScript ended with ${code}.`);
  },
};

const { napiModule } = instantiateNapiModuleSync(
  readFileSync(new URL("parser.wasm32-wasip1.wasm", import.meta.url)),
  {
    context: createContext(),
    asyncWorkPoolSize: 0,
    wasi: {
      initialize: ({ exports }) => exports._initialize(),
      getImportObject: () => ({ wasi_snapshot_preview1: system }),
    },
    overwriteImports: (imports) => ({
      ...imports,
      env: { ...imports.env, ...imports.napi, ...imports.emnapi, memory },
    }),
    beforeInit({ instance: { exports } }) {
      for (const name of Object.keys(exports)) if (name.startsWith("__napi_register__")) exports[name]();
    },
  },
);

/**
 * As `parseSync` of `oxc-parser`.
 *
 * @param {string} file
 * @param {string} text
 * @param {import("oxc-parser").ParserOptions} [options]
 * @returns {import("oxc-parser").ParseResult}
 */
export function parseSync(file, text, options) {
  return wrap(napiModule.exports.parseSync(file, text, options));
}
