import type { Location } from "vscode-languageserver";
import { declarationOf, definitionOf, implementationOf, typeDefinitionOf } from "../features/definition.js";
import { hoverOf } from "../features/hover.js";
import { highlightsOf, referencesOf } from "../features/references.js";
import { isContract, type Session } from "../session/session.js";
import { cursorOf, type Provider, withCode } from "./host.js";

/** Definition, declaration, implementation, type definition, references, highlights and hover. */
export const navigation: Provider = {
  capabilities: () => ({
    hoverProvider: true,
    definitionProvider: true,
    declarationProvider: true,
    implementationProvider: true,
    typeDefinitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
  }),
  register(connection, host) {
    type Find = (session: Session, path: string, offset: number) => Location[];
    const locate =
      (find: Find) =>
      async (params: Parameters<typeof cursorOf>[1], token: Parameters<typeof withCode>[2]) => {
        const current = host();
        const cursor = cursorOf(current, params);
        if (!cursor) return null;
        await withCode(current, cursor.path, token);
        return unique(find(current.session, cursor.path, cursor.offset));
      };
    connection.onDefinition(locate(definitionOf));
    connection.onDeclaration(locate(declarationOf));
    connection.onImplementation(locate(implementationOf));
    connection.onTypeDefinition(locate(typeDefinitionOf));
    connection.onReferences((params, token) =>
      locate((session, path, offset) =>
        referencesOf(session, path, offset, { declaration: params.context.includeDeclaration }),
      )(params, token),
    );
    connection.onDocumentHighlight((params) => {
      const current = host();
      const cursor = cursorOf(current, params);
      // Code is highlighted by its own server, which knows the names that no contract does.
      if (!cursor || !isContract(cursor.path)) return null;
      return highlightsOf(current.session, cursor.path, cursor.offset);
    });
    connection.onHover(async (params, token) => {
      const current = host();
      const cursor = cursorOf(current, params);
      if (!cursor) return null;
      await withCode(current, cursor.path, token);
      return hoverOf(current.session, cursor.path, cursor.offset);
    });
  },
};

function unique(locations: readonly Location[]): Location[] {
  const seen = new Set<string>();
  return locations.filter((each) => {
    const key = JSON.stringify(each);
    return !seen.has(key) && seen.add(key);
  });
}
