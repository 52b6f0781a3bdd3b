// Writes docs/diagnostics and the codes in the configuration's schema from the registry. With --check nothing is
// written: it fails where something would be.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DIAGNOSTICS, exampleFiles } from "../packages/kernel/dist/index.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = "docs/diagnostics";
const schemaFile = "packages/kernel/schema/contract.config.schema.json";

const FAMILIES = {
  syntax: "the text",
  name: "names, files and paths",
  type: "signatures and types",
  graph: "dependencies, events and flows",
  state: "state spaces",
  complete: "what a contract leaves open",
  drift: "contract against code",
  import: "the code's imports against the contract",
  policy: "accepted findings",
  config: "`contract.config.json`",
};

/** Every file by its path from the root. */
function pages() {
  const codes = Object.keys(DIAGNOSTICS).sort();
  const files = new Map(codes.map((code) => [`${folder}/${code}.md`, pageOf(code)]));
  files.set(`${folder}/README.md`, indexOf(codes));
  const schema = JSON.parse(readFileSync(join(root, schemaFile), "utf8"));
  schema.properties.severities.propertyNames = { enum: codes };
  // Short lists stand on one line, as the formatter has them.
  const text = JSON.stringify(schema, null, 2).replace(/\[\s+((?:"[^"]*",?\s+){1,5})\]/g, (_, items) => {
    return `[${items.trim().replace(/\s+/g, " ")}]`;
  });
  files.set(schemaFile, `${text}\n`);
  return files;
}

function pageOf(code) {
  const { severity, title, explanation, wrong, right, fixes } = DIAGNOSTICS[code];
  return [
    `# ${code}`,
    "",
    `${title} (${severity}).`,
    "",
    explanation,
    "",
    ...(fixes ? fixLines(fixes) : []),
    "## Wrong",
    "",
    ...blocksOf(wrong),
    "## Right",
    "",
    ...blocksOf(right),
    `[All diagnostics](../README.md); on the command line: \`contractc explain ${code}\`.`,
    "",
  ].join("\n");
}

/** What `drift --fix` does in each direction, or why nothing. */
function fixLines({ code, contract }) {
  const line = (direction, note) =>
    `* \`contractc drift --fix ${direction}\`: ${"does" in note ? note.does : `nothing. ${note.not}`}`;
  return ["## Fixes", "", line("code", code), line("contract", contract), ""];
}

function blocksOf(example) {
  const files = exampleFiles(example);
  return [...files].flatMap(([path, text]) => [
    ...(files.size > 1 ? [`\`${path}\`:`, ""] : []),
    `\`\`\`${path.slice(path.lastIndexOf(".") + 1)}`,
    text.trimEnd(),
    "```",
    "",
  ]);
}

function indexOf(codes) {
  const sections = Object.entries(FAMILIES).flatMap(([family, about]) => [
    `## ${family}: ${about}`,
    "",
    "| code | severity | about |",
    "| --- | --- | --- |",
    ...codes
      .filter((code) => code.startsWith(`${family}/`))
      .map((code) => {
        const { severity, title } = DIAGNOSTICS[code];
        return `| [${code}](${code}.md) | ${severity} | ${title} |`;
      }),
    "",
  ]);
  return [
    "# Diagnostics",
    "",
    "Every code that `contractc` reports, with its severity where `contract.config.json` sets no other.",
    "",
    ...sections,
  ].join("\n");
}

const wanted = pages();
const existing = existsSync(join(root, folder))
  ? readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md"))
      .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
  : [];
const orphans = existing.filter((path) => !wanted.has(path));
const stale = [...wanted].filter(
  ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text,
);

if (process.argv.includes("--check")) {
  for (const path of [...orphans, ...stale.map(([stalePath]) => stalePath)]) {
    process.stderr.write(`${path} is not what npm run docs:diagnostics would write\n`);
  }
  process.exitCode = orphans.length + stale.length > 0 ? 1 : 0;
} else {
  for (const path of orphans) rmSync(join(root, path));
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
