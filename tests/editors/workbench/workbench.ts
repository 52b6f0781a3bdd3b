import { type Browser, chromium, type Locator, type Page } from "playwright-core";

/** How long a person would wait for what they asked for. */
const PATIENCE = 30_000;

/** The files that an editor's tab shows, and the lists, as the page names them. */
const QUICK_INPUT = ".quick-input-widget:not([style*='display: none'])";

/** A finding as the panel of problems lists it. */
export interface Problem {
  file: string;
  /** The whole row: message, source, code and place. */
  text: string;
}

/** The workbench in a browser, by what a person does with keys and reads on the screen. */
export class Workbench {
  readonly browser: Browser;
  readonly page: Page;

  private constructor(browser: Browser, page: Page) {
    this.browser = browser;
    this.page = page;
  }

  /**
   * Opens a browser with the workbench.
   *
   * @param url of the workbench
   * @param size of the window
   * @throws where no chromium is found, or the workbench does not open
   */
  static async open(url: string, size: { width: number; height: number }): Promise<Workbench> {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--force-device-scale-factor=1", "--font-render-hinting=none"],
    });
    const context = await browser.newContext({ viewport: size, deviceScaleFactor: 1 });
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const workbench = new Workbench(browser, page);
    await workbench.goto(url);
    return workbench;
  }

  async goto(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.locator(".monaco-workbench .activitybar").waitFor({ timeout: 90_000 });
    await this.page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  /** Runs a command by its name in the palette. */
  async run(title: string): Promise<void> {
    const input = await this.#ask("F1");
    await input.fill(`>${title}`);
    await this.#choose(`[aria-label="${title}"]`, `[aria-label^="${title},"]`);
    // Gone, or what the command itself asks stands there.
    await this.until(
      `"${title}" to be taken`,
      () => this.#asked(),
      (text) => !text.startsWith(">"),
    );
  }

  /** Chooses a row of the list that asks; with a text typed first, which is part of it. */
  async choose(text: string): Promise<void> {
    const input = this.page.locator(`${QUICK_INPUT} input`).first();
    await input.waitFor();
    await input.fill(text);
    await this.#choose(`:has-text(${JSON.stringify(text)})`);
  }

  /**
   * Chooses the first row that one of some selectors tells. Another may come first: what was run before, or something with a
   * longer name. By keys, as a tip may cover what a mouse would press.
   */
  async #choose(...selectors: string[]): Promise<void> {
    const row = `${QUICK_INPUT} .monaco-list-row`;
    const wanted = this.page.locator(selectors.map((each) => `${row}${each}`).join(", ")).first();
    await wanted.waitFor();
    for (let presses = 0; !/\bfocused\b/.test((await wanted.getAttribute("class")) ?? ""); presses++) {
      if (presses > 30) throw new Error(`cannot reach ${selectors[0]}`);
      await this.page.keyboard.press("ArrowDown");
    }
    await this.page.keyboard.press("Enter");
  }

  /** Opens a list that asks. A page that takes the focus at the same moment closes it again, so it is looked at twice. */
  async #ask(key: string): Promise<Locator> {
    const input = this.page.locator(`${QUICK_INPUT} input`).first();
    for (let tries = 0; tries < 10; tries++) {
      await this.page.keyboard.press(key);
      await input.waitFor({ timeout: 2000 }).catch(() => undefined);
      await this.page.waitForTimeout(150);
      if (await input.isVisible()) return input;
    }
    throw new Error(`${key} opens nothing`);
  }

  /** What stands in the input of the list that asks; empty where none asks. */
  #asked(): Promise<string> {
    return this.page
      .locator(`${QUICK_INPUT} input`)
      .evaluateAll((inputs) => inputs.map((input) => (input as { value?: string }).value ?? "").join(""));
  }

  /** Opens a file of the workspace by its path, and puts the cursor at a place, both from 1. */
  async openFile(path: string, place?: { line: number; column: number }): Promise<void> {
    const { page } = this;
    const input = await this.#ask("Control+P");
    await input.fill(path);
    const name = path.slice(path.lastIndexOf("/") + 1);
    await this.#choose(`[aria-label^="${name},"]`, `[aria-label^="${name} "]`);
    await page.locator(".tab.active", { hasText: name }).first().waitFor();
    await page.locator(".editor-group-container.active .monaco-editor .view-line").first().waitFor();
    if (place) await this.goTo(place);
  }

  /** Puts the cursor of the editor in front at a place, both from 1. */
  async goTo({ line, column }: { line: number; column: number }): Promise<void> {
    const { page } = this;
    const input = await this.#ask("Control+G");
    await input.fill(`:${line}:${column}`);
    await input.press("Enter");
    await page.locator(`.statusbar-item >> text=/Ln ${line}, Col ${column}\\b/`).first().waitFor();
  }

  /** What the editor in front shows, as lines; those that are scrolled away are not in it. */
  async visibleText(): Promise<string> {
    const lines = this.page.locator(".editor-group-container.active .monaco-editor .view-line");
    const placed = await lines.evaluateAll((all) =>
      all.map((line) => ({
        top: Number.parseFloat(/top: *([\d.]+)/.exec(line.getAttribute("style") ?? "")?.[1] ?? "0"),
        text: line.textContent ?? "",
      })),
    );
    return placed
      .sort((a, b) => a.top - b.top)
      .map(({ text }) => text.replaceAll("\u00a0", " "))
      .join("\n");
  }

  /** The panel of problems, opened, as it lists them. */
  async problems(): Promise<Problem[]> {
    const panel = this.page.locator(".markers-panel-container");
    if (!(await panel.isVisible())) await this.run("Problems: Focus on Problems View");
    await panel.waitFor();
    const rows = await panel.locator(".monaco-list-row").evaluateAll((all) =>
      all.map((row) => ({
        top: Number.parseFloat(/top: *([\d.]+)/.exec(row.getAttribute("style") ?? "")?.[1] ?? "0"),
        level: row.getAttribute("aria-level"),
        text: (row.textContent ?? "").replaceAll("\u00a0", " "),
      })),
    );
    const found: Problem[] = [];
    let file = "";
    for (const row of rows.sort((a, b) => a.top - b.top)) {
      if (row.level === "1") file = row.text;
      else if (row.level === "2") found.push({ file, text: row.text });
    }
    return found;
  }

  /** Waits until something is so; what is said at last stands in the error where it never is. */
  async until<T>(what: string, ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const value = await ask();
      if (holds(value)) return value;
      if (Date.now() > end) throw new Error(`waited in vain for ${what}; at last: ${JSON.stringify(value)}`);
      await this.page.waitForTimeout(200);
    }
  }

  /** The messages in the corner, as texts. */
  async messages(): Promise<string[]> {
    return this.page.locator(".notifications-toasts .notification-list-item-message").allTextContents();
  }

  locator(selector: string, having?: { hasText: string }): Locator {
    return this.page.locator(selector, having);
  }
}
