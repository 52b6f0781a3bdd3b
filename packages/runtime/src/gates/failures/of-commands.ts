import { type Address, fingerprint } from "@contractc/kernel";
import type { Anchor, Failure, Gate } from "../../model/index.js";
import type { SandboxRun } from "../../sandbox/index.js";
import { anchorsOf, excerptOf, failureOf, tailOf } from "./excerpt.js";
import type { Judge, Verdict } from "./judge.js";
import { stableText } from "./stable-text.js";
import { traceIn } from "./trace.js";

/** A command that failed, and what it was for. */
export interface FailedCommand {
  gate: Gate;
  command: readonly string[];
  run: SandboxRun;
  /** Whose it is where nothing tells: the module that is tried, where it is one. */
  subject: Address;
  judge: Judge;
}

interface Diagnostic extends Anchor {
  message: string;
}

/** `a.ts(3,5): error TS2339: …`, `a.py:3:5: error: …`, `a.py:3: error: …`. */
const DIAGNOSTIC = /^(?:\*\*\*\s*)?([^\s:(][^:(\n]*?)(?:\((\d+),\d+\)|:(\d+)(?::\d+)?):\s+(.*)$/;
const LIMITS: Readonly<Record<NonNullable<SandboxRun["limit"]>, string>> = {
  time: "ran longer than it may",
  memory: "took more memory than it may",
  processes: "started more processes than it may",
  output: "wrote more output than it may",
  disk: "filled the space that it may use",
};
const INSTALLED =
  /npx canceled|npm (?:error|ERR!) (?:code (?:ENOTCACHED|EAI_AGAIN|ENOTFOUND|E404)|.*registry)|could not determine executable to run|Cannot find package '(?:vitest|typescript)'|This is not the tsc command you are looking for/;

/** What a command that did not end well says: diagnostics by their owners, else its trace, else its exit code. */
export function failuresOfCommand(failed: FailedCommand): Failure[] {
  const { run, command, gate, subject, judge } = failed;
  const output = new TextDecoder().decode(run.output);
  const shown = command.join(" ");
  const common = { source: gate, tail: tailOf(output), ...(run.exit === null ? {} : { exit: run.exit }) };
  if (run.limit !== undefined) {
    const trace = traceIn(output, judge.paths);
    return [
      failureOf({
        ...common,
        class: "code",
        module: judge.judge({ ...trace, subject }).module,
        fingerprint: fingerprint([gate, "limit", run.limit, subject]),
        summary: `\`${shown}\` ${LIMITS[run.limit]}, and was stopped`,
        excerpt: excerptOf(output),
        anchors: anchorsOf(trace.frames),
        ...(run.limit === "time" ? { cause: "Something does not end, or waits for what never comes" } : {}),
      }),
    ];
  }
  if (run.exit === 127 || run.exit === 126 || INSTALLED.test(output)) {
    return [
      failureOf({
        ...common,
        class: "environment",
        module: "",
        fingerprint: fingerprint([gate, "missing", command[0] ?? ""]),
        summary: `\`${shown}\` could not be run: a program or package is not installed`,
        excerpt: excerptOf(output),
        cause: `Install what \`${shown}\` needs in the workspace, as \`npm ci\` or a virtual environment in .venv`,
      }),
    ];
  }
  const diagnostics = diagnosticsIn(output, judge);
  if (diagnostics.length > 0) return ofDiagnostics(failed, diagnostics, common);
  const trace = traceIn(output, judge.paths, { message: lastLine(output) });
  const { cause, ...verdict } = judge.judge({ ...trace, subject });
  const said = [trace.type, trace.message].filter((part) => part !== "").join(": ");
  return [
    failureOf({
      ...common,
      ...verdict,
      fingerprint: fingerprint([
        gate,
        verdict.module,
        trace.type,
        stableText(trace.message),
        trace.frames[0]?.file ?? "",
      ]),
      summary: `\`${shown}\` ended with ${run.exit}${said === "" ? "" : `: ${said}`}`.slice(0, 400),
      excerpt: excerptOf(output),
      anchors: anchorsOf(trace.frames),
      ...(cause === undefined ? {} : { cause }),
    }),
  ];
}

/** Programs that give up say why at their end. */
function lastLine(output: string): string {
  return output.trimEnd().split("\n").at(-1)?.trim() ?? "";
}

function diagnosticsIn(output: string, judge: Judge): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const line of output.split("\n")) {
    const match = DIAGNOSTIC.exec(line.trimEnd());
    const file =
      match?.[1] === undefined ? undefined : judge.paths.relative(match[1].replace(/^['"]|['"]$/g, ""));
    const message = match?.[4] ?? "";
    if (file === undefined || /^(?:note|help|info|in )\b/.test(message)) continue;
    found.push({ file, line: Number(match?.[2] ?? match?.[3]), message: message.replace(/^error:?\s+/, "") });
  }
  return found;
}

function ofDiagnostics(
  { gate, command, subject, judge }: FailedCommand,
  diagnostics: readonly Diagnostic[],
  common: Pick<Failure, "source" | "tail">,
): Failure[] {
  const groups = new Map<string, { verdict: Verdict; own: Diagnostic[] }>();
  for (const each of diagnostics) {
    const tested = judge.paths.isTest(each.file);
    const verdict = judge.judge({ type: "", message: each.message, frames: [each], subject });
    // What a check says of a test file is of the test file, unless the code lacks what is promised.
    const own: Verdict =
      tested && verdict.module === subject && verdict.cause === undefined
        ? { ...verdict, blames: "tests" }
        : verdict;
    const key = [own.class, own.module, own.blames ?? "", own.class === "contract" ? own.cause : ""].join(
      " ",
    );
    const group = groups.get(key);
    if (group) group.own.push(each);
    else groups.set(key, { verdict: own, own: [each] });
  }
  return [...groups.values()].map(({ verdict: { cause, ...verdict }, own }) => {
    const lines = own.map(({ file, line, message }) => `${file}:${line}: ${message}`);
    const parts = own.map(({ file, message }) => `${file} ${stableText(message)}`).sort();
    return failureOf({
      ...common,
      ...verdict,
      fingerprint: fingerprint([gate, verdict.class, verdict.module, ...new Set(parts)]),
      summary:
        `\`${command.join(" ")}\`: ${lines[0]}${own.length > 1 ? ` and ${own.length - 1} more` : ""}`.slice(
          0,
          400,
        ),
      excerpt: lines.slice(0, 20),
      anchors: anchorsOf(own),
      ...(cause === undefined ? {} : { cause }),
    });
  });
}
