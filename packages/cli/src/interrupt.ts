import type { FileSystem } from "@contractc/kernel";
import { EXIT } from "./exit-codes.js";

/** The part of a process that an interrupt concerns. */
export interface Interruptible {
  on(signal: "SIGINT", listener: () => void): unknown;
  off(signal: "SIGINT", listener: () => void): unknown;
  exit(code: number): never;
}

/** Commands that work in one go: while they do, nobody would hear a listener. */
const IN_ONE_GO: ReadonlySet<string> = new Set(
  "apply build check completion context describe diff drift explain extract fmt graph hook import info init".split(
    " ",
  ),
);

/**
 * Whether a command waits for something, so that an interrupt is an event like others. Every other one ends by the signal
 * itself, at once, which a shell tells as 130.
 *
 * @param args behind the program's name
 */
export function waits(args: readonly string[]): boolean {
  const command = args.find((each) => !each.startsWith("-"));
  return args.includes("--watch") || !IN_ONE_GO.has(command ?? "");
}

/**
 * A file system that an interrupt does not cut off in the middle of its writing: from the first file written until the
 * work rests, the interrupt waits.
 */
export function unbroken(fs: FileSystem, host: Interruptible): FileSystem {
  let isHeld = false;
  const end = () => host.exit(EXIT.interrupted);
  const hold = () => {
    if (isHeld) return;
    isHeld = true;
    host.on("SIGINT", end);
    // A signal that came meanwhile is told before this.
    setImmediate(() => {
      isHeld = false;
      host.off("SIGINT", end);
    });
  };
  return {
    ...fs,
    writeFile: (...args) => {
      hold();
      return fs.writeFile(...args);
    },
    remove: (...args) => {
      hold();
      return fs.remove(...args);
    },
    // A lock is not left behind.
    ...(fs.exclusively && {
      exclusively: <T>(path: string, action: () => T): T => {
        hold();
        return fs.exclusively!(path, action);
      },
    }),
  };
}
