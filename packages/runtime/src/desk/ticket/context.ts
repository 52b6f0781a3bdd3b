import { type Kernel, KernelNames, Lines, moduleContext, printKernel, writeFlow } from "@contractc/kernel";
import type { Expectation } from "../../model/index.js";

export type TicketContext = { kind: "context"; text: string } | { kind: "too-large"; tokens: number };

export interface ContextInput {
  kernel: Kernel;
  expects: Expectation;
  /** Module or package; `""` for the whole. */
  subject: string;
  tokens(text: string): number;
}

/**
 * The part of the contract that a ticket holds, within a budget: of a module its slice, of everything else the contract's
 * text where there is room for it, and one line for each module where there is not.
 */
export function contextFor(
  { kernel, expects, subject, tokens }: ContextInput,
  budget: number,
): TicketContext {
  if (kernel.modules.some(({ address }) => address === subject)) {
    const result = moduleContext(kernel, subject, { budget, count: tokens });
    if (result.kind === "context") return { kind: "context", text: result.context.text };
    return { kind: "too-large", tokens: result.kind === "too-large" ? result.tokens : 0 };
  }
  const isWhole = expects !== "merge" && expects !== "triage";
  if (isWhole) {
    const text = printKernel(kernel);
    if (tokens(text) <= budget) return { kind: "context", text };
  }
  return { kind: "context", text: outline(kernel, subject, tokens, budget) };
}

/** Targets, flows and an index of the modules, those of the subject first; as many lines as there is room for. */
function outline(kernel: Kernel, subject: string, tokens: (text: string) => number, budget: number): string {
  const names = new KernelNames(kernel);
  const flows = new Lines();
  for (const flow of kernel.graph.flows) writeFlow(flows, flow, names);
  const near = (address: string) => (subject !== "" && address.startsWith(`${subject}.`) ? 0 : 1);
  const modules = [...kernel.modules].sort((a, b) => near(a.address) - near(b.address));
  const lines = [
    `// ${kernel.name} ${kernel.version}: its modules, one line each.`,
    ...modules.map(({ address, path, doc }) => {
      const summary = doc?.split("\n", 1)[0];
      return `// ${address}  ${path}${summary === undefined ? "" : `  ${summary}`}`;
    }),
    ...flows.text().split("\n"),
  ].filter((line) => line !== "");
  const kept: string[] = [];
  let left = budget;
  for (const line of lines) {
    left -= tokens(`${line}\n`);
    if (left < ROOM_FOR_REST) break;
    kept.push(line);
  }
  const more = lines.length - kept.length;
  return `${kept.join("\n")}\n${more > 0 ? `// … and ${more} more lines, left out for want of room.\n` : ""}`;
}

/** Tokens of the line that says what is left out. */
const ROOM_FOR_REST = 20;
