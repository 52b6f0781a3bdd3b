import { hashOf } from "@contractc/kernel";
import type { Desk } from "../agents/port.js";
import type { Entry, RunEvent, TaskId, Usage } from "../model/index.js";
import type { RunState } from "../schedule/index.js";
import type { RunStore } from "../store/port.js";

/**
 * Answers of models by what was asked: a conversation that was cut off goes on where it was, and nothing is paid for twice.
 * A conversation ends with what it hands in; the same request in a later one is a question of its own.
 */
export class RecordedCalls {
  readonly #answers = new Map<string, string>();

  /** Takes an entry into account. @param state as it was before the entry */
  see({ event }: Entry, state: RunState): void {
    if (event.type === "call-answered") this.#answers.set(keyOf(state, event.task, event.call), event.answer);
  }

  /** The answer's content id. */
  find(state: RunState, task: TaskId, call: string): string | undefined {
    return this.#answers.get(keyOf(state, task, call));
  }
}

function keyOf(state: RunState, task: TaskId, call: string): string {
  return `${task}\n${state.tasks.get(task)?.turn ?? 0}\n${call}`;
}

/** What calls of one attempt need of the driver. */
export interface CallHost {
  store: RunStore;
  state(): RunState;
  calls: RecordedCalls;
  /** Appends to the record, whatever was appended meanwhile. */
  append(events: readonly RunEvent[]): void;
}

/** `Desk.call` of one attempt. */
export function recordedCall(
  { store, state, calls, append }: CallHost,
  task: TaskId,
  attempt: number,
): Desk["call"] {
  const counts = new Map<string, number>();
  return async <T>(
    request: unknown,
    ask: () => Promise<{ answer: T; usage: Usage }>,
  ): Promise<T | undefined> => {
    const hash = hashOf(request);
    const nth = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, nth);
    const call = `${hash}:${nth}`;
    const known = calls.find(state(), task, call);
    const bytes = known === undefined ? undefined : store.get(known);
    if (bytes) return (JSON.parse(new TextDecoder().decode(bytes)) as { answer: T }).answer;
    if (isSpent(state(), task)) return undefined;
    const { answer, usage } = await ask();
    append([
      {
        type: "call-answered",
        task,
        attempt,
        call,
        request: store.put(JSON.stringify(request) ?? "null"),
        answer: store.put(JSON.stringify({ answer })),
        usage,
      },
    ]);
    return answer;
  };
}

/** Whether the budget of the run, of the task or of the attempt is spent. */
export function isSpent(state: RunState, task: TaskId): boolean {
  const { taskTokens, attemptTokens } = state.policy.budget;
  const status = state.tasks.get(task);
  return (
    state.isOverBudget ||
    (taskTokens !== undefined && (status?.tokens ?? 0) >= taskTokens) ||
    (attemptTokens !== undefined && (status?.claim?.tokens ?? 0) >= attemptTokens)
  );
}
