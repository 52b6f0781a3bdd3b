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
  /** The hash of what the contract said to the task (`Ticket.contract`); absent where it does not matter. */
  contract?: string;
  /** As configured when it was recorded; not needed to replay it. */
  agent?: string;
  /** Told for whoever reads it; not compared. */
  request?: unknown;
  answer: unknown;
  usage: Usage;
}

export type CallKey = Pick<RecordedCall, "task" | "role" | "expects" | "round" | "turn" | "contract">;

/**
 * The place of a call: one folder for each round of a task, so that workers at the same time never meet. A task begins
 * anew when its part of the contract changes: the second time its folder bears the beginning of the contract's hash.
 */
export function callFile({ task, role, expects, round, turn, contract }: CallKey): string {
  const mark = contract === undefined ? "" : `@${contract.slice(0, 8)}`;
  return `${safe(task)}/${safe(role)}.${expects}.${round}${mark}/${turn}.json`;
}

function unmarked({ contract: _, ...key }: CallKey): CallKey {
  return key;
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
    const plain = unmarked(call);
    // Whose folder it is, its first call tells.
    const owner = this.#readAt(callFile({ ...plain, turn: 1 }));
    const isOwn =
      call.turn === 1 ? owner === undefined || owner.contract === call.contract : fits(owner, call);
    const file = isOwn ? callFile(plain) : callFile(call);
    this.fs.writeFile(`${this.folder}/${file}`, canonicalJson(call));
  }

  /**
   * @returns `undefined` where there is none
   * @throws ModelError naming the file where it is no record
   */
  read(key: CallKey): RecordedCall | undefined {
    const marked = key.contract === undefined ? undefined : this.#readAt(callFile(key));
    if (marked) return marked;
    const plain = this.#readAt(callFile(unmarked(key)));
    return fits(plain, key) ? plain : undefined;
  }

  #readAt(file: string): RecordedCall | undefined {
    const path = `${this.folder}/${file}`;
    let bytes: Uint8Array;
    try {
      bytes = this.fs.readFile(path);
    } catch (error) {
      if (error instanceof FileSystemError && error.fault === "missing") return undefined;
      throw error;
    }
    const call = parse(decodeText(bytes).text);
    if (!call) throw new ModelError("broken-answer", `${path} is no recorded call (${CALL_FORMAT})`);
    return call;
  }
}

/** Who writes a record by hand need not know the contract's hash: then it holds for every contract. */
function fits(call: RecordedCall | undefined, { contract }: CallKey): boolean {
  return call !== undefined && (call.contract === undefined || call.contract === contract);
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

export function keyOf({ task, role, expects, round, contract }: Ticket, turn: number): CallKey {
  return { task, role, expects, round, turn, ...(contract === undefined ? {} : { contract }) };
}
