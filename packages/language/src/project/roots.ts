import { type FileSystem, FileSystemError, type Finding, finding } from "@contractc/kernel";
import { sortFindings } from "../source/report.js";
import type { Source } from "../source/source.js";
import { brokenEncoding, headersOf, importedPaths } from "./load.js";
import { folderOf, joinPath } from "./paths.js";
import { type ReadResult, type SourceFile, SourceFiles } from "./source-files.js";

/** Folders that hold no contracts of this repository, or ones that are broken on purpose. */
const SKIPPED = new Set([
  "node_modules",
  "contract-build",
  "__pycache__",
  "venv",
  "fixtures",
  "__fixtures__",
]);
const EXTENSION = ".contract";

export interface Roots {
  /** Absolute paths of files with a header, sorted. */
  roots: string[];
  findings: Finding[];
}

/**
 * Finds the contracts under a path: every file with a header is the root of one.
 *
 * A folder is searched without following links, and without `node_modules`, `contract-build`, `__pycache__`,
 * `venv`, `fixtures` and folders whose names start with a dot. For a single file without a header the contract that imports
 * it is looked for beside it and in the folders above.
 *
 * @param path absolute, of a folder or of one file
 * @param files share it with `compile` so that nothing is parsed twice
 * @returns no roots and no findings where there is no contract at all
 */
export function findRoots(fs: FileSystem, path: string, files: SourceFiles = new SourceFiles(fs)): Roots {
  const kind = fs.stat(fs.realPath(path) ?? path)?.kind;
  // A source file, say: it stands for its part of a contract.
  if (kind === "file" && !path.endsWith(EXTENSION)) return { roots: [], findings: [] };
  if (kind === "file") return rootsOfFile(files, path);
  return kind === "folder" ? rootsOf(files, contractFiles(fs, path)) : { roots: [], findings: [] };
}

/**
 * All that the search for roots asks of the text of a file: as long as this is the same, it finds the same.
 *
 * @returns `undefined` for a file whose findings stand at places that any edit may move
 */
export function rootTraits(read: ReadResult): string | undefined {
  if ("fault" in read) return "fault";
  const { source, brokenAt } = read.file;
  if (brokenAt !== undefined) return undefined;
  const { root, problems } = source.parsed;
  return JSON.stringify([headersOf(root).length > 0, problems.length > 0, importedPaths(source)]);
}

function rootsOf(files: SourceFiles, paths: readonly string[]): Roots {
  const read = readAll(files, paths);
  const imported = new Set(read.flatMap(({ source }) => importedPaths(source)));
  // What cannot be read is a contract of its own: compiled, it says why.
  const roots = paths.filter((path) => "fault" in files.read(path) && !imported.has(path));
  const findings: Finding[] = [];
  for (const file of read) {
    const { source } = file;
    if (headersOf(source.parsed.root).length > 0) roots.push(source.path);
    else if (imported.has(source.path)) continue;
    // Its header may be what is not understood.
    else if (file.brokenAt === undefined && source.parsed.problems.length > 0) roots.push(source.path);
    else findings.push(orphan(file));
  }
  return { roots: roots.sort(), findings: sortFindings(findings) };
}

function readAll(files: SourceFiles, paths: readonly string[]): SourceFile[] {
  return paths.flatMap((path) => {
    const read = files.read(path);
    return "file" in read ? [read.file] : [];
  });
}

function orphan({ source, brokenAt }: SourceFile): Finding {
  // A header in another encoding cannot be seen.
  if (brokenAt !== undefined) return brokenEncoding(source, brokenAt);
  return finding("name/header", source.start, { problem: "orphan" });
}

function rootsOfFile(files: SourceFiles, path: string): Roots {
  const read = files.read(path);
  if ("fault" in read) return { roots: [path], findings: [] };
  const { source } = read.file;
  if (headersOf(source.parsed.root).length > 0) return { roots: [path], findings: [] };
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const beside = listFiles(files.fs, folder);
    const roots = readAll(files, beside)
      .map((file) => file.source)
      .filter((each) => headersOf(each.parsed.root).length > 0 && reaches(files, each, path))
      .map((each) => each.path);
    if (roots.length > 0) return { roots: roots.sort(), findings: [] };
    if (folder === folderOf(folder)) return { roots: [], findings: [orphan(read.file)] };
  }
}

/** @returns whether a file imports another, directly or through others */
function reaches(files: SourceFiles, from: Source, path: string): boolean {
  const seen = new Set<string>([from.path]);
  const queue = importedPaths(from);
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at === path) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    const read = files.read(at);
    if ("file" in read) queue.push(...importedPaths(read.file.source));
  }
  return false;
}

/**
 * Every contract file in a folder, with a header or without, where `findRoots` looks for them.
 *
 * @param folder absolute
 * @returns absolute paths, sorted
 */
export function contractFiles(fs: FileSystem, folder: string): string[] {
  return [...contractFilesByFolder(fs, folder)].flat().sort();
}

/** The same one folder at a time, for callers that have to let others have their turn in a large tree. */
export function* contractFilesByFolder(fs: FileSystem, folder: string): Generator<string[], void> {
  const queue = [folder];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const found: string[] = [];
    for (const entry of listFolder(fs, at)) {
      const path = joinPath(at, entry.name);
      if (entry.kind === "folder" && !entry.name.startsWith(".") && !SKIPPED.has(entry.name))
        queue.push(path);
      else if (entry.kind === "file" && entry.name.endsWith(EXTENSION)) found.push(path);
    }
    yield found;
  }
}

function listFiles(fs: FileSystem, folder: string): string[] {
  return listFolder(fs, folder)
    .filter((entry) => entry.kind === "file" && entry.name.endsWith(EXTENSION))
    .map((entry) => joinPath(folder, entry.name));
}

/** A folder that may not be read holds nothing that could be checked. */
function listFolder(fs: FileSystem, folder: string) {
  try {
    return fs.list(folder);
  } catch (error) {
    if (error instanceof FileSystemError) return [];
    throw error;
  }
}
