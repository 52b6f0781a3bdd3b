import type { Address } from "@contractc/kernel";
import type { ModuleVerdict } from "../drift/index.js";
import type { ImportGraph, ModuleImport, NameImport, PackageImport } from "../imports/graph.js";
import { isPrivateElsewhere } from "../imports/internal.js";
import type { Acceptance } from "../imports/report.js";
import { byCodeUnit } from "../project/paths.js";
import type { CodeFile } from "../project/project.js";
import { hasScriptHeader } from "../project/python/script.js";
import type { CodeImport } from "../reading/signature.js";

/** What a module's imports are, as the graph has them. */
export interface ModuleImports {
  modules: ModuleImport[];
  packages: PackageImport[];
  names: NameImport[];
  /** Not all are known. */
  isIncomplete: boolean;
}

/** The imports of each module that has any. */
export function importsByModule(graph: ImportGraph): (module: Address) => ModuleImports {
  const by = new Map<Address, ModuleImports>();
  const of = (address: Address): ModuleImports => {
    let found = by.get(address);
    if (!found) {
      found = { modules: [], packages: [], names: [], isIncomplete: graph.incomplete.has(address) };
      by.set(address, found);
    }
    return found;
  };
  for (const each of graph.modules) of(each.from.address).modules.push(each);
  for (const each of graph.packages) of(each.from.address).packages.push(each);
  for (const each of graph.names) of(each.from.address).names.push(each);
  return of;
}

/** What counts beside the module itself. */
export interface Circumstances {
  /** There are findings that are put together of several modules' imports: the places of these count, too. */
  isExact: boolean;
  /** Files whose texts were looked at to tell whether manifests list what they import. */
  asked: ReadonlySet<string>;
}

/**
 * Everything that the comparison of one module hands on to the report as a whole, as a text: where it is the same again,
 * so is what is reported.
 *
 * @param files of the module
 */
export function verdictText(
  verdict: ModuleVerdict,
  files: readonly CodeFile[],
  imports: ModuleImports,
  circumstances: Circumstances,
): string {
  const { realised, missing, unexported, findings, accepted } = verdict;
  return JSON.stringify([
    realised,
    missing,
    unexported,
    findings,
    [...new Set(accepted.map((each) => acceptanceText(each, files)))].sort(byCodeUnit),
    files.map((file) => suppressionsOf(file, circumstances.isExact)),
    importsText(imports, circumstances),
    imports.isIncomplete,
  ]);
}

function acceptanceText(accepted: Acceptance, files: readonly CodeFile[]): string {
  if (accepted.kind === "allow") return `${accepted.code} ${accepted.address} ${accepted.to ?? ""}`;
  const { code, file: path, suppression } = accepted;
  const at = files.find((file) => file.path === path)?.signature.suppressions.indexOf(suppression);
  // In a file of another module, its place tells which it is.
  return `${code} ${path} ${at ?? `at ${suppression.start}`}`;
}

function suppressionsOf(file: CodeFile, isExact: boolean): unknown {
  const { suppressions, problems } = file.signature;
  const written = suppressions.map(({ code, reason, start }) => [
    code,
    reason,
    isExact ? file.lines.position(start).line : 0,
  ]);
  return [file.path, problems.length > 0, written];
}

/** Without findings, only which imports there are counts, and which comments speak of them. */
function importsText(
  { modules, packages, names }: ModuleImports,
  { isExact, asked }: Circumstances,
): readonly string[] {
  const texts = [
    ...modules.map(({ to, file, statement, mode, definers, passedOn }) =>
      JSON.stringify([
        to.address,
        mode,
        definers.map(({ address }) => address),
        passedOn,
        placeOf(file, statement, isExact),
      ]),
    ),
    ...packages.map(({ package: name, file, statement, mode }) =>
      JSON.stringify([
        name,
        mode,
        asked.has(file.path) && hasScriptHeader(file.text),
        file.language === "python" && statement.names.map((each) => each.name),
        placeOf(file, statement, isExact),
      ]),
    ),
    ...names.map((each) =>
      JSON.stringify([
        each.owner.address,
        each.file.path,
        each.name,
        isPrivateElsewhere(each),
        placeOf(each.importer, each.statement, isExact),
      ]),
    ),
  ];
  return isExact ? texts : [...new Set(texts)].sort(byCodeUnit);
}

function placeOf(file: CodeFile, statement: CodeImport, isExact: boolean): unknown {
  const { suppressions } = file.signature;
  const { path } = file;
  if (isExact) return [path, statement.specifier, file.lines.place(path, statement.start, statement.end)];
  if (suppressions.length === 0) return [path, statement.specifier];
  const { line } = file.lines.position(statement.start);
  return [path, statement.specifier, suppressions.flatMap((each, at) => (each.line === line ? [at] : []))];
}

/**
 * What a file says to others, without places and doc comments: while it stays the same, so does everything that is
 * found out by looking at all files.
 */
export function faceOf({ signature, generated }: Pick<CodeFile, "signature" | "generated">): string {
  return JSON.stringify([generated, signature], (key, value: unknown) =>
    PLACES.has(key) ? undefined : value,
  );
}

const PLACES = new Set(["start", "end", "doc", "line", "body"]);
