/**
 * What systems say when something is refused, in the words of libc, Python and Node. A program that catches and hides the
 * refusal leaves no trace here; it was refused all the same.
 */
const REFUSALS: readonly { what: string; pattern: RegExp }[] = [
  {
    what: "network",
    pattern:
      /network is unreachable|\bENETUNREACH\b|\bEAI_AGAIN\b|\bENOTFOUND\b|name resolution|name or service not known|no address associated|ECONNREFUSED|connection refused|cannot assign requested address|EADDRNOTAVAIL/i,
  },
  { what: "write", pattern: /read-only file system|EROFS/i },
  { what: "access", pattern: /permission denied|EACCES|operation not permitted|EPERM|PermissionError/i },
  { what: "process", pattern: /no such process|ESRCH|ProcessLookupError/i },
  {
    what: "processes",
    pattern: /resource temporarily unavailable|EAGAIN|can't start new thread|BlockingIOError/i,
  },
  { what: "memory", pattern: /cannot allocate memory|ENOMEM|MemoryError|heap out of memory/i },
  { what: "disk", pattern: /no space left on device|ENOSPC|file too large|EFBIG|disk quota exceeded/i },
  { what: "absent", pattern: /no such file or directory|ENOENT|FileNotFoundError|ModuleNotFoundError/i },
  { what: "busy", pattern: /device or resource busy|EBUSY|cross-device link|EXDEV/i },
];

const MOST = 20;
const LONGEST = 200;

/**
 * Lines of an output that tell of something refused: `network: OSError: [Errno 101] Network is unreachable`.
 *
 * @returns each line once, at most twenty, in their order
 */
export function denialsIn(output: string): string[] {
  const found = new Set<string>();
  for (const line of output.split("\n")) {
    const text = line.trim();
    if (text === "") continue;
    const refusal = REFUSALS.find(({ pattern }) => pattern.test(text));
    if (!refusal) continue;
    found.add(`${refusal.what}: ${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}`);
    if (found.size === MOST) break;
  }
  return [...found];
}
