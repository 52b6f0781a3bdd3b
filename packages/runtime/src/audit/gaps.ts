import { checkCode, mapModules, type OpenedProject } from "@contractc/code";
import { type Address, type Finding, type Kernel, moduleOf } from "@contractc/kernel";

/** What the contract declares of a module and the workspace lacks. */
export interface Gap {
  module: Address;
  /** The whole file, some declarations of it, or what is in their bodies. */
  lacks: "file" | "declarations" | "bodies";
  /** Addresses of what is lacking, sorted; that of the module for its file. */
  symbols: Address[];
}

const LACKS: Readonly<Record<string, Gap["lacks"]>> = {
  "drift/missing-file": "file",
  "drift/missing-symbol": "declarations",
  "drift/missing-member": "declarations",
  "drift/hollow": "bodies",
};

/**
 * Structure control: what is declared and not there becomes a task. Modules that agree with their contract have none.
 *
 * @returns in the kernel's order of modules; the gravest lack of each
 */
export function gapsOf(kernel: Kernel, project: OpenedProject): Gap[] {
  const modules = new Set(kernel.modules.map(({ address }) => address));
  const found = new Map<Address, Finding[]>();
  for (const finding of checkCode(kernel, project)) {
    if (LACKS[finding.code] === undefined) continue;
    const module = moduleOf(finding.symbol, modules);
    if (module !== null) found.set(module, [...(found.get(module) ?? []), finding]);
  }
  const order: readonly Gap["lacks"][] = ["file", "declarations", "bodies"];
  return kernel.modules.flatMap(({ address }) => {
    const own = found.get(address);
    if (!own) return [];
    const lacks = order.find((each) => own.some(({ code }) => LACKS[code] === each)) ?? "bodies";
    const symbols = own.filter(({ code }) => LACKS[code] === lacks).map(({ symbol }) => symbol);
    return [{ module: address, lacks, symbols: [...new Set(symbols)].sort() }];
  });
}

/** The modules whose code stands already and agrees with the contract: nothing is to be done for them. */
export function settledModules(kernel: Kernel, project: OpenedProject): Address[] {
  const map = mapModules(kernel, project);
  const differing = new Set<Address>();
  for (const { file, symbol, severity } of checkCode(kernel, project)) {
    if (severity !== "error") continue;
    const path = file.startsWith(`${project.root}/`) ? file.slice(project.root.length + 1) : file;
    const module = map.moduleOf(path)?.address ?? map.moduleAt(symbol)?.address;
    if (module !== undefined) differing.add(module);
  }
  for (const { module } of gapsOf(kernel, project)) differing.add(module);
  return kernel.modules.map(({ address }) => address).filter((address) => !differing.has(address));
}
