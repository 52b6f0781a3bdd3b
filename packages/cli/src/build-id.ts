import { fileURLToPath } from "node:url";
import type { FileSystem } from "@contractc/kernel";
import { slashed } from "./paths.js";
import { VERSION } from "./version.js";

/** Tells builds of the program apart. All files of a build are written together, so that one of them stands for all. */
export function buildOf(fs: FileSystem): string {
  const own = fs.stat(slashed(fileURLToPath(new URL("./main.js", import.meta.url))));
  return `${VERSION} ${own?.modified} ${own?.size}`;
}
