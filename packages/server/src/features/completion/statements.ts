import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";
import { ANNOTATIONS, KEYWORD_DOCS } from "../language-words.js";
import { FOLLOWING, wordsIn } from "./keywords.js";
import type { CompletionSite } from "./site.js";

/** The words that may begin what stands in a block, and those that go on with a header. */
export function statements(site: CompletionSite): CompletionItem[] {
  const block = site.place.blocks.at(-1);
  const items = wordsIn(block).map(({ word, snippet }) => {
    const detail = Object.hasOwn(KEYWORD_DOCS, word) ? KEYWORD_DOCS[word]! : "";
    return site.item(word, CompletionItemKind.Keyword, {
      documentation: detail,
      ...(snippet === undefined ? {} : { snippet }),
      sort: "1",
    });
  });
  return [...following(site), ...items];
}

/** What may go on with the header that stands before. */
function following(site: CompletionSite): CompletionItem[] {
  const { tokens, before, blocks } = site.place;
  for (let at = before - 1; at > (blocks.at(-1)?.brace ?? -1); at--) {
    const { kind, text } = tokens[at]!;
    if (text === "{" || text === "}" || text === ")") return [];
    if (kind !== "keyword" || !Object.hasOwn(FOLLOWING, text)) continue;
    return FOLLOWING[text]!.map((word) =>
      site.item(word, CompletionItemKind.Keyword, { documentation: KEYWORD_DOCS[word] ?? "", sort: "0" }),
    );
  }
  return [];
}

/** What may stand behind `@`. */
export function annotations(site: CompletionSite): CompletionItem[] {
  return Object.entries(ANNOTATIONS).map(([name, { snippet, doc }]) =>
    site.item(name, CompletionItemKind.Keyword, { documentation: doc, snippet: `${name}${snippet}` }),
  );
}
