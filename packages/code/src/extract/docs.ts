/** The first paragraph of a doc comment or doc string: what a reader of the contract needs to know. */
export function firstParagraph(doc: string | undefined): string | undefined {
  const paragraph = doc
    ?.trim()
    .split(/\n\s*\n/)[0]
    ?.trim();
  if (!paragraph) return undefined;
  return paragraph
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
}
