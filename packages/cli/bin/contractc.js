#!/usr/bin/env node
// Runs on any Node, so that an old one gets a sentence instead of a syntax error.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `contractc needs Node 22.13 or later; this is ${process.version}. Install a current Node, or run it as "npx -p node@24 -p contractc contractc".\n`,
  );
  process.exit(2);
}

const { quickly } = await import("../bundle/quick.js");
let code = quickly(process);
if (code === undefined && process.argv[2] === "drift") {
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  const { again } = await import("../bundle/again.js");
  code = await again(process);
}
if (code === undefined) {
  // V8 lets its space for young objects grow to 32 MB and more, most of it garbage that nobody collects before a command
  // ends. In the space that it starts with, a large check takes 0.6 of the memory and no more time. And it optimises what
  // has been called 3,000 times with a compiler that pays off in programs that run for long: a check of 1,000 modules
  // takes 0.9 of the time where that is put off. V8 asks for both again and again, so that it is early enough now; one
  // that may not know them would say so.
  if (/^1[234]\./.test(process.versions.v8)) {
    const { setFlagsFromString } = await import("node:v8");
    setFlagsFromString("--semi-space-growth-factor=1");
    setFlagsFromString("--invocation-count-for-turbofan=20000");
  }
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  await import("../bundle/main.js");
} else process.exitCode = code;
