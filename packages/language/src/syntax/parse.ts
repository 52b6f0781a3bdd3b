import type { IRecognitionException, IToken } from "chevrotain";
import type { ContractFile } from "../generated/ast.js";
import { attachDocs } from "./docs.js";
import { hintMark } from "./messages.js";
import { normalise } from "./normalise.js";
import { checkPlacement } from "./placement.js";
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
  return parseWith(syntaxServices(), text, file);
}

/** As `parseContract`, with services of the caller's choice. */
export function parseWith(services: SyntaxServices, text: string, file: string): ParsedFile {
  return parseWithTokens(services, text, file).parsed;
}

/** A parsed file with the parts of its text, for those who write it again. */
export interface ParsedTokens {
  readonly parsed: ParsedFile;
  /** As the parser got them: words with their roles, without separators, and with inserted tokens. */
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
}

/** As `parseWith`, and keeps the tokens. */
export function parseWithTokens(services: SyntaxServices, text: string, file: string): ParsedTokens {
  const scanned = scan(text, services.types);
  const problems: SyntaxProblem[] = [...scanned.problems];
  const balanced = balance(scanned.tokens, problems);
  const tokens = promote(balanced.tokens, problems);
  const result = services.parse(text, tokens);
  if (result === undefined) {
    // Chains without brackets, such as thousands of `a.b.c`, are the only way to get here.
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
  normalise(root, problems);
  attachDocs(root, scanned.tokens);
  checkPlacement(root, text, problems);
  problems.sort((a, b) => a.offset - b.offset);
  return { parsed: { file, text, root, problems }, tokens, comments: scanned.comments };
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
    (atEnd || previous.startOffset < token.startOffset) &&
    (atEnd || token.startLine !== previous.endLine);
  if (elsewhere) return { offset: previous.startOffset, length: previous.image.length };
  if (atEnd) return { offset: text.length, length: 0 };
  return { offset: token.startOffset, length: Math.max(1, token.image.length) };
}
