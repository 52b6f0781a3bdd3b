// Edits contracts and code at random over the protocol of the language server and compares what it says with fresh checks.
//
//   npm run soak -- --edits 10000 --seed 7 [--every 25] [--command FILE]
//
// The command is the built one; a seed makes the same edits again.
import { spawnSync } from "node:child_process";
import { bundled, root } from "./bundled.mjs";

const { path, remove } = await bundled("tests/soak/run.ts");
try {
  const { status } = spawnSync(process.execPath, [path, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
} finally {
  remove();
}
