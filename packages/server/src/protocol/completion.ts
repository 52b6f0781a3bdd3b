import { completionsAt, resolveCompletion } from "../features/completion/completion.js";
import { configCompletions } from "../features/completion/config.js";
import { isConfig } from "../session/session.js";
import { cursorOf, type Provider } from "./host.js";

/** Completion with its documentation on request. */
export const completion: Provider = {
  capabilities: () => ({
    completionProvider: {
      triggerCharacters: [".", ":", "@", '"', "/", "<", "(", ">", "|", " "],
      resolveProvider: true,
      completionItem: { labelDetailsSupport: true },
    },
  }),
  register(connection, host) {
    connection.onCompletion((params) => {
      const current = host();
      const cursor = cursorOf(current, params);
      if (!cursor) return null;
      const { path, offset } = cursor;
      const snippets = current.client.textDocument?.completion?.completionItem?.snippetSupport === true;
      return isConfig(path)
        ? { isIncomplete: false, items: configCompletions(current.session, path, offset) }
        : completionsAt(current.session, path, offset, { snippets });
    });
    connection.onCompletionResolve((item) => resolveCompletion(host().session, item));
  },
};
