import { inject } from "langium";
import {
  createDefaultModule,
  createDefaultSharedModule,
  type LangiumServices,
  type LangiumSharedServices,
  startLanguageServer,
} from "langium/lsp";
import { NodeFileSystem } from "langium/node";
import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { AstReflection, LANGUAGE, stockServices } from "../check/stock-grammar.ts";

/*
 * The peer: Langium's language server as it comes, with the grammar of contracts, over the streams of this process.
 */

const { Grammar } = await stockServices();
const connection = createConnection(ProposedFeatures.all);
const shared = inject(createDefaultSharedModule({ connection, ...NodeFileSystem }), {
  AstReflection,
}) as LangiumSharedServices;
const services = inject(createDefaultModule({ shared }), {
  Grammar: () => Grammar,
  LanguageMetaData: () => ({ ...LANGUAGE, fileExtensions: [...LANGUAGE.fileExtensions] }),
  parser: { ParserConfig: () => ({ skipValidations: true }) },
}) as LangiumServices;
shared.ServiceRegistry.register(services);
startLanguageServer(shared);
