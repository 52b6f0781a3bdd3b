import { spawnSync } from "node:child_process";

export interface ProcessResult {
  /** The exit code; `null` where the program could not be started or was ended by a signal. */
  status: number | null;
  stdout: Uint8Array;
  stderr: string;
}

/** Starts other programs: passed in, so that a test or an editor decides whether any is started. */
export interface Processes {
  /**
   * Runs a program to its end, without a shell.
   *
   * @param options.cwd absolute
   * @param options.input for its standard input, which is empty without
   */
  run(program: string, args: readonly string[], options: { cwd: string; input?: string }): ProcessResult;
}

const LARGEST_OUTPUT = 256 * 1024 * 1024;

/** The processes of the machine. */
export const systemProcesses: Processes = {
  run(program, args, { cwd, input = "" }) {
    const result = spawnSync(program, args, { cwd, input, maxBuffer: LARGEST_OUTPUT, windowsHide: true });
    const detail = result.error === undefined ? "" : result.error.message;
    return {
      status: result.error === undefined ? result.status : null,
      stdout: result.stdout ?? new Uint8Array(),
      stderr: (result.stderr?.toString("utf8") ?? "") + detail,
    };
  },
};
