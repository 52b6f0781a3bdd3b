import { mkdirSync } from "node:fs";
import { classifyPath } from "@contractc/code";
import { decodeText, type FileSystem, type Kernel } from "@contractc/kernel";
import type { DeskInput, MakeTicket, OpenDesk } from "../driver/ports.js";
import type { Expectation, TaskKind } from "../model/index.js";
import type { Prompts } from "../prompts/index.js";
import { commandWords, covers, permissionsOf, roomsOf, startsWithWords } from "../roles/index.js";
import { openDesk } from "./desk.js";
import type { CommandRunner } from "./port.js";
import { ticketFor } from "./ticket/index.js";

const EXPECTED: Readonly<Record<TaskKind, Expectation>> = {
  module: "code",
  tests: "tests",
  package: "merge",
  whole: "merge",
  contract: "repair",
};

/**
 * Tickets as the driver asks for them.
 *
 * A module whose own part of the contract is more than a ticket may hold gets it nevertheless, with nothing else: its
 * `tokens` say so.
 */
export function ticketMaker(prompts: Prompts): MakeTicket {
  return (input) => {
    const { task, purpose, policy, tree, content } = input;
    const expects = purpose === "review" ? "review" : EXPECTED[task.kind];
    const own = Object.keys(tree).filter((path) => covers(task.writes, path));
    const parts = {
      ...input,
      expects,
      role: purpose === "review" ? "reviewer" : task.role,
      files: own.sort().flatMap((path) => {
        const { text, fault } = decodeText(content(tree[path]!));
        return fault ? [] : [{ path, content: text }];
      }),
      prompts,
      contextTokens: policy.contextTokens,
    };
    const result = ticketFor(parts);
    if (result.kind === "ticket") return result.ticket;
    const larger = ticketFor({ ...parts, files: [], lessons: [], contextTokens: result.tokens * 2 });
    if (larger.kind === "ticket") return larger.ticket;
    throw new Error(`The ticket of ${task.id} has no bounds.`);
  };
}

/** Desks as the driver opens them. */
export function deskOpener(fs: FileSystem): OpenDesk {
  return async (input) => {
    const { ticket, kernel, tree, policy, tryGate } = input;
    // An agent may begin with nothing to see, and works in the folder all the same.
    mkdirSync(input.folder, { recursive: true });
    // What a tester writes is known by its name before it exists, as in `tests/` or `test_*.py`.
    const tests = Object.keys(tree).filter((path) => classifyPath(path) === "test");
    const stop = new AbortController();
    const desk = openDesk({
      ...input,
      fs,
      permissions: permissionsOf(kernel, ticket, roomsOf(kernel, ticket, tests)),
      contextTokens: policy.contextTokens,
      signal: stop.signal,
      ...(tryGate ? { run: gateRunner(kernel, tryGate) } : {}),
    });
    return {
      desk,
      async close() {
        stop.abort();
      },
    };
  };
}

/** Commands of the contract are run by the gates that they belong to, in their sandbox. */
function gateRunner(kernel: Kernel, tryGate: NonNullable<DeskInput["tryGate"]>): CommandRunner {
  const commands = kernel.targets.flatMap(({ check, test }) => [
    ...(check === undefined ? [] : [{ gate: "static" as const, command: check }]),
    ...(test === undefined ? [] : [{ gate: "unit" as const, command: test }]),
  ]);
  return async (words, _folder, signal) => {
    const wanted = commands.find(({ command }) => {
      const whole = commandWords(command);
      if (whole.kind === "refused") return false;
      // `python -m pytest tests/x.py` and `python -m pytest` both ask for the gate of `python -m pytest -q`.
      return (
        startsWithWords(words, whole.words) ||
        startsWithWords(whole.words, words) ||
        sameProgram(words, whole.words)
      );
    });
    if (wanted) return { kind: "ran", text: await tryGate(wanted.gate, signal) };
    return {
      kind: "refused",
      reason: "nothing can run this command here: run the check or the tests of the contract",
    };
  };
}

/** Whether two commands are the same but for their options and files. */
function sameProgram(words: readonly string[], other: readonly string[]): boolean {
  const head = (all: readonly string[]) =>
    all.slice(0, all[1] === "-m" || all[1] === "run" ? 3 : 1).join(" ");
  return head(words) === head(other);
}
