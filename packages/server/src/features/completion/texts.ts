import { DIAGNOSTICS } from "@contractc/kernel";
import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import { folderOf } from "../../session/files.js";
import { isCode, isContract, type Session } from "../../session/session.js";
import { pathItems } from "./paths.js";
import type { CompletionSite } from "./site.js";

/** What continues a text in quotes: paths, and the codes of `@allow`. */
export function texts(site: CompletionSite, what: string): CompletionItem[] {
  if (what === "@allow") {
    return Object.entries(DIAGNOSTICS).map(([code, { title }]) =>
      site.item(code, CompletionItemKind.Value, { detail: title, filter: code, raw: true }),
    );
  }
  const { prefix, start, end } = site.place;
  const from = start + prefix.lastIndexOf("/") + 1;
  const range = site.session.rangeOf(site.path, from, end);
  const folder = folderOf(site.path);
  switch (what) {
    case "import":
      return pathItems(site.session.files, { base: folder, prefix, range, accepts: isContract });
    case "module":
      return pathItems(site.session.files, {
        base: folderAround(site),
        prefix,
        range,
        accepts: isCode,
      });
    case "package":
      return pathItems(site.session.files, {
        base: folderAround(site),
        prefix,
        range,
        accepts: () => false,
      });
    case "roots":
      return pathItems(site.session.files, {
        base: site.contract.folder,
        prefix,
        range,
        accepts: () => false,
      });
    case "tsconfig":
      return pathItems(site.session.files, {
        base: site.contract.folder,
        prefix,
        range,
        accepts: (name) => /^tsconfig.*\.json$/.test(name),
      });
    case "read":
    case "write":
      return pathItems(site.session.files, {
        base: site.contract.folder,
        prefix,
        range,
        accepts: () => true,
      });
    default:
      return [];
  }
}

/** The folder that a path at this place is relative to: the packages around it. */
function folderAround(site: CompletionSite): string {
  const names = site.place.blocks.filter(({ head }) => head === "package").map(({ name }) => name);
  const around = site.kernel.packages.find(({ address }) => address === names.join("."));
  return around ? site.contract.absolute(around.path) : site.contract.folder;
}

/** The codes of diagnostics behind `contract-ignore` in a comment of code. */
export function suppressionCodes(
  session: Session,
  path: string,
  text: string,
  offset: number,
): CompletionItem[] {
  const line = text
    .slice(0, offset)
    .split(/\r\n|\n|\r/)
    .at(-1)!;
  const written = /(?:#|\/\/|\/\*|\*).*\bcontract-ignore\s+([\w/-]*)$/.exec(line)?.[1];
  if (written === undefined) return [];
  const range = session.rangeOf(path, offset - written.length, offset);
  return Object.entries(DIAGNOSTICS)
    .filter(([code]) => /^(?:drift|import)\//.test(code))
    .map(([code, { title }]) => ({
      label: code,
      kind: CompletionItemKind.Value,
      detail: title,
      filterText: code,
      textEdit: { range, newText: `${code}: ` },
    }));
}
