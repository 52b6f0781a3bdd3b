// npm run editors:vscode -- [--only PATTERN] [--pictures] [--keep FOLDER]
// Tries the packaged extension in the real workbench, which is code-server in Debian's chromium, and lists what was seen.
// --pictures takes those of the documentation in place of that; --keep says where a picture of what was not seen goes.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { CHECKS, CODE, type Project } from "./checks.ts";
import { serve } from "./code-server.ts";
import { takePictures, WINDOW } from "./pictures.ts";
import { Workbench } from "./workbench.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** A quiet workbench: no welcome, no assistants, no news. */
const SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.colorTheme": "Default Light Modern",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.ignoreRecommendations": true,
  "chat.disableAIFeatures": true,
  "git.enabled": false,
  "files.autoSave": "off",
  "editor.minimap.enabled": false,
};

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    keep: { type: "string", default: tmpdir() },
    pictures: { type: "boolean", default: false },
  },
});

/** Both examples, with one difference between contract and code, and a contract in Markdown. */
function project(home: string): Project {
  const folder = join(home, "examples");
  cpSync(join(ROOT, "examples"), folder, {
    recursive: true,
    filter: (path) => !/__pycache__|contract-build|\.pytest_cache|node_modules|\/\.contract$/.test(path),
  });
  const code = readFileSync(join(folder, CODE), "utf8");
  const changed = code.replace("b: Entity) -> bool:", "b: Entity) -> int:");
  if (changed === code) throw new Error(`${CODE} has no collides that returns bool`);
  writeFileSync(join(folder, CODE), changed);
  writeFileSync(
    join(folder, "notes.md"),
    '# Notes\n\n```contract\npackage core "core" {\n  module collision "collision.py"\n}\n```\n',
  );
  return { folder };
}

function build(home: string): string {
  const vsix = join(home, "contractc.vsix");
  for (const script of [["scripts/build.mjs"], ["scripts/vsix.mjs", vsix]]) {
    const cwd = join(ROOT, "editors/vscode");
    const { status, stdout, stderr } = spawnSync(process.execPath, script, { cwd, encoding: "utf8" });
    if (status !== 0) throw new Error(`${script[0]}: ${stdout}${stderr}`);
  }
  return vsix;
}

/** Goes through the checks, and says what was seen; how many things were not. */
async function look(workbench: Workbench, open: Project): Promise<number> {
  let failures = 0;
  for (const check of CHECKS.filter(({ name }) => new RegExp(values.only).test(name))) {
    if (check.before) check.before(open);
    try {
      process.stdout.write(`seen      ${check.name}\n          ${await check.see(workbench, open)}\n`);
    } catch (error) {
      failures++;
      const picture = join(values.keep, `contractc-workbench-${failures}.png`);
      mkdirSync(values.keep, { recursive: true });
      await workbench.page.screenshot({ path: picture });
      process.stdout.write(`NOT SEEN  ${check.name}\n          ${String(error)}\n          ${picture}\n`);
      for (let presses = 0; presses < 3; presses++) await workbench.page.keyboard.press("Escape");
    }
  }
  process.stdout.write(failures === 0 ? "Everything was seen.\n" : `${failures} not seen.\n`);
  return failures;
}

const home = mkdtempSync(join(tmpdir(), "contractc-workbench-"));
try {
  const vsix = build(home);
  const open = project(home);
  const served = await serve(join(home, "server"), vsix, SETTINGS);
  try {
    const size = values.pictures ? WINDOW : { width: 1440, height: 1200 };
    const workbench = await Workbench.open(served.url(open.folder), size);
    try {
      if (values.pictures) {
        const taken = await takePictures(workbench, open, join(ROOT, "docs/images"));
        process.stdout.write(`${taken.join("\n")}\n`);
      } else process.exitCode = (await look(workbench, open)) === 0 ? 0 : 1;
    } finally {
      await workbench.close();
    }
  } finally {
    await served.stop();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
