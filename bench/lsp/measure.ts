import { setTimeout as pause } from "node:timers/promises";
import { nounOf } from "../check/workspace.ts";
import type { Client } from "./client.ts";

/** Of several times in milliseconds. */
export interface Spread {
  median: number;
  p95: number;
}

/** Between two key strokes of somebody who types fast, in milliseconds. */
const BETWEEN = 120;

export function spreadOf(times: readonly number[]): Spread {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return { median: at(0.5), p95: at(0.95) };
}

/**
 * Opens a contract with a mistake right after the start, and asks for its outline again and again meanwhile.
 *
 * @returns the time from the start of the process to the diagnostics that show the mistake, and the slowest answer
 * until nothing is left to be read
 */
export async function firstDiagnostics(
  client: Client,
  path: string,
): Promise<{ first: number; slowestAnswer: number }> {
  const text = client.text(path);
  const at = text.indexOf("readonly amount");
  const published = client.published(path, (found) => found.length > 0);
  await client.start();
  const opened = performance.now();
  await client.open(path, `${text.slice(0, at)})${text.slice(at)}`);
  let slowestAnswer = 0;
  let isIdle = false;
  const asking = (async () => {
    while (!isIdle) {
      const { milliseconds } = await client.ask("textDocument/documentSymbol", path, 0);
      slowestAnswer = Math.max(slowestAnswer, milliseconds);
      await pause(100);
    }
  })();
  const first = opened - client.started + (await published);
  await pause(4000);
  isIdle = true;
  await asking;
  await client.idle();
  await client.edit(path, at, at + 1, "");
  return { first, slowestAnswer };
}

/** Types a function and deletes it again, character by character. */
export async function keyStrokes(client: Client, path: string): Promise<number[]> {
  const at = client.text(path).indexOf("    const LIMIT");
  const typed = '    fn more(one: int, two: string = "2") -> int\n';
  const times: number[] = [];
  const stroke = async (start: number, end: number, text: string) => {
    const published = client.published(path);
    await client.edit(path, start, end, text);
    times.push(await published);
    await pause(BETWEEN);
  };
  for (let done = 0; done < typed.length; done++) await stroke(at + done, at + done, typed[done]!);
  for (let done = typed.length; done > 0; done--) await stroke(at + done - 1, at + done, "");
  return times;
}

/** Types the type of a parameter, and asks for completion after each character without waiting for anything else. */
export async function completions(client: Client, path: string, module: number): Promise<number[]> {
  const marked = "factor: ";
  const at = client.text(path).indexOf(marked) + marked.length;
  const typed = nounOf(module);
  const times: number[] = [];
  for (let round = 0; round < 6; round++) {
    for (let done = 0; done < typed.length; done++) {
      await client.edit(path, at + done, at + done, typed[done]!);
      const { milliseconds, answer } = await client.ask("textDocument/completion", path, at + done + 1);
      if (answer === null) throw new Error("There is no completion");
      times.push(milliseconds);
      await pause(BETWEEN);
    }
    await client.edit(path, at, at + typed.length, "");
    await pause(BETWEEN);
  }
  return times;
}

/** Renames a parameter of a function in the code, and back: unsaved, from the edit to the drift that it is. */
export async function codeEdits(client: Client, path: string, module: number): Promise<number[]> {
  await client.open(path);
  await client.idle();
  const marked = `function rate${module}(base`;
  const at = client.text(path).indexOf(marked) + marked.length;
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    for (const isDrift of [true, false]) {
      const published = client.published(path, (found) => found.length > 0 === isDrift);
      if (isDrift) await client.edit(path, at, at, "X");
      else await client.edit(path, at, at + 1, "");
      times.push(await published);
      await pause(BETWEEN);
    }
  }
  return times;
}
