import type { Attempt } from "./attempt.js";

const MEMORY = { memoryBytes: 150 * 1024 ** 2 };

export const RESOURCES: readonly Attempt[] = [
  {
    name: "takes all memory",
    language: "python",
    program: `
import time
held = []
while True:
    held.append(b"x" * 10_000_000)
    time.sleep(0.002)
`,
    evidence: { limit: "memory" },
    limits: MEMORY,
  },
  {
    name: "takes all memory",
    language: "node",
    program: `
const held = [];
setInterval(() => held.push(Buffer.alloc(20_000_000, 1)), 2);
`,
    evidence: { limit: "memory" },
    limits: MEMORY,
  },
  {
    name: "takes all memory with many processes",
    language: "python",
    program: `
import os, time
for _ in range(9):
    if os.fork() == 0:
        held = bytearray(os.urandom(1000)) * 30_000
        time.sleep(30)
time.sleep(30)
`,
    evidence: { limit: "memory" },
    limits: MEMORY,
  },
  {
    name: "takes all memory without holding it",
    language: "python",
    program: `
import os, time
for at in range(1000):
    file = os.memfd_create(str(at))
    for _ in range(20):
        os.write(file, b"x" * 1_000_000)
    time.sleep(0.005)
`,
    evidence: { limit: "memory" },
    limits: MEMORY,
  },
  {
    name: "never ends",
    language: "python",
    program: "while True:\n    pass\n",
    evidence: { limit: "time" },
    limits: { milliseconds: 600 },
  },
  {
    name: "never ends",
    language: "node",
    program: "for (;;);\n",
    evidence: { limit: "time" },
    limits: { milliseconds: 600 },
  },
  {
    name: "writes output without end",
    language: "python",
    program: `
import sys
while True:
    sys.stdout.write("spam and eggs " * 1000)
`,
    evidence: { limit: "output" },
    limits: { outputBytes: 1_000_000 },
  },
  {
    name: "writes errors without end",
    language: "node",
    program: `
import fs from "node:fs";
for (;;) fs.writeSync(2, "spam ".repeat(1000));
`,
    evidence: { limit: "output" },
    limits: { outputBytes: 1_000_000 },
  },
  ...["/gate/work", "/tmp", "/dev/shm"].map(
    (folder): Attempt => ({
      name: `fills ${folder}`,
      language: "python",
      program: `
import os, time
for at in range(1000):
    with open(f"${folder}/fill{at}", "wb") as file:
        file.write(b"x" * 1_000_000)
`,
      evidence: { denied: /disk: .*No space left on device/, limit: "disk" },
    }),
  ),
  {
    name: "writes one file without end",
    language: "python",
    program: `
with open("fill", "wb", buffering=0) as file:
    while True:
        file.write(b"x" * 1_000_000)
`,
    evidence: { denied: /disk: OSError: \[Errno (27|28)\]/, limit: "disk" },
  },
  {
    name: "raises its own limits",
    language: "python",
    program: `
import resource
from attempt import *
for name in ("NPROC", "DATA", "FSIZE", "CORE"):
    limit = getattr(resource, "RLIMIT_" + name)
    attempt(name, lambda: resource.setrlimit(limit, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)))
attempt("nice", lambda: os.nice(-10))
`,
    evidence: { output: /NPROC: ValueError: not allowed to raise maximum limit/, exit: 0 },
  },
];
