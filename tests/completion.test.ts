import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractc, workspace } from "./support/cli.js";

type Shell = "bash" | "zsh" | "fish";

/** What is offered at the end of a line, by the real shell with our script. */
function offered(shell: Shell, line: string, files: Record<string, string> = {}): string[] {
  const script = contractc("/", "completion", shell);
  expect(script).toMatchObject({ status: 0, stderr: "" });
  const folder = workspace({ ...files, [`completion.${shell}`]: script.stdout });
  const result = spawnSync(shell, asking(shell, join(folder, `completion.${shell}`), line), {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH ?? "", HOME: folder, TERM: "dumb" },
  });
  expect(result.error, `${shell} is installed by .ci/run`).toBeUndefined();
  expect(result.stderr).toBe("");
  const words = result.stdout
    .split("\n")
    .map((each) => each.split("\t")[0]!.trim())
    .filter((each) => each !== "");
  return [...new Set(words)].sort();
}

function asking(shell: Shell, script: string, line: string): string[] {
  if (shell === "fish") return ["--no-config", "-c", `source ${script}; complete -C "${line}"`];
  if (shell === "bash") {
    const ask = `COMP_WORDS=(${line.replace(/ $/, ' ""')}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _contractc`;
    return ["--norc", "-c", `source ${script}; ${ask}; printf '%s\\n' "\${COMPREPLY[@]}"`];
  }
  // Zsh completes in its line editor only: one runs in a pseudo-terminal, and tells what it was offered.
  const inside = [
    "autoload -Uz compinit && compinit -u -d /dev/null",
    `source ${script}`,
    'compadd () { local -a held; local w; builtin compadd -O held "$@"; for w in $held; do print -r -- "<$w>"; done; builtin compadd "$@" }',
    "zstyle ':completion:*' list-colors ''",
    "print ready",
  ].join("; ");
  const outside = `
    zmodload zsh/zpty
    zpty -b shell zsh -f -i
    zpty -w shell 'PROMPT=; unsetopt zle_bracketed_paste; ${inside.replaceAll("'", "'\\''")}'
    zpty -r -m shell seen '*ready*ready*'
    zpty -w -n shell $'${line}\\t'
    text=""
    for attempt in {1..400}; do
      sleep 0.05
      while zpty -r -t shell part; do text+="$part"; done
      [[ $text == *'<'* && $attempt -gt 12 ]] && break
    done
    print -r -- $text | tr -d '\\r' | grep -o '<[^>]*>' | tr -d '<>'
    zpty -d shell`;
  return ["-f", "-c", outside];
}

const SHELLS: Shell[] = ["bash", "zsh", "fish"];

test.each(SHELLS)("%s completes commands", (shell) => {
  expect(offered(shell, "contractc ex")).toEqual(["explain", "extract"]);
  expect(offered(shell, "contractc hook ")).toEqual(["install", "uninstall"]);
});

test.each(SHELLS)("%s completes options and what they may be", (shell) => {
  expect(offered(shell, "contractc fmt --ch")).toEqual(["--check"]);
  expect(offered(shell, "contractc drift --fix co")).toEqual(["code", "contract"]);
  expect(offered(shell, "contractc drift --fail-on ")).toEqual(["error", "info", "warning"]);
});

test.each(SHELLS)("%s completes codes and shells", (shell) => {
  expect(offered(shell, "contractc explain graph/cy")).toEqual(["graph/cycle"]);
  expect(offered(shell, "contractc completion ")).toEqual(["bash", "fish", "zsh"]);
});

test("a shell that is not known is named with those that are", () => {
  const result = contractc("/", "completion", "tcsh");
  expect(result).toMatchObject({ status: 2, stdout: "" });
  expect(result.stderr).toContain("Allowed choices are bash, zsh, fish.");
});
