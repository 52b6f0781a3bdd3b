import { commands } from "./commands.js";
import { completion } from "./completion.js";
import { diagnostics } from "./diagnostics.js";
import { editing } from "./editing.js";
import { hierarchies } from "./hierarchies.js";
import type { Provider } from "./host.js";
import { navigation } from "./navigation.js";
import { structure, tokens } from "./structure.js";

/** Every feature that is served. */
export const providers: readonly Provider[] = [
  commands,
  completion,
  diagnostics,
  editing,
  hierarchies,
  navigation,
  structure,
  tokens,
];
