import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { SandboxRequest } from "./port.js";

/** The files of one run on the host's disk, from which the sandbox takes its copy. */
export interface Staging {
  folder: string;
  /** Copied into the working folder. */
  source: string;
  /** Mounted over it, file by file: these cannot be changed. */
  fixed: string;
  /** Files in place of the host's own that tell of its users and names. */
  etc: string;
  remove(): void;
}

const USERS = "gate:x:1000:1000::/tmp:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n";
const GROUPS = "gate:x:1000:\nnogroup:x:65534:\n";
const HOSTS = "127.0.0.1 localhost gate\n::1 localhost\n";

/**
 * Lays out the files of a request in a folder of its own.
 *
 * @param temporary the folder of temporary files
 * @param owner the user that the sandbox will run as, where that is not the caller
 * @returns a sentence where a path cannot be laid out
 */
export function stage(request: SandboxRequest, temporary: string, owner?: number): Staging | string {
  const fault = faultOfPaths(request.files.keys());
  if (fault !== undefined) return fault;
  const folder = mkdtempSync(join(temporary, "contractc-gate-"));
  const staging: Staging = {
    folder,
    source: join(folder, "source"),
    fixed: join(folder, "fixed"),
    etc: join(folder, "etc"),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
  try {
    for (const each of [staging.source, staging.fixed, staging.etc, join(folder, "mounts")]) makeFolder(each);
    const made = new Set<string>();
    for (const [path, bytes] of request.files) {
      const file = join(request.fixed.has(path) ? staging.fixed : staging.source, path);
      const parent = dirname(file);
      if (!made.has(parent)) mkdirSync(parent, { recursive: true, mode: 0o755 });
      made.add(parent);
      writeFileSync(file, bytes, { mode: isProgram(bytes) ? 0o755 : 0o644 });
    }
    write(join(staging.etc, "passwd"), USERS);
    write(join(staging.etc, "group"), GROUPS);
    write(join(staging.etc, "hosts"), HOSTS);
    write(join(staging.etc, "nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files\n");
    // The folder is readable for its owner alone, so that other users of the machine do not see the files.
    if (owner !== undefined) chownSync(folder, owner, owner);
    return staging;
  } catch (error) {
    staging.remove();
    return `The files could not be laid out in ${temporary}: ${error instanceof Error ? error.message : error}`;
  }
}

function makeFolder(path: string): void {
  mkdirSync(path);
  chmodSync(path, 0o755);
}

function write(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o644 });
}

function isProgram(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21;
}

/** A path that leads out of the folder, or that git would take for its own, is never laid out. */
function faultOfPaths(paths: Iterable<string>): string | undefined {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const path of paths) {
    const parts = path.split("/");
    if (parts.some((part) => part === "" || part === "." || part === "..") || /[\0\\]/.test(path)) {
      return `The path ${JSON.stringify(path)} is not one of a file within the workspace`;
    }
    if (parts.some((part) => part.toLowerCase() === ".git")) {
      return `The path ${JSON.stringify(path)} belongs to git and is no file of the workspace`;
    }
    files.add(path);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      folders.add(path.slice(0, at));
    }
  }
  for (const path of files) {
    if (folders.has(path)) return `The path ${JSON.stringify(path)} is a file and a folder at once`;
  }
  return undefined;
}
