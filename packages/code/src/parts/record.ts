import type { Address, Declaration, External, Kernel, Module, Package, Position } from "@contractc/kernel";
import type { DriftContext } from "../drift/context.js";
import type { ModuleVerdict } from "../drift/index.js";
import { LISTED } from "../imports/check.js";
import type { ImportGraph } from "../imports/graph.js";
import { mapModules } from "../project/module-map.js";
import type { OpenedProject } from "../project/open.js";
import { importsByModule, verdictText } from "./verdict.js";

/** A comparison of a contract with its code, module by module, so that some may be compared again by themselves. */
export interface Parts {
  modules: readonly ModulePart[];
  /** The module that each file belongs to, by path. */
  moduleOf: ReadonlyMap<string, Address | undefined>;
  /** Which definitions are which declarations, by file and name. */
  realised: ReadonlyMap<string, ReadonlyMap<string, Address>>;
  missing: readonly Address[];
  unexported: readonly Address[];
  /** There are findings that are put together of several modules' imports. */
  isExact: boolean;
  /** Files whose texts were looked at to tell whether manifests list what they import. */
  asked: readonly string[];
  /** Whether for that all files were looked at. */
  asksAll: boolean;
  packages: readonly Package[];
  externals: readonly External[];
  /** Of the contract; absent where no finding needs them. */
  positions?: Readonly<Record<string, Position>>;
}

export interface ModulePart {
  module: Module;
  declarations: readonly Declaration[];
  /** What came of it; see `verdictText`. */
  verdict: string;
  /** Files whose contents that depends on. */
  looked: readonly string[];
  /** It depends on all files. */
  looksAtAll: boolean;
}

/** What a comparison as a whole has at hand when it is done. */
export interface Compared {
  context: DriftContext;
  verdicts: ReadonlyMap<Address, ModuleVerdict>;
  graph: ImportGraph;
  /** How many findings are not those of one module alone. */
  shared: number;
  /** How many findings there are. */
  findings: number;
}

/**
 * Notes what each module's comparison came to, and on what it depends.
 *
 * @param project that has noted who looks at which file
 * @returns `undefined` where results of one module depend on those of others: what one finding names as what was
 * probably meant, another leaves out
 */
export function partsOf(kernel: Kernel, project: OpenedProject, compared: Compared): Parts | undefined {
  const { context, verdicts, graph, shared, findings } = compared;
  const { consulted } = project;
  if (!consulted || context.suggested.size > 0) return undefined;
  const map = mapModules(kernel, project);
  const listed = consulted.of(LISTED);
  const circumstances = { isExact: shared > 0, asked: listed.paths };
  const importsOf = importsByModule(graph);
  const modules = kernel.modules.flatMap((module): ModulePart[] => {
    const { address } = module;
    const verdict = verdicts.get(address);
    if (!verdict) return [];
    const files = map.filesOf(address).flatMap((path) => project.files.get(path) ?? []);
    const text = consulted.by(address, () => verdictText(verdict, files, importsOf(address), circumstances));
    const { paths, all } = consulted.of(address);
    return [
      {
        module,
        declarations: kernel.signatures[address] ?? [],
        verdict: text,
        looked: [...paths],
        looksAtAll: all,
      },
    ];
  });
  const realised = new Map<string, Map<string, Address>>();
  for (const [key, address] of context.realisations) {
    const at = key.lastIndexOf("#");
    const [file, name] = [key.slice(0, at), key.slice(at + 1)];
    const names = realised.get(file) ?? new Map<string, Address>();
    realised.set(file, names.set(name, address));
  }
  return {
    modules,
    moduleOf: new Map([...project.files.keys()].map((path) => [path, map.moduleOf(path)?.address])),
    realised,
    missing: [...context.missing],
    unexported: [...context.unexported],
    isExact: circumstances.isExact,
    asked: [...listed.paths],
    asksAll: listed.all,
    packages: kernel.packages,
    externals: kernel.externals,
    ...(findings > 0 ? { positions: kernel.positions } : {}),
  };
}
