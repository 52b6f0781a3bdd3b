export { Acceptance } from "./accepted.js";
export type { CheckContext } from "./context.js";
export { type Absence, type CheckedOwner, checkAbsence, checkOwner } from "./owner.js";
export { checkSuppressions } from "./suppressions.js";
export { flowPartners } from "./unused-uses.js";
export { type Stamps, WHOLE_CHECKS, type WholeCheck } from "./whole.js";
