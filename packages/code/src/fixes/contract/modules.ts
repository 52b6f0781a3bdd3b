import {
  type Declaration,
  type Finding,
  type Kernel,
  Lines,
  type Module,
  printName,
  references,
  relative,
  type UsesText,
  writeModule,
} from "@contractc/kernel";
import type { Comparison } from "../../drift/comparison.js";
import { nearestFile } from "../../drift/files.js";
import { codeName, type LocatedModule } from "../../drift/locate.js";
import { declarations } from "../../extract/declarations.js";
import { firstParagraph } from "../../extract/docs.js";
import { moduleName, unusedName } from "../../extract/plan.js";
import type { CodeFile } from "../../project/project.js";
import type { FixContext } from "../context.js";
import { type ContractRemedy, type NoRemedy, none } from "../remedy.js";
import { NOT_COMPARED } from "./declarations.js";
import { ContractExtraction } from "./extraction.js";

type Result = ContractRemedy | NoRemedy;

/** The module's new path where its file was moved; else the module goes. */
export function moveModule(fix: FixContext, finding: Finding, { located }: Comparison): Result {
  if (!located) return NOT_COMPARED;
  const { module } = located;
  const path = movedTo(fix, located);
  if (path === undefined) {
    return {
      kind: "contract",
      title: `Remove the module ${module.name}`,
      actions: [{ op: "remove", target: finding.symbol, content: "" }],
    };
  }
  const folder = fix.kernel.packages.find(({ address }) => address === module.package)?.path;
  const inside = folder === undefined || folder === "." || path.startsWith(`${folder}/`);
  if (!inside)
    return none(`\`${path}\` lies outside of the folder of its package: the module is moved by hand.`);
  const content = `module ${printName(module.name)} ${JSON.stringify(relative(folder, path))}`;
  return {
    kind: "contract",
    title: `Change the path to ${path}`,
    actions: [{ op: "update", target: module.address, content }],
  };
}

/** Where the file of a missing module stands now: a file of a like name that defines half of what the module declares. */
export function movedTo(fix: FixContext, { module, groups, language }: LocatedModule): string | undefined {
  if (module.folder) return undefined;
  const path = nearestFile(fix.drift, module);
  const file = path === undefined ? undefined : fix.project.files.get(path);
  if (!file) return undefined;
  const names = new Set(file.signature.symbols.map(({ name }) => name));
  const found = groups.filter(({ declarations: [first] }) => names.has(codeName(first, language)));
  return found.length > 0 && found.length * 2 >= groups.length ? path : undefined;
}

/** A module for a file of a package that has none. What it imports is declared when it is one. */
export function addModule(fix: FixContext, finding: Finding): Result {
  const file = fix.fileOf(finding.file);
  const folder = fix.kernel.packages.find(({ address }) => address === finding.symbol);
  if (!file || !folder)
    return none(
      "A contract may describe a part of the code: `contractc extract` writes modules for the folders that are to follow.",
    );
  if (file.signature.problems.length > 0) return none("The file does not parse.");
  const { text, name } = moduleText(fix, file, folder);
  return {
    kind: "contract",
    title: `Declare the module ${name}`,
    actions: [{ op: "add", target: folder.address, content: text }],
  };
}

function moduleText(
  fix: FixContext,
  file: CodeFile,
  folder: { address: string; path: string },
): { text: string; name: string } {
  const name = unusedName(moduleName(file.path), takenIn(fix.kernel, folder.address));
  const address = `${folder.address}.${name}`;
  const path = relative(folder.path, file.path);
  const plan = { name, address, path, file, files: [file] };
  const extraction = new ContractExtraction(fix.drift, [plan]);
  let found: Declaration[];
  let before: number;
  do {
    before = extraction.size;
    found = declarations(plan, extraction);
  } while (extraction.size !== before);
  const doc = firstParagraph(file.signature.doc);
  const out = new Lines();
  const text = {
    name,
    path,
    ...(doc === undefined ? {} : { doc }),
    uses: usesOf(fix, address, found),
    declarations: found,
  };
  writeModule(out, text, fix.names.optionsIn(address));
  return { text: out.text().trim(), name };
}

function usesOf(fix: FixContext, address: string, found: readonly Declaration[]): UsesText[] {
  const homes = new Set([...references(found)].map((target) => target.slice(0, target.lastIndexOf("."))));
  homes.delete(address);
  if (homes.size === 0) return [];
  return [{ kind: "type", names: [...homes].sort().map((home) => fix.names.moduleName(home)) }];
}

/** The names in a package. */
function takenIn({ modules, packages }: Kernel, address: string): Set<string> {
  const inside = (of: Pick<Module, "address">) =>
    of.address.slice(0, of.address.lastIndexOf(".")) === address;
  return new Set([...modules, ...packages].filter(inside).map(({ name }) => name));
}
