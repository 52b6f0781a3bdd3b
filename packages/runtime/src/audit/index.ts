export { type Concerned, concernedBy } from "./concerned.js";
export { auditDrift, type Consistency, type DriftProposal } from "./consistency.js";
export { type Gap, gapsOf, settledModules } from "./gaps.js";
