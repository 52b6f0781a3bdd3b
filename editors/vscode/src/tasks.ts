import * as vscode from "vscode";
import type { Server } from "./server.js";

/** Name of the kind of task, of its problem matcher and of where its tasks come from. */
const TYPE = "contractc";

/** What can be run as a task, with the arguments it takes. */
const RUNS: readonly (readonly [command: string, ...rest: string[]])[] = [
  ["check"],
  ["drift"],
  ["fmt", "--check"],
];

/** Tasks that run the same contractc as the server. */
export function taskProvider(server: Server): vscode.TaskProvider {
  const build = (definition: vscode.TaskDefinition, scope: vscode.WorkspaceFolder | vscode.TaskScope) => {
    const args = [String(definition.command), ...((definition.args as string[] | undefined) ?? [])];
    const options = { env: { ELECTRON_RUN_AS_NODE: "1" } };
    const run = new vscode.ProcessExecution(process.execPath, [server.program, ...args], options);
    const task = new vscode.Task(definition, scope, args.join(" "), TYPE, run, `$${TYPE}`);
    task.group = vscode.TaskGroup.Test;
    return task;
  };
  return {
    provideTasks: () =>
      (vscode.workspace.workspaceFolders ?? []).flatMap((folder) =>
        RUNS.map(([command, ...args]) =>
          build({ type: TYPE, command, ...(args.length > 0 ? { args } : {}) }, folder),
        ),
      ),
    resolveTask: ({ definition, scope }) => build(definition, scope ?? vscode.TaskScope.Workspace),
  };
}
