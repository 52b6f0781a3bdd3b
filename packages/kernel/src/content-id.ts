/**
 * The id of a content: the one that git gives a blob, so that contents of a work tree and of a repository are known by the
 * same id.
 *
 * @returns SHA-1 of the header `blob`, the size and the bytes, 40 hexadecimal digits
 * @see https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
 */
export function contentIdOf(bytes: Uint8Array): string {
  // Loaded at the first use: it takes longer than a command that finds nothing changed.
  const hash = process.getBuiltinModule("node:crypto").createHash("sha1");
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
