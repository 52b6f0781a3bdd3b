import { commandWords } from "../../roles/index.js";
import { REPORT_FOLDER } from "../../sandbox/index.js";

export type RunnerKind = "pytest" | "vitest" | "node";

/** A test command, made to run given files and to report. */
export interface PlannedRun {
  command: string[];
  /** The runner that was recognised; without one there is no report, and the exit code is all that is known. */
  runner?: RunnerKind;
  /** Name of the report in the report folder. */
  report?: string;
  /** It was given the test files; else it runs whatever it finds. */
  isNarrowed: boolean;
}

const REPORT = "junit.xml";

/** What makes each runner write its report, and leave the copy as it is. */
const OPTIONS: Readonly<Record<RunnerKind, readonly string[]>> = {
  pytest: [
    `--junit-xml=${REPORT_FOLDER}/${REPORT}`,
    ...["-o", "junit_family=xunit1", "--tb=short", "-p", "no:cacheprovider"],
    "--continue-on-collection-errors",
  ],
  vitest: [
    ...["--run", "--reporter=default", "--reporter=junit", `--outputFile.junit=${REPORT_FOLDER}/${REPORT}`],
    ...["--passWithNoTests=false", "--cache=false"],
  ],
  node: [
    ...["--test-reporter=junit", `--test-reporter-destination=${REPORT_FOLDER}/${REPORT}`],
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
  ],
};

/**
 * Adds to a test command what makes it run the given files and write a report.
 *
 * Known are pytest (`pytest`, `python -m pytest`), Vitest (`vitest`, `npx vitest run`), Node's own runner (`node --test`),
 * and scripts of `package.json` (`npm test`, `npm run x`, also of pnpm and yarn) that are one of these.
 *
 * @param words of the command
 * @param files to be run
 * @param exists whether something of a relative path is in the workspace
 * @param script the text of a script of `package.json`
 */
export function planRun(
  words: readonly string[],
  files: readonly string[],
  exists: (path: string) => boolean,
  script: (name: string) => string | undefined,
): PlannedRun {
  const found = runnerIn(words);
  if (found) return planned(words, found, files, exists);
  const named = scriptIn(words);
  const text = named && script(named.name);
  const split = text === undefined ? undefined : commandWords(text);
  if (named && split?.kind === "words" && runnerIn(split.words)) {
    // The script's own words are run as they are: what a package manager adds around them proves nothing.
    return planRun([...split.words, ...named.rest], files, exists, () => undefined);
  }
  return { command: [...words], isNarrowed: false };
}

interface FoundRunner {
  kind: RunnerKind;
  /** Where the runner's own arguments begin. */
  from: number;
}

function runnerIn(words: readonly string[]): FoundRunner | undefined {
  let at = 0;
  if (words[at] === "env") {
    at++;
    while (/^[A-Za-z_]\w*=/.test(words[at] ?? "")) at++;
  }
  if (["npx", "bunx"].includes(words[at] ?? "")) {
    at++;
    while (/^(?:-y|--yes|--no-install|--no)$/.test(words[at] ?? "")) at++;
  } else if (["pnpm", "yarn", "poetry", "uv", "pipenv", "pdm", "hatch", "rye"].includes(words[at] ?? "")) {
    if (words[at + 1] === "exec" || words[at + 1] === "run") at += 2;
    else at++;
  }
  const program = words[at]?.split("/").at(-1) ?? "";
  if (/^(?:pytest|py\.test)(?:-3)?$/.test(program)) return { kind: "pytest", from: at + 1 };
  if (program === "vitest") return { kind: "vitest", from: at + 1 };
  if (/^python[\d.]*$/.test(program)) {
    let module = at + 1;
    while (/^-[BEIOPbdqsuvx]+$|^-[WX]./.test(words[module] ?? "")) module++;
    if (words[module] === "-m" && words[module + 1] === "pytest") return { kind: "pytest", from: module + 2 };
  }
  if (program === "node" && words.includes("--test")) return { kind: "node", from: at + 1 };
  return undefined;
}

function planned(
  words: readonly string[],
  { kind, from }: FoundRunner,
  files: readonly string[],
  exists: (path: string) => boolean,
): PlannedRun {
  // Paths of the command would run more than what is asked for.
  const isPath = (word: string) =>
    !word.startsWith("-") && (exists(word.split("::")[0] ?? "") || /[*?]/.test(word));
  const own = words
    .slice(from)
    .filter((word) => !isPath(word) && !(kind === "vitest" && /^(?:run|watch|dev)$/.test(word)));
  const command = [...words.slice(0, from)];
  if (kind === "vitest") command.push("run");
  // Options of Node's runner stand before the files, as all of Node's options do.
  command.push(...own, ...OPTIONS[kind].filter((option) => option !== "--run"), ...files);
  return { command, runner: kind, report: REPORT, isNarrowed: true };
}

function scriptIn(words: readonly string[]): { name: string; rest: string[] } | undefined {
  const [manager = "", verb = "", ...rest] = words;
  if (!["npm", "pnpm", "yarn", "bun"].includes(manager)) return undefined;
  const after = (list: readonly string[]) => (list[0] === "--" ? list.slice(1) : [...list]);
  if (verb === "test" || verb === "t") return { name: "test", rest: after(rest) };
  if (verb !== "run" && verb !== "run-script") return undefined;
  const [name, ...others] = rest;
  return name === undefined ? undefined : { name, rest: after(others) };
}
