import { incomingCalls, outgoingCalls, prepareCalls } from "../features/call-hierarchy.js";
import { codeLenses } from "../features/code-lenses.js";
import { prepareTypes, subtypes, supertypes } from "../features/type-hierarchy.js";
import { cursorOf, type Provider, pathOf, withCode } from "./host.js";

/** Call hierarchy, type hierarchy and code lenses. */
export const hierarchies: Provider = {
  capabilities: () => ({
    callHierarchyProvider: true,
    typeHierarchyProvider: true,
    codeLensProvider: { resolveProvider: false },
  }),
  register(connection, host) {
    connection.languages.callHierarchy.onPrepare(async (params, token) => {
      const current = host();
      const cursor = cursorOf(current, params);
      if (!cursor) return null;
      await withCode(current, cursor.path, token);
      return prepareCalls(current.session, cursor.path, cursor.offset);
    });
    connection.languages.callHierarchy.onIncomingCalls(({ item }) => incomingCalls(host().session, item));
    connection.languages.callHierarchy.onOutgoingCalls(({ item }) => outgoingCalls(host().session, item));
    connection.languages.typeHierarchy.onPrepare(async (params, token) => {
      const current = host();
      const cursor = cursorOf(current, params);
      if (!cursor) return null;
      await withCode(current, cursor.path, token);
      return prepareTypes(current.session, cursor.path, cursor.offset);
    });
    connection.languages.typeHierarchy.onSupertypes(({ item }) => supertypes(host().session, item));
    connection.languages.typeHierarchy.onSubtypes(({ item }) => subtypes(host().session, item));
    connection.onCodeLens(async ({ textDocument }, token) => {
      const current = host();
      const path = pathOf(current, textDocument.uri);
      if (path === undefined || !current.settings.codeLens) return [];
      await withCode(current, path, token);
      return codeLenses(current.session, path);
    });
  },
};
