import { z } from "zod";
import type { Tool } from "../agents/port.js";
import type { Ticket } from "../model/index.js";
import type { Permissions } from "../roles/index.js";
import { answerSchema, asksForFiles } from "./answers/index.js";

const PATH = z.string().describe("Relative to the workspace");

/** What each tool takes. */
export const ARGUMENTS = {
  read_file: z.object({
    path: PATH,
    purpose: z.string().trim().min(1).describe("Why it has to be read, in a few words"),
    from: z.int().positive().nullish().describe("First line, from 1"),
    to: z.int().positive().nullish().describe("Last line"),
  }),
  list_folder: z.object({
    path: z.string().describe("Relative to the workspace; `.` for the workspace itself"),
  }),
  write_file: z.object({ path: PATH, content: z.string().describe("The whole file") }),
  edit_file: z.object({
    path: PATH,
    old: z.string().min(1).describe("Text that stands in the file exactly once"),
    new: z.string(),
  }),
  describe: z.object({ name: z.string().describe("A name or an address of the contract") }),
  run: z.object({ command: z.string().describe("One program with its arguments; there is no shell") }),
  diff: z.object({}),
  ask: z.object({
    question: z.string().trim().min(1),
    error: z.string().nullish().describe("What is missing"),
  }),
  submit: z.object({ result: z.unknown() }),
};
export type ToolName = keyof typeof ARGUMENTS;

const DESCRIPTIONS: Readonly<Record<ToolName, string>> = {
  read_file: "Reads a text file. Files over 30 KB are read by range; of a log its last 50 lines are given.",
  list_folder: "Lists a folder.",
  write_file: "Writes a whole file of the task. It is refused where the file changed since it was read.",
  edit_file: "Replaces a text that stands in a file of the task exactly once.",
  describe: "Describes a declaration of the contract in full, with who uses it.",
  run: "Runs one of the permitted commands in a sandbox and gives its exit code and its last 50 lines.",
  diff: "Shows what was changed as a unified diff.",
  ask: "Ends the work with a question that only a person can answer.",
  submit: "Ends the work with its result.",
};

/** The tools that a worker on a ticket has: what its role may never do is not offered. */
export function toolsOf(ticket: Pick<Ticket, "expects">, permissions: Permissions, mayRun: boolean): Tool[] {
  const writes = asksForFiles(ticket.expects) && permissions.write.length > 0;
  const names: ToolName[] = [
    ...(permissions.read.length > 0 ? (["read_file"] as const) : []),
    ...(permissions.list.length > 0 ? (["list_folder"] as const) : []),
    ...(writes ? (["write_file", "edit_file"] as const) : []),
    "describe",
    ...(mayRun && permissions.run.length > 0 ? (["run"] as const) : []),
    ...(writes && permissions.diff ? (["diff"] as const) : []),
    "ask",
    "submit",
  ];
  return names.map((name) => ({
    name,
    description: described(name, permissions),
    parameters: name === "submit" ? answerSchema(ticket.expects) : parametersOf(name),
  }));
}

function described(name: ToolName, { run }: Permissions): string {
  if (name !== "run") return DESCRIPTIONS[name];
  return `${DESCRIPTIONS[name]} Permitted: ${run.map((words) => words.join(" ")).join("; ")}.`;
}

function parametersOf(name: ToolName): object {
  const { $schema: _, ...schema } = z.toJSONSchema(ARGUMENTS[name], { io: "input" });
  return schema;
}
