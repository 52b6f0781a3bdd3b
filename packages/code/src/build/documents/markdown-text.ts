/** Stands around a link's target until its anchor is known; no text of a contract holds it. */
const MARK = "\u{F0000}";

/** A Markdown document being written, with what its table of contents needs. */
export class Outline {
  readonly parts: string[] = [];
  readonly #entries: { level: number; title: string; anchor: string }[] = [];
  readonly #anchors = new Map<string, number>();
  readonly #targets = new Map<string, string>();

  /**
   * Starts a section.
   *
   * @param key what `link` finds it by
   */
  section(level: number, title: string, key?: string): void {
    const anchor = this.#anchor(title);
    if (key !== undefined) this.#targets.set(key, anchor);
    this.#entries.push({ level, title, anchor });
    this.parts.push(`${"#".repeat(level)} ${escapeText(title)}`);
  }

  paragraph(text: string): void {
    if (text !== "") this.parts.push(text);
  }

  /** Documentation that is Markdown itself; its headings step below the section's. */
  markdown(text: string | undefined): void {
    if (text === undefined || text.trim() === "") return;
    const lines = text.trim().split(/\r\n|\r|\n/);
    this.parts.push(
      lines
        .map((line) => line.replace(/^(#{1,6}) /, "**$1** ").replace(/^\*\*#+\*\* (.*)$/, "**$1**"))
        .join("\n"),
    );
  }

  list(items: readonly string[]): void {
    if (items.length > 0) this.parts.push(items.map((item) => `- ${item}`).join("\n"));
  }

  /** Contract text in a fence that is longer than any run of back-ticks in it. */
  code(lines: readonly string[]): void {
    const text = lines.join("\n");
    const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = "`".repeat(longest + 1);
    this.parts.push(`${fence}contract\n${text}\n${fence}`);
  }

  /** A link to a section that may still be to come, by the key it was started with. */
  link(key: string): string {
    return `[${escapeText(key)}](#${MARK}${key}${MARK})`;
  }

  /** The sections with all links led to their anchors. */
  text(): string {
    return this.parts
      .join("\n\n")
      .replaceAll(
        new RegExp(`${MARK}([^${MARK}]*)${MARK}`, "g"),
        (_, key: string) => this.#targets.get(key) ?? "",
      );
  }

  /** The table of contents; `""` where there is no section. */
  contents(): string {
    return this.#entries
      .map(({ level, title, anchor }) => `${"  ".repeat(level - 2)}- [${escapeText(title)}](#${anchor})`)
      .join("\n");
  }

  /** Anchors as GitHub makes them: the same title again gets a number. */
  #anchor(title: string): string {
    const base = slug(title);
    const count = this.#anchors.get(base) ?? 0;
    this.#anchors.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  }
}

/** Lower case, without punctuation, spaces as hyphens: how GitHub names a heading. */
function slug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** Text that Markdown would read as markup, made plain. */
export function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|~]/g, "\\$&");
}

/** Text of the contract on one line, with its own Markdown kept. */
export function inlineText(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, " ");
}

/** A code span, with a delimiter that its text does not hold. */
export function codeSpan(text: string): string {
  const line = text.replaceAll(/\s*[\r\n]+\s*/g, " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}
