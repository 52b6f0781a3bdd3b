import {
  type CancellationToken,
  type FoldingRange,
  SemanticTokensBuilder,
  type SemanticTokensLegend,
} from "vscode-languageserver";
import { foldingRanges } from "../features/folding.js";
import { inlayHints } from "../features/inlay-hints.js";
import { documentLinks } from "../features/links.js";
import { selectionRange } from "../features/selection.js";
import { semanticTokens, TOKEN_MODIFIERS, TOKEN_TYPES } from "../features/semantic-tokens.js";
import { signatureHelp } from "../features/signature-help.js";
import { documentSymbols, workspaceSymbols } from "../features/symbols.js";
import { isContract } from "../session/session.js";
import { cursorOf, type Host, type Provider, pathOf, withCode } from "./host.js";

/** Outline, folding, selection, links, hints, signatures: what follows from the structure of a contract. */
export const structure: Provider = {
  capabilities: () => ({
    documentSymbolProvider: { label: "Contract" },
    workspaceSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    documentLinkProvider: {},
    inlayHintProvider: true,
    signatureHelpProvider: { triggerCharacters: ["(", ","], retriggerCharacters: [")"] },
  }),
  register(connection, host) {
    connection.onDocumentSymbol(({ textDocument }) => inContract(host(), textDocument.uri, documentSymbols));
    connection.onWorkspaceSymbol(({ query }) => workspaceSymbols(host().session, query));
    connection.onFoldingRanges(({ textDocument }): FoldingRange[] | null =>
      inContract(host(), textDocument.uri, foldingRanges),
    );
    connection.onSelectionRanges(({ textDocument, positions }) => {
      const current = host();
      return positions.map((position) => {
        const cursor = cursorOf(current, { textDocument, position });
        const found =
          cursor && isContract(cursor.path)
            ? selectionRange(current.session, cursor.path, cursor.offset)
            : undefined;
        return found ?? { range: { start: position, end: position } };
      });
    });
    connection.onDocumentLinks(async ({ textDocument }, token) => {
      const current = host();
      const path = pathOf(current, textDocument.uri);
      if (path === undefined) return null;
      if (!isContract(path)) await withCode(current, path, token);
      return documentLinks(current.session, path);
    });
    connection.languages.inlayHint.on(({ textDocument, range }) => {
      const current = host();
      if (!current.settings.inlayHints) return [];
      return inContract(current, textDocument.uri, (session, path) => {
        const text = session.textOf(path)!;
        return inlayHints(session, path, {
          start: text.offsetAt(range.start),
          end: text.offsetAt(range.end),
        });
      });
    });
    connection.onSignatureHelp((params) => {
      const current = host();
      const cursor = cursorOf(current, params);
      return cursor ? signatureHelp(current.session, cursor.path, cursor.offset) : null;
    });
  },
};

function inContract<T>(
  { session }: Host,
  uri: string,
  answer: (session: Host["session"], path: string) => T,
): T | null {
  const path = pathOf({ session }, uri);
  return path !== undefined && isContract(path) && session.textOf(path) ? answer(session, path) : null;
}

const LEGEND: SemanticTokensLegend = { tokenTypes: [...TOKEN_TYPES], tokenModifiers: [...TOKEN_MODIFIERS] };

/** Semantic tokens: all, what changed since, and those of a stretch. */
export const tokens: Provider = {
  capabilities: () => ({
    semanticTokensProvider: { legend: LEGEND, full: { delta: true }, range: true },
  }),
  register(connection, host) {
    /** What each document was last told, for the next delta. */
    const builders = new Map<string, SemanticTokensBuilder>();
    const fill = (
      builder: SemanticTokensBuilder,
      uri: string,
      token: CancellationToken,
      range?: [number, number],
    ) => {
      const current = host();
      inContract(current, uri, (session, path) => {
        const within = range ? { start: range[0], end: range[1] } : undefined;
        for (const each of token.isCancellationRequested ? [] : semanticTokens(session, path, within)) {
          builder.push(each.line, each.character, each.length, each.type, each.modifiers);
        }
      });
    };
    const builderOf = (uri: string) => {
      const builder = builders.get(uri) ?? new SemanticTokensBuilder();
      builders.set(uri, builder);
      return builder;
    };
    connection.languages.semanticTokens.on(({ textDocument: { uri } }, token) => {
      const { session } = host();
      for (const known of builders.keys()) if (!session.documentOf(known)) builders.delete(known);
      const builder = new SemanticTokensBuilder();
      builders.set(uri, builder);
      fill(builder, uri, token);
      return builder.build();
    });
    connection.languages.semanticTokens.onDelta(({ textDocument: { uri }, previousResultId }, token) => {
      const builder = builderOf(uri);
      builder.previousResult(previousResultId);
      fill(builder, uri, token);
      return builder.buildEdits();
    });
    connection.languages.semanticTokens.onRange(({ textDocument: { uri }, range }, token) => {
      const builder = new SemanticTokensBuilder();
      const { session } = host();
      const text = session.textOf(pathOf({ session }, uri) ?? "");
      if (text) fill(builder, uri, token, [text.offsetAt(range.start), text.offsetAt(range.end)]);
      return builder.build();
    });
  },
};
