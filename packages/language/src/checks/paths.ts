import { type FileSystem, finding } from "@contractc/kernel";
import { KNOWN_EXTENSIONS } from "../binder/languages.js";
import type { ModuleSymbol, PackageSymbol } from "../binder/symbols.js";
import { folderOf, isAbsolutePath, isInside, joinPath } from "../project/paths.js";
import { compare } from "../source/report.js";
import type { CheckContext } from "./context.js";

type Fault = "absolute" | "leaves" | "link" | "backslash";

/** Paths of packages and modules: that they stay inside, and are of one module each. */
export function checkPaths(context: CheckContext): void {
  const links = new Links(context);
  const faulty = new Set<PackageSymbol>();
  for (const symbol of context.program.packages) {
    if (symbol.parent && faulty.has(symbol.parent)) faulty.add(symbol);
    else if (reportOutside(context, links, symbol)) faulty.add(symbol);
  }
  const sound = context.program.modules.filter(
    (symbol) => !(symbol.parent && faulty.has(symbol.parent)) && !reportOutside(context, links, symbol),
  );
  for (const symbol of sound) reportTarget(context, symbol);
  reportClashes(context, sound);
}

/** Whether paths stay inside of a folder where they are followed. */
class Links {
  readonly #fs: FileSystem;
  readonly #workspace: string;
  /** By folder: most modules share theirs with others. `absent` where none is there. */
  readonly #folders = new Map<string, "inside" | "outside" | "absent">();

  constructor({ fs, workspace }: CheckContext) {
    this.#fs = fs;
    this.#workspace = fs.realPath(workspace) ?? workspace;
  }

  /** @returns false where links lead out; what is not there leads nowhere */
  staysInside(path: string): boolean {
    const folder = this.#folder(folderOf(path));
    if (folder === "absent") return true;
    const kind = this.#fs.stat(path)?.kind;
    if (kind === undefined) {
      // It may be a package: then nothing in it is there either.
      this.#folders.set(path, "absent");
      return true;
    }
    // What is no link itself lies where its folder lies.
    return (kind !== "link" && folder === "inside") || this.#realIsInside(path);
  }

  #folder(path: string): "inside" | "outside" | "absent" {
    let known = this.#folders.get(path);
    if (known === undefined) {
      const real = this.#fs.realPath(path);
      known = real === null ? "absent" : isInside(this.#workspace, real) ? "inside" : "outside";
      this.#folders.set(path, known);
    }
    return known;
  }

  #realIsInside(path: string): boolean {
    const real = this.#fs.realPath(path);
    return real === null || isInside(this.#workspace, real);
  }
}

function reportOutside(context: CheckContext, links: Links, symbol: PackageSymbol | ModuleSymbol): boolean {
  const written = symbol.node.path;
  // A missing path is the parser's finding.
  if (written === undefined) return true;
  const reason = faultOf(context, links, symbol, written);
  if (!reason) return false;
  context.report(
    finding(
      "name/path-outside",
      symbol.source.placeOf(symbol.node, "path"),
      { path: written, reason },
      {
        symbol: symbol.address,
      },
    ),
  );
  return true;
}

function faultOf(
  { tables }: CheckContext,
  links: Links,
  symbol: PackageSymbol | ModuleSymbol,
  written: string,
): Fault | undefined {
  if (isAbsolutePath(written)) return "absolute";
  if (written.includes("\\")) return "backslash";
  // Relative to the contract's folder: a path that begins with `..` has left it.
  if (symbol.path === ".." || symbol.path.startsWith("../")) return "leaves";
  if (!links.staysInside(joinPath(tables.folder, symbol.path))) return "link";
  return undefined;
}

function reportTarget({ kernel, report }: CheckContext, symbol: ModuleSymbol): void {
  if (symbol.folder || symbol.language) return;
  report(
    finding(
      "name/no-target",
      symbol.source.placeOf(symbol.node, "path"),
      { path: symbol.node.path ?? "", extensions: KNOWN_EXTENSIONS },
      { symbol: symbol.address, key: kernel.name },
    ),
  );
}

/** Compares paths as a file system that ignores case, and normalises Unicode, would. */
function reportClashes(context: CheckContext, modules: readonly ModuleSymbol[]): void {
  const folded = (path: string) => path.normalize("NFC").toLowerCase();
  const owners = new Map<string, ModuleSymbol>();
  const folders = new Map<string, ModuleSymbol>();
  const clashing = new Set<ModuleSymbol>();
  for (const symbol of modules) {
    const key = folded(symbol.path);
    const other = owners.get(key);
    if (other) {
      clashing.add(symbol).add(other);
      clash(context, symbol, other, other.path === symbol.path ? "same" : "case");
    } else {
      owners.set(key, symbol);
      if (symbol.folder) folders.set(key, symbol);
    }
  }
  reportFolderClashes(
    context,
    modules.filter((symbol) => !clashing.has(symbol)),
    folded,
  );
  if (folders.size === 0) return;
  for (const symbol of [...owners.values()].sort((a, b) => compare(a.address, b.address))) {
    const slash = symbol.path.lastIndexOf("/");
    if (symbol.folder || !ENTRY.test(symbol.path.slice(slash + 1))) continue;
    const folder = folders.get(folded(symbol.path.slice(0, Math.max(0, slash))));
    if (folder) clash(context, symbol, folder, "entry");
  }
}

/** Folders that differ only in case: one folder on the usual disks of macOS and Windows. Each pair is told once. */
function reportFolderClashes(
  context: CheckContext,
  modules: readonly ModuleSymbol[],
  folded: (path: string) => string,
): void {
  const spellings = new Map<string, { path: string; symbol: ModuleSymbol }>();
  const reported = new Set<string>();
  for (const symbol of modules) {
    const whole = symbol.folder ? `${symbol.path}/` : symbol.path;
    for (let at = whole.indexOf("/"); at !== -1; at = whole.indexOf("/", at + 1)) {
      const path = whole.slice(0, at);
      const known = spellings.get(folded(path));
      if (!known) spellings.set(folded(path), { path, symbol });
      else if (known.path !== path && !reported.has(path)) {
        reported.add(path);
        clash(context, symbol, known.symbol, "folder");
        break;
      }
    }
  }
}

/** The files that speak for their folder. */
const ENTRY = /^(?:index\.[cm]?[jt]sx?|__init__\.pyi?)$/;

function clash(
  { report }: CheckContext,
  symbol: ModuleSymbol,
  other: ModuleSymbol,
  reason: "same" | "case" | "entry" | "folder",
): void {
  report(
    finding(
      "name/path-clash",
      symbol.source.placeOf(symbol.node, "path"),
      { path: symbol.path, other: other.address, reason },
      {
        symbol: symbol.address,
        related: [
          { ...other.source.placeOf(other.node, "path"), message: `the path of \`${other.address}\`` },
        ],
      },
    ),
  );
}
