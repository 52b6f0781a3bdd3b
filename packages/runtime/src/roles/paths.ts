import type { FileSystem } from "@contractc/kernel";

export type ResolvedPath =
  /** `path`: relative to the folder, forward slashes, every link resolved; `""` for the folder itself. */
  { kind: "inside"; path: string } | { kind: "outside"; reason: string };

/**
 * Where a path that a worker wrote really leads: `..`, links, absolute forms, other separators and other spellings of the
 * same name are settled before anything is judged.
 *
 * @param folder absolute, forward slashes
 * @param asked as written by the worker: relative to the folder, or absolute
 */
export function resolveWithin(fs: FileSystem, folder: string, asked: string): ResolvedPath {
  const lexical = lexicalPath(folder, asked);
  if (lexical.kind === "outside") return lexical;
  const root = fs.realPath(folder);
  if (root === null) return outside(`${asked} lies in a folder that is not there`);
  const parts = lexical.path === "" ? [] : lexical.path.split("/");
  // The part that exists is resolved by the system; what is missing below it can hold no link.
  for (let known = parts.length; known >= 0; known--) {
    const at = [folder, ...parts.slice(0, known)].join("/");
    const real = fs.realPath(at);
    if (real === null) {
      if (fs.stat(at) !== null) return outside(`${asked} is a link that leads nowhere`);
      continue;
    }
    if (real !== root && !real.startsWith(`${root}/`)) return outside(`${asked} leads out of the folder`);
    const missing = parts.slice(known);
    const twin = missing[0] === undefined ? undefined : otherCase(fs, real, missing[0]);
    if (twin !== undefined) {
      return outside(`there is ${twin}, which differs from ${missing[0]} only in case: use that name`);
    }
    const path = [...(real === root ? [] : [real.slice(root.length + 1)]), ...missing].join("/");
    return { kind: "inside", path };
  }
  return outside(`${asked} lies outside of the folder`);
}

/** The same without a look at the disk: links are not resolved. */
export function lexicalPath(folder: string, asked: string): ResolvedPath {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\x00-\x1f]/.test(asked)) return outside("the path holds control characters");
  let path = asked.trim().replaceAll("\\", "/");
  if (path === "") return outside("the path is empty");
  const absolute = path.startsWith("/") || /^[A-Za-z]:/.test(path);
  if (absolute) {
    const prefix = folder.endsWith("/") ? folder : `${folder}/`;
    if (path !== folder && !path.startsWith(prefix)) return outside(`${asked} lies outside of the folder`);
    path = path.slice(prefix.length);
  }
  // Alternate streams of a file (`a.py::$DATA`) are another name for it on Windows.
  if (path.includes(":")) return outside("the path holds a colon");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return outside(`${asked} lies outside of the folder`);
  }
  return { kind: "inside", path: parts.join("/") };
}

/** On most systems but Linux, `Core/` and `core/` are one folder: nothing is made that lives on one of them only. */
function otherCase(fs: FileSystem, folder: string, name: string): string | undefined {
  if (fs.stat(folder)?.kind !== "folder") return undefined;
  const folded = fold(name);
  return fs.list(folder).find((entry) => entry.name !== name && fold(entry.name) === folded)?.name;
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function outside(reason: string): ResolvedPath {
  return { kind: "outside", reason };
}
