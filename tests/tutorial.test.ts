import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contractc, ROOT, workspace } from "./support/cli.js";
import { type Fence, fencesOf } from "./support/markdown.js";

/*
 * Goes through the tutorial as a reader would: a block with a file name is written, a `diff` is applied, a `console`
 * is run and compared. A block that `shows` a file is compared with it. With UPDATE_DOCS=1 what is printed replaces
 * what the page says.
 */
const DOCUMENT = join(ROOT, "docs/tutorial.md");

test("the tutorial says what happens", { timeout: 120_000 }, () => {
  const page = readFileSync(DOCUMENT, "utf8");
  const reader = new Reader(workspace());
  const fences = fencesOf(page);
  const actual = fences.map((fence) => ({ fence, text: reader.follow(fence) }));
  expect(fences.length).toBeGreaterThan(10);
  if (process.env.UPDATE_DOCS) {
    // From the end, so that places before stay valid.
    const updated = actual.reduceRight(
      (text, { fence, text: seen }) => text.slice(0, fence.start) + seen + text.slice(fence.end),
      page,
    );
    writeFileSync(DOCUMENT, updated);
  }
  for (const { fence, text } of actual)
    expect({ line: fence.line, text }).toEqual({ line: fence.line, text: fence.text });
});

class Reader {
  #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Does what a block says and returns what it should show. */
  follow(fence: Fence): string {
    const { language, info, text } = fence;
    if (language === "console") return this.#console(text);
    if (info.startsWith("shows ")) return this.#read(info.slice("shows ".length));
    if (language === "diff") this.#apply(info, text, fence.line);
    else this.#write(info, text);
    return text;
  }

  #read(file: string): string {
    return readFileSync(join(this.#folder, file), "utf8");
  }

  #write(file: string, text: string): void {
    writeFileSync(join(this.#folder, file), text);
  }

  /** Replaces the lines marked ` ` and `-` by those marked ` ` and `+`; they must stand in the file once. */
  #apply(file: string, diff: string, line: number): void {
    const lines = diff.trimEnd().split("\n");
    const side = (marks: string) =>
      lines
        .filter((text) => text === "" || marks.includes(text.charAt(0)))
        .map((text) => text.slice(1))
        .join("\n");
    const parts = this.#read(file).split(side(" -"));
    expect({ line, places: parts.length - 1 }).toEqual({ line, places: 1 });
    this.#write(file, parts.join(side(" +")));
  }

  #console(text: string): string {
    const commands = text.split("\n").filter((line) => line.startsWith("$ "));
    return commands.map((command) => `${command}\n${this.#run(command.slice(2).split(" "))}`).join("");
  }

  #run([program = "", ...args]: string[]): string {
    switch (program) {
      case "mkdir":
        this.#folder = join(this.#folder, args[0] ?? "");
        mkdirSync(this.#folder);
        return "";
      case "contractc": {
        const { stdout, stderr } = contractc(this.#folder, ...args);
        return stdout + stderr;
      }
      default: {
        // Not every system calls it `python`.
        const name = program === "python" ? "python3" : program;
        const { stdout, stderr, status } = spawnSync(name, args, { cwd: this.#folder, encoding: "utf8" });
        expect({ program, status, stderr }).toEqual({ program, status: 0, stderr: "" });
        // pytest shows a percentage and how long it took.
        return stdout.replace(/ +\[100%\]/, "").replace(/ in [\d.]+s/, "");
      }
    }
  }
}
