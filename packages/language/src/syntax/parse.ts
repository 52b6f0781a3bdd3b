import type { IRecognitionException, IToken } from "chevrotain";
import type { ContractFile } from "../generated/ast.js";
import { limitChains } from "./chains.js";
import { limitDepth } from "./depth.js";
import { attachDocs } from "./docs.js";
import { GeneratedParser, KINDS } from "./generated/parser.js";
import { hintMark } from "./messages.js";
import { normalise, settleAll } from "./normalise.js";
import { checkPlacement } from "./placement.js";
import { attachPlaces } from "./positions.js";
import { promote } from "./promote.js";
import { type Comment, scan } from "./scanner.js";
import { type SyntaxServices, syntaxServices } from "./services.js";
import { balance } from "./structure.js";
import type { Token } from "./token.js";
import type { ParsedFile, SyntaxProblem } from "./types.js";

/**
 * Parses the text of a contract file. It never throws: whatever the text, the result has a tree that
 * holds what could be understood and the problems with the rest.
 *
 * @param text the text, with or without a byte order mark, with any line ends
 * @param file the name that the result carries
 */
export function parseContract(text: string, file: string): ParsedFile {
  return parseTokens(text, file).parsed;
}

/** A parsed file with the parts of its text, for those who write it again. */
export interface ParsedTokens {
  readonly parsed: ParsedFile;
  /** As the parser got them: words with their roles, without separators, and with inserted tokens. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

/** As `parseContract`, and keeps the tokens. */
export function parseTokens(text: string, file: string): ParsedTokens {
  return parseWith(text, file, (tokens) => new GeneratedParser(tokens, KINDS), syntaxServices);
}

/** As `parseContract`, with Langium's parser alone and services of the caller's choice. */
export function parseWithLangium(services: SyntaxServices, text: string, file: string): ParsedFile {
  return parseWith(
    text,
    file,
    () => undefined,
    () => services,
  ).parsed;
}

function parseWith(
  text: string,
  file: string,
  quick: (tokens: readonly Token[]) => GeneratedParser | undefined,
  services: () => SyntaxServices,
): ParsedTokens {
  const scanned = scan(text);
  const problems: SyntaxProblem[] = [...scanned.problems];
  const balanced = balance(scanned.tokens, problems);
  const tokens = promote(limitChains(balanced.tokens, problems), problems);
  if (problems.length === 0) {
    // Texts without problems, which most are, need neither recovery nor messages.
    const parser = quick(tokens);
    const tree = parser?.parse();
    if (parser !== undefined && tree !== undefined) {
      const root = tree as unknown as ContractFile;
      attachPlaces(root, parser.places);
      settleAll(parser.settled, text, problems);
      return {
        parsed: finish(root, text, file, scanned.tokens, problems),
        tokens,
        comments: scanned.comments,
      };
    }
  }
  const result = services().parse(text, tokens);
  if (result === undefined) {
    // Brackets and chains are limited; a caller that is deep in the stack itself may still get here.
    const first = { message: "The file nests too deep to be read", offset: 0, length: 1 };
    return {
      parsed: { file, text, root: emptyFile(), problems: [first] },
      tokens,
      comments: scanned.comments,
    };
  }
  const root = result.value as ContractFile;
  for (const error of result.parserErrors) {
    if (!balanced.quiet.has(error.token.startOffset)) problems.push(fromParser(error, text));
  }
  limitDepth(root);
  const misshapen: SyntaxProblem[] = [];
  normalise(root, misshapen);
  problems.push(...misshapen.filter(({ offset }) => !balanced.quiet.has(offset)));
  return { parsed: finish(root, text, file, scanned.tokens, problems), tokens, comments: scanned.comments };
}

/** What is done with a tree, whichever parser made it. */
function finish(
  root: ContractFile,
  text: string,
  file: string,
  tokens: readonly Token[],
  problems: SyntaxProblem[],
): ParsedFile {
  attachDocs(root, text, tokens);
  checkPlacement(root, text, problems);
  return { file, text, root, problems: inOrder(problems, text) };
}

/** Sorted, and inside the text even where a token was inserted at its end. */
function inOrder(problems: SyntaxProblem[], text: string): SyntaxProblem[] {
  return problems
    .map((problem) =>
      problem.offset + problem.length <= text.length
        ? problem
        : { ...problem, length: Math.max(0, text.length - problem.offset) },
    )
    .sort((a, b) => a.offset - b.offset);
}

function emptyFile(): ContractFile {
  return { $type: "ContractFile", elements: [] };
}

function fromParser(error: IRecognitionException, text: string): SyntaxProblem {
  const [message, hint] = error.message.split(hintMark);
  const place = placeOf(error, text);
  return { message: message ?? "", ...place, ...(hint === undefined ? {} : { hint }) };
}

/** At the token that does not fit or, where that stands on another line, at the one before it. */
function placeOf(error: IRecognitionException, text: string): { offset: number; length: number } {
  const { token } = error;
  const previous = (error as { previousToken?: IToken }).previousToken;
  const atEnd = token.tokenType.name === "EOF";
  const elsewhere =
    previous !== undefined &&
    previous.tokenType.name !== "EOF" &&
    previous.image !== "" &&
    (atEnd || token.startLine !== previous.endLine);
  if (elsewhere) return { offset: previous.startOffset, length: previous.image.length };
  if (atEnd) return { offset: text.length, length: 0 };
  return { offset: token.startOffset, length: Math.max(1, token.image.length) };
}
