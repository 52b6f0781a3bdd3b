import { posix, resolve, sep } from "node:path";

/** A path of the platform with forward slashes. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** @returns an absolute path with forward slashes */
export function absolute(cwd: string, path: string): string {
  return slashed(resolve(cwd, path));
}

/** A path as output shows it: relative to the working directory, forward slashes. */
export function shown(cwd: string, path: string): string {
  if (!posix.isAbsolute(path) && !/^[A-Za-z]:\//.test(path)) return path;
  return posix.relative(cwd, path) || ".";
}
