import { parse, TomlError } from "smol-toml";
import { baseName, folderOf, resolvePath } from "../paths.js";
import { asString, isRecord, stringsOf } from "../typescript/jsonc.js";
import type { SettingsFiles } from "../typescript/settings-file.js";
import { iniSections } from "./ini.js";
import { isRequirementFile } from "./requirement-files.js";
import { requirementName } from "./requirements.js";
import { setupArguments } from "./setup-py.js";

/** What the files of one folder say of the distribution that lies there. */
export interface PythonManifest {
  folder: string;
  /** What one installs. */
  name?: string;
  /** Folders from which its modules are imported, as far as settings name them. */
  roots: readonly string[];
  /** Requirements as written (`requests >= 2.31`), of every group and extra, by normalised name. */
  requirements: ReadonlyMap<string, string>;
  /** The files that say what has to be installed, also where they say that nothing has to be. */
  stating: readonly string[];
  /** All of it is known: nothing is computed, named by an address only, or in a file that cannot be read. */
  complete: boolean;
}

/** What is gathered of one folder while its files are read. */
interface Gathered {
  folder: string;
  name?: string;
  roots: Set<string>;
  requirements: Map<string, string>;
  stating: Set<string>;
  complete: boolean;
}

/** Requirement files may name each other in a circle. */
const MAXIMUM_INCLUDES = 10;

/**
 * Reads the manifests of Python in a project: `pyproject.toml` (PEP 621 and 735, setuptools, hatch, poetry, pdm, uv,
 * flit, maturin), `setup.cfg`, the literal part of `setup.py`, `Pipfile` and requirement files. A file that cannot be
 * read or does not parse says nothing.
 *
 * @param settings paths of the project's settings
 * @returns one for each folder with such a file, in the order of the settings
 */
export function pythonManifests(files: SettingsFiles, settings: readonly string[]): PythonManifest[] {
  const found = new Map<string, Gathered>();
  for (const path of settings) {
    const read = READERS[baseName(path)] ?? (isRequirementFile(path) ? readRequirementFile : undefined);
    const text = read && files.text(path);
    if (text === undefined) continue;
    const folder = manifestFolder(path);
    const into: Gathered = found.get(folder) ?? {
      folder,
      roots: new Set(),
      requirements: new Map(),
      stating: new Set(),
      complete: true,
    };
    found.set(folder, into);
    read?.(text, into, { files, path, depth: 0 });
  }
  return [...found.values()].map(({ roots, stating, ...rest }) => ({
    ...rest,
    roots: [...roots],
    stating: [...stating],
  }));
}

/** Files of a folder `requirements` speak of the folder around it. */
function manifestFolder(path: string): string {
  const folder = folderOf(path);
  return isRequirementFile(path) && baseName(folder) === "requirements" ? folderOf(folder) : folder;
}

interface Reading {
  files: SettingsFiles;
  path: string;
  depth: number;
}

type Read = (text: string, into: Gathered, reading: Reading) => void;

const READERS: Readonly<Record<string, Read>> = {
  "pyproject.toml": readPyproject,
  "setup.cfg": readSetupCfg,
  "setup.py": readSetupPy,
  Pipfile: readPipfile,
};

/** What is installed from an address or a folder without a name: what it is called is not told. */
const NAMELESS = /^(?:[a-z][a-z+]*:|\.{0,2}[\\/])/i;

function addRequirement(into: Gathered, line: string): void {
  const name = requirementName(line);
  if (NAMELESS.test(line.trim())) into.complete = false;
  if (name === undefined || into.requirements.has(name.normal)) return;
  into.requirements.set(name.normal, name.requirement);
}

function addRoot(into: Gathered, folder: string | undefined): void {
  const root = folder === undefined ? undefined : resolvePath(into.folder, folder);
  if (root !== undefined) into.roots.add(root);
}

function tableAt(table: unknown, ...keys: string[]): Record<string, unknown> {
  let at: unknown = table;
  for (const key of keys) at = isRecord(at) ? at[key] : undefined;
  return isRecord(at) ? at : {};
}

function readToml(text: string, into: Gathered): Record<string, unknown> {
  try {
    const table: unknown = parse(text);
    return isRecord(table) ? table : {};
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    into.complete = false;
    return {};
  }
}

function readPyproject(text: string, into: Gathered, reading: Reading): void {
  const table = readToml(text, into);
  const project = tableAt(table, "project");
  const poetry = tableAt(table, "tool", "poetry");
  const name = asString(project.name) ?? asString(poetry.name);
  if (name !== undefined) into.name = name;
  const lists = [
    project.dependencies,
    ...Object.values(tableAt(project, "optional-dependencies")),
    ...Object.values(tableAt(table, "dependency-groups")),
    ...Object.values(tableAt(table, "tool", "pdm", "dev-dependencies")),
    tableAt(table, "tool", "uv")["dev-dependencies"],
    tableAt(table, "tool", "rye")["dev-dependencies"],
    tableAt(table, "tool", "flit", "metadata").requires,
    ...Object.values(tableAt(table, "tool", "flit", "metadata", "requires-extra")),
    ...Object.values(tableAt(table, "tool", "hatch", "envs")).flatMap((env) => [
      tableAt(env).dependencies,
      tableAt(env)["extra-dependencies"],
    ]),
    tableAt(table, "build-system").requires,
  ];
  for (const line of lists.flatMap(stringsOf)) addRequirement(into, line);
  const groups = Object.values(tableAt(poetry, "group")).map((group) => tableAt(group, "dependencies"));
  for (const dependencies of [
    tableAt(poetry, "dependencies"),
    tableAt(poetry, "dev-dependencies"),
    ...groups,
  ]) {
    addPoetry(into, dependencies);
  }
  if (project.name !== undefined || poetry.dependencies !== undefined) into.stating.add(reading.path);
  if (isRecord(tableAt(table, "tool", "pixi").dependencies)) into.complete = false;
  if (poetry.dependencies === undefined) readDynamic(table, into, reading);
  readRoots(table, into);
}

/** Requirements that `[project]` leaves to the build: files that setuptools reads, else something computed. */
function readDynamic(table: Record<string, unknown>, into: Gathered, { files, depth }: Reading): void {
  const dynamic = stringsOf(tableAt(table, "project").dynamic);
  const setuptools = tableAt(table, "tool", "setuptools", "dynamic");
  const extras = Object.values(tableAt(setuptools, "optional-dependencies"));
  for (const [key, sources] of [
    ["dependencies", [setuptools.dependencies]],
    ["optional-dependencies", extras],
  ] as const) {
    if (!dynamic.includes(key)) continue;
    const named = sources.flatMap((source) => {
      const { file } = tableAt(source);
      return typeof file === "string" ? [file] : stringsOf(file);
    });
    if (named.length === 0) into.complete = false;
    for (const name of named) {
      const source = resolvePath(into.folder, name);
      const text = source === undefined ? undefined : files.text(source);
      if (text === undefined || source === undefined) into.complete = false;
      else readRequirementFile(text, into, { files, path: source, depth: depth + 1 });
    }
  }
}

/** `requests = "^2.31"`, `uvicorn = { version = "*", extras = ["standard"] }`; `python` is none. */
function addPoetry(into: Gathered, dependencies: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(dependencies)) {
    if (name.toLowerCase() === "python") continue;
    const version = asString(value) ?? asString(tableAt(value).version);
    addRequirement(into, version === undefined || version === "*" ? name : `${name} ${version}`);
  }
}

function readRoots(table: Record<string, unknown>, into: Gathered): void {
  const tool = tableAt(table, "tool");
  addRoot(into, asString(tableAt(tool, "setuptools", "package-dir")[""]));
  for (const root of stringsOf(tableAt(tool, "setuptools", "packages", "find").where)) addRoot(into, root);
  const packages = tableAt(tool, "poetry").packages;
  for (const each of Array.isArray(packages) ? packages : []) addRoot(into, asString(tableAt(each).from));
  for (const build of [
    tableAt(tool, "hatch", "build"),
    tableAt(tool, "hatch", "build", "targets", "wheel"),
  ]) {
    for (const source of stringsOf(build.sources)) addRoot(into, source);
    for (const path of stringsOf(build.packages)) addRoot(into, folderOf(path));
  }
  addRoot(into, asString(tableAt(tool, "pdm", "build")["package-dir"]));
  addRoot(into, asString(tableAt(tool, "pdm")["package-dir"]));
  addRoot(into, asString(tableAt(tool, "maturin")["python-source"]));
  const paths = tableAt(tool, "pytest", "ini_options").pythonpath;
  for (const path of typeof paths === "string" ? paths.split(/\s+/) : stringsOf(paths)) addRoot(into, path);
}

function readSetupCfg(text: string, into: Gathered, { path }: Reading): void {
  const sections = iniSections(text);
  const options = sections.get("options");
  const name = sections.get("metadata")?.get("name")?.[0];
  if (name !== undefined) into.name ??= name;
  const lists = [
    options?.get("install_requires"),
    options?.get("setup_requires"),
    options?.get("tests_require"),
    ...(sections.get("options.extras_require")?.values() ?? []),
  ];
  for (const line of lists.flatMap((list) => list ?? [])) {
    if (/^(?:file|attr):/.test(line)) into.complete = false;
    else addRequirement(into, line);
  }
  if (options?.has("install_requires")) into.stating.add(path);
  for (const line of options?.get("package_dir") ?? []) {
    const [, folder] = /^=\s*(.+)$/.exec(line) ?? [];
    addRoot(into, folder?.trim());
  }
  addRoot(into, sections.get("options.packages.find")?.get("where")?.[0]);
}

function readSetupPy(text: string, into: Gathered, { path }: Reading): void {
  const { name, requirements, roots, complete } = setupArguments(text);
  if (!complete) into.complete = false;
  if (/\binstall_requires\b/.test(text)) into.stating.add(path);
  if (name !== undefined) into.name ??= name;
  for (const line of requirements) addRequirement(into, line);
  for (const root of roots) addRoot(into, root);
}

function readPipfile(text: string, into: Gathered, { path }: Reading): void {
  const table = readToml(text, into);
  into.stating.add(path);
  for (const key of ["packages", "dev-packages"]) addPoetry(into, tableAt(table, key));
}

/** Lines, continued by `\`, without comments, options and hashes; `-r other.txt` is read in its place. */
function readRequirementFile(text: string, into: Gathered, { files, path, depth }: Reading): void {
  into.stating.add(path);
  for (const written of text.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    const line = written.replace(/(?:^|\s)#.*$/, "").trim();
    const include = /^(?:-r|--requirement)[\s=]*(\S+)/.exec(line)?.[1];
    if (include !== undefined) {
      const other = resolvePath(folderOf(path), include);
      const inner = other === undefined || depth >= MAXIMUM_INCLUDES ? undefined : files.text(other);
      if (inner !== undefined && other !== undefined) {
        readRequirementFile(inner, into, { files, path: other, depth: depth + 1 });
      } else into.complete = false;
    } else if (/^(?:-e|--editable)[\s=]*[^\s.[]/.test(line)) into.complete = false;
    else if (line !== "" && !line.startsWith("-")) addRequirement(into, line);
  }
}
