import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIAGNOSTICS, exampleFiles } from "@contractc/kernel";
import { parseContract, rangeOf } from "@contractc/language";
import type { ContractCorpus } from "./contract-inputs.ts";

/** Folders below the root of the repository whose contracts and code inputs are made of. */
const FOLDERS = ["examples", "packages/language/test", "packages/code/test/build/fixtures"];
const SMALL = 600;

/** @param root the folder of the repository */
export function contractCorpus(root: string): ContractCorpus {
  const whole = filesBelow(root, [".contract"]).map(({ text }) => text);
  const examples = Object.values(DIAGNOSTICS).flatMap(({ wrong, right }) =>
    [wrong, right].flatMap((example) =>
      [...exampleFiles(example)].flatMap(([path, text]) => (path.endsWith(".contract") ? [text] : [])),
    ),
  );
  const small = [...examples, ...whole.flatMap(partsOf)].filter(({ length }) => length <= SMALL);
  return { whole, small: [...new Set(small)] };
}

/** The elements of a contract, each as a contract of its own. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  const visit = (elements: ReturnType<typeof parseContract>["root"]["elements"]) => {
    for (const element of elements) {
      const { offset, length } = rangeOf(element);
      const part = text.slice(offset, offset + length);
      if (length <= SMALL) parts.push(`contract Part version "1.0.0"\n${part}\n`);
      if ("elements" in element && length > SMALL) visit(element.elements);
    }
  };
  visit(parseContract(text, "corpus").root.elements);
  return parts;
}

/** Files by extension, without what was built or installed; in the order of their paths. */
export function filesBelow(
  root: string,
  extensions: readonly string[],
  folders: readonly string[] = FOLDERS,
): { path: string; text: string }[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => extensions.some((extension) => path.endsWith(extension)))
      .filter((path) => !/\/(?:node_modules|contract-build|__pycache__)\//.test(path))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })),
  );
}
