import { hashKernel } from "./hashing.js";
import type { Kernel } from "./model/kernel.js";

/** What stands for a contract before there is one, or where nothing of it can be read. */
export function emptyKernel(name = "", version = ""): Kernel {
  return hashKernel({
    format: "contractc-kernel/1",
    name,
    version,
    targets: [],
    modules: [],
    packages: [],
    externals: [],
    signatures: {},
    graph: { uses: [], events: [], flows: [], layers: [], forbidden: [], independent: [] },
    projection: { requirements: [], qualities: [], decisions: [], risks: [], questions: [], roles: [] },
    positions: {},
  });
}
