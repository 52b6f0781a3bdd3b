import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemProcesses } from "@contractc/kernel";
import { afterAll, vi } from "vitest";
import {
  DEFAULT_SANDBOX_LIMITS,
  openSandbox,
  type Sandbox,
  type SandboxHost,
} from "../../src/sandbox/index.js";

vi.setConfig({ testTimeout: 60_000 });

const temporary = mkdtempSync(join(tmpdir(), "contractc-sandbox-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

export const HOST: SandboxHost = {
  platform: process.platform,
  path: (process.env.PATH ?? "").split(":"),
  temporary,
  isRoot: process.getuid?.() === 0,
  processes: systemProcesses,
};

export const LIMITS = { ...DEFAULT_SANDBOX_LIMITS, milliseconds: 40_000, diskBytes: 20 * 1024 ** 2 };

let opened: Sandbox | undefined;

/** The real sandbox. Where there is none the test fails: it proves nothing without. */
export function openedSandbox(): Sandbox {
  if (opened) return opened;
  const found = openSandbox(HOST, false);
  if (found.kind === "refused") throw new Error(found.message);
  opened = found.sandbox;
  return opened;
}

export function textFiles(files: Record<string, string>): Map<string, Uint8Array> {
  return new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
}
