import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { ROOT } from "./cli.js";

const EXTENSION = join(ROOT, "editors/vscode");
const FILES: Readonly<Record<string, string>> = {
  "source.contract": join(EXTENSION, "syntaxes/contract.tmLanguage.json"),
  "markdown.contract.codeblock": join(EXTENSION, "syntaxes/markdown.tmLanguage.json"),
};
/** As much of the editor's own grammar for Markdown as an injection needs. */
const MARKDOWN = JSON.stringify({
  scopeName: "text.html.markdown",
  patterns: [{ match: "^#.*$", name: "heading" }],
});

/** The scopes of a text by place, as VS Code's own tokenizer gives them. */
export class Scopes {
  readonly #lines: { start: number; tokens: readonly textmate.IToken[] }[] = [];

  constructor(grammar: textmate.IGrammar, text: string) {
    let state = textmate.INITIAL;
    let start = 0;
    for (const line of text.split("\n")) {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      this.#lines.push({ start, tokens });
      state = ruleStack;
      start += line.length + 1;
    }
  }

  /** Every scope at an offset, the outermost first. */
  at(offset: number): readonly string[] {
    let low = 0;
    let high = this.#lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lines[middle]!.start <= offset) low = middle;
      else high = middle - 1;
    }
    const line = this.#lines[low]!;
    const column = offset - line.start;
    return (
      line.tokens.find(({ startIndex, endIndex }) => startIndex <= column && column < endIndex)?.scopes ?? []
    );
  }
}

/** A grammar of the extension, or of Markdown with the extension's injection, by the name of its scope. */
export async function grammarOf(scope: "source.contract" | "text.html.markdown"): Promise<textmate.IGrammar> {
  const require = createRequire(import.meta.url);
  const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    async loadGrammar(name) {
      const file = FILES[name];
      if (file !== undefined) return textmate.parseRawGrammar(readFileSync(file, "utf8"), file);
      return name === "text.html.markdown" ? textmate.parseRawGrammar(MARKDOWN, "markdown.json") : null;
    },
    getInjections: (name) => (name === "text.html.markdown" ? ["markdown.contract.codeblock"] : []),
  });
  const grammar = await registry.loadGrammar(scope);
  if (!grammar) throw new Error(`there is no grammar ${scope}`);
  return grammar;
}
