import { createHash } from "node:crypto";

/**
 * A short stable key of a finding.
 *
 * @param parts what makes the finding the same one tomorrow; no lines, no absolute paths
 * @returns 16 hexadecimal digits
 */
export function fingerprint(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
