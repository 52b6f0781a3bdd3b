import { completion } from "./completion.js";
import { diagnostics } from "./diagnostics.js";
import type { Provider } from "./host.js";
import { navigation } from "./navigation.js";

/** Every feature that is served. */
export const providers: readonly Provider[] = [completion, diagnostics, navigation];
