export { failureOf } from "./excerpt.js";
export { Judge } from "./judge.js";
export { failuresOfCommand } from "./of-commands.js";
export { failuresOfFindings } from "./of-findings.js";
export { failuresOfTests } from "./of-tests.js";
export { type WorkspacePaths, workspacePaths } from "./workspace-paths.js";
