import { isAbsolute, join } from "node:path";
import { isCompatible } from "./versions.js";

/** The server to start, and what a user has to know about that choice. */
export interface Choice {
  /** The file that Node runs. */
  program: string;
  origin: "bundled" | "workspace" | "setting";
  version: string | undefined;
  notice?: string;
}

export interface ChoiceInput {
  /** Where the extension's own contractc is, and its version. */
  bundled: { program: string; version: string };
  /** Absolute paths of the folders that are open. */
  folders: readonly string[];
  /** A program of a workspace may be run only where the user trusts it. */
  isTrusted: boolean;
  /** The settings `contractc.server.path` and `contractc.server.preferWorkspace`. */
  path: string;
  prefersWorkspace: boolean;
  /** The text of a file; `undefined` where there is none. */
  read(path: string): string | undefined;
}

/**
 * The contractc of the workspace, so that the editor and CI say the same, else the one of the extension. One whose version
 * does not go with the extension's is not started.
 */
export function chooseServer(input: ChoiceInput): Choice {
  const { bundled, folders, isTrusted, path, prefersWorkspace } = input;
  const own: Choice = { ...bundled, origin: "bundled" };
  if (!isTrusted) return own;
  if (path !== "") {
    const program = isAbsolute(path) ? path : join(folders[0] ?? "", path);
    if (input.read(program) !== undefined) return { program, origin: "setting", version: undefined };
    return {
      ...own,
      notice: `The setting contractc.server.path leads to ${program}, which is no file. The extension's own contractc ${bundled.version} is used.`,
    };
  }
  if (!prefersWorkspace) return own;
  let notice: string | undefined;
  for (const folder of folders) {
    const home = join(folder, "node_modules/contractc");
    const version = versionIn(input.read(join(home, "package.json")));
    const program = join(home, "bin/contractc.js");
    if (version === undefined || input.read(program) === undefined) continue;
    if (isCompatible(bundled.version, version)) return { program, origin: "workspace", version };
    notice ??= `This workspace has contractc ${version}, which the extension (${bundled.version}) cannot speak with. Its own is used, so what it says may differ from the command line: install the version of the extension that goes with ${version}, or run "npm install --save-dev contractc@${bundled.version}".`;
  }
  return notice === undefined ? own : { ...own, notice };
}

function versionIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || !("version" in value)) return undefined;
    return typeof value.version === "string" ? value.version : undefined;
  } catch {
    return undefined;
  }
}
