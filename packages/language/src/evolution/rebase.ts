import { spanOf } from "../source/source.js";
import type { Action } from "./actions.js";
import type { Changes } from "./fingerprints.js";
import { described } from "./items.js";
import type { LogEntry } from "./log.js";
import { type Refusal, refuse, type State } from "./state.js";

/** Who changed which part since a base. */
export type Touched = ReadonlyMap<string, LogEntry>;

export function touchedIn(entries: readonly LogEntry[]): Touched {
  const touched = new Map<string, LogEntry>();
  for (const entry of entries) {
    for (const key of Object.keys(entry.changed)) touched.set(key, entry);
  }
  return touched;
}

/**
 * Whether an action meant for an older contract still means the same: neither what it changes, nor its target, nor
 * what its content refers to was changed since.
 *
 * @param changes what the action changes in the contract as it is now
 */
export function overlap(
  action: Action,
  changes: Changes,
  after: State,
  touched: Touched,
): { refusal: Refusal } | undefined {
  const concerned = new Set([action.target, ...Object.keys(changes), ...referencesOf(changes, after)]);
  for (const key of concerned) {
    const entry = touched.get(key);
    if (entry)
      return refuse(
        "overlap",
        `${whoChanged(key, entry, after)} Look at it and send the action again, with the current base.`,
      );
  }
  return undefined;
}

export function whoChanged(key: string, entry: LogEntry, state: State): string {
  const part = state.parts.find(key);
  const what = part ? described(part) : `\`${key}\``;
  const how =
    entry.kind === "edit"
      ? "by hand"
      : (entry.actions?.find(({ target }) => target === key)?.op ?? "an action");
  return `${what} was changed by ${entry.by.join(", ")} (${how}, revision ${entry.revision}) since the base of this action.`;
}

function referencesOf(changes: Changes, { parts, sites }: State): string[] {
  const found: string[] = [];
  for (const key of Object.keys(changes)) {
    // `core.game uses core.world` refers to its last word.
    if (key.includes(" ")) found.push(key.slice(key.lastIndexOf(" ") + 1));
    const part = parts.find(key);
    if (!part || key === "") continue;
    const isContainer = ["Package", "Module", "External"].includes(part.node.$type);
    if (isContainer) continue;
    const { start, end } = spanOf(part.node);
    for (const site of sites) {
      if (site.source === part.source && site.span.start >= start && site.span.end <= end)
        found.push(site.target);
    }
  }
  return found;
}
