// Bundles the command line: a start file that answers from caches, one that compares a little again, one for everything
// else with lazily loaded parts, and the parsers' WebAssembly beside them.
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { noticesOf } from "./notices.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = `${root}packages/cli/bundle`;
const require = createRequire(`${root}packages/code/package.json`);

/** The script and the style of the page that `graph --format html` writes, as texts for the command line to hold. */
const pageAssets = {
  name: "page-assets",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^page:/ }, ({ path }) => ({
      path: `${root}packages/cli/page/${path.slice("page:".length)}`,
      namespace: "page",
    }));
    onLoad({ filter: /.*/, namespace: "page" }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path],
        bundle: true,
        minify: true,
        write: false,
        format: "iife",
        target: ["es2022", "chrome100", "firefox100", "safari15"],
      });
      return { contents: outputFiles[0].text.trim(), loader: "text" };
    });
  },
};

/** Functions of modules that take long to load, and that many an answer does without: loaded when one is called. */
const late = { "node:crypto": ["createHash", "hash"], "node:child_process": ["spawnSync"] };

/** Node's own modules without their face to ECMAScript modules, which takes longer to make than they take to use. */
const builtins = {
  name: "builtins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "builtin" }));
    onLoad({ filter: /.*/, namespace: "builtin" }, ({ path }) => {
      const load = `process.getBuiltinModule(${JSON.stringify(path)})`;
      const functions = late[path]?.map(
        (name) => `export const ${name} = (...given) => ${load}.${name}(...given);`,
      );
      return { contents: functions?.join("\n") ?? `module.exports = ${load}` };
    });
  },
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const common = {
  absWorkingDir: root,
  outdir: out,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22.13",
  conditions: ["@contractc/source", "module", "node", "import"],
  logLevel: "warning",
};
// Bundled CommonJS packages call `require` for Node's own modules.
const banner = {
  js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
};
// What answers from a cache stands by itself.
await build({
  ...common,
  entryPoints: ["packages/cli/src/quick.ts"],
  minify: true,
  plugins: [builtins],
});
await build({
  ...common,
  entryPoints: ["packages/cli/src/again.ts"],
  splitting: true,
  minify: true,
  legalComments: "none",
  external: ["oxc-parser"],
  banner: { js: 'const require = process.getBuiltinModule("node:module").createRequire(import.meta.url);' },
  plugins: [builtins],
});
const { metafile } = await build({
  ...common,
  entryPoints: ["packages/cli/src/main.ts"],
  metafile: true,
  splitting: true,
  // Native code cannot be bundled; npm installs the right build of it.
  external: ["oxc-parser"],
  sourcemap: "linked",
  sourcesContent: false,
  // All licences are in one file, below.
  legalComments: "none",
  banner,
  plugins: [pageAssets],
});
const grammars = ["web-tree-sitter/web-tree-sitter.wasm", "tree-sitter-python/tree-sitter-python.wasm"];
for (const wasm of grammars) {
  copyFileSync(require.resolve(wasm), `${out}/${wasm.slice(wasm.indexOf("/") + 1)}`);
}
// The texts that models are given.
cpSync(`${root}packages/runtime/prompts`, `${out}/prompts`, { recursive: true });
// The pages about diagnostics, which an editor opens from a finding.
cpSync(`${root}docs/diagnostics`, `${out}/diagnostics`, { recursive: true });
const bundled = [...Object.keys(metafile.inputs), ...grammars.map((wasm) => `node_modules/${wasm}`)];
writeFileSync(`${out}/THIRD-PARTY-NOTICES.txt`, noticesOf(root, bundled));
