import { posix } from "node:path";
import { decodeText, type Finding } from "@contractc/kernel";
import {
  type Accepted,
  type Action,
  type EvolutionInput,
  evolve,
  type Fault,
  type LogEntry,
  parseActions,
  type Refused,
} from "@contractc/language";
import { createColors } from "picocolors";
import { type Context, hasColour, UsageError } from "../context.js";
import { type Contract, loadContracts } from "../contracts.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { absolute, shown } from "../paths.js";
import { counted } from "../render/counted.js";
import { byPlace, type Format, findingsByFile, localised } from "../render/findings.js";
import { summarise } from "../render/summary.js";
import { renderText } from "../render/text.js";

export interface ApplyOptions {
  dryRun?: true;
  format: Format;
}

/** `apply ACTIONS.json [path]`: changes a contract by actions, all of them or none. */
export function apply(context: Context, file: string, path: string, options: ApplyOptions): ExitCode {
  const actions = actionsOf(context, file);
  const contract = onlyContract(context, path);
  const outcome = evolve(inputOf(context, contract), actions, { dryRun: options.dryRun === true });
  switch (outcome.kind) {
    case "fault":
      throw faultError(context, contract, outcome);
    case "refused":
      reportRefusal(context, outcome, options.format);
      return EXIT.findings;
    case "accepted":
      reportAcceptance(context, outcome, options);
      return EXIT.clean;
  }
}

export function inputOf(context: Context, { file }: Contract): EvolutionInput {
  return { fs: context.fs, root: file, clock: context.clock };
}

/** A log or a disk that is not as it should be: told with the path as the user knows it. */
export function faultError(context: Context, { folder }: Contract, { message }: Fault): UsageError {
  const where = shown(context.cwd, folder);
  return new UsageError(message.replaceAll(`${folder}/`, where === "." ? "" : `${where}/`));
}

function actionsOf(context: Context, file: string): Action[] {
  const path = absolute(context.cwd, file);
  if (context.fs.stat(path) === null) throw new UsageError(`There is no file "${file}".`);
  const parsed = parseActions(decodeText(context.fs.readFile(path)).text);
  if ("actions" in parsed) return parsed.actions;
  throw new UsageError(`${file}: ${parsed.problems.join(`\ncontractc: ${file}: `)}`);
}

function onlyContract(context: Context, path: string): Contract {
  const { contracts } = loadContracts(context, [path]);
  const [contract] = contracts;
  if (contract && contracts.length === 1) return contract;
  const names = contracts.map(({ file }) => shown(context.cwd, file)).join(", ");
  throw new UsageError(
    contract
      ? `There are several contracts in "${path}": name one of ${names}.`
      : `There is no contract in "${path}": no file with a header.`,
  );
}

function reportRefusal(context: Context, refused: Refused, format: Format): void {
  const { index, action, reason, message } = refused;
  const findings = refused.findings.map((finding) => localised(finding, context.cwd)).sort(byPlace);
  if (format === "json") {
    const refusal = { action: index, op: action.op, target: action.target, reason, message };
    const result = { accepted: false, refusal, findings, summary: summarise(findings) };
    context.out.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const colours = createColors(hasColour(context, context.out));
  const target = action.target === "" ? "the root file" : action.target;
  context.out.write(
    `${colours.red("✗")} action ${index + 1} (${action.op} ${target}) is refused: ${message}\n`,
  );
  if (findings.length > 0) {
    context.out.write(
      `\n${renderText({ ...context, fs: refused.preview }, findings, findingsByFile(refused.findings, context), "as it would be")}`,
    );
  }
  context.out.write("Nothing was changed.\n");
}

function reportAcceptance(context: Context, accepted: Accepted, { dryRun, format }: ApplyOptions): void {
  const files = accepted.files.map((file) => shown(context.cwd, file));
  const edit = accepted.entries.find(({ kind }) => kind === "edit");
  const { revision, before, after, modules } = accepted;
  if (format === "json") {
    const result = {
      accepted: true,
      dryRun: dryRun === true,
      revision,
      before,
      after,
      files,
      changed: Object.keys(accepted.changed),
      modules,
      ...(edit ? { edit: editJson(edit) } : {}),
      findings: [] as Finding[],
      summary: summarise([]),
    };
    context.out.write(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  const colours = createColors(hasColour(context, context.out));
  const count = accepted.entries.at(-1)?.actions?.length ?? 0;
  const verb = dryRun ? "would be accepted" : "accepted";
  const lines = [
    ...(edit ? [editText(edit)] : []),
    `${colours.green("✓")} ${counted(count, "action")} ${verb}: revision ${revision}, ${before.slice(0, 12)} -> ${after.slice(0, 12)}`,
    `  changed    ${files.map((file) => posix.normalize(file)).join(", ")}`,
    ...moduleLines(modules),
  ];
  context.out.write(`${lines.join("\n")}\n`);
}

function moduleLines({ signature, slice, surroundings }: Accepted["modules"]): string[] {
  const review = slice.filter((each) => !signature.includes(each));
  const near = surroundings.filter((each) => !slice.includes(each));
  const line = (word: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`  ${word}${names.join(", ")}`];
  return [...line("implement  ", signature), ...line("review     ", review), ...line("test again ", near)];
}

export function editJson({ revision, before, after, changed, modules }: LogEntry) {
  return { revision, before, after, changed: Object.keys(changed), modules };
}

/** What is said of an edit by hand that was found and logged. */
export function editText({ revision, changed }: LogEntry): string {
  const keys = Object.keys(changed).map((key) => (key === "" ? "the header" : key));
  const named = keys.length > 5 ? [...keys.slice(0, 5), `${keys.length - 5} more`] : keys;
  return `The contract was edited by hand (revision ${revision}): ${named.length === 0 ? "the order of things" : named.join(", ")}.`;
}
