import { existsSync, lstatSync, readlinkSync } from "node:fs";

/** Folders that a system keeps its programs and libraries in; where `/usr` is merged these are links. */
const SYSTEM = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** Of the settings only what programs need to start: no accounts, no keys, no names of the machine. */
const SETTINGS = [
  "/etc/alternatives",
  "/etc/ld.so.cache",
  "/etc/ld.so.conf",
  "/etc/ld.so.conf.d",
  "/etc/localtime",
  "/etc/mime.types",
  "/etc/os-release",
  "/etc/ssl/certs",
  "/etc/ssl/openssl.cnf",
];

/** Arguments of bubblewrap that show the system, read-only, and nothing of its users. */
export function systemView(etc: string): string[] {
  const words = ["--ro-bind", "/usr", "/usr"];
  for (const path of SYSTEM) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) words.push("--symlink", readlinkSync(path), path);
    else if (stat) words.push("--ro-bind", path, path);
  }
  for (const path of ["/nix/store", "/gnu/store"]) {
    if (existsSync(path)) words.push("--ro-bind", path, path);
  }
  for (const path of SETTINGS) {
    if (existsSync(path)) words.push("--ro-bind", path, path);
  }
  for (const name of ["passwd", "group", "hosts", "nsswitch.conf"]) {
    words.push("--ro-bind", `${etc}/${name}`, `/etc/${name}`);
  }
  return words;
}

export const SYSTEM_PATH = ["/usr/local/bin", "/usr/bin", "/bin"];
