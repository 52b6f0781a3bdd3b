// Packages the extension as it was built, and says what the package is made of.
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import vsce from "@vscode/vsce";

const extension = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(extension, "package.json"), "utf8"));
const packagePath = process.argv[2] ?? join(extension, `contractc-vscode-${version}.vsix`);
await vsce.createVSIX({
  cwd: extension,
  packagePath,
  dependencies: false,
  allowMissingRepository: true,
});

/** What a file of the package belongs to. */
function partOf(file) {
  if (file === "dist/extension.cjs") return "extension";
  if (file.startsWith("dist/server/node_modules/oxc-parser/")) return "parser of TypeScript (WebAssembly)";
  if (/^dist\/server\/node_modules\/.*\.d\.ts$/.test(file)) return "libraries of TypeScript";
  if (file.startsWith("dist/server/node_modules/typescript/")) return "compiler of TypeScript";
  if (/^dist\/server\/.*\.wasm$/.test(file)) return "parser of Python (WebAssembly)";
  if (file.startsWith("dist/server/bundle/diagnostics/")) return "pages about diagnostics";
  if (file.startsWith("dist/server/")) return "language server and commands";
  return "colours, snippets, pictures, texts";
}

const parts = new Map();
const files = await vsce.listFiles({ cwd: extension, packageManager: vsce.PackageManager.None });
for (const file of files) {
  const part = parts.get(partOf(file)) ?? { count: 0, bytes: 0 };
  part.count++;
  part.bytes += statSync(join(extension, file)).size;
  parts.set(partOf(file), part);
}
const kilobytes = (bytes) => `${Math.round(bytes / 1024)} KB`.padStart(9);
process.stdout.write(
  `${packagePath}: ${kilobytes(statSync(packagePath).size).trim()}, ${files.length} files; unpacked:\n`,
);
for (const [part, { count, bytes }] of [...parts].sort((a, b) => b[1].bytes - a[1].bytes)) {
  process.stdout.write(`${kilobytes(bytes)}  ${part}, ${count} ${count === 1 ? "file" : "files"}\n`);
}
