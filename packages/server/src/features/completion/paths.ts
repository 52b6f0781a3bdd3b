import { type DirectoryEntry, FileSystemError } from "@contractc/kernel";
import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import { folderOf, type SessionFiles } from "../../session/files.js";

export interface PathOptions {
  /** Absolute path of the folder that what is written starts from. */
  base: string;
  /** What is written so far. */
  prefix: string;
  /** Which files are offered; folders always are. */
  accepts(name: string): boolean;
  /** Each item replaces the last part of the path. */
  range: NonNullable<CompletionItem["textEdit"]> extends infer E
    ? E extends { range: infer R }
      ? R
      : never
    : never;
}

const HIDDEN = new Set(["node_modules", "__pycache__", "contract-build"]);

/** Files and folders that continue a path. */
export function pathItems(
  files: SessionFiles,
  { base, prefix, accepts, range }: PathOptions,
): CompletionItem[] {
  const slash = prefix.lastIndexOf("/");
  const folder = join(base, slash < 0 ? "" : prefix.slice(0, slash));
  return entries(files, folder).flatMap(({ name, kind }): CompletionItem[] => {
    if (name.startsWith(".") || HIDDEN.has(name)) return [];
    if (kind === "folder") {
      return [
        {
          label: `${name}/`,
          kind: CompletionItemKind.Folder,
          textEdit: { range, newText: `${name}/` },
          sortText: `1${name}`,
        },
      ];
    }
    if (kind !== "file" || !accepts(name)) return [];
    return [
      {
        label: name,
        kind: CompletionItemKind.File,
        textEdit: { range, newText: name },
        sortText: `0${name}`,
      },
    ];
  });
}

function entries(files: SessionFiles, folder: string): DirectoryEntry[] {
  try {
    return files.list(folder);
  } catch (error) {
    if (error instanceof FileSystemError) return [];
    throw error;
  }
}

function join(base: string, relative: string): string {
  let at = base;
  for (const part of relative.split("/")) {
    if (part === "..") at = folderOf(at);
    else if (part !== "." && part !== "") at = at === "/" ? `/${part}` : `${at}/${part}`;
  }
  return at;
}
