import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { URI } from "langium";
import { contractFiles, type Measured, measure } from "./measure.ts";
import { stockServices } from "./stock-grammar.ts";

const folder = process.argv[2] ?? ".";
const services = await stockServices();
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
