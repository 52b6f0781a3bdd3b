import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of the packages that went into bundles, as those who pass the bundles on have to give them.
 *
 * @param {string} root of the repository
 * @param {Iterable<string>} inputs files that were bundled or copied, relative to the root
 * @returns {string} one section for each package, by name
 */
export function noticesOf(root, inputs) {
  const folders = new Set();
  for (const input of inputs) {
    const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
    if (folder !== undefined && !folder.includes("node_modules/@contractc/")) folders.add(folder);
  }
  const sections = new Map();
  for (const folder of folders) {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
    const texts = readdirSync(join(root, folder))
      .filter(
        (file) => /^(licen[cs]e|copying|notice|thirdpartynotice)/i.test(file) && !/\.(js|ts)$/.test(file),
      )
      .sort()
      .map((file) =>
        readFileSync(join(root, folder, file), "utf8")
          .replaceAll("\r\n", "\n")
          .trim(),
      );
    if (texts.length === 0 && license === undefined)
      throw new Error(`${name} does not say what its licence is`);
    sections.set(`${name} ${version}`, [`${name} ${version} (${license})`, ...texts].join("\n\n"));
  }
  const intro = "contractc contains parts of these packages, under their licences.";
  const rule = "-".repeat(80);
  return `${[intro, ...[...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)].join(`\n\n${rule}\n\n`)}\n`;
}
