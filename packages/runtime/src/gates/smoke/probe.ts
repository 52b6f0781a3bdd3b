import { REPORT_FOLDER, type SandboxRun } from "../../sandbox/index.js";
import type { Extra } from "../trial.js";

/** One request and what has to come of it. */
export interface Expectation {
  method: string;
  url: string;
  status: number;
  /** Fields of the JSON answer by their paths (`items.0.name`), with the values that they have to have. */
  fields: { path: string; value?: string }[];
}

export type SplitSmoke = { command: string[]; expectations: Expectation[] } | { fault: string };

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]);
const REPORT = "smoke.json";
const PROBE = "contractc-smoke-probe.mjs";

/**
 * Takes the expectations off a smoke command: `node src/main.ts expect GET http://127.0.0.1:8080/health 200 status=ok`.
 *
 * After each `expect` stand a method, an address on the loopback, a status, and fields of the answer: `name` has to be
 * there, `name=value` has to have that value.
 */
export function splitExpectations(words: readonly string[]): SplitSmoke {
  const first = words.findIndex((word, at) => word === "expect" && METHODS.has(words[at + 1] ?? ""));
  if (first < 0) return { command: [...words], expectations: [] };
  const command = words.slice(0, first);
  if (command.length === 0)
    return { fault: "before `expect` there has to be the command that starts the service" };
  const expectations: Expectation[] = [];
  for (let at = first; at < words.length; ) {
    const next = words.findIndex(
      (word, other) => other > at && word === "expect" && METHODS.has(words[other + 1] ?? ""),
    );
    const [method = "", url = "", status = "", ...fields] = words.slice(at + 1, next < 0 ? undefined : next);
    const address = URL.canParse(url) ? new URL(url) : undefined;
    if (address?.protocol !== "http:" || !/^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(address.hostname)) {
      return { fault: `\`${url}\` is no address on the loopback, as http://127.0.0.1:8080/health is` };
    }
    if (!/^[1-5]\d\d$/.test(status))
      return { fault: `\`${status}\` is no status: say 200, 404 or the like after the address` };
    expectations.push({
      method,
      url,
      status: Number(status),
      fields: fields.map((field) => {
        const sign = field.indexOf("=");
        return sign < 0 ? { path: field } : { path: field.slice(0, sign), value: field.slice(sign + 1) };
      }),
    });
    if (next < 0) break;
    at = next;
  }
  return { command, expectations };
}

/** The words that start a service, ask it and end it, all within one sandbox. */
export function probeWords(
  command: readonly string[],
  expectations: readonly Expectation[],
  milliseconds: number,
): string[] {
  const patience = Math.max(1_000, Math.min(30_000, milliseconds / 2));
  return ["node", PROBE, JSON.stringify({ command, expectations, patience })];
}

export function probeFile(): Extra {
  return { [PROBE]: PROGRAM };
}

export interface ProbeAnswer {
  name: string;
  bytes: Uint8Array;
  faults: string[];
  /** What the service answered. */
  excerpt: string[];
}

/** @returns `undefined` where the probe did not come to its end */
export function readProbe(reports: SandboxRun["reports"]): ProbeAnswer | undefined {
  const bytes = reports.get(REPORT);
  if (!bytes) return undefined;
  try {
    const { faults, answers } = JSON.parse(new TextDecoder().decode(bytes)) as {
      faults: unknown[];
      answers: unknown[];
    };
    const texts = (list: unknown[]) => list.filter((each) => typeof each === "string");
    return { name: REPORT, bytes, faults: texts(faults), excerpt: texts(answers).slice(0, 20) };
  } catch {
    return undefined;
  }
}

/** Runs within the sandbox, beside the service: only there are its ports. */
const PROGRAM = `
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
const { command, expectations, patience } = JSON.parse(process.argv[2]);
const faults = [];
const answers = [];
const service = spawn(command[0], command.slice(1), { stdio: ["ignore", "inherit", "inherit"] });
let ended;
service.on("error", (error) => { ended = "it could not be started: " + error.message; });
service.on("exit", (code, signal) => { ended ??= "it ended with " + (code ?? signal) + " before it was asked"; });
const pause = (time) => new Promise((done) => setTimeout(done, time));
async function ask({ method, url }) {
  for (const start = Date.now(); ; await pause(50)) {
    try {
      return await fetch(url, { method, redirect: "manual", signal: AbortSignal.timeout(patience) });
    } catch (error) {
      if (ended !== undefined) throw new Error(ended);
      const reason = error.cause?.code ?? error.name;
      if (reason !== "ECONNREFUSED" || Date.now() - start > patience) throw new Error("it does not answer: " + reason);
    }
  }
}
for (const expectation of expectations) {
  const what = expectation.method + " " + expectation.url;
  try {
    const response = await ask(expectation);
    const text = await response.text();
    answers.push(what + " -> " + response.status + " " + text.slice(0, 300));
    if (response.status !== expectation.status) faults.push(what + " answers " + response.status + ", not " + expectation.status);
    if (expectation.fields.length === 0) continue;
    let body;
    try { body = JSON.parse(text); } catch { faults.push(what + " answers no JSON"); continue; }
    for (const { path, value } of expectation.fields) {
      const found = path.split(".").reduce((at, key) => (at === null || at === undefined ? undefined : at[key]), body);
      if (found === undefined) faults.push(what + " answers without the field " + path);
      else if (value !== undefined && String(found) !== value) faults.push(what + " answers " + path + " = " + JSON.stringify(found) + ", not " + value);
    }
  } catch (error) {
    faults.push(what + ": " + error.message);
    break;
  }
}
service.kill("SIGKILL");
writeFileSync("${REPORT_FOLDER}/${REPORT}", JSON.stringify({ faults, answers }));
process.exit(faults.length === 0 ? 0 : 1);
`;
