import { type Block, blocksOf } from "./blocks.js";
import { type DependencyLine, dependenciesOf, dependenciesOfMermaid } from "./dependencies.js";
import { emptyFile, type MarkdownContract, type MarkdownFile } from "./document.js";
import { FileNames, languageOfPath, pathsOfTree, projectPath, sourceFilesIn } from "./files.js";
import { InterfaceReader } from "./interfaces.js";
import { type Section, sectionOf } from "./sections.js";
import { labelled, linesOf } from "./text.js";

/**
 * Reads a Markdown contract in the style of the reference prototype of Contract-Coding (arXiv 2604.13100): sections
 * for requirements, the directory, dependencies (as prose, arrows or Mermaid) and the interfaces of files.
 *
 * Whatever holds content and is not understood stands in `left` with its line.
 */
export function readMarkdownContract(markdown: string): MarkdownContract {
  return new DocumentReader().read(blocksOf(markdown));
}

class DocumentReader {
  readonly #contract: MarkdownContract = {
    requirements: [],
    decisions: [],
    files: new Map(),
    dependencies: [],
    left: [],
  };
  readonly #interfaces = new InterfaceReader(this.#contract);
  /** Looked at when all files are known. */
  readonly #dependencies: Block[] = [];
  readonly #tree: { path: string; line: number }[] = [];
  readonly #overview: string[] = [];
  #section: Section = "other";
  #level = 0;

  read(blocks: readonly Block[]): MarkdownContract {
    for (const block of blocks) for (const part of linesOf(block)) this.#block(part);
    const contract = this.#contract;
    this.#takeTree();
    const names = new FileNames([...contract.files.keys()]);
    for (const block of this.#dependencies) this.#depend(block, names);
    if (this.#overview.length > 0) contract.overview = this.#overview.join("\n\n");
    const target = contract.target ?? this.#targetOfFiles();
    if (target !== undefined) contract.target = target;
    contract.left.sort((a, b) => a.line - b.line);
    return contract;
  }

  #block(block: Block): void {
    if (block.kind === "heading") {
      this.#heading(block);
      return;
    }
    if (this.#interfaces.opensFile(block)) {
      this.#section = "interfaces";
      return;
    }
    switch (this.#section) {
      case "overview":
        this.#overview.push(block.text);
        return;
      case "requirements":
        this.#requirement(block);
        return;
      case "constraints":
        this.#constraint(block);
        return;
      case "tree":
        this.#directory(block);
        return;
      case "shared":
        this.#shared(block);
        return;
      case "dependencies":
        this.#dependencies.push(block);
        return;
      case "interfaces":
        this.#interfaces.block(block);
        return;
      case "progress":
        this.#leave(block, "how work gets on is not part of a contract");
        return;
      case "other":
        if (block.language === "mermaid") this.#dependencies.push(block);
        else this.#leave(block, "no part of a contract is recognised here");
    }
  }

  #heading(block: Block): void {
    const file = sourceFilesIn(block.text)[0];
    if (file !== undefined && this.#interfaces.open(file.name, block)) {
      this.#section = "interfaces";
      this.#level = block.depth;
      return;
    }
    const deeper = block.depth > this.#level;
    if (this.#section === "interfaces" && deeper && this.#interfaces.heading(block)) return;
    const section = sectionOf(block.text);
    // A heading that does not say what it is about belongs to what stands above it.
    if (section === undefined && deeper && this.#section !== "other") {
      if (this.#section === "requirements") this.#requirement({ ...block, depth: 1 });
      return;
    }
    this.#section = section ?? "other";
    this.#level = block.depth;
  }

  #requirement(block: Block): void {
    const { requirements } = this.#contract;
    const text = block.text.replace(/\s*:$/, "");
    const last = requirements.at(-1);
    if (last !== undefined && block.kind === "item" && block.depth > 1) last.accept.push(text);
    else if (last !== undefined && block.kind === "text" && block.depth > 0) last.accept.push(text);
    else if (block.kind === "code") this.#leave(block, "a requirement is a sentence");
    else requirements.push({ text, accept: [], line: block.line });
  }

  #constraint(block: Block): void {
    const { label, rest } = labelled(block.text) ?? { label: "Constraint", rest: block.text };
    if (rest === "") return;
    const target = /\bpython\b/i.test(rest)
      ? "python"
      : /\btypescript\b/i.test(rest)
        ? "typescript"
        : undefined;
    if (target !== undefined) this.#contract.target ??= target;
    this.#contract.decisions.push({ label, text: rest, line: block.line });
  }

  #directory(block: Block): void {
    if (block.kind === "code") {
      for (const { path, line } of pathsOfTree(block.text))
        this.#tree.push({ path, line: block.line + 1 + line });
      return;
    }
    const files = sourceFilesIn(block.text);
    if (files.length === 0) {
      this.#leave(block, "no source file is named here");
      return;
    }
    for (const { name } of files) this.#tree.push({ path: name, line: block.line });
  }

  #shared(block: Block): void {
    const constant = /^([A-Za-z_]\w*)\s*[:=]\s*(\S.*)$/.exec(block.text);
    if (constant && block.kind !== "code") {
      this.#contract.decisions.push({
        label: constant[1]!,
        text: `${constant[1]} = ${constant[2]}`,
        line: block.line,
      });
    } else if (!/^[\w\s]+:$/.test(block.text)) {
      this.#leave(block, "it belongs to no file");
    }
  }

  /** Files that only the directory names are modules without an interface. */
  #takeTree(): void {
    const { files, left } = this.#contract;
    for (const { path: written, line } of this.#tree) {
      const path = projectPath(written);
      // A folder is told by what stands in it.
      if (
        this.#tree.some(
          (other) => other.path !== written && other.path.startsWith(`${written.replace(/\/$/, "")}/`),
        )
      )
        continue;
      if (path === undefined || languageOfPath(path) === undefined) {
        left.push({ line, text: written, why: "not a source file" });
        continue;
      }
      // Interfaces may name a file by the end of its path.
      const short = [...files.values()].filter(
        ({ path: known }) => path === known || path.endsWith(`/${known}`),
      );
      if (short.length === 0) files.set(path, emptyFile(path, line));
      else if (short.length === 1 && short[0]!.path !== path && !files.has(path))
        this.#rename(short[0]!, path);
    }
  }

  #rename(file: MarkdownFile, path: string): void {
    const entries = [...this.#contract.files].map(([key, value]): [string, MarkdownFile] =>
      value === file ? [path, value] : [key, value],
    );
    file.path = path;
    this.#contract.files.clear();
    for (const [key, value] of entries) this.#contract.files.set(key, value);
  }

  #depend(block: Block, names: FileNames): void {
    const { dependencies, files } = this.#contract;
    if (block.kind === "code") {
      const all =
        block.language === "mermaid"
          ? [{ found: dependenciesOfMermaid(block, names), block }]
          : block.text.split("\n").flatMap((text, at) => {
              const line: Block = { ...block, kind: "text", text: text.trim(), line: block.line + 1 + at };
              return line.text === "" ? [] : [{ found: dependenciesOf(line, names), block: line }];
            });
      for (const each of all) this.#take(each.found, each.block);
      return;
    }
    const found = dependenciesOf(block, names);
    if (found.kind === "about") {
      const file = files.get(found.file)!;
      file.doc ??= sentence(block.text);
      return;
    }
    this.#take(found, block);
    if (found.kind === "edges" && dependencies.length > 0 && /[a-z]{3} .*[a-z]{3} /i.test(block.text)) {
      files.get(found.edges[0]!.from)!.doc ??= sentence(block.text);
    }
  }

  #take(found: DependencyLine, block: Block): void {
    if (found.kind === "edges") this.#contract.dependencies.push(...found.edges);
    if (found.kind === "about") return;
    if (found.unknown.length > 0) {
      for (const name of found.unknown) {
        this.#contract.left.push({
          line: block.line,
          text: name,
          why: "no file of the contract, or more than one, goes by this name",
        });
      }
    } else if (found.kind === "nothing") this.#leave(block, "no dependency is recognised here");
  }

  #targetOfFiles(): MarkdownContract["target"] {
    return [...this.#contract.files.keys()].map(languageOfPath).find((language) => language !== undefined);
  }

  #leave({ line, text }: Block, why: string): void {
    this.#contract.left.push({ line, text: text.split("\n")[0]!, why });
  }
}

/** Prose about a file as the doc of its module: without the back-ticked name that opens it. */
function sentence(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
