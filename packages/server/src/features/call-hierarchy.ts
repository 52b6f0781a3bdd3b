import { positionKey, withoutOverload } from "@contractc/kernel";
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  Range,
} from "vscode-languageserver";
import type { Contract } from "../session/contract.js";
import type { Session } from "../session/session.js";
import { fromItem, itemOf, rangeOfPosition } from "./hierarchy-items.js";
import { targetsAt } from "./targets.js";

/**
 * What "calls" what, as the contract knows it: modules that use others, functions along flows, emitters of events and
 * their handlers. Asked in a contract or in code.
 */
export function prepareCalls(session: Session, path: string, offset: number): CallHierarchyItem[] {
  return targetsAt(session, path, offset).flatMap(({ contract, key }) => {
    const subject = contract.subject(key);
    const [kind] = subject?.kind === "declaration" ? subject.declarations : [];
    const isFunction = subject?.kind === "member" || kind?.kind === "function" || kind?.kind === "event";
    const isModule = subject?.kind === "module" || subject?.kind === "external";
    const item = isFunction || isModule ? itemOf(session, contract, key) : undefined;
    return item ? [item] : [];
  });
}

/** One edge: from a key to a key, with the places where the contract says so. */
interface Link {
  from: string;
  to: string;
  ranges: Range[];
}

export function incomingCalls(session: Session, item: CallHierarchyItem): CallHierarchyIncomingCall[] {
  const found = fromItem(session, item);
  if (!found) return [];
  return merged(
    linksOf(session, found.contract).filter(({ to }) => to === found.key),
    "from",
  ).flatMap(({ from, ranges }) => {
    const other = itemOf(session, found.contract, from);
    return other ? [{ from: other, fromRanges: ranges }] : [];
  });
}

export function outgoingCalls(session: Session, item: CallHierarchyItem): CallHierarchyOutgoingCall[] {
  const found = fromItem(session, item);
  if (!found) return [];
  return merged(
    linksOf(session, found.contract).filter(({ from }) => from === found.key),
    "to",
  ).flatMap(({ to, ranges }) => {
    const other = itemOf(session, found.contract, to);
    return other ? [{ to: other, fromRanges: ranges }] : [];
  });
}

function linksOf(session: Session, contract: Contract): Link[] {
  const { graph } = contract.kernel;
  const ranges = (key: string) => rangeOfPosition(session, contract, key) ?? [];
  const links: Link[] = graph.uses.map(({ from, to, kind }) => ({
    from,
    to,
    ranges: [ranges(positionKey.use(from, to, kind))].flat(),
  }));
  for (const { name, hops } of graph.flows) {
    hops.forEach((to, at) => {
      const from = hops[at - 1];
      if (from === undefined) return;
      const hop = { from: withoutOverload(from), to: withoutOverload(to) };
      links.push({ ...hop, ranges: [ranges(positionKey.flow(name))].flat() });
    });
  }
  for (const { event, emitters, handlers } of graph.events) {
    for (const emitter of emitters) {
      const from = withoutOverload(emitter);
      links.push({ from, to: event, ranges: [ranges(positionKey.emits(emitter, event))].flat() });
    }
    for (const handler of handlers) {
      links.push({ from: event, to: handler, ranges: [ranges(positionKey.handles(handler, event))].flat() });
    }
  }
  return links;
}

/** Links to or from one thing, put together by the other end. */
function merged(links: readonly Link[], end: "from" | "to"): Link[] {
  const found = new Map<string, Link>();
  for (const link of links) {
    const known = found.get(link[end]);
    if (known) known.ranges.push(...link.ranges);
    else found.set(link[end], { ...link, ranges: [...link.ranges] });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, link]) => link);
}
