import type { Failure, Ticket, TicketFile } from "../../model/index.js";

/**
 * A ticket as a model reads it, without its brief: what stays the same from one round to the next comes first, so that
 * caches hold it, and what is to be done comes last.
 */
export function renderTicket(ticket: Omit<Ticket, "tokens">): string {
  const { context, files, writes, reports = [], failures, lessons, answers, goal } = ticket;
  const parts = [
    context === "" ? "" : `# Contract\n\n${fenced(context, "contract")}`,
    files.length === 0 ? "" : `# Files as they are now\n\n${files.map(renderFile).join("\n\n")}`,
    answers.length === 0 ? "" : `# Answers to your questions\n\n${answers.map(renderAnswer).join("\n")}`,
    lessons.length === 0 ? "" : `# Learnt before\n\n${lessons.map((lesson) => `- ${lesson}`).join("\n")}`,
    reports.length === 0 ? "" : `# Reports\n\n${reports.map((report) => fenced(report, "")).join("\n\n")}`,
    failures.length === 0 ? "" : `# Failures to repair\n\n${failures.map(renderFailure).join("\n\n")}`,
    `# Goal\n\n${goal}`,
    writes.length === 0 ? "" : `You may write: ${writes.map((path) => `\`${path}\``).join(", ")}`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function renderFile({ path, content, cut }: TicketFile): string {
  const note = cut ? " (its beginning; read the rest by range)" : "";
  return `## ${path}${note}\n\n${fenced(content, "")}`;
}

function renderAnswer({ question, answer }: Ticket["answers"][number]): string {
  return `- ${question}\n  Answer: ${answer}`;
}

function renderFailure(failure: Failure, at: number): string {
  const { source, summary, tests, exit, excerpt, tail, anchors, cause, findings = [] } = failure;
  const lines = [
    `## ${at + 1}. ${source}: ${summary}`,
    ...(exit === undefined ? [] : [`Exit code: ${exit}`]),
    ...(tests.length === 0 ? [] : [`Failing tests: ${tests.join(", ")}`]),
    ...(anchors.length === 0 ? [] : [`At: ${anchors.map(({ file, line }) => `${file}:${line}`).join(", ")}`]),
    ...(cause === undefined ? [] : [`Suspected cause: ${cause}`]),
    ...findings.map(({ code, message, file, line }) => `- ${file}:${line} ${code}: ${message}`),
    ...(excerpt.length === 0 ? [] : [fenced(excerpt.join("\n"), "")]),
    ...(tail === "" ? [] : ["The end of the output:", fenced(tail, "")]),
  ];
  return lines.join("\n");
}

/** A text between fences that are longer than any in it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}
