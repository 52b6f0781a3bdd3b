// Edits contracts and code at random over the protocol of the language server and compares what it says with fresh checks.
//
//   npm run soak -- --edits 10000 --seed 7 [--every 25]
//
// The command is the built one; a seed makes the same edits again.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
// Of its own, so that a later run does not change what this one runs.
const bundle = `${root}node_modules/.cache/contractc-soak-${process.pid}`;
await build({
  absWorkingDir: root,
  entryPoints: ["tests/soak/run.ts"],
  outdir: bundle,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.13",
  conditions: ["@contractc/source", "module", "node", "import"],
  external: ["oxc-parser", "web-tree-sitter", "tree-sitter-python"],
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});
try {
  const { status } = spawnSync(process.execPath, [`${bundle}/run.mjs`, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(bundle, { recursive: true, force: true });
}
