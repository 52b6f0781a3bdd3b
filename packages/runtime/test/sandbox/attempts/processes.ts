import type { Attempt } from "./attempt.js";

export const PROCESSES: readonly Attempt[] = [
  {
    name: "signals who started it",
    language: "python",
    program: `
import signal
from attempt import *
attempt("signal", lambda: os.kill(PID, signal.SIGKILL) if PID > 500 else os.kill(999999, 9))
attempt("group", lambda: os.killpg(PID, signal.SIGKILL))
`,
    evidence: { denied: /process: signal: ProcessLookupError/, exit: 0 },
  },
  {
    name: "ends every process that it can see",
    language: "python",
    program: `
import signal
import os
print("ending all", flush=True)
os.kill(-1, signal.SIGKILL)
`,
    evidence: { output: /ending all/, exit: 137 },
  },
  {
    name: "traces other processes",
    language: "python",
    program: `
import ctypes
from attempt import *
ATTACH, SEIZE = 16, 0x4206
attempt("ptrace", lambda: checked(libc().ptrace(SEIZE, PID, None, None)))
attempt("attach", lambda: checked(libc().ptrace(ATTACH, PID, None, None)))
attempt("memory", lambda: open(f"/proc/{PID}/mem", "rb"))
`,
    evidence: { denied: /(access|process): ptrace: (PermissionError|ProcessLookupError)/, exit: 0 },
  },
  {
    name: "forks without end",
    language: "python",
    program: `
import os
while True:
    try:
        os.fork()
    except OSError:
        pass
`,
    evidence: { limit: "processes" },
    limits: { processes: 20 },
  },
  {
    name: "starts programs without end",
    language: "node",
    program: `
import { spawn } from "node:child_process";
setInterval(() => spawn("sleep", ["60"]).on("error", () => {}), 1);
`,
    evidence: { limit: "processes" },
    limits: { processes: 20 },
  },
  {
    name: "leaves a daemon behind",
    language: "python",
    program: `
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvp("sleep", ["sleep", "4242.4242"])
    os._exit(0)
os.wait()
print("left behind")
`,
    evidence: { output: /left behind/, exit: 0 },
  },
  {
    name: "ignores being asked to end",
    language: "node",
    program: `
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]) process.on(signal, () => {});
setInterval(() => {}, 1000);
`,
    evidence: { limit: "time" },
    limits: { milliseconds: 600 },
  },
  {
    name: "types into a terminal",
    language: "python",
    program: `
import fcntl, termios
from attempt import *
attempt("terminal", lambda: fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), termios.TIOCSTI, b"x"))
attempt("input", lambda: fcntl.ioctl(0, termios.TIOCSTI, b"x"))
`,
    evidence: { output: /terminal: OSError: \[Errno 6\]/, exit: 0 },
  },
  {
    name: "uses descriptors that were left open",
    language: "python",
    program: `
from attempt import *
def use():
    for name in map(int, os.listdir("/proc/self/fd")):
        if name > 2:
            try:
                target = os.readlink(f"/proc/self/fd/{name}")
            except OSError:
                continue
            if target != "/dev/null":
                return target
    raise FileNotFoundError("no such file or directory: nothing is open")
attempt("descriptor", use)
`,
    evidence: { denied: /absent: descriptor/, exit: 0 },
  },
];
