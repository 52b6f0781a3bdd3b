// Bundles the command line: one start file and lazily loaded parts, with the parsers' WebAssembly beside them.
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = `${root}packages/cli/bundle`;
const require = createRequire(`${root}packages/code/package.json`);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: ["packages/cli/src/main.ts"],
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.13",
  conditions: ["source", "module", "node", "import"],
  // Native code cannot be bundled; npm installs the right build of it.
  external: ["oxc-parser"],
  sourcemap: "linked",
  sourcesContent: false,
  legalComments: "external",
  // Bundled CommonJS packages call `require` for Node's own modules.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});
for (const wasm of ["web-tree-sitter/web-tree-sitter.wasm", "tree-sitter-python/tree-sitter-python.wasm"]) {
  copyFileSync(require.resolve(wasm), `${out}/${wasm.slice(wasm.indexOf("/") + 1)}`);
}
