import { FileSystemError } from "@contractc/kernel";
import type { Context } from "../context.js";
import { VERSION } from "../version.js";
import { advice, fact, type Line, ok } from "./line.js";
import type { Machine } from "./machine.js";

/** Where editors of the family of VS Code keep their extensions, in a home folder. */
const FOLDERS: readonly (readonly [editor: string, folder: string])[] = [
  ["VS Code", ".vscode/extensions"],
  ["VS Code Insiders", ".vscode-insiders/extensions"],
  ["VS Code (remote)", ".vscode-server/extensions"],
  ["VSCodium", ".vscode-oss/extensions"],
  ["Cursor", ".cursor/extensions"],
  ["Windsurf", ".windsurf/extensions"],
  ["code-server", ".local/share/code-server/extensions"],
];

/** The extension of each editor that has it, whose server should be of the version of this command. */
export function editorLines(context: Context, { home }: Machine): Line[] {
  const found = FOLDERS.flatMap(([editor, folder]) => {
    const versions = names(context, `${home}/${folder}`).flatMap(
      (name) => /^contractc\.contractc-vscode-(\d+\.\d+\.\d+)/.exec(name)?.[1] ?? [],
    );
    return versions.map((version) => ({ editor, version }));
  });
  if (found.length === 0) {
    return [
      fact("editors", "no extension found; other editors start `contractc lsp --stdio` (docs/editors.md)"),
    ];
  }
  return found.map(({ editor, version }) =>
    version === VERSION
      ? ok("editors", `${editor} has the extension ${version}`)
      : advice(
          "editors",
          `${editor} has the extension ${version}, and this is contractc ${VERSION}`,
          "install the extension of this version, or have contractc in the project, whose server it then takes",
        ),
  );
}

function names(context: Context, folder: string): string[] {
  try {
    return context.fs.list(folder).map(({ name }) => name);
  } catch (error) {
    if (error instanceof FileSystemError) return [];
    throw error;
  }
}
