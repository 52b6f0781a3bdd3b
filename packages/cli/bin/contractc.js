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
const code = quickly(process);
if (code === undefined) {
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  await import("../bundle/main.js");
} else process.exitCode = code;
