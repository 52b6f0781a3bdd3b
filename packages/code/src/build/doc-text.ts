import { type Common, printRaised, type Signature } from "@contractc/kernel";

/** What a documentation comment says, before a language dresses it. */
export interface DocText {
  /** Paragraphs and Markdown, as the contract has them. */
  text: string[];
  /** What the caller must see to, what the function sees to, what it raises and emits. */
  clauses: { label: "Requires" | "Ensures" | "Raises" | "Emits"; text: string }[];
  deprecated?: string;
}

/** Gathers the documentation of a declaration; of overloads, of all of them. */
export function docText(common: Common, signatures: readonly Signature[] = []): DocText {
  const clauses: DocText["clauses"] = [];
  const add = (label: DocText["clauses"][number]["label"], text: string): void => {
    if (!clauses.some((clause) => clause.label === label && clause.text === text))
      clauses.push({ label, text });
  };
  for (const signature of signatures) for (const text of signature.requires ?? []) add("Requires", text);
  for (const signature of signatures) for (const text of signature.ensures ?? []) add("Ensures", text);
  for (const signature of signatures)
    for (const error of signature.raises ?? []) add("Raises", printRaised(error));
  for (const signature of signatures) {
    for (const event of signature.emits ?? []) add("Emits", event.slice(event.lastIndexOf(".") + 1));
  }
  const text = (common.doc ?? "").split(/\r\n|\r|\n/).map((line) => line.trimEnd());
  while (text.length > 0 && text[0] === "") text.shift();
  while (text.length > 0 && text.at(-1) === "") text.pop();
  return { text, clauses, ...(common.deprecated === undefined ? {} : { deprecated: common.deprecated }) };
}

export function isEmptyDoc(doc: DocText): boolean {
  return doc.text.length === 0 && doc.clauses.length === 0 && doc.deprecated === undefined;
}
