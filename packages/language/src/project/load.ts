import { type Finding, type Fix, finding, nearestName } from "@contractc/kernel";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type { ContractFile, Header, Import } from "../syntax/index.js";
import { baseName, folderOf, isAbsolutePath, isInside, joinPath } from "./paths.js";
import { RealPaths } from "./real-paths.js";
import type { ImportTarget, SourceFile, SourceFiles } from "./source-files.js";

/** The files of one contract: the root first, then what it imports, breadth first in the order written. */
export interface LoadedContract {
  root: string;
  sources: Source[];
}

/** Where files may lie. */
export interface LoadOptions {
  /** Absolute path of the root file. */
  root: string;
  /** Absolute path of the folder no import may leave. */
  workspace: string;
}

/** @returns `null` where not even the root file can be read; findings say why */
export function loadContract(
  files: SourceFiles,
  options: LoadOptions,
  report: Report,
): LoadedContract | null {
  const { root, workspace } = options;
  const result = files.read(root);
  if ("fault" in result) {
    const place = { file: root, line: 1, column: 1, endLine: 1, endColumn: 1 };
    report(
      finding("name/import-missing", place, { path: baseName(root), problem: faultText(result.fault.fault) }),
    );
    return null;
  }
  // Keyed by real paths, so that a file reached through a link is not loaded twice.
  const loaded = new Map<string, SourceFile>([[files.fs.realPath(root) ?? root, result.file]]);
  const importedAt = new Map<string, { source: Source; node: Import }>();
  const realWorkspace = files.fs.realPath(workspace) ?? workspace;
  const realPaths = new RealPaths(files.fs);
  // A Map is walked in the order of insertion, and visits what is added meanwhile.
  for (const { source } of loaded.values()) {
    const imports = importsOf(source.parsed.root);
    if (imports.length === 0) continue;
    const seen = new Map<string, Import>();
    const targets = files.targetsOf(source, () =>
      imports.map((node) =>
        importTarget(source, node, files, { workspace, realWorkspace, realPaths }, report),
      ),
    );
    for (const [at, node] of imports.entries()) {
      const target = targets[at];
      if (!target) continue;
      const { path, real } = target;
      const first = seen.get(real);
      if (first) {
        report(duplicateImport(source, node, first));
        continue;
      }
      seen.set(real, node);
      if (loaded.has(real)) continue;
      const read = files.read(path);
      if ("fault" in read) {
        report(importMissing(source, node, faultText(read.fault.fault)));
        continue;
      }
      loaded.set(real, read.file);
      importedAt.set(path, { source, node });
    }
  }
  for (const file of loaded.values()) reportFile(file, root, importedAt, report);
  return { root, sources: [...loaded.values()].map((file) => file.source) };
}

export function importsOf(root: ContractFile): Import[] {
  return root.elements.filter((element) => element.$type === "Import");
}

export function headersOf(root: ContractFile): Header[] {
  return root.elements.filter((element) => element.$type === "Header");
}

/** Absolute paths of what a file imports, as far as they can be told without looking at the disk. */
export function importedPaths(source: Source): string[] {
  const folder = folderOf(source.path);
  return importsOf(source.parsed.root)
    .filter((node) => node.path !== undefined && !isAbsolutePath(node.path))
    .map((node) => joinPath(folder, node.path ?? ""));
}

/** The file an import names, if one stands there that may be imported. */
function importTarget(
  source: Source,
  node: Import,
  files: SourceFiles,
  { workspace, realWorkspace, realPaths }: { workspace: string; realWorkspace: string; realPaths: RealPaths },
  report: Report,
): ImportTarget | null {
  const written = node.path;
  // A missing path is the parser's finding.
  if (written === undefined) return null;
  const outside = (reason: "absolute" | "leaves" | "link"): null => {
    report(finding("name/path-outside", source.placeOf(node, "path"), { path: written, reason }));
    return null;
  };
  if (isAbsolutePath(written)) return outside("absolute");
  const path = joinPath(folderOf(source.path), written.replaceAll("\\", "/"));
  if (!isInside(workspace, path)) return outside("leaves");
  const found = realPaths.find(path);
  if (!found) {
    report(importMissing(source, node, "there is no such file", nearestFile(files, path, written)));
    return null;
  }
  const { real, kind } = found;
  if (kind === "folder") {
    report(importMissing(source, node, "it is a folder: import its files one by one"));
    return null;
  }
  if (!isInside(realWorkspace, real)) return outside("link");
  return { path, real };
}

function importMissing(source: Source, node: Import, problem: string, nearest?: string): Finding {
  const place = source.placeOf(node, "path");
  const fixes: Fix[] =
    nearest === undefined
      ? []
      : [
          {
            title: `Import "${nearest}"`,
            kind: "contract",
            edits: [{ ...place, text: JSON.stringify(nearest) }],
          },
        ];
  const parameters = { path: node.path ?? "", problem, ...(nearest === undefined ? {} : { nearest }) };
  return finding("name/import-missing", place, parameters, { fixes });
}

/** The import as it would name the file of the same folder whose name is nearest. */
function nearestFile(files: SourceFiles, path: string, written: string): string | undefined {
  const folder = folderOf(path);
  if (files.fs.stat(folder)?.kind !== "folder") return undefined;
  const names = files.fs
    .list(folder)
    .flatMap((entry) => (entry.name.endsWith(".contract") ? [entry.name] : []));
  const nearest = nearestName(baseName(path), names);
  return nearest === undefined
    ? undefined
    : written.slice(0, written.length - baseName(path).length) + nearest;
}

function duplicateImport(source: Source, node: Import, first: Import): Finding {
  const parameters = { what: "import", name: node.path ?? "" };
  return finding("name/duplicate", source.placeOf(node, "path"), parameters, {
    related: [{ ...source.placeOf(first, "path"), message: "imported here already" }],
    key: node.path ?? "",
  });
}

/** What one file's own text tells: its syntax, its bytes, its headers. */
function reportFile(
  file: SourceFile,
  root: string,
  importedAt: ReadonlyMap<string, { source: Source; node: Import }>,
  report: Report,
): void {
  const { source } = file;
  if (file.brokenAt !== undefined) report(brokenEncoding(source, file.brokenAt));
  reportSyntax(source, report, file.brokenAt);
  const headers = headersOf(source.parsed.root);
  const [first, ...others] = headers;
  if (source.path === root) {
    // A file that does not parse at its start may well have a header that was not understood.
    if (!first && source.parsed.problems.length === 0) {
      report(finding("name/header", source.start, { problem: "missing" }));
    }
    for (const header of others) {
      report(
        finding(
          "name/header",
          source.placeOf(header, "name"),
          { problem: "second" },
          {
            related: first ? [{ ...source.placeOf(first, "name"), message: "the first header" }] : [],
          },
        ),
      );
    }
    return;
  }
  const at = importedAt.get(source.path);
  for (const header of headers) {
    report(
      finding(
        "name/header",
        source.placeOf(header, "name"),
        { problem: "imported" },
        {
          related: at ? [{ ...at.source.placeOf(at.node, "path"), message: "imported here" }] : [],
        },
      ),
    );
  }
}

/** The parser's problems as findings. */
/** @param until behind it, the text is not what its author wrote, and its faults say nothing */
export function reportSyntax(source: Source, report: Report, until = Number.POSITIVE_INFINITY): void {
  for (const problem of source.parsed.problems) {
    if (problem.offset >= until) continue;
    const place = source.placeAt({ start: problem.offset, end: problem.offset + problem.length });
    const sentence = problem.message.endsWith("?") ? problem.message : `${problem.message}.`;
    const text = problem.hint === undefined ? sentence : `${sentence} ${problem.hint}`;
    const fixes: Fix[] = problem.fix
      ? [
          {
            title: problem.fix.title,
            kind: "contract",
            edits: problem.fix.edits.map((edit) => ({
              ...source.placeAt({ start: edit.offset, end: edit.offset + edit.length }),
              text: edit.text,
            })),
          },
        ]
      : [];
    report(finding("syntax/error", place, { problem: text }, { fixes }));
  }
}

/** What is said of a file that is not UTF-8, at the first character that is none. */
export function brokenEncoding(source: Source, offset: number): Finding {
  return finding("syntax/encoding", source.placeAt({ start: offset, end: offset + 1 }), {});
}

/** Faults of a file system in the words of a finding. */
export function faultText(fault: string): string {
  switch (fault) {
    case "missing":
      return "there is no such file";
    case "denied":
      return "its permissions forbid it";
    case "not-a-file":
      return "it is a folder, not a file";
    case "not-a-folder":
      return "a part of its path is a file";
    default:
      return "the file system does not give it";
  }
}
