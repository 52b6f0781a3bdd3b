import { spawnSync } from "node:child_process";
import { workspace } from "./cli.js";

const IDENTITY = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false"];

/** Runs git, without the settings of whoever runs the tests. Fails the test where git fails. */
export function git(folder: string, ...args: string[]): string {
  return gitWith({}, folder, ...args);
}

/** The same with environment variables of its own. */
export function gitWith(env: Record<string, string>, folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = tryGit(env, folder, ...args);
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** The same where git may fail. */
export function tryGit(env: Record<string, string>, folder: string, ...args: string[]) {
  const { PATH = "", HOME = "" } = process.env;
  const own = { PATH, HOME, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", ...env };
  return spawnSync("git", [...IDENTITY, ...args], { cwd: folder, encoding: "utf8", env: own });
}

/** A repository with the given files, committed; with none it has no commit. */
export function repository(files: Record<string, string | Uint8Array> = {}): string {
  const folder = workspace(files);
  git(folder, "init", "--quiet", "--initial-branch=main");
  if (Object.keys(files).length > 0) commitAll(folder);
  return folder;
}

/** Stages everything and commits it, without hooks. */
export function commitAll(folder: string, message = "all of it"): void {
  git(folder, "add", "-A");
  git(folder, "commit", "--quiet", "--no-verify", "--allow-empty", "-m", message);
}
