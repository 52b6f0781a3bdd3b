import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from "node:fs";
import type { Limit, SandboxLimits } from "./port.js";

/** Looks at running processes from outside; none of them takes part. */
export interface Watch {
  /** @returns the limit that is exceeded, if one is; throws where the processes cannot be looked at (any more) */
  exceeded(limits: SandboxLimits): Limit | undefined;
}

/**
 * Watches the processes of a sandbox through the file systems of its first process: its `/proc` lists those of the
 * sandbox and no others, also what has detached itself from its parent.
 *
 * @param first the sandbox's first process, as the host numbers it
 * @param folders of limited size, as the sandbox names them
 * @param own processes that belong to the sandbox itself
 * @see https://man7.org/linux/man-pages/man5/proc_pid_root.5.html
 */
export function watchSandbox(first: number, folders: readonly string[], own: number): Watch {
  const root = `/proc/${first}/root`;
  const machine = statSync("/proc").dev;
  return {
    exceeded(limits) {
      // Until the sandbox stands, its root is the machine's: those are not its processes.
      if (statSync(`${root}/proc`).dev === machine) throw new Error("the sandbox does not stand yet");
      const processes = readdirSync(`${root}/proc`).filter((name) => /^\d+$/.test(name));
      if (processes.length - own > limits.processes) return "processes";
      if (memoryOf(`${root}/proc`, processes, limits.memoryBytes)) return "memory";
      return folders.some((folder) => isFull(root + folder)) ? "disk" : undefined;
    },
  };
}

/** Watches a process and what descends from it, for want of a sandbox: what detaches itself is not seen. */
export function watchDescendants(first: number): Watch {
  return {
    exceeded(limits) {
      const processes: string[] = [];
      for (const queue = [`${first}`]; queue.length > 0; ) {
        const process = queue.pop() ?? "";
        processes.push(process);
        for (const thread of listOf(`/proc/${process}/task`)) {
          const children = textOf(`/proc/${process}/task/${thread}/children`);
          queue.push(...children.split(" ").filter((each) => each !== ""));
        }
      }
      if (processes.length > limits.processes) return "processes";
      return memoryOf("/proc", processes, limits.memoryBytes) ? "memory" : undefined;
    },
  };
}

/** What processes have in common is counted for each of them at first, and divided where that is too much. */
function memoryOf(proc: string, processes: readonly string[], most: number): boolean {
  let rough = 0;
  for (const process of processes) {
    const status = textOf(`${proc}/${process}/status`);
    rough += kilobytes(status, "RssAnon") + kilobytes(status, "RssShmem") + openMemory(proc, process);
  }
  if (rough <= most) return false;
  let exact = 0;
  for (const process of processes) {
    const shares = textOf(`${proc}/${process}/smaps_rollup`);
    const status = shares === "" ? textOf(`${proc}/${process}/status`) : shares;
    exact += kilobytes(status, shares === "" ? "RssAnon" : "Pss") + openMemory(proc, process);
  }
  return exact > most;
}

/** Memory that a process holds as a file without a name and need not have mapped. */
function openMemory(proc: string, process: string): number {
  let bytes = 0;
  for (const descriptor of listOf(`${proc}/${process}/fd`)) {
    const path = `${proc}/${process}/fd/${descriptor}`;
    try {
      if (readlinkSync(path).startsWith("/memfd:")) bytes += statSync(path).blocks * 512;
    } catch {
      // It was closed meanwhile.
    }
  }
  return bytes;
}

function kilobytes(status: string, name: string): number {
  return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0);
}

function isFull(folder: string): boolean {
  const { blocks, bavail } = statfsSync(folder);
  return blocks > 0 && bavail * 500 < blocks;
}

/** A process may end between two looks: then there is nothing to read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function listOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
