import type { Entry, RunState } from "@contractc/runtime";
import { createColors } from "picocolors";
import { type Context, hasColour, isAgent } from "../context.js";
import { printable } from "../render/printable.js";

/** What happens in a run, on the standard error: a line for what matters and, on a terminal, one that counts. */
export class RunDisplay {
  state: RunState | undefined;
  readonly #colours;
  readonly #live: boolean;
  #status = "";
  /** What was in the record before this process is not told again. */
  #since: number;

  constructor(readonly context: Context) {
    this.#colours = createColors(hasColour(context, context.err));
    this.#live = context.err.terminal && !isAgent(context) && !context.env.CI;
    this.#since = context.clock.now().getTime();
  }

  show(entry: Entry, state: RunState): void {
    this.state = state;
    if (Date.parse(entry.at) < this.#since) return;
    const line = this.#line(entry);
    if (line !== undefined) this.#write(`${line}\n`);
    if (!this.#live) return;
    const status = statusLine(state).slice(0, Math.max(20, this.context.err.width - 1));
    if (status !== this.#status || line !== undefined) {
      this.context.err.write(`\r\u001b[K${this.#colours.dim(status)}`);
      this.#status = status;
    }
  }

  /** Takes the counting line away. */
  end(): void {
    if (this.#status !== "") this.context.err.write("\r\u001b[K");
    this.#status = "";
  }

  #write(text: string): void {
    if (this.#status !== "") this.context.err.write("\r\u001b[K");
    this.context.err.write(text);
  }

  #line({ event }: Entry): string | undefined {
    const { green, red, yellow } = this.#colours;
    const plain = (text: string) => printable(text.split("\n")[0] ?? "");
    switch (event.type) {
      case "contract-adopted":
        return `contract  ${event.tasks.length} tasks: ${plain(event.reason)}`;
      case "task-claimed":
        return `${event.purpose === "work" ? "work     " : "review   "} ${event.task} (${plain(event.agent)})`;
      case "submitted":
        return event.result === "files" ? `submitted ${event.task}` : undefined;
      case "attempt-failed":
        return yellow(`failed    ${event.task}: ${event.failure}, ${plain(event.detail)}`);
      case "gate-reported": {
        const { gate, report } = event;
        if (report.verdict === "passed")
          return gate === "structure" || gate === "static"
            ? undefined
            : green(`passed    ${event.task}: ${gate}`);
        return red(
          `sent back ${event.task}: ${gate}, ${plain(report.failures[0]?.summary ?? report.verdict)}`,
        );
      }
      case "reviewed": {
        const [first] = event.review.blocking;
        return first
          ? red(`sent back ${event.task}: review, ${plain(first.text)}`)
          : green(`reviewed  ${event.task}`);
      }
      case "contract-proposed":
        return yellow(`proposal  ${event.task}: ${plain(event.reason)}`);
      case "proposal-decided":
        return event.accepted ? "proposal  accepted" : yellow(`proposal  refused: ${plain(event.detail)}`);
      case "question-asked":
        return yellow(`question  ${event.task}: ${plain(event.question)}`);
      case "task-escalated":
        return red(`escalated ${event.task}: ${plain(event.reason)}`);
      case "out-of-scope":
        return yellow(`not taken ${event.task}: ${event.paths.map(plain).join(", ")}`);
      case "call-denied":
        return yellow(`denied    ${event.task}: ${plain(event.tool)} ${plain(event.what)}`);
      case "integrated":
        return event.task.startsWith("package:") || event.task === "whole"
          ? green(`merged    ${event.task}`)
          : undefined;
      default:
        return undefined;
    }
  }
}

function statusLine({ counts, order, running, usage }: RunState): string {
  const done = counts.VERIFIED + counts.INTEGRATED;
  const names = order.filter(({ claim }) => claim).map(({ task }) => task.id);
  const tokens = usage.input + usage.output;
  const shown = names.slice(0, 4).join(", ");
  const money = usage.cost === undefined ? "" : `, ${usage.cost.toFixed(2)}`;
  return `${done}/${order.length} verified, ${running} at work${shown === "" ? "" : `: ${shown}`}; ${Math.round(tokens / 1000)}k tokens${money}`;
}
