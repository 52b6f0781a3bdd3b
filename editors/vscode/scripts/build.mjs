// Builds the extension: its own code as one file, and beside it the command line that `npm run build` has bundled.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const extension = fileURLToPath(new URL("..", import.meta.url));
const cli = join(extension, "../../packages/cli");
const server = join(extension, "dist/server");
const require = createRequire(join(cli, "../code/package.json"));

if (!existsSync(join(cli, "bundle/main.js"))) {
  process.stderr.write(
    'There is no bundle of the command line yet: run "npm run build" in the root first.\n',
  );
  process.exit(2);
}
rmSync(join(extension, "dist"), { recursive: true, force: true });
mkdirSync(server, { recursive: true });
await build({
  absWorkingDir: extension,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.cjs",
  bundle: true,
  minify: true,
  format: "cjs",
  platform: "node",
  target: "node22.13",
  // The editor's own module.
  external: ["vscode"],
  legalComments: "none",
  logLevel: "warning",
});

/** Maps are for developers; counting tokens is for `contractc context`, which no editor runs. */
const LEFT_OUT = /\.map$|^o200k_base-/;
cpSync(join(cli, "bin"), join(server, "bin"), { recursive: true });
cpSync(join(cli, "package.json"), join(server, "package.json"));
cpSync(join(cli, "bundle"), join(server, "bundle"), {
  recursive: true,
  filter: (path) => !LEFT_OUT.test(path.slice(path.lastIndexOf("/") + 1)),
});

// The parser of TypeScript: JavaScript around native code, of which npm has installed what this platform needs.
const parser = dirname(require.resolve("oxc-parser/package.json"));
const modules = join(server, "node_modules");
const isNeeded = (path) =>
  !/\.wasm|\.d\.m?ts|workerd|README/.test(path) && !path.startsWith(join(parser, "node_modules"));
cpSync(parser, join(modules, "oxc-parser"), { recursive: true, filter: isNeeded });
const bindings = join(parser, "../@oxc-parser");
for (const name of readdirSync(bindings).filter((each) => each.startsWith("binding-"))) {
  cpSync(join(bindings, name), join(modules, "@oxc-parser", name), { recursive: true });
}
