export { type Action, actionKey, type Capacity, next, trialOf } from "./next.js";
export { CONTRACT_TASK, mayWrite, moduleTask, planTasks, testsTask, WHOLE_TASK } from "./plan.js";
export { reduce, replay } from "./reduce.js";
export { type Checkpoint, DEFAULT_POLICY, type OpenProposal, type Question, RunState } from "./state.js";
export { type Claim, isDone, isVerified, nextGate, type Submission, type TaskStatus } from "./status.js";
