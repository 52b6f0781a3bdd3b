import type { Attempt } from "./attempt.js";

export const FILES: readonly Attempt[] = [
  {
    name: "reads the home folder",
    language: "python",
    program: `
from attempt import *
attempt("profile", lambda: open(HOME + "/.profile").read())
attempt("names", lambda: os.listdir(HOME + "/.cache"))
attempt("history", lambda: open(os.path.expanduser("~root/.bash_history")).read())
`,
    evidence: { denied: /absent: profile: FileNotFoundError/, exit: 0 },
  },
  {
    name: "reads keys",
    language: "node",
    program: `
import fs from "node:fs";
import { attempt, FOLDER, HOME } from "./attempt.mjs";
for (const path of [HOME + "/.ssh/id_rsa", HOME + "/.ssh/id_ed25519", HOME + "/.aws/credentials", HOME + "/.npmrc", FOLDER + "/secret.txt"])
  await attempt(path, () => fs.readFileSync(path, "utf8"));
`,
    evidence: { denied: /absent: .*id_rsa: Error: ENOENT/, exit: 0 },
  },
  {
    name: "reads the accounts",
    language: "python",
    program: `
from attempt import *
for path in ("/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/ssl/private", "/etc/hostname", "/var/log", "/run", "/srv"):
    attempt(path, lambda: os.listdir(path) if os.path.isdir(path) else open(path).read())
`,
    evidence: { denied: /absent: \/etc\/shadow: FileNotFoundError/, exit: 0 },
  },
  {
    name: "reads secrets of the environment",
    language: "node",
    program: `
import { attempt } from "./attempt.mjs";
await attempt("variable", () => { if (!process.env.CONTRACTC_TEST_SECRET) throw new Error("ENOENT: no such variable"); return "there"; });
const known = ["CI", "HOME", "LANG", "NO_COLOR", "OLDPWD", "PATH", "PWD", "PYTHONDONTWRITEBYTECODE", "TMPDIR", "TZ", "HOST_FOLDER", "HOST_HOME", "HOST_PID", "HOST_PORT"];
const others = Object.keys(process.env).filter((name) => !known.includes(name));
await attempt("others", () => { if (others.length === 0) throw new Error("ENOENT: none"); return others; });
`,
    evidence: { denied: /absent: variable/, exit: 0 },
  },
  {
    name: "reads the environment of other processes",
    language: "python",
    program: `
import glob
from attempt import *
def search():
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            text = open(path, "rb").read()
        except OSError as error:
            print(error)
            continue
        if b"CONTRACTC_TEST_SECRET" in text:
            return path
    raise FileNotFoundError("no process holds it")
attempt("secret", search)
attempt("parent", lambda: open(f"/proc/{PID}/environ").read())
`,
    evidence: { denied: /absent: parent: FileNotFoundError/, exit: 0 },
  },
  {
    name: "climbs out by '..'",
    language: "python",
    program: `
from attempt import *
for up in range(1, 12):
    path = "../" * up + FOLDER[1:] + "/secret.txt"
    if os.path.exists(path):
        attempt("climb", lambda: open(path).read())
attempt("climb", lambda: open("../../../../.." + FOLDER + "/secret.txt").read())
`,
    evidence: { denied: /absent: climb: FileNotFoundError/, exit: 0 },
  },
  {
    name: "writes outside of the copy",
    language: "python",
    program: `
from attempt import *
for path in ("/usr/bin/planted", "/usr/lib/planted", "/planted", "/etc/passwd", "/gate/source/planted", "/dev/planted", "/bin/sh"):
    attempt(path, lambda: open(path, "a").write("x"))
attempt("host", lambda: open(FOLDER + "/planted", "w").write("x"))
`,
    evidence: { denied: /write: \/usr\/bin\/planted: OSError/, exit: 0 },
  },
  {
    name: "writes outside of the copy",
    language: "node",
    program: `
import fs from "node:fs";
import { attempt, FOLDER, HOME } from "./attempt.mjs";
for (const path of ["/usr/local/bin/planted", HOME + "/.profile", FOLDER + "/planted", "/lib/planted"])
  await attempt(path, () => fs.writeFileSync(path, "x"));
await attempt("folder", () => fs.mkdirSync("/usr/share/planted"));
`,
    evidence: { denied: /write: \/usr\/local\/bin\/planted: Error: EROFS/, exit: 0 },
  },
  {
    name: "writes through a symbolic link",
    language: "python",
    program: `
from attempt import *
os.symlink(FOLDER, "out")
attempt("folder", lambda: open("out/planted", "w").write("x"))
os.symlink("/usr/bin/env", "env")
attempt("program", lambda: open("env", "w").write("x"))
os.symlink("/proc/self/root" + FOLDER + "/secret.txt", "root")
attempt("root", lambda: open("root").read())
`,
    evidence: { denied: /write: program: OSError: \[Errno 30\]/, exit: 0 },
  },
  {
    name: "writes through a hard link",
    language: "python",
    program: `
from attempt import *
attempt("program", lambda: os.link("/usr/bin/env", "env"))
attempt("secret", lambda: os.link(FOLDER + "/secret.txt", "secret"))
attempt("source", lambda: os.link("/gate/source/attempt.py", "source.py"))
`,
    evidence: { denied: /busy: program: OSError: \[Errno 18\]/, exit: 0 },
  },
  {
    name: "leaves by the root of the first process",
    language: "python",
    program: `
from attempt import *
attempt("root", lambda: open("/proc/1/root" + FOLDER + "/secret.txt").read())
attempt("cwd", lambda: os.listdir("/proc/1/cwd" + FOLDER))
attempt("host", lambda: os.listdir(f"/proc/{PID}/root/"))
def descriptors():
    for name in os.listdir("/proc/1/fd"):
        os.stat(f"/proc/1/fd/{name}/../..{FOLDER}")
    raise PermissionError("permission denied: none leads out")
attempt("descriptors", descriptors)
`,
    evidence: { denied: /(absent|access): (root|descriptors): /, exit: 0 },
  },
  {
    name: "changes a file that is fixed",
    language: "python",
    program: `
from attempt import *
attempt("write", lambda: open("tests/test_fixed.py", "w").write("def test(): pass"))
attempt("delete", lambda: os.remove("tests/test_fixed.py"))
attempt("replace", lambda: os.replace("attempt.py", "tests/test_fixed.py"))
attempt("mode", lambda: os.chmod("tests/test_fixed.py", 0o777))
`,
    evidence: { denied: /write: write: OSError: \[Errno 30\]/, exit: 0 },
  },
  {
    name: "plants code in what is installed",
    language: "python",
    program: `
import site, sysconfig
from attempt import *
packages = sysconfig.get_paths()["purelib"]
attempt("pth", lambda: open(packages + "/planted.pth", "w").write("import os"))
attempt("sitecustomize", lambda: open(sysconfig.get_paths()["stdlib"] + "/sitecustomize.py", "w").write("x"))
attempt("module", lambda: open(os.__file__, "a").write("x"))
`,
    evidence: { denied: /write: module: OSError|access: module: PermissionError/, exit: 0 },
  },
];
