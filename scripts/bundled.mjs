// Bundles a program of tests with the sources of all packages, so that it runs in plain Node and stays the same while the
// sources change.
import { rmSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The folder of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * @param {string} entry from the folder of the repository
 * @returns {Promise<{ path: string, remove(): void }>} the bundle, and what to call when it is no longer needed
 */
export async function bundled(entry) {
  const name = basename(entry, ".ts");
  const folder = `${root}node_modules/.cache/contractc-${name}-${process.pid}`;
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22.13",
    conditions: ["source", "module", "node", "import"],
    packages: "bundle",
    external: ["oxc-parser", "web-tree-sitter", "tree-sitter-python"],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    logLevel: "warning",
  });
  return {
    path: `${folder}/${name}.mjs`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
