import { isIdentifier, printName } from "@contractc/kernel";
import type { AstNode } from "langium";
import { overrideFamily } from "../references/families.js";
import { isWithin, type ReferenceSite, withoutOrdinal } from "../references/sites.js";
import { type Source, type Span, spanOfProperty } from "../source/source.js";
import type { Action } from "./actions.js";
import { missing } from "./add.js";
import { addEdits, type FileEdits } from "./edits.js";
import { described, itemsOf, printedName } from "./items.js";
import type { Part } from "./parts.js";
import { refuse, type State } from "./state.js";

/** What a rename changes about addresses. */
export interface Renaming {
  edits: FileEdits;
  /** @returns what an address is called afterwards */
  mapped(address: string): string;
}

/** `rename`: another name for the target, and for every name that stands for it. */
export function rename(state: State, action: Action): Renaming | ReturnType<typeof refuse> {
  const written = action.content.trim();
  const quoted = /^`([^`\r\n]+)`$/.exec(written)?.[1];
  const name = quoted ?? written;
  if (quoted === undefined && !isIdentifier(written)) {
    return refuse(
      "syntax",
      "The content of a rename is the new name alone, without a path and without a declaration.",
    );
  }
  const part = state.parts.find(action.target);
  if (!part) return missing(state, action.target);
  if (part.address === "") return renameContract(part, name);
  const old = (part.node as { name?: unknown }).name;
  if (typeof old !== "string" || part.node.$type === "Constructor" || part.node.$type === "Target") {
    return refuse("mismatch", `${described(part)} has no name that could be changed.`);
  }
  if (old === name) return refuse("unchanged", `${described(part)} has that name already.`);
  const group = groupOf(state, part);
  const renamed = new Map([...group].map((address) => [address, renamedAddress(address, old, name)]));
  for (const [from, to] of renamed) {
    const there = state.parts.find(to);
    if (there && !group.has(withoutOrdinal(to))) {
      return refuse("exists", `\`${from}\` cannot become \`${to}\`: there is ${described(there)} already.`);
    }
  }
  const edits: FileEdits = new Map();
  const done = new Set<string>();
  const write = (source: Source, node: AstNode, span: Span): void => {
    const key = `${source.path} ${span.start}`;
    if (done.has(key)) return;
    done.add(key);
    addEdits(edits, source, [
      { ...span, text: node === part.node ? printedName(node, name) : printedReference(part.node, name) },
    ]);
  };
  for (const each of state.parts.all()) {
    if (group.has(withoutOrdinal(each.address)))
      write(each.source, part.node, spanOfProperty(each.node, "name"));
  }
  for (const site of state.sites) {
    if (group.has(withoutOrdinal(site.target))) write(site.source, site.source.parsed.root, site.span);
  }
  return { edits, mapped: (address) => mapAddress(address, renamed) };
}

function printedReference(node: AstNode, name: string): string {
  return node.$type === "Module" ? printedName(node, name) : printName(name);
}

function renameContract(part: Part, name: string): Renaming | ReturnType<typeof refuse> {
  const header = itemsOf(part.node).find(({ $type }) => $type === "Header");
  if (!header) return refuse("missing", "The root file has no header.");
  const edits: FileEdits = new Map();
  addEdits(edits, part.source, [{ ...spanOfProperty(header, "name"), text: printName(name) }]);
  return { edits, mapped: (address) => address };
}

/** The addresses, without ordinals, that share the name: overloads, and members that override each other. */
function groupOf(state: State, { address, node }: Part): Set<string> {
  const own = withoutOrdinal(address);
  if (node.$type === "Field" || node.$type === "Method") {
    return overrideFamily(state.compilation.kernel, own);
  }
  return new Set([own]);
}

/** `core.game` becomes `core.play`, `role backend` becomes `role server`. */
function renamedAddress(address: string, old: string, name: string): string {
  return address.slice(0, address.length - old.length) + name;
}

function mapAddress(address: string, renamed: ReadonlyMap<string, string>): string {
  for (const [from, to] of renamed) {
    if (address === from) return to;
    if (isWithin(address, from) || address.startsWith(`${from}#`)) return to + address.slice(from.length);
  }
  return address;
}

/**
 * Compares what every name stands for before and after a rename.
 *
 * @returns the first name that would stand for something else; `undefined` where all keep their meaning
 */
export function changedMeaning(
  before: readonly ReferenceSite[],
  after: readonly ReferenceSite[],
  mapped: (address: string) => string,
): { site: ReferenceSite; now: string } | undefined {
  const shape = (sites: readonly ReferenceSite[], name: (address: string) => string) =>
    sites.map((site) => ({ site, key: `${site.source.path} ${name(site.target)}` }));
  const old = shape(before, mapped);
  const now = shape(after, (address) => address);
  for (const [at, { site, key }] of old.entries()) {
    const other = now[at];
    if (other?.key !== key) return { site, now: other?.site.target ?? "nothing" };
  }
  return now.length > old.length
    ? { site: now[old.length]!.site, now: now[old.length]!.site.target }
    : undefined;
}
