import { canonicalJson, decodeText, type FileSystem, FileSystemError } from "@contractc/kernel";
import type { Ticket, Usage } from "../../model/index.js";
import { ModelError } from "../conversation/chat.js";

export const CALL_FORMAT = "contractc-call/1";

/**
 * One answer, as a file. It is known by what it belongs to and not by the request: whoever replays it on another machine,
 * or writes it by hand, need not have the same request to the byte.
 */
export interface RecordedCall {
  format: typeof CALL_FORMAT;
  task: string;
  role: string;
  expects: string;
  round: number;
  /** From 1. */
  turn: number;
  /** As configured when it was recorded; not needed to replay it. */
  agent?: string;
  /** Told for whoever reads it; not compared. */
  request?: unknown;
  answer: unknown;
  usage: Usage;
}

export type CallKey = Pick<RecordedCall, "task" | "role" | "expects" | "round" | "turn">;

/** The place of a call: one folder for each round of a task, so that workers at the same time never meet. */
export function callFile({ task, role, expects, round, turn }: CallKey): string {
  return `${safe(task)}/${safe(role)}.${expects}.${round}/${turn}.json`;
}

/** A name that every file system takes; `module:core.collision` is `module-core.collision`. */
function safe(name: string): string {
  return name.replace(/[^\w.-]/g, "-");
}

/** Calls as files of a folder. */
export class CallRecords {
  constructor(
    private readonly fs: FileSystem,
    /** Absolute, forward slashes. */
    readonly folder: string,
  ) {}

  write(call: RecordedCall): void {
    this.fs.writeFile(this.#at(call), canonicalJson(call));
  }

  /**
   * @returns `undefined` where there is none
   * @throws ModelError naming the file where it is no record
   */
  read(key: CallKey): RecordedCall | undefined {
    let bytes: Uint8Array;
    try {
      bytes = this.fs.readFile(this.#at(key));
    } catch (error) {
      if (error instanceof FileSystemError && error.fault === "missing") return undefined;
      throw error;
    }
    const call = parse(decodeText(bytes).text);
    if (!call) throw new ModelError("broken-answer", `${this.#at(key)} is no recorded call (${CALL_FORMAT})`);
    return call;
  }

  #at(key: CallKey): string {
    return `${this.folder}/${callFile(key)}`;
  }
}

function parse(text: string): RecordedCall | undefined {
  try {
    const value = JSON.parse(text) as Partial<RecordedCall> | null;
    if (value?.format !== CALL_FORMAT || !("answer" in value)) return undefined;
    return { usage: { input: 0, cached: 0, output: 0 }, ...value } as RecordedCall;
  } catch {
    return undefined;
  }
}

export function keyOf({ task, role, expects, round }: Ticket, turn: number): CallKey {
  return { task, role, expects, round, turn };
}
