import { type Declaration, printHeading } from "@contractc/kernel";
import { useFix } from "@contractc/language";
import { type CompletionItem, CompletionItemKind, CompletionItemTag } from "vscode-languageserver";
import { TYPE_DOCS } from "../language-words.js";
import { type Visible, visibleFrom } from "./scope.js";
import type { CompletionSite } from "./site.js";

const TYPES: ReadonlySet<string> = new Set(["class", "interface", "record", "error", "enum", "alias"]);

/** Types: those that are declared, and those of the language. */
export function types(site: CompletionSite): CompletionItem[] {
  if (site.place.qualifier) return qualified(site, TYPES);
  const builtin = Object.entries(TYPE_DOCS).map(([name, doc]) =>
    site.item(name, CompletionItemKind.Keyword, { detail: doc, sort: "1" }),
  );
  return [...declared(site, (each) => TYPES.has(each.kind)), ...builtin];
}

/** Declarations that are in reach, and those that a `uses` would bring into reach. */
export function declared(
  site: CompletionSite,
  accepts: (declaration: Declaration) => boolean,
  reachableOnly = false,
): CompletionItem[] {
  const visible = visibleFrom(site.kernel, site.module).filter(({ declaration }) => accepts(declaration));
  const reachable = new Set(visible.filter((each) => each.reachable).map((each) => each.declaration.name));
  const near = visible.filter((each) => each.reachable);
  const far = reachableOnly
    ? []
    : visible.filter((each) => !each.reachable && !reachable.has(each.declaration.name));
  return [near, far].flatMap((part) =>
    site.few(part, ({ declaration }) => declaration.name).map((each) => declarationItem(site, each)),
  );
}

/** A declaration as it is named here, with the `uses` that brings it into reach. */
export function declarationItem(
  site: CompletionSite,
  { declaration, owner, reachable }: Visible,
): CompletionItem {
  const { name, address, kind, deprecated } = declaration;
  const item = site.item(name, DECLARATION_KINDS[kind], {
    detail: printHeading(declaration),
    key: address,
    description: owner === site.module ? "" : owner,
    sort: reachable ? "0" : "3",
  });
  if (deprecated !== undefined) item.tags = [CompletionItemTag.Deprecated];
  if (reachable || site.module === undefined) return item;
  const fix = useFix(site.contract.compilation, site.module, owner);
  if (!fix) return item;
  return {
    ...item,
    additionalTextEdits: fix.edits
      .filter(({ file }) => file === site.path)
      .map((edit) => ({ range: site.session.range(edit), newText: edit.text })),
  };
}

/** `entities.` in a type: what that module offers. */
export function qualified(site: CompletionSite, kinds: ReadonlySet<string>): CompletionItem[] {
  const path = (site.place.qualifier ?? []).join(".");
  const offered = visibleFrom(site.kernel, site.module)
    .filter(({ owner }) => owner === path || owner.endsWith(`.${path}`))
    .filter(({ declaration }) => kinds.has(declaration.kind));
  return site
    .few(offered, ({ declaration }) => declaration.name)
    .map((each) => declarationItem(site, { ...each, reachable: true }));
}

const DECLARATION_KINDS: Record<Declaration["kind"], CompletionItemKind> = {
  class: CompletionItemKind.Class,
  interface: CompletionItemKind.Interface,
  record: CompletionItemKind.Struct,
  error: CompletionItemKind.Class,
  enum: CompletionItemKind.Enum,
  alias: CompletionItemKind.TypeParameter,
  function: CompletionItemKind.Function,
  const: CompletionItemKind.Constant,
  event: CompletionItemKind.Event,
  states: CompletionItemKind.EnumMember,
};
