import { recordEdit } from "@contractc/language";
import type { Context } from "../context.js";
import { type Contract, loadContracts } from "../contracts.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { shown } from "../paths.js";
import { counted } from "../render/counted.js";
import type { Format } from "../render/findings.js";
import { editJson, editText, faultError, inputOf } from "./apply.js";

/** `info [path...]`: what a contract is, which state of it this is, and how large it is. */
export function info(context: Context, paths: readonly string[], options: { format: Format }): ExitCode {
  const { contracts } = loadContracts(context, paths);
  const facts = contracts.map((contract) => factsOf(context, contract));
  if (options.format === "json") {
    const [only] = facts;
    const result = only && facts.length === 1 ? only.json : { contracts: facts.map(({ json }) => json) };
    context.out.write(`${JSON.stringify(result, null, 2)}\n`);
  } else context.out.write(facts.map(({ text }) => text).join("\n"));
  return EXIT.clean;
}

function factsOf(context: Context, contract: Contract) {
  const { kernel, sound, files, findings } = contract.compilation;
  const status = recordEdit(inputOf(context, contract), kernel, sound);
  if ("kind" in status) throw faultError(context, contract, status);
  const { revision, edit } = status;
  const declarations = Object.values(kernel.signatures).flat().length;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const owners = new Map<string, number>();
  const languages = new Map<string, number>();
  for (const { owner, language } of kernel.modules) {
    if (owner !== undefined) owners.set(owner, (owners.get(owner) ?? 0) + 1);
    if (language !== undefined) languages.set(language, (languages.get(language) ?? 0) + 1);
  }
  const counts = {
    modules: kernel.modules.length,
    packages: kernel.packages.length,
    externals: kernel.externals.length,
    declarations,
    requirements: kernel.projection.requirements.length,
    qualities: kernel.projection.qualities.length,
    roles: kernel.projection.roles.length,
  };
  const file = shown(context.cwd, contract.file);
  const json = {
    name: kernel.name,
    version: kernel.version,
    file,
    files: files.map((each) => shown(context.cwd, each.file)).sort(),
    hash: kernel.hash,
    revision,
    sound,
    errors,
    ...counts,
    languages: sorted(languages),
    owners: sorted(owners),
    ...(edit ? { edit: editJson(edit) } : {}),
  };
  const rows = [
    ...(edit ? [editText(edit)] : []),
    `${kernel.name} ${kernel.version} (${file})`,
    `  hash      ${kernel.hash}`,
    `  revision  ${revision}`,
    `  size      ${counted(counts.modules, "module")}, ${counted(counts.packages, "package")}, ${counted(declarations, "declaration")}, ${counted(counts.externals, "external")}, ${counted(counts.requirements, "requirement")}`,
    ...(errors > 0 ? [`  errors    ${errors}: see \`contractc check\``] : []),
  ];
  return { json, text: `${rows.join("\n")}\n` };
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
