import { sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Where documents without a file live: no such folder can be on a disk, as a colon ends no folder's name there. */
const UNTITLED = "/untitled:/";

/**
 * The absolute path, with forward slashes, by which a document is known here.
 *
 * @param languageId of an open document: an untitled one has no extension to tell it by
 * @returns `undefined` for what is no file and no new document: a revision in a diff view, a notebook's cell
 */
export function pathOfUri(uri: string, languageId?: string): string | undefined {
  if (uri.startsWith("untitled:")) {
    const name = encodeURIComponent(uri.slice("untitled:".length));
    return `${UNTITLED}${name}${languageId === "contract" && !name.endsWith(".contract") ? ".contract" : ""}`;
  }
  if (!uri.startsWith("file:")) return undefined;
  try {
    const path = fileURLToPath(uri);
    return sep === "/" ? path : path.replaceAll(sep, "/");
  } catch {
    // A host that is not this machine, or a slash written as an escape.
    return undefined;
  }
}

/** The URI of a file by its absolute path. */
export function uriOfPath(path: string): string {
  if (path.startsWith(UNTITLED)) {
    return `untitled:${decodeURIComponent(path.slice(UNTITLED.length)).replace(/\.contract$/, "")}`;
  }
  return pathToFileURL(path).href;
}

/** Whether a path stands for a document that was never saved. */
export function isUntitled(path: string): boolean {
  return path.startsWith(UNTITLED);
}
