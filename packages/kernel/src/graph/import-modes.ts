import type { ImportMode } from "../diagnostics/import.js";
import type { EdgeKind } from "../model/kernel.js";

/** Whether a clause lets code import in a way. Optional imports need no clause. */
export function allowsMode(kind: EdgeKind, mode: ImportMode): boolean {
  switch (mode) {
    case "type":
    case "optional":
      return true;
    case "lazy":
      return kind !== "type";
    case "load":
      return kind === "use";
  }
}
