import type { Kernel } from "@contractc/kernel";
import type { ContractState } from "../contract/port.js";
import type { Entry, RunEvent, TaskId } from "../model/index.js";
import { RunState, reduce } from "../schedule/index.js";
import type { RunStore } from "../store/port.js";
import { RecordedCalls } from "./calls.js";

/** Called with each entry and what the run has come to by it. */
export type Watch = (entry: Entry, state: RunState) => void;

/**
 * A run as its record has it: the state, recorded answers, what gates said. What others append is taken in whenever this
 * process looks.
 */
export class RunRecord {
  readonly state = new RunState();
  readonly calls = new RecordedCalls();
  /** What gates said of each task's latest submission, for its reviewer. */
  readonly reports = new Map<TaskId, string[]>();
  base: { revision?: string; tree: Record<string, string> } = { tree: {} };
  #contract: { id: string; state: ContractState } | undefined;
  #files: Record<string, string> = {};

  constructor(
    readonly store: RunStore,
    readonly run: string,
    readonly watch: Watch = () => {},
  ) {
    this.sync();
  }

  /** Takes in what was appended since the last look. */
  sync(): void {
    for (const entry of this.store.read(this.run, this.state.sequence)) {
      this.calls.see(entry, this.state);
      this.#note(entry.event);
      reduce(this.state, entry);
      this.watch(entry, this.state);
    }
  }

  /** Appends whatever others have appended meanwhile. */
  append(events: readonly RunEvent[]): void {
    for (;;) {
      const appended = this.store.append(this.run, this.state.sequence, events);
      this.sync();
      if (appended.kind === "appended") return;
    }
  }

  /** Appends only if nobody else did since the state was looked at. @returns whether it was */
  tryAppend(events: readonly RunEvent[]): boolean {
    const appended = this.store.append(this.run, this.state.sequence, events);
    this.sync();
    return appended.kind === "appended";
  }

  /** Records that a task is taken, if it can still be taken. @returns whether it was recorded */
  claim(event: Extract<RunEvent, { type: "task-claimed" }>): boolean {
    for (;;) {
      const status = this.state.tasks.get(event.task);
      const ready = event.purpose === "work" ? this.state.ready.work : this.state.ready.review;
      if (!status || !ready.has(status.rank)) return false;
      if (this.tryAppend([event])) return status.claim?.attempt === event.attempt;
    }
  }

  /** The contract that holds now; `undefined` before there is one. */
  contract(): ContractState | undefined {
    const { kernel: id } = this.state;
    if (id === undefined) return undefined;
    if (this.#contract?.id !== id) {
      const kernel = JSON.parse(this.text(id)) as Kernel;
      const files = new Map(Object.entries(this.#files).map(([path, content]) => [path, this.text(content)]));
      this.#contract = { id, state: { kernel, files } };
    }
    return this.#contract.state;
  }

  text(id: string): string {
    const bytes = this.store.get(id);
    if (!bytes) throw new Error(`The record of ${this.run} lacks the content ${id}.`);
    return new TextDecoder().decode(bytes);
  }

  #note(event: RunEvent): void {
    if (event.type === "run-started") this.base = event.base;
    else if (event.type === "contract-adopted") this.#files = event.files;
    else if (event.type === "submitted") this.reports.delete(event.task);
    else if (event.type === "gate-reported") {
      const { gate, verdict, evidence, warnings } = event.report;
      const ran = evidence.tests ? `, ${evidence.tests.run} tests ran, ${evidence.tests.failed} failed` : "";
      const commands = evidence.commands.map(
        ({ command, exit }) => `\n  ${command.join(" ")} -> ${exit ?? "stopped"}`,
      );
      const told = warnings.map((warning) => `\n  ${warning}`);
      const text = `${gate}: ${verdict}${ran}${commands.join("")}${told.join("")}`;
      this.reports.set(event.task, [...(this.reports.get(event.task) ?? []), text]);
    }
  }
}
