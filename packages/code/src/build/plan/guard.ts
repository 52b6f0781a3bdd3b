import type { FileSystem } from "@contractc/kernel";

/** The absolute path of a file of the project. */
export function absolute(root: string, path: string): string {
  return root.endsWith("/") ? `${root}${path}` : `${root}/${path}`;
}

/**
 * Whether a file may be written at a path: inside of the root, through no link, with no folder in its place.
 *
 * @param root absolute
 * @param path relative to it
 * @returns what stands against it; `undefined` for nothing
 */
export function pathFault(fs: FileSystem, root: string, path: string): string | undefined {
  const parts = path.split("/");
  if (path === "" || path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.includes("\\")) {
    return `'${path}' is no path inside of the project`;
  }
  if (parts.some((part) => part === ".." || part === "." || part === "")) {
    return `'${path}' is no path inside of the project`;
  }
  let at = "";
  for (const [index, part] of parts.entries()) {
    at = at === "" ? part : `${at}/${part}`;
    const stat = fs.stat(absolute(root, at));
    if (!stat) return undefined;
    if (stat.kind === "link") return `'${at}' is a link: nothing is written through links`;
    const isLast = index === parts.length - 1;
    if (!isLast && stat.kind !== "folder") return `'${at}' is no folder`;
    if (isLast && stat.kind !== "file") return `'${at}' is no file`;
  }
  return undefined;
}
