import { lastName } from "@contractc/kernel";
import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import { declarationItem } from "./declared.js";
import type { CompletionSite } from "./site.js";

/** Modules, externals and, where they may stand, packages. */
export function containers(site: CompletionSite, usable: boolean): CompletionItem[] {
  const { packages, modules, externals, graph } = site.kernel;
  const used = new Set(graph.uses.filter(({ from }) => from === site.module).map(({ to }) => to));
  const prefix = site.place.qualifier ? `${site.place.qualifier.join(".")}.` : "";
  const all = [
    ...modules.map(({ address, path }) => ({ address, detail: path, kind: CompletionItemKind.Module })),
    ...externals.map(({ address, requirement }) => ({
      address,
      detail: requirement,
      kind: CompletionItemKind.Module,
    })),
    ...(usable
      ? []
      : packages.map(({ address, path }) => ({ address, detail: path, kind: CompletionItemKind.Folder }))),
  ].filter(({ address }) => address !== site.module && !(usable && used.has(address)));
  const names = new Map<string, number>();
  for (const { address } of all) names.set(lastName(address), (names.get(lastName(address)) ?? 0) + 1);
  const within = all.filter(
    ({ address }) => prefix === "" || address.startsWith(prefix) || address.includes(`.${prefix}`),
  );
  return site
    .few(within, ({ address }) => lastName(address))
    .map(({ address, detail, kind }) => {
      // A name that several share is written with its package.
      const short = lastName(address);
      const written = prefix === "" && names.get(short) !== 1 ? address : short;
      return site.item(written, kind, { detail, key: address, description: address });
    });
}

/** Modules or, behind the name of one, its functions and classes. */
export function functions(site: CompletionSite): CompletionItem[] {
  const path = (site.place.qualifier ?? []).join(".");
  if (path === "") {
    return site
      .few(site.kernel.modules, ({ name }) => name)
      .map(({ address }) =>
        site.item(lastName(address), CompletionItemKind.Module, { key: address, description: address }),
      );
  }
  const owner = site.kernel.modules.find(({ address }) => address === path || address.endsWith(`.${path}`));
  return (site.kernel.signatures[owner?.address ?? ""] ?? [])
    .filter(({ kind }) => kind === "function" || kind === "class")
    .map((declaration) => declarationItem(site, { declaration, owner: owner!.address, reachable: true }));
}

/** The states of the block around or, outside of any, of the module. */
export function states(site: CompletionSite): CompletionItem[] {
  const block = site.place.blocks.findLast(({ head }) => head === "states");
  const states = (site.kernel.signatures[site.module ?? ""] ?? []).flatMap((each) =>
    each.kind === "states" && (block === undefined || each.name === block.name) ? each.states : [],
  );
  return [...new Set(states)].map((name) => site.item(name, CompletionItemKind.EnumMember, {}));
}
