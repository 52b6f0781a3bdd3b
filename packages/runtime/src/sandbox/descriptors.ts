import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Descriptors that a program started from here would inherit besides those it is given: whoever started this process may
 * have left some open.
 */
function inheritable(after: number): number[] {
  try {
    return readdirSync("/proc/self/fd")
      .map(Number)
      .filter((descriptor) => {
        if (descriptor <= after) return false;
        try {
          const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8");
          return (Number.parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? "0", 8) & CLOSE_ON_EXEC) === 0;
        } catch {
          return false;
        }
      });
  } catch {
    return [];
  }
}

/**
 * Fills up a list of standard streams so that a program inherits nothing else: what is open in this process leads nowhere in
 * that one.
 *
 * @returns the list, and what is to be called once the program has started
 */
export function onlyThese<T>(streams: readonly T[]): { stdio: (T | number | "ignore")[]; close(): void } {
  const others = inheritable(streams.length - 1);
  if (others.length === 0) return { stdio: [...streams], close: () => {} };
  const nowhere = openSync("/dev/null", "r");
  const stdio: (T | number | "ignore")[] = [...streams];
  for (let at = stdio.length; at <= Math.max(...others); at++) {
    stdio[at] = others.includes(at) ? nowhere : "ignore";
  }
  return { stdio, close: () => closeSync(nowhere) };
}
