import { readFileSync } from "node:fs";
import type { LangiumCoreServices } from "langium";
import { createServicesForGrammar } from "langium/grammar";
import { ContractGeneratedSharedModule } from "../../packages/language/dist/generated/module.js";

/*
 * The peer: Langium as it comes. Its own lexer, parser, index, scopes, linker and validator, with the grammar of
 * contracts and no validators of ours.
 */

export const LANGUAGE = {
  languageId: "contract",
  fileExtensions: [".contract"],
  caseInsensitive: false,
  mode: "production",
} as const;

export const { AstReflection } = ContractGeneratedSharedModule;

/** Langium's services with the grammar of contracts, without files and without a client. */
export function stockServices(): Promise<LangiumCoreServices> {
  return createServicesForGrammar({
    grammar: stockGrammar(),
    languageMetaData: { ...LANGUAGE, fileExtensions: [...LANGUAGE.fileExtensions] },
    sharedModule: { AstReflection },
  });
}

/**
 * The grammar without the three terminals that only a lexer of our own can tell from names: with reserved words in
 * their place it reads every workspace of the benchmark.
 */
function stockGrammar(): string {
  const grammar = readFileSync(new URL("../../grammar/contract.langium", import.meta.url), "utf8");
  return grammar
    .replaceAll("name=START", "name=ID")
    .replaceAll("STEP CheckStep", "CheckStep")
    .replaceAll("FAILS error", "'raises' error")
    .replace(/^terminal (START|STEP|FAILS):.*$/gm, "")
    .replace(/^terminal ID:.*$/m, "terminal ID: /[a-zA-Z_$][a-zA-Z0-9_$]*/;");
}
