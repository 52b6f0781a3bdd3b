import { type FileSystem, FileSystemError } from "@contractc/kernel";

/** A requirement of Python: `requests >= 2.31`, `PyYAML>=6; python_version > "3.8"`, `uvicorn[standard]`. */
const REQUIREMENT = /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*([<>=!~][^;#]*)?/;

/**
 * What the project's own manifests ask for, so that a contract can say `pygame >= 2.5`.
 *
 * @param root absolute path of the project
 * @returns requirements by the name that code imports; of Python packages the name in lower case with `_`
 */
export function manifestRequirements(fs: FileSystem, root: string): Map<string, string> {
  const requirements = new Map<string, string>();
  const add = (line: string) => {
    const match = REQUIREMENT.exec(line.trim());
    if (!match) return;
    const [, name, range] = match;
    const key = name!.toLowerCase().replaceAll(/[-.]/g, "_");
    if (!requirements.has(key)) requirements.set(key, range ? `${name} ${range.trim()}` : name!);
  };
  for (const line of readText(fs, `${root}/requirements.txt`).split("\n")) {
    if (!/^\s*(?:#|-|$)/.test(line)) add(line);
  }
  // Requirements are the only strings of a `pyproject.toml` that stand in lists called dependencies.
  const lists = readText(fs, `${root}/pyproject.toml`).matchAll(
    /^\s*(?:dependencies|[\w-]+)\s*=\s*\[([^\]]*)\]/gm,
  );
  for (const [, list] of lists) {
    for (const [, , line] of list!.matchAll(/(["'])((?:(?!\1).)*)\1/g)) add(line!);
  }
  for (const [name, range] of Object.entries(packageDependencies(readText(fs, `${root}/package.json`)))) {
    requirements.set(name, `${name} ${range}`);
  }
  return requirements;
}

function packageDependencies(text: string): Record<string, string> {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof manifest !== "object" || manifest === null) return {};
  const found: Record<string, string> = Object.create(null);
  for (const key of ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"]) {
    const table: unknown = (manifest as Record<string, unknown>)[key];
    if (typeof table !== "object" || table === null) continue;
    for (const [name, range] of Object.entries(table)) {
      if (typeof range === "string" && !Object.hasOwn(found, name)) found[name] = range;
    }
  }
  return found;
}

/** @returns `""` for a file that is missing or cannot be read: a manifest only adds to the contract */
function readText(fs: FileSystem, path: string): string {
  try {
    return new TextDecoder().decode(fs.readFile(path));
  } catch (error) {
    if (error instanceof FileSystemError) return "";
    throw error;
  }
}
