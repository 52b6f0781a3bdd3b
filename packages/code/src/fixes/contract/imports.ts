import { type Finding, Lines, writeExternal } from "@contractc/kernel";
import { ExternalCollector } from "../../extract/externals.js";
import { Requirements } from "../../extract/manifest.js";
import { mapModules } from "../../project/module-map.js";
import { type ActionDraft, type ContractRemedy, type NoRemedy, none } from "../remedy.js";
import { NOT_COMPARED } from "./declarations.js";
import type { ContractWriter } from "./text.js";

type Result = ContractRemedy | NoRemedy;

/** `uses m`, in the place of clauses that allow less. */
export function addUse(finding: Finding): Result {
  const { symbol, actual: clause, expected = "" } = finding;
  if (clause === undefined) return NOT_COMPARED;
  return { kind: "contract", title: `Add \`${clause}\``, actions: clauses(symbol, clause, expected) };
}

function clauses(module: string, clause: string, declared: string): ActionDraft[] {
  const weaker = declared.startsWith("uses ") ? declared.split(", ") : [];
  return [
    { op: "add", target: module, content: clause },
    ...weaker.map((content): ActionDraft => ({ op: "remove", target: module, content })),
  ];
}

export function removeUse({ symbol, expected: clause }: Finding): Result {
  if (clause === undefined) return NOT_COMPARED;
  return {
    kind: "contract",
    title: `Remove \`${clause}\``,
    actions: [{ op: "remove", target: symbol, content: clause }],
  };
}

/** The use of a package, with its `external` where the contract has none. */
export function addExternal(writer: ContractWriter, finding: Finding): Result {
  const { kernel, project, fs, names } = writer.fix;
  const { symbol, actual = "", expected = "" } = finding;
  const [, kind = "", name] = /^uses ((?:type |lazy )?)(.+)$/.exec(actual) ?? [];
  const file = writer.fix.fileOf(finding.file);
  if (name === undefined || !file) return NOT_COMPARED;
  if (
    kernel.externals.some((external) => names.moduleName(external.address) === name || external.name === name)
  )
    return addUse(finding);
  const taken = [...kernel.modules, ...kernel.packages, ...kernel.externals].map((each) => each.name);
  const collector = new ExternalCollector(taken);
  const own = collector.use(name, false, file.language);
  const [external] = collector.externals(
    new Requirements(fs, project.root, project.settings),
    new Set([own]),
  );
  if (!external) return NOT_COMPARED;
  const out = new Lines();
  writeExternal(out, external);
  return {
    kind: "contract",
    title: `Declare the package ${name} and use it`,
    actions: [
      { op: "add", target: "", content: out.text().trim() },
      ...clauses(symbol, `uses ${kind}${own}`, expected),
    ],
  };
}

/** Opens a declaration to other modules that is internal, or declares a name that only its underscore calls private. */
export function openInternal(writer: ContractWriter, finding: Finding): Result {
  const { kernel, project } = writer.fix;
  const file = writer.fix.fileOf(finding.file);
  if (!file) return NOT_COMPARED;
  const offset = writer.fix.offsetOf(finding, file);
  for (const { specifier, names } of file.signature.imports) {
    const imported = names.find(({ span }) => span.start === offset);
    if (!imported) continue;
    const meaning = project.resolveImported(file.path, specifier, imported.name);
    if (meaning.kind !== "symbol") return NOT_COMPARED;
    const owner = mapModules(kernel, project).moduleOf(meaning.file);
    const source = project.files.get(meaning.file);
    if (!owner || !source) return NOT_COMPARED;
    const declarations = (kernel.signatures[owner.address] ?? []).filter(
      ({ name, names: own }) => (own?.[source.language] ?? name) === meaning.name,
    );
    if (declarations.length > 0) {
      const actions = declarations.map((declaration): ActionDraft => {
        const { internal: _, ...open } = declaration;
        const content = writer.heading(owner.address, open);
        return { op: "update", target: declaration.address, content };
      });
      return { kind: "contract", title: `Take \`internal\` off ${meaning.name}`, actions };
    }
    const symbols = writer.extraction.symbols(source, meaning.name);
    const read = writer.read(owner.address, meaning.name, source.path, symbols);
    if (read.length === 0) return none("It is something that a contract has no declaration for.");
    const content = writer.whole(owner.address, read);
    return {
      kind: "contract",
      title: `Declare ${meaning.name} in ${owner.name}`,
      actions: writer.complete(owner.address, read, [{ op: "add", target: owner.address, content }]),
    };
  }
  return NOT_COMPARED;
}
