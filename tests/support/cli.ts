import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "@contractc/kernel";
import { onTestFinished } from "vitest";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const BIN = join(ROOT, "packages/cli/bin/contractc.js");

export interface Result {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the built command line, as a user would. */
export function contractc(cwd: string, ...args: string[]): Result {
  return contractcWith({}, cwd, ...args);
}

/** The same with environment variables of its own. */
export function contractcWith(env: Record<string, string>, cwd: string, ...args: string[]): Result {
  const { PATH = "", HOME = "" } = process.env;
  const result = spawnSync(process.execPath, [BIN, ...args], {
    cwd,
    encoding: "utf8",
    env: { PATH, HOME, ...env },
    maxBuffer: 256 * 1024 * 1024,
  });
  return { status: result.status, stdout: result.stdout, stderr: result.stderr };
}

export interface JsonReport {
  findings: Finding[];
  summary: { errors: number; warnings: number; infos: number };
}

/** Runs a command with `--format json`. Any code but clean and findings is a failure of the test. */
export function findingsOf(cwd: string, ...args: string[]): JsonReport {
  const result = contractc(cwd, ...args, "--format", "json");
  if (result.status !== 0 && result.status !== 1) {
    throw new Error(
      `contractc ${args.join(" ")} ended with ${result.status}:\n${result.stdout}${result.stderr}`,
    );
  }
  return JSON.parse(result.stdout) as JsonReport;
}

/** `file:line:column code`, for strict comparison. */
export function placed(findings: readonly Finding[]): string[] {
  return findings.map(({ file, line, column, code }) => `${file}:${line}:${column} ${code}`);
}

/** A folder with the given files that is removed when the test ends. */
export function workspace(files: Record<string, string | Uint8Array> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "contractc-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, data] of Object.entries(files)) write(folder, path, data);
  return folder;
}

export function write(folder: string, path: string, data: string | Uint8Array): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, data);
}

/** Every file below a folder with its text, to tell what a command changed. */
export function snapshot(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) files[name] = readFileSync(path, "latin1");
  }
  return files;
}
