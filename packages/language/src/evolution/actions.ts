import { nearestName } from "@contractc/kernel";

export const OPERATIONS = ["add", "update", "refine", "remove", "rename"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** One change of a contract. */
export interface Action {
  op: Operation;
  /** An address, a key of the position table such as `role backend`, or `""` for the root file. */
  target: string;
  /** Contract text; for `rename` the new bare name; for `remove` nothing, or the clauses to take out of the target. */
  content: string;
  reason: string;
  /** Who asks for it. */
  by: string;
  /** The kernel's hash that the author saw; the current contract where it is left out. */
  base?: string;
}

export type ParsedActions = { actions: Action[] } | { problems: string[] };

const KEYS = ["op", "target", "content", "reason", "by", "base"] as const;
const NEEDS_CONTENT: ReadonlySet<Operation> = new Set(["add", "update", "refine", "rename"]);

/**
 * Reads a file of actions: one action, a list of them, or an object with a list under `actions`.
 *
 * @returns the actions with `by` and `reason` filled in, or every problem there is, each with where it stands
 */
export function parseActions(text: string): ParsedActions {
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch (error) {
    return { problems: [`it is no JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  return readActions(value);
}

/** The same for a value that is already parsed. */
export function readActions(value: unknown): ParsedActions {
  const problems: string[] = [];
  let list: unknown[];
  let path = (index: number): string => `action ${index + 1}`;
  if (Array.isArray(value)) list = value;
  else if (isObject(value) && "actions" in value) {
    unknownKeys(value, ["actions"], "the file", problems);
    if (!Array.isArray(value.actions)) return { problems: [...problems, "`actions` must be a list"] };
    list = value.actions;
  } else {
    list = [value];
    path = () => "the action";
  }
  if (list.length === 0) problems.push("there is no action in it");
  const actions = list.flatMap((item, index) => readAction(item, path(index), problems) ?? []);
  return problems.length > 0 ? { problems } : { actions };
}

function readAction(item: unknown, where: string, problems: string[]): Action | undefined {
  if (!isObject(item)) {
    problems.push(`${where} must be an object with ${KEYS.map((key) => `\`${key}\``).join(", ")}`);
    return undefined;
  }
  unknownKeys(item, KEYS, where, problems);
  const text = (key: (typeof KEYS)[number], isRequired: boolean): string | undefined => {
    const found = item[key];
    if (typeof found === "string") return found;
    if (found !== undefined) problems.push(`${where}: \`${key}\` must be a string`);
    else if (isRequired) problems.push(`${where}: \`${key}\` is missing`);
    return undefined;
  };
  const op = text("op", true);
  const known = OPERATIONS.find((each) => each === op);
  if (op !== undefined && known === undefined) {
    const near = nearestName(op, OPERATIONS);
    problems.push(
      `${where}: there is no operation "${op}"${near === undefined ? "" : `; did you mean "${near}"?`} It is one of ${OPERATIONS.join(", ")}`,
    );
  }
  const target = text("target", true);
  const content = text("content", known !== undefined && NEEDS_CONTENT.has(known));
  if (known !== undefined && NEEDS_CONTENT.has(known) && content?.trim() === "") {
    problems.push(`${where}: \`content\` is empty`);
  }
  const reason = text("reason", false);
  const by = text("by", false);
  const base = text("base", false);
  if (known === undefined || target === undefined) return undefined;
  return {
    op: known,
    target,
    content: content ?? "",
    reason: reason ?? "",
    by: by ?? "user",
    ...(base === undefined ? {} : { base }),
  };
}

function unknownKeys(
  item: Record<string, unknown>,
  known: readonly string[],
  where: string,
  problems: string[],
): void {
  for (const key of Object.keys(item)) {
    if (known.includes(key)) continue;
    const near = nearestName(key, known);
    problems.push(
      `${where} has an unknown key "${key}"${near === undefined ? `; known are ${known.join(", ")}` : `; did you mean "${near}"?`}`,
    );
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
