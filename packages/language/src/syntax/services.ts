import type { IParserConfig, IToken, TokenTypeDictionary, TokenVocabulary } from "chevrotain";
import { Lexer as ChevrotainLexer } from "chevrotain";
import {
  createDefaultCoreModule,
  createDefaultSharedCoreModule,
  createLangiumParser as createParser,
  DefaultTokenBuilder,
  DefaultValueConverter,
  EmptyFileSystem,
  type GrammarAST,
  inject,
  type LangiumCoreServices,
  type LangiumParser,
  type LangiumSharedCoreServices,
  type Lexer,
  type LexerResult,
  type Module,
  type TokenBuilder,
  type ValueType,
} from "langium";
import { ContractGeneratedModule, ContractGeneratedSharedModule } from "../generated/module.js";
import { ID, NUMBER, START, STRING } from "./kinds.js";
import { ContractErrorMessages } from "./messages.js";
import { installRecovery } from "./recovery.js";
import { bareName, stringValue } from "./strings.js";
import { type Token, typed } from "./token.js";

/** Token types that no rule of the grammar uses: the passes over the tokens consume them. */
const extraKinds = [";"];

/** Token types with the names of the grammar but without patterns: `scanner.ts` makes the tokens. */
class ContractTokenBuilder extends DefaultTokenBuilder {
  override buildTokens(...args: Parameters<DefaultTokenBuilder["buildTokens"]>): TokenVocabulary {
    const types = super.buildTokens(...args);
    if (!Array.isArray(types)) throw new Error("Token types are expected as a list");
    return [...types, ...extraKinds.map((name) => ({ name, PATTERN: ChevrotainLexer.NA }))];
  }

  protected override buildTerminalToken(terminal: GrammarAST.TerminalRule) {
    return { name: terminal.name, PATTERN: ChevrotainLexer.NA };
  }

  protected override buildKeywordToken(keyword: GrammarAST.Keyword) {
    return { name: keyword.value, PATTERN: ChevrotainLexer.NA };
  }
}

/** Hands the parser the tokens that were prepared for it. */
class PreparedLexer implements Lexer {
  readonly definition: TokenTypeDictionary;
  prepared: IToken[] = [];

  constructor(builder: TokenBuilder, grammar: GrammarAST.Grammar) {
    const types = builder.buildTokens(grammar);
    if (!Array.isArray(types)) throw new Error("Token types are expected as a list");
    this.definition = Object.fromEntries(types.map((type) => [type.name, type]));
  }

  tokenize(): LexerResult {
    return { tokens: this.prepared, hidden: [], errors: [] };
  }
}

class ContractValueConverter extends DefaultValueConverter {
  protected override runConverter(rule: GrammarAST.AbstractRule, input: string): ValueType {
    switch (rule.name) {
      case STRING:
        return stringValue(input);
      case ID:
      case START:
        return bareName(input);
      case NUMBER:
        return input;
      default:
        return input;
    }
  }
}

/** The parser of the grammar and the types of its tokens. */
export interface SyntaxServices {
  readonly types: TokenTypeDictionary;
  /** Applies the rules to tokens; undefined if the recursion was too deep. */
  parse(text: string, tokens: Token[]): ReturnType<LangiumParser["parse"]> | undefined;
}

/** @param development checks the grammar for ambiguities, which costs time: for tests */
export function createSyntaxServices(development = false): SyntaxServices {
  const config: IParserConfig = { maxLookahead: 3, recoveryEnabled: true };
  const shared: LangiumSharedCoreServices = inject(
    createDefaultSharedCoreModule(EmptyFileSystem),
    ContractGeneratedSharedModule,
  );
  const module: Module<LangiumCoreServices, object> = {
    parser: {
      ParserConfig: () => config,
      TokenBuilder: () => new ContractTokenBuilder(),
      Lexer: (services: LangiumCoreServices) =>
        new PreparedLexer(services.parser.TokenBuilder, services.Grammar),
      ValueConverter: () => new ContractValueConverter(),
      ParserErrorMessageProvider: () => new ContractErrorMessages(),
    },
    ...(development
      ? { LanguageMetaData: () => ({ ...ContractMetaData, mode: "development" as const }) }
      : {}),
  };
  const services: LangiumCoreServices = inject(
    createDefaultCoreModule({ shared }),
    ContractGeneratedModule,
    module,
  );
  const lexer = services.parser.Lexer as PreparedLexer;
  let parser = services.parser.LangiumParser;
  installRecovery(parser);
  return {
    types: lexer.definition,
    parse(text, tokens) {
      typed(tokens, lexer.definition);
      lexer.prepared = tokens;
      try {
        return parser.parse(text);
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        // The parser keeps what it was reading, so it cannot be used again.
        parser = createParser(services);
        installRecovery(parser);
        return undefined;
      } finally {
        lexer.prepared = [];
      }
    },
  };
}

const ContractMetaData = { languageId: "contract", fileExtensions: [".contract"], caseInsensitive: false };

let started: SyntaxServices | undefined;

/** The services of this process; they take some tens of milliseconds to start, so they start with the first parse. */
export function syntaxServices(): SyntaxServices {
  started ??= createSyntaxServices();
  return started;
}
