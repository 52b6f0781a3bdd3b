import { finding } from "@contractc/kernel";
import type { AstNode } from "langium";
import { isWithin, type ReferenceSite, withoutOrdinal } from "../references/sites.js";
import { type Source, spanOf, spanOfProperty } from "../source/source.js";
import type { Action } from "./actions.js";
import { missing } from "./add.js";
import { addEdits, type Edit, type FileEdits } from "./edits.js";
import { isContainer, parseFragment } from "./fragment.js";
import {
  clauseKind,
  clauseList,
  clauseWord,
  described,
  isClause,
  isFunction,
  itemsOf,
  normalText,
} from "./items.js";
import type { Part } from "./parts.js";
import { removeClause, removeFrom, removeName } from "./removal.js";
import { refuse, type State, type StepResult } from "./state.js";

/**
 * `remove`: the target or, where there is content, those of its clauses.
 *
 * @param gone addresses that later actions of the same batch remove or update: what refers from there does not count
 */
export function remove(state: State, action: Action, label: string, gone: readonly string[]): StepResult {
  const part = state.parts.find(action.target);
  if (!part) return missing(state, action.target);
  if (action.content.trim() !== "") return removeClauses(part, action, label);
  if (part.address === "") return refuse("mismatch", "The root file cannot be removed.");
  if (part.node.$type === "Parameter") {
    return refuse("mismatch", `A parameter goes with an \`update\` of its function.`);
  }
  const users = usersOf(state, part, gone);
  if (users.length > 0)
    return refuse("referenced", stillUsed(state, part, users), usersAsFindings(part, users));
  const container = part.node.$container;
  const edits: FileEdits = new Map();
  addEdits(edits, part.source, removeFrom(part.source, part.node, container ? itemsOf(container) : []));
  return { edits };
}

/** Names outside of the part that stand for it or for something inside of it. */
function usersOf(state: State, { address, node, source }: Part, gone: readonly string[]): ReferenceSite[] {
  const { start, end } = spanOf(node);
  const wanted = withoutOrdinal(address);
  // One of several overloads may go while the others stay.
  const isOverload = address !== wanted || state.parts.find(`${address}#2`) !== undefined;
  if (isOverload) return [];
  return state.sites.filter((site) => {
    if (!isWithin(withoutOrdinal(site.target), wanted)) return false;
    if (site.source === source && site.span.start >= start && site.span.end <= end) return false;
    const owner = state.parts.around(site.source, site.span.start);
    return !gone.some((other) => owner !== undefined && isWithin(owner.address, other));
  });
}

function stillUsed(state: State, part: Part, users: readonly ReferenceSite[]): string {
  const owners = users.map(
    (site) => state.parts.around(site.source, site.span.start)?.address ?? site.source.path,
  );
  const names = [...new Set(owners)].map((name) => `\`${name}\``);
  const shown = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  return `${described(part)} is still used by ${shown.join(", ")}: change or remove that first.`;
}

function usersAsFindings(part: Part, users: readonly ReferenceSite[]) {
  return users.map((site) =>
    finding(
      "name/unknown",
      site.source.placeAt(site.span),
      { what: "name", name: site.target },
      { symbol: part.address, key: `${site.target} ${site.span.start}` },
    ),
  );
}

function removeClauses(part: Part, action: Action, label: string): StepResult {
  const { node, source } = part;
  if (!isContainer(node.$type)) return refuse("mismatch", `${described(part)} has no clauses.`);
  const parsed = parseFragment(node.$type, action.content, label);
  if ("findings" in parsed)
    return refuse("syntax", `The content is no clause of ${described(part)}.`, parsed.findings);
  const items = itemsOf(node);
  const list: Edit[] = [];
  for (const clause of parsed.fragment.nodes) {
    if (!isClause(clause) && clause.$type !== "Transition") {
      return refuse("mismatch", "What has an address is removed by it; `content` names clauses to remove.");
    }
    const removed = clauseRemoval(part, items, parsed.fragment.source, clause);
    if (!removed) return refuse("missing", `${described(part)} has no such \`${clauseWord(clause)}\`.`);
    list.push(...removed);
  }
  if (list.length === 0) return refuse("syntax", "The content names no clause.");
  const edits: FileEdits = new Map();
  addEdits(edits, source, list);
  return { edits };
}

function clauseRemoval(
  { node, source }: Part,
  items: readonly AstNode[],
  given: Source,
  clause: AstNode,
): Edit[] | null {
  const whole = (item: AstNode) =>
    isFunction(node) ? removeClause(source, node, items, item) : removeFrom(source, item, items);
  const same = items.find(
    (item) => item.$type === clause.$type && normalText(source, item) === normalText(given, clause),
  );
  if (same) return whole(same);
  const names = clauseList(clause)?.names;
  if (!names) return null;
  const edits: Edit[] = [];
  const lists = items.filter((each) => clauseKind(each) === clauseKind(clause));
  const isThere = (name: string) => lists.some((item) => clauseList(item)?.names.includes(name));
  // A name may be written in full in one place and by its end in the other: `bench.code` and `code`.
  const means = (name: string) => (wanted: string) =>
    wanted === name || (!isThere(wanted) && (wanted.endsWith(`.${name}`) || name.endsWith(`.${wanted}`)));
  for (const item of lists) {
    const own = clauseList(item);
    const leaving = own?.names.flatMap((name, at) => (names.some(means(name)) ? [at] : [])) ?? [];
    if (!own || leaving.length === 0) continue;
    if (leaving.length === own.names.length) edits.push(...whole(item));
    else if (!own.nodes || leaving.length > 1) edits.push(...rewritten(source, item, own, leaving));
    else edits.push(removeName(own.nodes, leaving[0]!));
  }
  return edits.length > 0 ? edits : null;
}

/** A list without several of its names: written again from the first to the last. */
function rewritten(
  source: Source,
  item: AstNode,
  own: NonNullable<ReturnType<typeof clauseList>>,
  leaving: readonly number[],
): Edit[] {
  const spans = own.names.map((_, at) => spanOfProperty(item, own.property, at));
  const kept = spans.filter((_, at) => !leaving.includes(at));
  const text = kept.map(({ start, end }) => source.text.slice(start, end)).join(", ");
  return [{ start: spans[0]!.start, end: spans.at(-1)!.end, text }];
}
