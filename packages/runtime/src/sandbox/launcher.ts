import { REPORT_FOLDER, type SandboxLimits, WORK_FOLDER } from "./port.js";

export const SOURCE_FOLDER = "/gate/source";
/** Descriptors of the launcher: bubblewrap's own account of what it does, and the files brought back. */
export const STATUS_DESCRIPTOR = 3;
export const REPORT_DESCRIPTOR = 4;
/** The copy could not be made; programs seldom use it themselves. */
export const COPY_FAILED = 125;

/**
 * The first program in the sandbox. The command's words are its arguments and reach the command as they are: the shell
 * never reads them. The copy's limits of size are those of the file systems; these are the rest that a kernel can hold.
 *
 * Processes are counted from outside, too: here every thread counts, so the limit is wider, and it stops a fork bomb
 * between two looks.
 */
const SCRIPT = `
ulimit -c 0
ulimit -f "$1"
ulimit -d "$2"
if (ulimit -u "$3") 2>/dev/null; then ulimit -u "$3"; else ulimit -p "$3" 2>/dev/null; fi
shift 3
cp -R ${SOURCE_FOLDER}/. ${WORK_FOLDER} && cd ${WORK_FOLDER} || exit ${COPY_FAILED}
(exec "$@") </dev/null 2>&1 ${REPORT_DESCRIPTOR}>&-
code=$?
for file in ${REPORT_FOLDER}/*; do
  case $file in *[!A-Za-z0-9._/-]*) continue ;; esac
  if [ -f "$file" ] && [ ! -L "$file" ]; then
    size=$(wc -c <"$file")
    printf '%s %s\\n' "$size" "\${file##*/}"
    head -c "$size" "$file"
  fi
done >&${REPORT_DESCRIPTOR}
exit "$code"
`;

/** Room for the threads of a few programs with many, and some for all others: Node has eleven. */
const THREADS = { spare: 64, ofAProcess: 4 };
const LEAST_DATA = 4 * 1024 ** 3;

/** @returns the words that start the command within the sandbox */
export function launcher(command: readonly string[], limits: SandboxLimits): string[] {
  const blocks = Math.ceil(limits.diskBytes / 512);
  // Node reserves more than it uses; what is really used is watched from outside.
  const data = Math.ceil(Math.max(LEAST_DATA, limits.memoryBytes * 2) / 1024);
  const threads = THREADS.spare + limits.processes * THREADS.ofAProcess;
  return ["sh", "-c", SCRIPT, "sandbox", `${blocks}`, `${data}`, `${threads}`, ...command];
}

const NAME = /^[\w.-]+$/;

/**
 * Takes apart what the launcher brought back.
 *
 * @returns the files by name; what is cut off or misnamed is left out
 */
export function reportsIn(stream: Buffer): Map<string, Uint8Array> {
  const reports = new Map<string, Uint8Array>();
  for (let at = 0; at < stream.length; ) {
    const end = stream.indexOf(0x0a, at);
    if (end < 0) break;
    const [, size = "", name = ""] = /^\s*(\d+) (.*)$/s.exec(stream.toString("utf8", at, end)) ?? [];
    const length = Number(size);
    if (size === "" || end + 1 + length > stream.length) break;
    if (NAME.test(name)) reports.set(name, stream.subarray(end + 1, end + 1 + length));
    at = end + 1 + length;
  }
  return reports;
}
