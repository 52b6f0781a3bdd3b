import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Workbench } from "./workbench.ts";

/** One thing that is looked at in the workbench. */
export interface Check {
  name: string;
  /** What the folder is given first. */
  before?(project: Project): void;
  /**
   * @returns what was seen, for the list
   * @throws where it is not to be seen
   */
  see(workbench: Workbench, project: Project): Promise<string>;
}

/** The folder that is open: both examples, the Python one with a difference between contract and code. */
export interface Project {
  folder: string;
}

export const CONTRACT = "plane-battle/plane-battle.contract";
export const CODE = "plane-battle/core/collision.py";

/** Line and column, from 1, of a text in a file on disk, and so many characters into it. */
export function placeOf({ folder }: Project, file: string, text: string, into = 0) {
  const content = readFileSync(join(folder, file), "utf8");
  const at = content.indexOf(text);
  if (at < 0) throw new Error(`${file} does not contain ${JSON.stringify(text)}`);
  const before = content.slice(0, at + into).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** Types a text in front of another one in the editor, which is not saved. */
async function insertBefore(
  workbench: Workbench,
  project: Project,
  text: string,
  added: string,
): Promise<void> {
  await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, text));
  await workbench.page.keyboard.type(added);
}

const revert = (workbench: Workbench) => workbench.run("File: Revert File");

function must(condition: boolean, what: string, seen: unknown): void {
  if (!condition) throw new Error(`${what}; seen: ${JSON.stringify(seen)}`);
}

const EDITOR = ".editor-group-container.active .monaco-editor";

export const CHECKS: readonly Check[] = [
  {
    name: "a difference stands in Problems, at the code and at the contract",
    async see(workbench, project) {
      await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, "fn collides"));
      const drift = await workbench.until(
        "two drift/return-type",
        async () => (await workbench.problems()).filter(({ text }) => text.includes("drift/return-type")),
        (found) => found.length === 2,
      );
      const places = drift.map(
        ({ file, text }) =>
          `${file.split(/plane-battle\d|plane-battle\/core/)[0]} ${/\[(.*)\]/.exec(text)?.[1]?.split("]")[0]}`,
      );
      return places.join("; ");
    },
  },
  {
    name: "a cycle stands in Problems while it is typed, and goes with it",
    async see(workbench, project) {
      await insertBefore(workbench, project, "entities\n\n    /// True where", "world, ");
      const found = await workbench.until(
        "graph/cycle",
        () => workbench.problems(),
        (problems) => problems.some(({ text }) => text.includes("graph/cycle")),
      );
      const cycle = found.find(({ text }) => text.includes("graph/cycle"))!.text;
      must(cycle.includes("core.collision -> core.world -> core.collision"), "the circle is named", cycle);
      await workbench.openFile(CONTRACT);
      await revert(workbench);
      await workbench.until(
        "the end of the cycle",
        () => workbench.problems(),
        (problems) => !problems.some(({ text }) => text.includes("graph/cycle")),
      );
      return cycle.split(".")[0]!;
    },
  },
  {
    name: "hover tells a declaration, its words and where it is in the code",
    async see(workbench, project) {
      await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, "fn collides", 5));
      await workbench.run("Show or Focus Hover");
      const hover = workbench.locator(".monaco-hover:not(.hidden) .hover-contents");
      const text = await workbench.until(
        "the hover",
        async () => (await hover.allTextContents()).join("\n"),
        (seen) => seen.includes("share at least one pixel"),
      );
      must(text.includes("collision.py"), "the file of the code is named", text);
      await workbench.page.keyboard.press("Escape");
      return text.split("\n")[0]!.slice(0, 100);
    },
  },
  {
    name: "completion offers the modules that can be used",
    async see(workbench, project) {
      await insertBefore(workbench, project, "entities\n\n    /// True where", "sp");
      await workbench.page.keyboard.press("Control+Space");
      const list = workbench.locator(".suggest-widget.visible .monaco-list-row");
      const labels = await workbench.until(
        "suggestions",
        () => list.evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label") ?? "")),
        (seen) => seen.some((label) => label.startsWith("spawning")),
      );
      await workbench.page.keyboard.press("Escape");
      await revert(workbench);
      return labels.join(" | ");
    },
  },
  {
    name: "formatting on saving lays the contract out",
    async see(workbench, project) {
      const before = readFileSync(join(project.folder, CONTRACT), "utf8");
      await insertBefore(workbench, project, "fn interval(", "      ");
      await workbench.run("File: Save");
      await workbench.page.locator(".tab.active.dirty").waitFor({ state: "detached" });
      await workbench.until(
        "the file as it was",
        async () => readFileSync(join(project.folder, CONTRACT), "utf8") === before,
        (same) => same,
      );
      return "as before, on disk";
    },
  },
  {
    name: "code lenses tell the implementation, the difference and the users",
    async see(workbench, project) {
      await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, "module collision"));
      const lenses = await workbench.until(
        "code lenses",
        () => workbench.locator(`${EDITOR} .codelens-decoration`).allTextContents(),
        (seen) => seen.some((text) => text.includes("core/collision.py")),
      );
      const lens = lenses.find((text) => text.includes("core/collision.py"))!;
      must(lens.includes("1 difference from the code") && lens.includes("used by"), "all three", lens);
      await workbench.locator(`${EDITOR} .codelens-decoration a`, { hasText: "used by" }).first().click();
      await workbench.locator(".peekview-widget .reference-zone-widget, .peekview-widget").first().waitFor();
      const users = await workbench.locator(".peekview-widget .ref-tree .monaco-list-row").allTextContents();
      await workbench.page.keyboard.press("Escape");
      must(users.length > 0, "the users in a peek", users);
      return lens;
    },
  },
  {
    name: "definition leads from the contract to the code and back",
    async see(workbench, project) {
      await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, "fn collides", 5));
      await workbench.run("Go to Definition");
      await workbench.page.locator(".tab.active", { hasText: "collision.py" }).waitFor();
      await workbench.page.locator(".statusbar-item >> text=/Ln 11, /").first().waitFor();
      await workbench.openFile(CODE, placeOf(project, CODE, "def hits", 5));
      await workbench.run("Go to Definition");
      await workbench.page.locator(".tab.active", { hasText: "plane-battle.contract" }).waitFor();
      return "collides: line 11 of collision.py; hits: plane-battle.contract";
    },
  },
  {
    name: "the graph opens in a view of its own",
    async see(workbench, project) {
      await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, "contract PlaneBattle"));
      await workbench.run("contractc: Show Graph");
      await workbench.page.locator(".tab", { hasText: "Contract graph" }).waitFor();
      const frame = workbench.page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
      const text = await workbench.until(
        "the modules in the graph",
        async () => (await frame.locator("svg text").allTextContents()).join(" "),
        (seen) => /collision/.test(seen) && /world/.test(seen),
      );
      await workbench.page.locator(".tab", { hasText: "Contract graph" }).click();
      await workbench.run("View: Close Editor");
      return `${text.split(/\s+/).length} words in the picture`;
    },
  },
  {
    name: "Show Kernel opens what the contract compiles to",
    async see(workbench, project) {
      await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, "contract PlaneBattle"));
      await workbench.run("contractc: Show Kernel");
      const text = await workbench.until(
        "the kernel",
        () => workbench.visibleText(),
        (seen) => seen.startsWith("{") && seen.includes('"format": "contractc-kernel/'),
      );
      await workbench.page.locator(".tab.active", { hasText: "PlaneBattle.kernel.json" }).waitFor();
      await workbench.run("View: Close Editor");
      await workbench.page
        .locator(".tab", { hasText: "PlaneBattle.kernel.json" })
        .waitFor({ state: "detached" });
      return text.split("\n").slice(0, 3).join(" ");
    },
  },
  {
    name: "Compare Code with Contracts says what it found",
    async see(workbench) {
      await workbench.run("contractc: Compare Code with Contracts");
      const message = await workbench.until(
        "the message",
        async () => (await workbench.messages()).find((each) => each.includes("compared with the code")),
        (seen) => seen !== undefined,
      );
      await workbench.run("Notifications: Clear All Notifications");
      return message!;
    },
  },
  {
    name: "Show Output opens what the server says",
    async see(workbench) {
      await workbench.run("contractc: Show Output");
      const text = await workbench.until(
        "the output",
        async () =>
          (await workbench.locator(".output-view .view-line").allTextContents())
            .join("\n")
            .replaceAll("\u00a0", " "),
        (seen) => seen.includes("bundled contractc"),
      );
      return text
        .split("\n")
        .find((line) => line.includes("bundled contractc"))!
        .replace(/: \/.*/, "");
    },
  },
  {
    name: "Restart Server starts another, and what is found comes back",
    async see(workbench) {
      const started = async () =>
        (await workbench.locator(".output-view .view-line").allTextContents()).filter((line) =>
          line.replaceAll("\u00a0", " ").includes("bundled contractc"),
        ).length;
      await workbench.run("contractc: Restart Server");
      await workbench.until("a second start", started, (count) => count === 2);
      const found = await workbench.until(
        "the difference",
        () => workbench.problems(),
        (problems) => problems.filter(({ text }) => text.includes("drift/return-type")).length === 2,
      );
      return `${found.length} findings`;
    },
  },
  {
    name: "colours of a contract and of one in Markdown are TextMate's",
    async see(workbench, project) {
      const scopes = async (file: string, text: string, into: number) => {
        await workbench.openFile(file, placeOf(project, file, text, into));
        await workbench.run("Developer: Inspect Editor Tokens and Scopes");
        const widget = workbench.locator(".token-inspect-widget");
        await widget.waitFor();
        const seen = await workbench.until(
          "scopes",
          async () => (await widget.textContent()) ?? "",
          (content) => content.includes("textmate scopes"),
        );
        await workbench.page.keyboard.press("Escape");
        return seen;
      };
      const keyword = await scopes(CONTRACT, "module collision", 1);
      must(/keyword\.[\w.]*contract/.test(keyword), "a keyword of a contract", keyword);
      const fenced = await scopes("notes.md", "module collision", 1);
      must(
        fenced.includes("meta.embedded.block.contract") && /keyword\.[\w.]*contract/.test(fenced),
        "a keyword in Markdown",
        fenced,
      );
      return `${/keyword\.[\w.]*contract/.exec(keyword)![0]} in both`;
    },
  },
  {
    name: "the walkthrough opens",
    async see(workbench) {
      await workbench.run("Welcome: Open Walkthrough...");
      await workbench.choose("Start with contracts");
      const steps = await workbench.until(
        "its steps",
        () => workbench.locator(".gettingStartedContainer .step-title").allTextContents(),
        (seen) => seen.some((title) => title.includes("See where the code differs")),
      );
      const body = await workbench.locator(".gettingStartedContainer").textContent();
      must(body!.includes("Write or extract a contract"), "the first step", body);
      await workbench.run("View: Close Editor");
      return steps.filter((title) => title !== "").join("; ");
    },
  },
  {
    name: "a task of contractc runs, and its findings become problems",
    async see(workbench) {
      await workbench.run("Tasks: Run Task");
      await workbench.choose("contractc");
      await workbench.choose("drift");
      const found = await workbench.until(
        "the task's problems",
        async () => (await workbench.problems()).filter(({ text }) => text.includes("drift/return-type")),
        (problems) => problems.length > 2,
      );
      return `${found.length} problems with those of the server`;
    },
  },
  {
    name: "Apply Fix on This Line changes the code",
    async see(workbench, project) {
      await workbench.openFile(CODE, placeOf(project, CODE, "def collides"));
      await workbench.until(
        "the difference",
        () => workbench.problems(),
        (problems) =>
          problems.some(
            ({ file, text }) => file.includes("collision.py") && text.includes("drift/return-type"),
          ),
      );
      await workbench.openFile(CODE, placeOf(project, CODE, "def collides"));
      await workbench.run("contractc: Apply Fix on This Line");
      await workbench.until(
        "the fixes",
        async () => ({
          title: await workbench.locator(".quick-input-title").allTextContents(),
          messages: await workbench.messages(),
        }),
        ({ title }) => title.includes("Fix what contractc found"),
      );
      const titles = await workbench.locator(".quick-input-widget .monaco-list-row").allTextContents();
      await workbench.page.keyboard.press("Enter");
      await workbench.until(
        "the code as declared",
        () => workbench.visibleText(),
        (text) => text.includes("-> bool:"),
      );
      await workbench.run("File: Save All Files");
      return titles.join(" | ");
    },
  },
  {
    name: "Rename in Contract and Code changes both",
    async see(workbench, project) {
      await workbench.openFile(CONTRACT, placeOf(project, CONTRACT, "class Spawner", 8));
      await workbench.run("contractc: Rename in Contract and Code");
      const input = workbench.locator(".quick-input-widget input").first();
      await workbench.until(
        "the old name",
        () => input.inputValue(),
        (value) => value === "Spawner",
      );
      await input.fill("Generator");
      await input.press("Enter");
      await workbench.until(
        "the new name",
        () => workbench.visibleText(),
        (text) => text.includes("class Generator"),
      );
      await workbench.run("File: Save All Files");
      const file = (path: string) => readFileSync(join(project.folder, "plane-battle", path), "utf8");
      await workbench.until(
        "the new name on disk",
        async () =>
          [file("plane-battle.contract"), file("core/spawning.py"), file("core/world.py")].map(
            (text) => /\bGenerator\b/.test(text) && !/\bSpawner\b/.test(text),
          ),
        (seen) => seen.every((each) => each),
      );
      return "plane-battle.contract, core/spawning.py, core/world.py";
    },
  },
  {
    name: "a contractc of another version in the workspace is told of",
    before({ folder }) {
      // What npm would have put there, of a version that the extension cannot speak with.
      const home = join(folder, "node_modules/contractc");
      mkdirSync(join(home, "bin"), { recursive: true });
      writeFileSync(join(home, "package.json"), JSON.stringify({ name: "contractc", version: "9.0.0" }));
      writeFileSync(join(home, "bin/contractc.js"), "process.exitCode = 1;\n");
    },
    async see(workbench) {
      await workbench.run("contractc: Restart Server");
      const message = await workbench.until(
        "the message",
        async () => (await workbench.messages()).find((each) => each.includes("contractc")),
        (seen) => seen !== undefined,
      );
      return message!;
    },
  },
];
