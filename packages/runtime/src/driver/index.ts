export { type Attempt, eventsOf, ticketOf } from "./attempt.js";
export { draftFolder, type StartOptions, startRun } from "./begin.js";
export { changeLog } from "./changes.js";
export { type DriveOptions, type DriveOutcome, drive } from "./drive.js";
export * from "./ports.js";
export { RunRecord, type Watch } from "./record.js";
export { openWorkspace, type WorkspaceOptions } from "./workspace.js";
