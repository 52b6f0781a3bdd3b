import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { BIN, ROOT, write } from "./support/cli.js";
import { commitAll, git, repository } from "./support/git.js";

interface Step {
  name: string;
  id?: string;
  if?: string;
  shell?: string;
  run?: string;
  uses?: string;
  "working-directory"?: string;
  env?: Record<string, string>;
}

const action = parse(readFileSync(join(ROOT, "action.yml"), "utf8")) as {
  inputs: Record<string, { description: string; default?: string }>;
  runs: { using: string; steps: Step[] };
};
const { steps } = action.runs;

const CONTRACT = `contract Shop version "1.0.0"

module cart "cart.py" {
  fn total(names: list<string>) -> int
}
`;
const BAD = "def total(names: set[str]) -> int:\n    return len(names)\n";

/** Runs one step as the runner does: expressions of its variables filled in, the script as it is written. */
function runStep(name: string, folder: string, values: Record<string, string>, path = "") {
  const step = steps.find((each) => each.name === name);
  if (!step?.run) throw new Error(`There is no step "${name}" with a script.`);
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([key, input]) => [`inputs.${key}`, input.default ?? ""]),
  );
  const known: Record<string, string> = { ...inputs, ...values };
  const env = Object.fromEntries(
    Object.entries(step.env ?? {}).map(([key, value]) => [
      key,
      value.replace(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => known[expression] ?? ""),
    ]),
  );
  const temp = join(folder, ".git/runner");
  write(temp, "output", "");
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run],
    {
      cwd: folder,
      encoding: "utf8",
      env: {
        PATH: `${path}${dirname(process.execPath)}:${process.env.PATH ?? ""}`,
        HOME: process.env.HOME ?? "",
        GITHUB_OUTPUT: join(temp, "output"),
        GITHUB_WORKSPACE: folder,
        RUNNER_TEMP: temp,
        ...env,
      },
    },
  );
  return { status, stdout, stderr, output: readFileSync(join(temp, "output"), "utf8"), temp };
}

const shop = (code = BAD) => repository({ "shop.contract": CONTRACT, "cart.py": code });
const found = { "steps.find.outputs.bin": BIN };
chmodSync(BIN, 0o755);

test("is a composite action whose scripts hold no expressions", () => {
  expect(action.runs.using).toBe("composite");
  for (const step of steps) {
    expect(step.run ?? "").not.toContain("${{");
    expect(step.run === undefined).toBe(step.uses !== undefined);
    if (step.run) expect(step.shell).toBe("bash");
  }
  for (const { description } of Object.values(action.inputs)) expect(description).not.toBe("");
  // Every input is used, and everything used is an input.
  const text = readFileSync(join(ROOT, "action.yml"), "utf8");
  const used = new Set([...text.matchAll(/\binputs\.([a-z-]+)/g)].map((match) => match[1]));
  expect([...used].sort()).toEqual(Object.keys(action.inputs).sort());
});

describe("its steps", () => {
  test("find the contractc of the repository, from a folder below as well", () => {
    const folder = shop();
    write(folder, "node_modules/.bin/contractc", "#!/bin/sh\n");
    write(folder, "services/shop/x.txt", "x");
    expect(runStep("Find contractc", folder, {}).output).toBe(`bin=${folder}/node_modules/.bin/contractc\n`);
    const below = runStep("Find contractc", join(folder, "services/shop"), {});
    expect(below.output).toBe(`bin=${folder}/node_modules/.bin/contractc\n`);
  });

  test("tell findings at their lines, and fail on them", () => {
    const folder = shop();
    const { status, stdout } = runStep("Findings at their lines", folder, found);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^::error file=cart\.py,line=1,col=18,/);
    const warning = { ...found, "inputs.fail-on": "warning", "inputs.paths": "shop.contract\ncart.py\n" };
    expect(runStep("Findings at their lines", folder, warning).status).toBe(1);
    expect(runStep("Findings at their lines", shop(BAD.replace("set", "list")), warning).status).toBe(0);
  });

  test("take inputs for what they are, whatever they hold", () => {
    const folder = shop();
    const evil = '$(touch evil)"; touch evil #`touch evil`';
    for (const key of ["paths", "since", "baseline", "fail-on"]) {
      const { status } = runStep("Findings at their lines", folder, { ...found, [`inputs.${key}`]: evil });
      expect(status, key).not.toBe(0);
    }
    const version = { "inputs.version": evil };
    write(folder, "node_modules/.bin/contractc", "#!/bin/sh\n");
    runStep("Find contractc", folder, version);
    expect(git(folder, "status", "--porcelain")).not.toContain("evil");
    const option = runStep("Findings at their lines", folder, {
      ...found,
      "inputs.paths": "--update-baseline",
    });
    expect([option.status, option.stderr]).toEqual([2, expect.stringContaining('"--update-baseline"')]);
  });

  test("write SARIF, and leave failing to the last step", () => {
    const folder = shop();
    const { status, output } = runStep("Findings as SARIF", folder, {
      ...found,
      "inputs.sarif-file": "out.sarif",
    });
    expect(status).toBe(0);
    expect(output).toBe(`file=${folder}/out.sarif\n`);
    const log = JSON.parse(readFileSync(join(folder, "out.sarif"), "utf8"));
    expect(log.runs[0].results).toHaveLength(1);
    const upload = runStep("Findings as SARIF", folder, { ...found, "inputs.upload-sarif": "true" });
    expect(upload.output).toBe(`file=${upload.temp}/contractc.sarif\n`);
    const wrong = runStep("Findings as SARIF", folder, { ...found, "inputs.since": "nope" });
    expect([wrong.status, wrong.output]).toEqual([2, ""]);
  });

  test("tell the changes of the contract in one comment", () => {
    const folder = shop();
    const base = git(folder, "rev-parse", "HEAD").trim();
    write(folder, "shop.contract", CONTRACT.replace("-> int", "-> float"));
    commitAll(folder);
    // In place of GitHub's own program: it keeps what it is given, and knows one comment or none.
    write(
      folder,
      ".git/bin/gh",
      `#!/bin/sh
for each; do case $each in body=@*) cp "\${each#body=@}" "$RUNNER_TEMP/sent.md";; esac; done
echo "$*" >>"$RUNNER_TEMP/calls"
case "$*" in *--jq*) cat "$RUNNER_TEMP/known" 2>/dev/null || true;; esac
`,
    );
    chmodSync(join(folder, ".git/bin/gh"), 0o755);
    const values = {
      ...found,
      "github.event.pull_request.base.sha": base,
      "github.event.pull_request.number": "7",
      "github.repository": "ada/shop",
    };
    const path = `${join(folder, ".git/bin")}:`;
    const first = runStep("Changes of the contract", folder, values, path);
    expect(first.status, first.stderr).toBe(0);
    expect(readFileSync(join(first.temp, "sent.md"), "utf8")).toMatch(
      /^<!-- contractc -->\n# Changes of Shop 1\.0\.0\n\n## Breaking\n\n- `cart\.total`/,
    );
    expect(readFileSync(join(first.temp, "calls"), "utf8")).toContain(
      "--method POST repos/ada/shop/issues/7/comments",
    );
    write(first.temp, "known", "42\n43\n");
    expect(runStep("Changes of the contract", folder, values, path).status).toBe(0);
    expect(readFileSync(join(first.temp, "calls"), "utf8")).toContain(
      "--method PATCH repos/ada/shop/issues/comments/42",
    );
  });
});
