import { createHash } from "node:crypto";
import { canonicalJson } from "@contractc/kernel";

/** One generated file as the manifest lists it. */
export interface ManifestOutput {
  /** Relative to the project's root. */
  path: string;
  /** Of the file's bytes, hexadecimal. */
  sha256: string;
  /** What it was made from: the address of a module, or `""` for the whole contract. */
  source: string;
}

/** What a build has written, so that the next one knows what is no longer needed. */
export interface Manifest {
  format: typeof MANIFEST_FORMAT;
  outputs: ManifestOutput[];
}

export const MANIFEST_FORMAT = "contractc-manifest/1";

export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** The manifest's text: sorted by path, the same for the same outputs. */
export function manifestText(outputs: readonly ManifestOutput[]): string {
  const sorted = [...outputs].sort((a, b) => (a.path < b.path ? -1 : 1));
  return canonicalJson({ format: MANIFEST_FORMAT, outputs: sorted } satisfies Manifest);
}

/**
 * Reads a manifest.
 *
 * @param text as found beside the outputs
 * @param folder the folder of outputs: entries outside of it are dropped, since nothing there was generated
 * @returns its outputs; none for a text that is no manifest
 */
export function readManifest(text: string, folder: string): ManifestOutput[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  if (typeof value !== "object" || value === null || !("outputs" in value)) return [];
  if (!("format" in value) || value.format !== MANIFEST_FORMAT || !Array.isArray(value.outputs)) return [];
  return value.outputs.filter(
    (entry: unknown): entry is ManifestOutput => isOutput(entry) && isInside(entry.path, folder),
  );
}

function isOutput(entry: unknown): entry is ManifestOutput {
  return (
    typeof entry === "object" &&
    entry !== null &&
    "path" in entry &&
    typeof entry.path === "string" &&
    "sha256" in entry &&
    typeof entry.sha256 === "string" &&
    "source" in entry &&
    typeof entry.source === "string"
  );
}

function isInside(path: string, folder: string): boolean {
  const parts = path.split("/");
  const plain = parts.every((part) => part !== "" && part !== "." && part !== "..");
  return plain && !path.includes("\\") && (folder === "." || path.startsWith(`${folder}/`));
}
