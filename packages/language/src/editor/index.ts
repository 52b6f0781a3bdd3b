export { overrideFamily } from "../references/families.js";
export { type NameSite, nameSites, useFix } from "./names.js";
export { findPositions, type ModuleStretch, moduleStretches, positionFiles } from "./stretches.js";
