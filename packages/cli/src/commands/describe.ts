import { type ImplementationPlace, implementationPlaces } from "@contractc/code";
import { type Description, describeSubject, type User } from "@contractc/kernel";
import { createColors } from "picocolors";
import { type Context, hasColour } from "../context.js";
import { type Contract, loadContracts, warnOfErrors } from "../contracts.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { findIn } from "../find.js";
import { shown } from "../paths.js";
import { openCode } from "../readers.js";

/** `describe NAME [path...]`: what a contract says of something, where it is in the code, and who uses it. */
export async function describe(
  context: Context,
  name: string,
  paths: readonly string[],
  options: { format: "text" | "json" },
): Promise<ExitCode> {
  const { contracts } = loadContracts(context, paths);
  const { contract, subject } = findIn(context, contracts, name, "declaration, module or requirement");
  warnOfErrors(context, contract);
  const { kernel } = contract.compilation;
  const description = describeSubject(kernel, subject);
  const code = implementationPlaces(kernel, await openCode(context, contract), subject);
  const local = localised(context, contract, description, code);
  context.out.write(
    options.format === "json"
      ? `${JSON.stringify(local, null, 2)}\n`
      : textOf(context, local, isSymbol(subject.kind, description.kind)),
  );
  return EXIT.clean;
}

interface Local extends Omit<Description, "declared"> {
  declared: ImplementationPlace[];
  code: ImplementationPlace[];
}

/** With every path relative to the working directory. */
function localised(
  context: Context,
  { folder }: Contract,
  description: Description,
  code: readonly ImplementationPlace[],
): Local {
  const place = ({ file, line, column }: ImplementationPlace) => ({
    file: shown(context.cwd, `${folder}/${file}`),
    line,
    column,
  });
  const { address, kind, text, declared, usedBy, modules, hashes } = description;
  return {
    address,
    kind,
    text,
    declared: declared.map(place),
    code: code.map(place),
    usedBy,
    ...(modules ? { modules } : {}),
    hashes,
  };
}

/** Whether the code has to have something for it. */
function isSymbol(subject: string, kind: string): boolean {
  return /^(?:module|declaration|member|enum-member)$/.test(subject) && kind !== "event" && kind !== "states";
}

function textOf(context: Context, of: Local, needsCode: boolean): string {
  const { bold, dim } = createColors(hasColour(context, context.out));
  const at = ({ file, line, column }: ImplementationPlace) => `${file}:${line}:${column}`;
  const rows = (label: string, values: readonly string[]) =>
    values.map((value, index) => `${dim((index === 0 ? label : "").padEnd(9))} ${value}\n`).join("");
  const hashes = Object.entries(of.hashes).map(([name, hash]) => `${name} ${hash.slice(0, 12)}`);
  const code = of.code.length > 0 ? of.code.map(at) : needsCode ? ["not there: see `contractc drift`"] : [];
  return [
    `${bold(of.address)}  ${of.kind}\n`,
    rows("declared", of.declared.map(at)),
    rows("code", code),
    rows("modules", of.modules ?? []),
    rows("hashes", [hashes.join(", ")]),
    `\n${of.text}\n`,
    of.usedBy.length === 0 ? "Nothing in the contract uses it.\n" : `Used by\n${usersText(of.usedBy)}`,
  ].join("");
}

function usersText(users: readonly User[]): string {
  const ways = new Map<string, string[]>();
  for (const { by, how } of users) ways.set(by, [...(ways.get(by) ?? []), how]);
  const width = Math.max(...[...ways.keys()].map((by) => by.length));
  return [...ways].map(([by, how]) => `  ${by.padEnd(width)}  ${how.join(", ")}\n`).join("");
}
