// Writes packages/code/src/project/data: the names that languages bring along. Run by hand after an update of
// TypeScript, Node or Python; needs a `python3` on the path.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const data = join(dirname(fileURLToPath(import.meta.url)), "../packages/code/src/project/data");
const byCodeUnit = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Lines of names, at most 100 characters each, as one string that is split when it is loaded. */
function set(constant, comment, names) {
  const lines = [];
  for (const name of [...new Set(names)].sort(byCodeUnit)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 100) lines[lines.length - 1] = `${last} ${name}`;
    else lines.push(name);
  }
  const text = lines.map((line) => `  ${line}`).join("\n");
  return `/** ${comment} */\nexport const ${constant}: ReadonlySet<string> = new Set(\n  \`\n${text}\n\`\n    .trim()\n    .split(/\\s+/),\n);\n`;
}

const header = "// Written by scripts/generate-names.mjs.\n\n";

// Releases remove and add modules. These are what the others of 3.9 to 3.14 have besides the running one's.
const OTHER_RELEASES =
  "annotationlib asynchat asyncore binhex cgi cgitb chunk compression crypt distutils formatter imghdr imp lib2to3 " +
  "msilib nis nntplib ossaudiodev parser pathlib pipes smtpd sndhdr spwd string sunau symbol telnetlib tomllib uu xdrlib";
const python = JSON.parse(
  execFileSync("python3", [
    "-c",
    "import sys, builtins, json; print(json.dumps({'library': sorted(sys.stdlib_module_names), 'compiled': sorted(sys.builtin_module_names), 'builtins': dir(builtins), 'version': sys.version.split()[0]}))",
  ]).toString(),
);
writeFileSync(
  join(data, "python-names.ts"),
  header +
    [
      set("PYTHON_STANDARD_LIBRARY", "Top-level modules of the standard library, Python 3.9 to 3.14.", [
        ...python.library,
        ...OTHER_RELEASES.split(" "),
      ]),
      set(
        "PYTHON_BUILTIN_MODULES",
        "Modules that are compiled into the interpreter: no file of the project comes before them.",
        python.compiled.filter((name) => !name.startsWith("_")),
      ),
      set("PYTHON_BUILTINS", "Names that every Python file has.", [
        ...python.builtins.filter(
          (name) => !["_", "copyright", "credits", "exit", "license", "quit"].includes(name),
        ),
        "PythonFinalizationError",
        "WindowsError",
        "__file__",
        "reveal_type",
      ]),
    ].join("\n"),
);

writeFileSync(
  join(data, "node-names.ts"),
  header +
    set(
      "NODE_BUILTIN_MODULES",
      "What Node resolves without a package and without `node:` before it.",
      builtinModules.filter((name) => !name.startsWith("_") && !name.startsWith("node:")),
    ),
);

const lib = dirname(fileURLToPath(import.meta.resolve("typescript")));
const globals = [];
for (const name of readdirSync(lib)
  .filter((file) => /^lib\.(?!scripthost).*\.d\.ts$/.test(file))
  .sort(byCodeUnit)) {
  const source = ts.createSourceFile(name, readFileSync(join(lib, name), "utf8"), ts.ScriptTarget.Latest);
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) {
      for (const { name: variable } of statement.declarationList.declarations) {
        if (ts.isIdentifier(variable)) globals.push(variable.text);
      }
    } else if (statement.name && ts.isIdentifier(statement.name)) globals.push(statement.name.text);
  }
}
// `@types/node` declares these besides what the DOM has too.
const NODE_GLOBALS =
  "Buffer BufferEncoding NodeJS NodeRequire NodeModule __dirname __filename exports global module process require setImmediate clearImmediate";
writeFileSync(
  join(data, "typescript-names.ts"),
  header +
    set("TYPESCRIPT_GLOBALS", `Ambient names of TypeScript ${ts.version}'s libraries and of Node.`, [
      ...globals,
      ...NODE_GLOBALS.split(" "),
      "globalThis",
    ]),
);
