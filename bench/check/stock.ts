import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type LangiumCoreServices, URI } from "langium";
import { createServicesForGrammar } from "langium/grammar";
import { ContractGeneratedSharedModule } from "../../packages/language/dist/generated/module.js";
import { contractFiles, type Measured, measure } from "./measure.ts";

/*
 * The peer: Langium as it comes. Its own lexer, parser, index, scopes, linker and validator, with the grammar of
 * contracts and no validators of ours.
 */

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

const folder = process.argv[2] ?? ".";
const services: LangiumCoreServices = await createServicesForGrammar({
  grammar: stockGrammar(),
  languageMetaData: {
    languageId: "contract",
    fileExtensions: [".contract"],
    caseInsensitive: false,
    mode: "production",
  },
  sharedModule: { AstReflection: ContractGeneratedSharedModule.AstReflection },
});
const { LangiumDocumentFactory, LangiumDocuments, DocumentBuilder } = services.shared.workspace;

const parsing = measure(() =>
  contractFiles(folder).map((path) => {
    const uri = URI.parse(pathToFileURL(path).href);
    const document = LangiumDocumentFactory.fromString(readFileSync(path, "utf8"), uri);
    LangiumDocuments.addDocument(document);
    return document;
  }),
);
const before = process.cpuUsage();
await DocumentBuilder.build(parsing.result, { validation: true });
const { user, system } = process.cpuUsage(before);
const faults = parsing.result.flatMap((document) => [
  ...document.parseResult.lexerErrors,
  ...document.parseResult.parserErrors,
  ...(document.diagnostics ?? []),
]);
if (faults.length > 0)
  throw new Error(`The stock pipeline finds ${faults.length} faults: ${String(faults[0]?.message)}`);

const measured: Measured = { parsing: parsing.milliseconds, rest: (user + system) / 1000 };
console.log(JSON.stringify(measured));
