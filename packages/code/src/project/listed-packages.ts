import { type FileSystem, FileSystemError } from "@contractc/kernel";
import { type Consulted, type Found, foundBy, notedAsAll } from "./consulted.js";
import { joinRoot } from "./discover.js";
import { ancestors, baseName, folderOf, joinPath, resolvePath } from "./paths.js";
import type { CodeFile } from "./project.js";
import { type PythonManifest, pythonManifests } from "./python/manifests.js";
import { isRequirementFile } from "./python/requirement-files.js";
import { distributionsOf, isKnownDistribution, isKnownImport, normalName } from "./python/requirements.js";
import { hasScriptHeader } from "./python/script.js";
import { isRecord, stringsOf } from "./typescript/jsonc.js";
import { isPackageName, packageNameOf } from "./typescript/packages.js";
import { SettingsFiles } from "./typescript/settings-file.js";

/** Files that list packages in a way that is not read. */
const OTHER_MANIFESTS: Readonly<Record<CodeFile["language"], readonly string[]>> = {
  python: [
    "environment.yml",
    "environment.yaml",
    "conda.yml",
    "pixi.toml",
    "meta.yaml",
    "BUILD",
    "BUILD.bazel",
  ],
  typescript: ["deno.json", "deno.jsonc", "import_map.json", "jsr.json", "bower.json", "BUILD.bazel"],
};
const MANIFESTS = new Set(["package.json", "pyproject.toml", "setup.py", "setup.cfg", "Pipfile"]);

/** What the runtime or the framework gives, and what comes with every installation. */
const GIVEN: Readonly<Record<CodeFile["language"], ReadonlySet<string>>> = {
  python: new Set(["setuptools", "pkg_resources", "pip", "wheel", "_typeshed", "typeshed", "__main__"]),
  typescript: new Set(["bun", "vscode", "meteor", "k6", "server-only", "client-only", "electron"]),
};

interface NodeManifest {
  path: string;
  names: ReadonlySet<string>;
  /** What the packages of its workspaces ask for is installed beside it. */
  gathers: boolean;
}

/** Scopes that Docusaurus makes of its own folders. */
const GIVEN_SCOPES = new Set([
  "@theme",
  "@theme-original",
  "@theme-init",
  "@site",
  "@generated",
  "@docusaurus",
]);

/** Folders beside a distribution's code: what runs there is installed by hand, by an action or by tox. */
const BESIDE =
  /^(?:scripts?|tools?|utils|docs?|docs_src|documentation|examples?|samples?|demos?|benchmarks?|bench|testing|ci|notebooks?)$/;

export interface ListedPackagesOptions {
  fs: FileSystem;
  /** Absolute: the project's root. */
  root: string;
  /** Paths of the project's settings, from the root. */
  settings: readonly string[];
  files: ReadonlyMap<string, CodeFile>;
  /** Notes whose contents what is found out depends on. */
  consulted?: Consulted | undefined;
}

/**
 * The packages that a project's own manifests name. Those above the root count too, up to the repository's: a
 * workspace's first manifest gives its packages to all below.
 */
export class ListedPackages {
  readonly #options: ListedPackagesOptions;
  /** From the top of the repository to the root: `""`, or `packages/api`. */
  readonly #prefix: string;
  readonly #files: SettingsFiles;
  readonly #python = new Map<string, PythonManifest>();
  readonly #node = new Map<string, NodeManifest>();
  /** Names of the project's own packages. */
  readonly #own = new Set<string>();
  /** By language and folder: whether a file around it lists packages and is not read. */
  readonly #otherwise = new Map<string, boolean>();
  #ambient: Found<ReadonlySet<string>> | undefined;
  /** What Python code of the project imports under its own name. */
  #imported: ReadonlySet<string> | undefined;

  constructor(options: ListedPackagesOptions) {
    this.#options = options;
    const { fs, root } = options;
    const top = repositoryOf(fs, root) ?? root;
    this.#prefix = root.slice(top.length).replace(/^\/+/, "");
    this.#files = new SettingsFiles(fs, top);
    const settings = [...this.#above(top), ...options.settings.map((path) => joinPath(this.#prefix, path))];
    for (const manifest of pythonManifests(this.#files, settings)) {
      this.#python.set(manifest.folder, manifest);
      if (manifest.name !== undefined) this.#own.add(normalName(manifest.name));
    }
    for (const path of settings) {
      if (baseName(path) !== "package.json") continue;
      const json = this.#files.object(path);
      if (typeof json?.name === "string") this.#own.add(json.name);
      const names = json && packageNames(json);
      if (names) {
        this.#node.set(folderOf(path), { path, names, gathers: json.workspaces !== undefined });
      }
    }
  }

  /**
   * @param name of the package as an import gives it: `requests`, `@hono/node-server`
   * @returns the nearest manifest, where all around the file are known and none names the package; `undefined` where
   * one does, where nothing has to be installed, and wherever that is not certain
   */
  manifestWithout(file: CodeFile, name: string): string | undefined {
    if (GIVEN[file.language].has(name)) return undefined;
    return file.language === "python" ? this.#ofPython(file, name) : this.#ofNode(file, name);
  }

  #ofPython(file: CodeFile, name: string): string | undefined {
    const folders = this.#folders(file);
    const manifests = folders.flatMap((folder) => this.#python.get(folder) ?? []);
    const stating = manifests.filter((each) => each.stating.length > 0);
    if (stating.length === 0 || manifests.some(({ complete }) => !complete)) return undefined;
    if (this.#isListedOtherwise(file, folders)) return undefined;
    if (hasScriptHeader(file.text)) return undefined;
    const { folder } = stating[0]!;
    const below = joinPath(this.#prefix, file.path).slice(folder === "" ? 0 : folder.length + 1);
    if (BESIDE.test(below.slice(0, below.indexOf("/") + 1).slice(0, -1)) || isIntegration(below, name)) {
      return undefined;
    }
    const requirements = manifests.flatMap((each) => [...each.requirements.keys()]);
    const wanted = distributionsOf(name);
    if (requirements.some((each) => wanted.includes(each) || isAlike(each, name))) return undefined;
    if ([...this.#own].some((own) => isAlike(own, name))) return undefined;
    if (!isKnownImport(name)) {
      // A requirement that nothing imports by its name may be what gives this import.
      const imported = this.#importedNames();
      if (requirements.some((each) => !isKnownDistribution(each) && !imported.has(each))) return undefined;
    }
    return this.#shown(stating[0]!.stating[0]!);
  }

  #ofNode(file: CodeFile, name: string): string | undefined {
    if (!isPackageName(name) || this.#own.has(name)) return undefined;
    const folders = this.#folders(file);
    const manifests = folders.flatMap((folder) => this.#node.get(folder) ?? []);
    if (manifests.length === 0 || this.#isListedOtherwise(file, folders)) return undefined;
    const types = `@types/${name.startsWith("@") ? name.slice(1).replace("/", "__") : name}`;
    if (manifests.some(({ names }) => names.has(name) || names.has(types))) return undefined;
    if (manifests[0]!.gathers && [...this.#node.values()].some(({ names }) => names.has(name)))
      return undefined;
    // Packages of the project's own scope may be made by its build, and a folder of the name by a bundler's alias.
    const [scope = ""] = name.split("/");
    if (GIVEN_SCOPES.has(scope)) return undefined;
    if (name.startsWith("@") && [...this.#own].some((own) => own.startsWith(`${scope}/`))) return undefined;
    if (this.#isFolder(file, scope) || this.#isAmbient(name)) return undefined;
    return this.#shown(manifests[0]!.path);
  }

  /** The folders around a file, the nearest first. */
  #folders({ path }: CodeFile): string[] {
    return [...ancestors(joinPath(this.#prefix, folderOf(path)))];
  }

  #isListedOtherwise({ language }: CodeFile, folders: readonly string[]): boolean {
    const key = `${language} ${folders[0]}`;
    const known = this.#otherwise.get(key);
    if (known !== undefined) return known;
    const found = folders.some((folder) =>
      OTHER_MANIFESTS[language].some((name) => this.#files.isPlainFile(joinPath(folder, name))),
    );
    this.#otherwise.set(key, found);
    return found;
  }

  /** Whether a bundler or a setting that is not read may mean something of the project by a name. */
  #isFolder(file: CodeFile, name: string): boolean {
    const { fs, root } = this.#options;
    return [...ancestors(folderOf(file.path))].some((folder) =>
      [name, `src/${name}`, `app/${name}`].some((each) => {
        const path = resolvePath(folder, each);
        return path !== undefined && fs.stat(joinRoot(root, path)) !== null;
      }),
    );
  }

  /** Whether a declaration file says `declare module "…"` of a package or of a part of it. */
  #isAmbient(name: string): boolean {
    const { files, consulted } = this.#options;
    this.#ambient ??= foundBy(
      consulted,
      () =>
        new Set(
          [...files.values()]
            .filter(({ path }) => /\.d\.[cm]?ts$/.test(path))
            .flatMap(({ text }) => [...text.matchAll(/\bdeclare\s+module\s+["']([^"']+)["']/g)])
            .map(([, module = ""]) => packageNameOf(module)),
        ),
    );
    return (consulted ? consulted.take(this.#ambient) : this.#ambient.value).has(name);
  }

  #importedNames(): ReadonlySet<string> {
    const { files, consulted } = this.#options;
    return notedAsAll(consulted, () => {
      this.#imported ??= new Set(
        [...files.values()]
          .filter(({ language }) => language === "python")
          .flatMap(({ signature }) => signature.imports)
          .filter(({ specifier }) => !specifier.startsWith("."))
          .map(({ specifier }) => normalName(specifier.split(".")[0]!)),
      );
      return this.#imported;
    });
  }

  /** Manifests in the folders between the top of the repository and the root. */
  #above(top: string): string[] {
    if (this.#prefix === "") return [];
    return [...ancestors(folderOf(this.#prefix))].flatMap((folder) => {
      const names = namesIn(this.#options.fs, joinRoot(top, folder));
      return names
        .map((name) => joinPath(folder, name))
        .filter((path) => MANIFESTS.has(baseName(path)) || isRequirementFile(path));
    });
  }

  #shown(path: string): string {
    if (this.#prefix === "") return path;
    return path.startsWith(`${this.#prefix}/`) ? path.slice(this.#prefix.length + 1) : baseName(path);
  }
}

/** The names that a `package.json` lists; `undefined` where it only sets how files are read. */
function packageNames(json: Record<string, unknown>): ReadonlySet<string> | undefined {
  const tables = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]
    .map((key) => json[key])
    .filter(isRecord);
  if (tables.length === 0) return undefined;
  return new Set([...tables.flatMap(Object.keys), ...stringsOf(json.bundledDependencies)]);
}

/** `integrations/django.py`, `_hypothesis_plugin.py`: only who has the package loads what is called after it. */
function isIntegration(path: string, name: string): boolean {
  return path
    .toLowerCase()
    .split(/[/_.-]+/)
    .includes(name.toLowerCase());
}

/** Whether a distribution may be called after what one imports: `python-dotenv`, `azure-core`, `pillow-simd`. */
function isAlike(distribution: string, name: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "");
  const [one, other] = [plain(distribution), plain(name)];
  return one.includes(other) || (one.length > 2 && other.includes(one));
}

function repositoryOf(fs: FileSystem, root: string): string | undefined {
  for (let at = root; at !== "" && at !== "/"; at = folderOf(at)) {
    if (fs.stat(`${at}/.git`) !== null) return at;
    if (folderOf(at) === at) break;
  }
  return undefined;
}

function namesIn(fs: FileSystem, folder: string): string[] {
  try {
    return fs.list(folder).map(({ name }) => name);
  } catch (error) {
    if (error instanceof FileSystemError) return [];
    throw error;
  }
}
