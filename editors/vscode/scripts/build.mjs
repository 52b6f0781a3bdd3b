// Builds the extension: its own code as one file, and beside it the command line that `npm run build` has bundled, with
// what that loads from packages. Nothing of it is native code, so that one package is for every platform.
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const extension = fileURLToPath(new URL("..", import.meta.url));
const cli = join(extension, "../../packages/cli");
const server = join(extension, "dist/server");

if (!existsSync(join(cli, "bundle/main.js"))) {
  process.stderr.write(
    'There is no bundle of the command line yet: run "npm run build" in the root first.\n',
  );
  process.exit(2);
}
rmSync(join(extension, "dist"), { recursive: true, force: true });
mkdirSync(server, { recursive: true });
const common = {
  absWorkingDir: extension,
  bundle: true,
  minify: true,
  platform: "node",
  target: "node22.13",
  legalComments: "none",
  logLevel: "warning",
};
await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.cjs",
  format: "cjs",
  // The editor's own module.
  external: ["vscode"],
});

/** Maps are for developers; no editor counts tokens, as `contractc context` does, or drives agents. */
const LEFT_OUT = /\.map$|^o200k_base-|^agent-/;
cpSync(join(cli, "bin"), join(server, "bin"), { recursive: true });
cpSync(join(cli, "package.json"), join(server, "package.json"));
cpSync(join(cli, "bundle"), join(server, "bundle"), {
  recursive: true,
  filter: (path) => !LEFT_OUT.test(path.slice(path.lastIndexOf("/") + 1)),
});
// Names stay, as what an error's stack says has to be told from a report.
await build({
  ...common,
  entryPoints: globSync(join(server, "bundle/*.js")),
  outdir: join(server, "bundle"),
  allowOverwrite: true,
  bundle: false,
  minify: false,
  minifyWhitespace: true,
  minifySyntax: true,
  format: "esm",
  logLevel: "error",
});

// The parser of TypeScript, for every platform.
const require = createRequire(join(cli, "../code/package.json"));
const modules = join(server, "node_modules");
const parser = dirname(require.resolve("oxc-parser/package.json"));
await build({
  ...common,
  entryPoints: ["parser/oxc.mjs"],
  outfile: join(modules, "oxc-parser/index.js"),
  format: "esm",
});
addPackage("oxc-parser", parser, "index.js");
copyFileSync(
  join(parser, "parser.wasm32-wasip1.wasm"),
  join(modules, "oxc-parser/parser.wasm32-wasip1.wasm"),
);

// The compiler of TypeScript, which says what code without written types gives, and its libraries.
const compiler = dirname(require.resolve("typescript/package.json"));
await build({
  ...common,
  entryPoints: [join(compiler, "lib/typescript.js")],
  outfile: join(modules, "typescript/lib/typescript.js"),
  format: "cjs",
  // It looks at its own file's name; as it is CommonJS already, nothing has to be bundled.
  bundle: false,
  // That the file is large is known.
  logLevel: "error",
});
addPackage("typescript", compiler, "lib/typescript.js");
for (const name of globSync("lib*.d.ts", { cwd: join(compiler, "lib") })) {
  const text = readFileSync(join(compiler, "lib", name), "utf8");
  writeFileSync(join(modules, "typescript/lib", name), withoutComments(text));
}

/** What makes a folder with code a package: its name, its version, what is loaded, and the licence of what it is made of. */
function addPackage(name, from, main) {
  const { version, license, type } = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
  const folder = join(modules, name);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, version, license, type, main }));
  const licence = globSync("LICENSE*", { cwd: from })[0];
  copyFileSync(join(from, licence), join(folder, licence));
}

/** Declarations need no comments but those with three strokes, which name further libraries: two thirds of their size. */
function withoutComments(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^[ \t]+|[ \t]+$/gm, "")
    .replace(/\n{2,}/g, "\n");
}
