import {
  type Address,
  type Allow,
  type Declaration,
  type External,
  Lines,
  type Member,
  type PrintOptions,
  printName,
  type UsesText,
  writeExternal,
  writeModule,
} from "@contractc/kernel";
import type { PlannedModule, PlannedPackage } from "./plan.js";

/** A module as it will stand in the contract. */
export interface ExtractedModule {
  plan: PlannedModule;
  doc?: string;
  uses: readonly UsesText[];
  declarations: Declaration[];
  /** How this module writes the names of types. */
  names: PrintOptions;
}

export interface ExtractedContract {
  name: string;
  version: string;
  externals: External[];
  packages: PlannedPackage;
  modules: ReadonlyMap<PlannedModule, ExtractedModule>;
  /** Codes to accept, by address. */
  accept: ReadonlyMap<Address, ReadonlySet<string>>;
}

/** Why an extracted contract accepts a finding. */
const REASON = "so in the code when this contract was extracted";

/** The contract's text. */
export function printContract(contract: ExtractedContract): string {
  const out = new Lines();
  out.line(`contract ${printName(contract.name)} version ${JSON.stringify(contract.version)}`);
  for (const external of contract.externals) writeExternal(out, external);
  writePackageBody(out, contract.packages, contract);
  return out.text();
}

function writePackageBody(out: Lines, of: PlannedPackage, contract: ExtractedContract): void {
  for (const module of of.modules) {
    const extracted = contract.modules.get(module);
    if (extracted) writeExtracted(out, extracted, contract.accept);
  }
  for (const inner of of.packages) {
    out.paragraph(`package ${printName(inner.name)} ${JSON.stringify(inner.path)} {`);
    out.indented(() => writePackageBody(out, inner, contract));
    out.line("}");
  }
}

function writeExtracted(
  out: Lines,
  { plan, doc, uses, declarations, names }: ExtractedModule,
  accept: ExtractedContract["accept"],
): void {
  const module = {
    name: plan.name,
    path: plan.path,
    ...(doc === undefined ? {} : { doc }),
    ...allowsOf(plan.address, accept),
    uses,
    declarations: declarations.map((declaration) => withAllows(declaration, accept)),
  };
  writeModule(out, module, names);
}

/** A declaration and its members with the findings of today's code accepted. */
function withAllows(declaration: Declaration, accept: ExtractedContract["accept"]): Declaration {
  const own = { ...declaration, ...allowsOf(declaration.address, accept) };
  if (!("members" in own) || own.kind === "enum") return own;
  const members = own.members.map((member): Member => ({ ...member, ...allowsOf(member.address, accept) }));
  return { ...own, members };
}

function allowsOf(address: Address, accept: ExtractedContract["accept"]): { allows?: Allow[] } {
  const codes = [...(accept.get(address) ?? [])].sort();
  return codes.length === 0 ? {} : { allows: codes.map((code) => ({ code, reason: REASON })) };
}
