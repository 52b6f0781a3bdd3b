import { type RunReport, shownTarget, shownValue } from "./metrics.js";

/** A report as one page that needs nothing else. */
export function reportPage(report: RunReport): string {
  const { run, outcome, detail, metrics, tasks, pairs, roles, questions, escalated, unasked, sandboxes } =
    report;
  const figures = metrics.map((each) => [
    text(each.name),
    text(shownValue(each)),
    text(shownTarget(each)),
    each.met === undefined
      ? ""
      : `<span class="${each.met ? "met" : "missed"}">${each.met ? "met" : "missed"}</span>`,
    text(each.note ?? ""),
  ]);
  const sections = [
    `<h1>${text(run)}: ${text(outcome)}</h1><p>${text(detail)}</p>`,
    `<p>${text(report.started)} – ${text(report.ended)}. Sandbox: ${text(sandboxes.join(", ") || "nothing was run")}.</p>`,
    unasked.length > 0
      ? `<p class="missed">Decided without asking anybody: ${text(unasked.join(", "))}.</p>`
      : "",
    table("Figures", ["figure", "value", "target", "", ""], figures),
    table(
      "Escalated",
      ["task", "why"],
      escalated.map(({ task, reason }) => [text(task), text(reason)]),
    ),
    table(
      "Questions",
      ["task", "question", "answer"],
      questions.map(({ task, question, answer }) => [text(task), text(question), text(answer ?? "open")]),
    ),
    table(
      "Tasks",
      ["task", "state", "handed in", "sent back", "tokens"],
      tasks.map((each) => [
        text(each.task),
        text(each.state.toLowerCase()),
        `${each.submissions}`,
        `${each.rounds}`,
        `${each.tokens}`,
      ]),
    ),
    table(
      "Failures that came up elsewhere",
      ["module", "found by the tests of", "failures"],
      pairs.map(({ module, tried, failures }) => [text(module), text(tried || "the whole"), `${failures}`]),
    ),
    table(
      "Attempts",
      ["role", "agent", "attempts", "came to nothing"],
      roles.map(({ role, agent, attempts, failed }) => [text(role), text(agent), `${attempts}`, `${failed}`]),
    ),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(run)}</title><style>${STYLE}</style></head>
<body>
${sections.filter((section) => section !== "").join("\n")}
</body></html>
`;
}

const STYLE =
  ":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}" +
  "table{border-collapse:collapse;width:100%;margin-bottom:2rem}th,td{text-align:left;padding:.3rem .6rem;" +
  "border-bottom:1px solid #8884}.met{color:#080}.missed{color:#c40}@media(prefers-color-scheme:dark){.met{color:#6d6}.missed{color:#f95}}";

function table(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const cells = (tag: string, row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  const body = rows.map((row) => cells("td", row)).join("\n");
  return `<h2>${text(title)}</h2>\n<table>${cells("th", head)}\n${body}</table>`;
}

function text(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
