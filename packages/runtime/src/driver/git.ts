import type { Processes } from "@contractc/kernel";

/** Git in one folder. What fails is `undefined`: that there is no repository is an answer, too. */
export class GitFolder {
  constructor(
    readonly processes: Processes,
    /** Absolute. */
    readonly folder: string,
  ) {}

  /** The standard output; `undefined` where git failed or is not there. */
  bytes(args: readonly string[], input?: string): Uint8Array | undefined {
    const options = { cwd: this.folder, ...(input === undefined ? {} : { input }) };
    const { status, stdout } = this.processes.run("git", args, options);
    return status === 0 ? stdout : undefined;
  }

  text(args: readonly string[], input?: string): string | undefined {
    const bytes = this.bytes(args, input);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** What git says of a failure. @returns `undefined` where there is none */
  problem(args: readonly string[], input?: string): string | undefined {
    const options = { cwd: this.folder, ...(input === undefined ? {} : { input }) };
    const { status, stderr } = this.processes.run("git", args, options);
    return status === 0 ? undefined : stderr.trim() || "git failed";
  }

  /** Entries that end in NUL. */
  list(args: readonly string[], input?: string): string[] | undefined {
    return this.text(args, input)
      ?.split("\0")
      .filter((entry) => entry !== "");
  }
}
