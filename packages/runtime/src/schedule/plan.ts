import type { Address, Kernel, Language, Module, Package } from "@contractc/kernel";
import type { Gate, Task, TaskId } from "../model/index.js";

export const CONTRACT_TASK: TaskId = "contract";
export const WHOLE_TASK: TaskId = "whole";

/** Files that belong to no module and that integration looks after. */
const SHARED: Record<Language, readonly string[]> = {
  python: ["pyproject.toml", "requirements.txt"],
  typescript: ["package.json", "tsconfig.json"],
};

/** The task that writes a module's code. */
export function moduleTask(address: Address): TaskId {
  return `module:${address}`;
}

/** The task that writes a module's tests. */
export function testsTask(address: Address): TaskId {
  return `tests:${address}`;
}

/**
 * The tasks that a kernel calls for: the contract's own, one for the code and one for the tests of each module, one for the
 * integration of each package and one for the whole. Every file has one task at most that may write it.
 *
 * @param watched modules and packages that a person looks at
 * @returns in the order in which they are preferred where not all can run at once
 */
export function planTasks(kernel: Kernel, watched: readonly Address[] = []): Task[] {
  const loads = loadedModules(kernel);
  const isWatched = (address: Address) =>
    watched.some((each) => address === each || address.startsWith(`${each}.`));
  const tests = testPaths(kernel);
  const modules: Task[] = [];
  for (const module of kernel.modules) {
    const { address } = module;
    const { signature, slice } = module.hashes;
    const hashes = { signature, slice };
    const path = tests.get(address);
    modules.push({
      id: moduleTask(address),
      kind: "module",
      subject: address,
      role: module.owner ?? "coder",
      writes: [module.folder ? `${module.path.replace(/\/$/, "")}/` : module.path],
      hashes,
      needs: (loads.get(address) ?? []).map(moduleTask),
      gates: gatesOf(kernel, [module], false),
      ...(isWatched(address) ? { watched: true } : {}),
    });
    if (path === undefined) continue;
    const gates = gatesOf(kernel, [module], false).filter(
      (gate) => gate === "structure" || gate === "static",
    );
    modules.push({
      id: testsTask(address),
      kind: "tests",
      subject: address,
      role: "tester",
      writes: [path],
      hashes,
      needs: [moduleTask(address)],
      gates,
    });
  }
  const tasks: Task[] = [
    { id: CONTRACT_TASK, kind: "contract", subject: "", role: "architect", writes: [], needs: [], gates: [] },
    ...modules,
    ...integrations(kernel),
  ];
  return withExceptions(tasks);
}

/** The modules that each module loads when it is loaded, in the order of the kernel's edges. */
function loadedModules({ graph, modules }: Kernel): Map<Address, Address[]> {
  const known = new Set(modules.map(({ address }) => address));
  const loads = new Map<Address, Address[]>();
  for (const { from, to, kind, external } of graph.uses) {
    if (kind !== "use" || external || !known.has(to)) continue;
    if (!loads.get(from)?.includes(to)) append(loads, from, to);
  }
  return loads;
}

function gatesOf({ targets }: Kernel, modules: readonly Module[], whole: boolean): Gate[] {
  const languages = new Set(modules.map(({ language }) => language));
  const own = targets.filter(({ language }) => languages.has(language));
  const has = (command: "check" | "test" | "smoke") => own.some((target) => target[command] !== undefined);
  return [
    "structure" as const,
    ...(has("check") ? (["static"] as const) : []),
    ...(has("test") ? (["unit"] as const) : []),
    ...(whole && has("smoke") ? (["smoke"] as const) : []),
  ];
}

/** Packages from the innermost out, then the whole. */
function integrations(kernel: Kernel): Task[] {
  const packages = new Map(kernel.packages.map((each) => [each.address, each]));
  const needs = new Map<Address, TaskId[]>();
  const within = new Map<Address, Module[]>();
  const top: TaskId[] = [];
  for (const module of kernel.modules) {
    const inner = module.package === undefined ? undefined : packages.get(module.package);
    if (inner) append(needs, inner.address, moduleTask(module.address));
    else top.push(moduleTask(module.address));
    for (let at = inner; at; at = above(packages, at)) append(within, at.address, module);
  }
  const tasks: Task[] = [];
  const inwards = [...packages.values()]
    .filter(({ address }) => within.has(address))
    .sort((a, b) => depth(b.address) - depth(a.address) || (a.address < b.address ? -1 : 1));
  for (const each of inwards) {
    const id = `package:${each.address}`;
    const outer = above(packages, each);
    if (outer) append(needs, outer.address, id);
    else top.push(id);
    tasks.push({
      id,
      kind: "package",
      subject: each.address,
      role: "integrator",
      writes: [],
      needs: needs.get(each.address) ?? [],
      // Each module was tried alone: now they are tried together.
      gates: gatesOf(kernel, within.get(each.address)!, false).filter((gate) => gate !== "structure"),
    });
  }
  const owned = new Set(kernel.modules.map(({ path }) => path));
  const shared = kernel.targets.flatMap(({ language }) => SHARED[language]);
  tasks.push({
    id: WHOLE_TASK,
    kind: "whole",
    subject: "",
    role: "integrator",
    writes: [...new Set(shared)].filter((path) => !owned.has(path)).sort(),
    needs: top,
    gates: gatesOf(kernel, kernel.modules, true),
  });
  return tasks;
}

function above(packages: ReadonlyMap<Address, Package>, { address }: Package): Package | undefined {
  for (let dot = address.lastIndexOf("."); dot > 0; dot = address.lastIndexOf(".", dot - 1)) {
    const outer = packages.get(address.slice(0, dot));
    if (outer) return outer;
  }
  return undefined;
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function depth(address: Address): number {
  return address.split(".").length;
}

/** Where the tests of each module stand whose target runs tests: one file each, under a name that no other has. */
function testPaths(kernel: Kernel): Map<Address, string> {
  const tested = new Set(
    kernel.targets.filter(({ test }) => test !== undefined).map(({ language }) => language),
  );
  const taken = new Set(kernel.modules.map(({ path }) => path));
  const paths = new Map<Address, string>();
  for (const { address, language } of kernel.modules) {
    if (language === undefined || !tested.has(language)) continue;
    const words = address.split(".");
    // pytest tells files of one name apart only where folders are packages.
    const stem = language === "python" ? `tests/test_${words.join("_")}` : `tests/${words.join("/")}`;
    const path = untaken(taken, stem, language === "python" ? ["_", ".py"] : [".", ".test.ts"]);
    taken.add(path);
    paths.set(address, path);
  }
  return paths;
}

/** The first of `stem.end`, `stem.2.end`, `stem.3.end` that no file has. */
function untaken(taken: ReadonlySet<string>, stem: string, [joint, end]: readonly [string, string]): string {
  let path = stem + end;
  for (let count = 2; taken.has(path); count += 1) path = `${stem}${joint}${count}${end}`;
  return path;
}

/** Folders leave out what other tasks own below them. */
function withExceptions(tasks: readonly Task[]): Task[] {
  const folders = tasks.flatMap(({ writes }) => writes.filter((path) => path.endsWith("/")));
  if (folders.length === 0) return [...tasks];
  const inside = new Map<string, string[]>(folders.map((folder) => [folder, []]));
  for (const path of tasks.flatMap(({ writes }) => writes)) {
    for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      const folder = path.slice(0, slash + 1);
      if (folder !== path) inside.get(folder)?.push(path);
    }
  }
  return tasks.map((task) => {
    const except = task.writes.flatMap((path) => inside.get(path) ?? []);
    return except.length === 0 ? task : { ...task, except: except.sort() };
  });
}

/** Whether a task may write a path. */
export function mayWrite({ writes, except = [] }: Task, path: string): boolean {
  const covers = (entry: string) => (entry.endsWith("/") ? path.startsWith(entry) : path === entry);
  return writes.some(covers) && !except.some(covers);
}
