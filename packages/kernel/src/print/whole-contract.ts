import type { Kernel, Module, Package } from "../model/kernel.js";
import type { Address } from "../model/types.js";
import { breakMark, markedList } from "./break-marks.js";
import { Lines, printAnnotations } from "./lines.js";
import { writeModule } from "./modules.js";
import { printName } from "./names.js";
import {
  writeDecision,
  writeFlow,
  writeQuestion,
  writeRequirement,
  writeRisk,
  writeRole,
  writeTarget,
} from "./projection.js";
import { KernelNames, relative } from "./scope.js";
import { writeExternal } from "./whole-declarations.js";

/**
 * A whole kernel as the text of one contract: compiled again, it gives a kernel with the same hash.
 *
 * @param kernel of a contract without errors
 */
export function printKernel(kernel: Kernel): string {
  const out = new Lines();
  const names = new KernelNames(kernel);
  const { projection, graph } = kernel;
  out.line(`contract ${printName(kernel.name)} version ${JSON.stringify(kernel.version)}`);
  const group = <T extends Projected>(all: readonly T[], write: (out: Lines, each: T) => void) => {
    all.forEach((each, at) => {
      const before = all[at - 1];
      if (before === undefined || hasParts(before) || hasParts(each) || each.doc !== undefined) out.space();
      write(out, each);
    });
  };
  group(kernel.targets, writeTarget);
  group([...projection.requirements, ...projection.qualities], writeRequirement);
  group(projection.decisions, writeDecision);
  group(projection.risks, writeRisk);
  group(projection.questions, writeQuestion);
  group(projection.roles, writeRole);
  for (const external of kernel.externals) writeExternal(out, external, names.optionsIn(external.address));
  out.space();
  for (const chain of graph.layers) out.line(`layers ${markedList(chain.map(printAddress), ">")}`);
  for (const { from, to, reason } of graph.forbidden) {
    const why =
      reason === undefined ? "" : ` ${breakMark("clause", { breaks: true })}${JSON.stringify(reason)}`;
    out.line(`forbid ${printAddress(from)} -> ${printAddress(to)}${why}`);
  }
  for (const parts of graph.independent) out.list("independent", parts.map(printAddress));
  writePackages(out, names);
  group(graph.flows, (into, flow) => writeFlow(into, flow, names));
  return out.text();
}

/** What the groups of a contract hold, as far as it decides about blank lines. */
interface Projected {
  doc?: string;
  accept?: readonly string[];
  read?: readonly string[];
  write?: readonly string[];
  run?: readonly string[];
  roots?: readonly string[];
}

/** Whether it is written as a block. */
function hasParts({ accept = [], read, write, run, roots }: Projected): boolean {
  return accept.length > 0 || [read, write, run, roots].some((part) => part !== undefined);
}

function printAddress(address: Address): string {
  return address.split(".").map(printName).join(".");
}

function writePackages(out: Lines, names: KernelNames): void {
  const { kernel } = names;
  const modules = new Map<Address, Module[]>();
  for (const module of kernel.modules) append(modules, module.package ?? "", module);
  const known = new Set(kernel.packages.map(({ address }) => address));
  const packages = new Map<Address, Package[]>();
  for (const each of kernel.packages) append(packages, parentOf(each.address, known), each);
  const write = (owner: Address, folder: string | undefined): void => {
    for (const module of modules.get(owner) ?? []) {
      writeModule(out, names.moduleText(module, true), names.optionsIn(module.address));
    }
    for (const inner of packages.get(owner) ?? []) {
      out.space();
      out.doc(inner.doc);
      out.lines(printAnnotations(inner));
      out.line(`package ${printName(inner.name)} ${JSON.stringify(relative(folder, inner.path))} {`);
      out.indented(() => write(inner.address, inner.path));
      out.line("}");
    }
  };
  write("", undefined);
}

/** The package that an address lies in; empty at the top. */
export function parentOf(address: Address, packages: { has(address: Address): boolean }): Address {
  let parent = address;
  do parent = parent.slice(0, Math.max(0, parent.lastIndexOf(".")));
  while (parent !== "" && !packages.has(parent));
  return parent;
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
