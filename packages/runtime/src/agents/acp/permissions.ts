import type { RequestPermissionRequest, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import type { Desk } from "../port.js";

/**
 * Answers what an agent asks a person otherwise: its role's permissions decide. What they say nothing of (fetching from
 * the network, tools that nobody knows) is refused.
 */
export function permissionFor(
  { toolCall, options }: RequestPermissionRequest,
  desk: Desk,
): RequestPermissionResponse {
  const allowed = isAllowed(toolCall, desk);
  const kinds = allowed
    ? (["allow_once", "allow_always"] as const)
    : (["reject_once", "reject_always"] as const);
  for (const kind of kinds) {
    const option = options.find((each) => each.kind === kind);
    if (option) return { outcome: { outcome: "selected", optionId: option.optionId } };
  }
  return { outcome: { outcome: "cancelled" } };
}

function isAllowed(toolCall: RequestPermissionRequest["toolCall"], desk: Desk): boolean {
  const { kind, title, rawInput } = toolCall;
  const paths = pathsOf(toolCall);
  const judged = (action: "read" | "write" | "delete") =>
    paths.length > 0 && paths.every((path) => desk.judge({ action, path }).kind === "allowed");
  switch (kind) {
    case "read":
    case "search":
      // The folder holds nothing but what the role may read.
      return paths.length === 0 || judged("read");
    case "edit":
      if (paths.length > 0) return judged("write");
      break;
    case "move":
    case "delete":
      for (const path of paths.length > 0 ? paths : [title ?? ""]) desk.judge({ action: "delete", path });
      return false;
    case "execute": {
      const command = commandOf(rawInput);
      return command !== undefined && desk.judge({ action: "run", command }).kind === "allowed";
    }
    case "think":
      return true;
  }
  desk.refuse(kind ?? "tool", title ?? toolCall.toolCallId, "no role has such a tool");
  return false;
}

function pathsOf({ locations, rawInput, content }: RequestPermissionRequest["toolCall"]): string[] {
  const named = (locations ?? []).map(({ path }) => path);
  const changed = (content ?? []).flatMap((each) => (each.type === "diff" ? [each.path] : []));
  const input = field(rawInput, ["path", "file_path", "filePath", "absolute_path", "filepath"]);
  const all = [...named, ...changed];
  return [...new Set(all.length > 0 || input === undefined ? all : [input])];
}

/** How agents name the command that they want to run. */
function commandOf(input: unknown): string | undefined {
  if (typeof input === "object" && input !== null && "command" in input && Array.isArray(input.command)) {
    return input.command.map((word) => JSON.stringify(String(word))).join(" ");
  }
  return field(input, ["command", "cmd"]);
}

function field(input: unknown, names: readonly string[]): string | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const record = input as Record<string, unknown>;
  const found = names.map((name) => record[name]).find((value) => typeof value === "string");
  return found as string | undefined;
}
