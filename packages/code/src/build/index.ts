export { contractMarkdown } from "./documents/markdown.js";
export { type ApplyResult, applyPlan } from "./plan/apply.js";
export { MANIFEST_FORMAT, type Manifest, type ManifestOutput } from "./plan/manifest.js";
export {
  type BuildOptions,
  type BuildPlan,
  type CheckFault,
  type CheckState,
  checkPlan,
  describePlan,
  type Orphan,
  type PlannedWrite,
  type WriteKind,
} from "./plan/plan.js";
export { type BuildContext, planBuild } from "./plan/plan-build.js";
export type { BuildProblem, BuildProblemKind } from "./problem.js";
