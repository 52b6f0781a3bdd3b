import type { Attempt } from "./attempt.js";

export const KERNEL: readonly Attempt[] = [
  {
    name: "becomes root",
    language: "python",
    program: `
from attempt import *
attempt("uid", lambda: os.setuid(0))
attempt("gid", lambda: os.setgid(0))
attempt("groups", lambda: os.setgroups([0]))
attempt("owner", lambda: os.chown("attempt.py", 0, 0))
`,
    evidence: { denied: /access: uid: (PermissionError|OSError)|access: groups: PermissionError/, exit: 0 },
  },
  {
    name: "runs programs that change the user",
    language: "python",
    program: `
import shutil, subprocess
from attempt import *
def change(*words):
    done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise PermissionError(f"Permission denied: {done.stderr.strip()}")
    return done.stdout
attempt("su", lambda: change("su", "-c", "id"))
attempt("mount", lambda: change("mount", "-t", "tmpfs", "none", "/mnt"))
shutil.copy("/usr/bin/id", "own")
attempt("mode", lambda: (os.chmod("own", 0o4755), change("./own", "-u"))[1].strip() == "0" or change("false"))
`,
    evidence: { denied: /access: su: PermissionError/, exit: 0 },
  },
  {
    name: "mounts",
    language: "python",
    program: `
from attempt import *
RDONLY, REMOUNT, BIND = 1, 32, 4096
attempt("tmpfs", lambda: checked(libc().mount(b"none", b"/usr", b"tmpfs", 0, None)))
attempt("remount", lambda: checked(libc().mount(b"none", b"/usr", None, REMOUNT | BIND, None)))
attempt("bind", lambda: checked(libc().mount(b"/proc/1/root", b"/tmp", None, BIND, None)))
attempt("unmount", lambda: checked(libc().umount2(b"/gate/work/tests/test_fixed.py", 2)))
`,
    evidence: { denied: /access: tmpfs: PermissionError/, exit: 0 },
  },
  {
    name: "makes namespaces of its own",
    language: "python",
    program: `
from attempt import *
NEWUSER, NEWNS, NEWPID, NEWNET = 0x10000000, 0x00020000, 0x20000000, 0x40000000
for name, flag in (("user", NEWUSER), ("all", NEWUSER | NEWNS | NEWPID | NEWNET), ("mounts", NEWNS), ("net", NEWNET)):
    attempt(name, lambda: checked(libc().unshare(flag)))
`,
    evidence: { denied: /disk: user: OSError: \[Errno 28\]|access: user: PermissionError/, exit: 0 },
  },
  {
    name: "enters the namespaces of others",
    language: "python",
    program: `
from attempt import *
for name in ("user", "mnt", "net", "pid"):
    attempt(name, lambda: checked(libc().setns(os.open(f"/proc/1/ns/{name}", os.O_RDONLY), 0)))
attempt("host", lambda: os.open(f"/proc/{PID}/ns/mnt", os.O_RDONLY))
`,
    evidence: { denied: /access: mnt: PermissionError/, exit: 0 },
  },
  {
    name: "changes its root",
    language: "python",
    program: `
from attempt import *
os.mkdir("jail")
attempt("chroot", lambda: os.chroot("jail"))
SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}[os.uname().machine]
attempt("pivot", lambda: checked(libc().syscall(SYS_PIVOT_ROOT, b"/gate/work", b"/gate/work/jail")))
`,
    evidence: { denied: /access: chroot: PermissionError/, exit: 0 },
  },
  {
    name: "opens devices",
    language: "python",
    program: `
import stat
from attempt import *
for path in ("/dev/mem", "/dev/kmsg", "/dev/vda", "/dev/sda", "/dev/kvm", "/dev/fuse", "/dev/loop-control"):
    attempt(path, lambda: os.open(path, os.O_RDONLY))
attempt("make", lambda: os.mknod("disk", stat.S_IFBLK | 0o666, os.makedev(254, 0)))
`,
    evidence: { denied: /access: make: PermissionError/, exit: 0 },
  },
  {
    name: "changes the kernel's settings",
    language: "python",
    program: `
from attempt import *
for path in ("kernel/core_pattern", "kernel/modprobe", "vm/overcommit_memory", "kernel/hostname"):
    attempt(path, lambda: os.write(os.open("/proc/sys/" + path, os.O_WRONLY), b"x"))
attempt("sysrq", lambda: os.write(os.open("/proc/sysrq-trigger", os.O_WRONLY), b"b"))
attempt("oom", lambda: os.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY), b"-1000"))
attempt("sys", lambda: os.listdir("/sys"))
attempt("time", lambda: __import__("time").clock_settime(0, 0))
`,
    evidence: { denied: /(access|write): kernel\/core_pattern: /, exit: 0 },
  },
  {
    name: "shares memory with others",
    language: "python",
    program: `
from attempt import *
attempt("file", lambda: open(f"/dev/shm/contractc-test-{PID}").read())
def segments():
    lines = open("/proc/sysvipc/shm").read().splitlines()[1:]
    if not lines:
        raise FileNotFoundError("no such file or directory: no segment")
    return lines
attempt("segments", segments)
`,
    evidence: { denied: /absent: file: FileNotFoundError/, exit: 0 },
  },
  {
    name: "brings back what the report folder only points at",
    language: "python",
    program: `
from attempt import *
os.symlink("/etc/passwd", "/gate/report/passwd")
os.symlink("/proc/1/environ", "/gate/report/environ")
os.mkdir("/gate/report/folder")
os.mkfifo("/gate/report/pipe")
open("/gate/report/name with\\nbreak", "w").write("x")
open("/gate/report/real.xml", "w").write("<report/>")
`,
    evidence: { exit: 0 },
  },
  {
    name: "plants hooks for a later git command",
    language: "python",
    program: `
import pathlib
for name in ("pre-commit", "post-checkout", "fsmonitor-watchman"):
    hook = pathlib.Path(".git/hooks") / name
    hook.parent.mkdir(parents=True, exist_ok=True)
    hook.write_text("#!/bin/sh\\ntouch " + __import__("os").environ["HOST_FOLDER"] + "/planted\\n")
    hook.chmod(0o755)
pathlib.Path(".git/config").write_text("[core]\\n\\tfsmonitor = touch planted\\n\\thooksPath = .git/hooks\\n")
pathlib.Path(".gitattributes").write_text("* filter=planted\\n")
print("planted in the copy")
`,
    evidence: { output: /planted in the copy/, exit: 0 },
  },
  {
    name: "plants code for the next command",
    language: "node",
    program: `
import fs from "node:fs";
for (const [path, text] of [
  ["sitecustomize.py", "raise SystemExit('planted')"],
  ["conftest.py", "raise SystemExit('planted')"],
  [".npmrc", "script-shell=/gate/work/planted"],
  ["package.json", '{"scripts":{"pretest":"echo planted"}}'],
  ["/tmp/usercustomize.py", "raise SystemExit('planted')"],
  ["/dev/shm/planted", "x"],
]) fs.writeFileSync(path, text);
console.log("planted in the copy");
`,
    evidence: { output: /planted in the copy/, exit: 0 },
  },
];
