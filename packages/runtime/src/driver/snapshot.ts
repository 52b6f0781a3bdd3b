import type { Address } from "@contractc/kernel";
import type { Task, Tree } from "../model/index.js";
import { moduleTask, type RunState, type TaskStatus, testsTask } from "../schedule/index.js";
import type { Skeletons } from "./ports.js";

/** The files as they would be now: what was handed in last over skeletons over what was there. */
export function currentTree(state: RunState, { tree }: Skeletons): Tree {
  const now = { ...tree };
  for (const { submission } of state.order) if (submission) Object.assign(now, submission.tree);
  return now;
}

/** The same with skeletons in place of some modules. */
export function withoutModules(tree: Tree, { bare }: Skeletons, tasks: readonly Task[]): Tree {
  const isOwn = ownedBy(tasks);
  const rest = Object.entries(tree).filter(([path]) => !isOwn(path));
  const skeletons = Object.entries(bare).filter(([path]) => isOwn(path));
  return Object.fromEntries([...rest, ...skeletons]);
}

/** What a gate tries of the tasks that one task stands for. */
export interface Trial {
  modules: Address[];
  /** Tasks that write those modules. */
  tasks: Task[];
  /** Test files, those made of examples included. */
  tests: string[];
}

/** The modules and tests that a task's gates try. */
export function trialFor(state: RunState, { task }: TaskStatus, tree: Tree, { examples }: Skeletons): Trial {
  if (task.kind === "tests") return { modules: [], tasks: [], tests: testsIn([task], tree) };
  const within = state.order.filter(({ task: each }) => each.kind === "module" && isPartOf(each, task));
  const modules = within.map(({ task: each }) => each.subject);
  const testTasks = modules.flatMap((address) => state.tasks.get(testsTask(address))?.task ?? []);
  const fromExamples = modules.flatMap((address) => examples[address] ?? []).filter((path) => path in tree);
  const tasks = within.map(({ task: each }) => each);
  return { modules, tasks, tests: [...testsIn(testTasks, tree), ...fromExamples] };
}

function isPartOf(module: Task, { id, kind, subject }: Task): boolean {
  if (kind === "whole") return true;
  if (kind === "package") return module.subject.startsWith(`${subject}.`);
  return id === moduleTask(module.subject);
}

function testsIn(tasks: readonly Task[], tree: Tree): string[] {
  return tasks.flatMap(({ writes }) => writes).filter((path) => path in tree);
}

function ownedBy(tasks: readonly Task[]): (path: string) => boolean {
  const files = new Set(tasks.flatMap(({ writes }) => writes));
  const except = new Set(tasks.flatMap(({ except: inside = [] }) => inside));
  return (path) => {
    if (files.has(path)) return true;
    if (except.has(path)) return false;
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      if (files.has(path.slice(0, slash + 1))) return true;
    }
    return false;
  };
}
