import { completion } from "./completion.js";
import { diagnostics } from "./diagnostics.js";
import { hierarchies } from "./hierarchies.js";
import type { Provider } from "./host.js";
import { navigation } from "./navigation.js";
import { structure, tokens } from "./structure.js";

/** Every feature that is served. */
export const providers: readonly Provider[] = [
  completion,
  diagnostics,
  hierarchies,
  navigation,
  structure,
  tokens,
];
