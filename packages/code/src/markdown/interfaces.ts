import type { Block } from "./blocks.js";
import {
  type Attribute,
  type Callable,
  emptyFile,
  type MarkdownClass,
  type MarkdownContract,
  type MarkdownFile,
} from "./document.js";
import { languageOfPath, projectPath } from "./files.js";
import { labelled, withRemark } from "./text.js";

type Part = "methods" | "attributes" | "functions" | "constants";

const PARTS: readonly [Part, RegExp][] = [
  ["methods", /^(?:public |instance |static |class )?methods?$|^operations?$/i],
  [
    "attributes",
    /^(?:public |instance |class )?(?:attributes?|propert(?:y|ies)|fields?|members?|variables?|state)$/i,
  ],
  ["functions", /^(?:public |module |helper )?functions?$/i],
  ["constants", /^(?:module |global )?constants?$/i],
];
const FILE = /^(?:file|path|module|file ?path)$/i;
const CLASS = /^(?:abstract |data ?)?class(?: name)?$|^(?:interface|dataclass|protocol|struct)$/i;
const MEMBER_DOC =
  /^(?:doc ?strings?|details?|description|returns?|raises?|throws?|notes?|behaviou?r|logic|purpose|args?|arguments|parameters|params)$/i;
const FILE_DOC = /^(?:description|purpose|responsibilit(?:y|ies)|role|overview)$/i;
/** A whole declaration of TypeScript in one line; a class or an interface by its name alone is none. */
const DECLARATION =
  /^(?:export\s+|declare\s+|abstract\s+)*(?:(?:class|interface|enum)\s+\w[^{]*\{.*\}|type\s+\w+(?:<[^=]*>)?\s*=.+);?$/s;
const PROGRESS = /^(?:version|status|last (?:updated?|modified)|reviewer|assignee)$/i;

/** Reads what a Markdown contract says of the interfaces of files: classes, their members, functions and constants. */
export class InterfaceReader {
  readonly #contract: MarkdownContract;
  #file: MarkdownFile | undefined;
  #class: { value: MarkdownClass; depth: number } | undefined;
  #part: Part | undefined;
  /** What a remark below it is about. */
  #last: Callable | Attribute | MarkdownClass | undefined;

  constructor(contract: MarkdownContract) {
    this.#contract = contract;
  }

  /** Whether a block names the file that what follows is about; opens it then. */
  opensFile(block: Block): boolean {
    const label = labelled(block.text);
    if (label === undefined || !FILE.test(label.label) || block.kind === "code") return false;
    const written = block.codes[0] ?? label.rest.split(/\s/)[0] ?? "";
    return /\.\w+$/.test(written) && this.open(written, block);
  }

  /** Starts the interface of a file. @returns whether it is one; what cannot be read is told */
  open(written: string, block: Block): boolean {
    const path = projectPath(written);
    if (path === undefined || languageOfPath(path) === undefined) {
      this.#leave(block, "not a file that contractc reads: Python and TypeScript are");
      this.#file = undefined;
      return true;
    }
    this.#file = this.#contract.files.get(path) ?? emptyFile(path, block.line);
    this.#contract.files.set(path, this.#file);
    this.#class = undefined;
    this.#part = undefined;
    this.#last = undefined;
    return true;
  }

  /** A heading within the interface of a file. @returns whether it means something here */
  heading(block: Block): boolean {
    const found = /^(?:class|interface|dataclass)\s*:?\s+(\w.*)$/i.exec(block.text);
    if (found) {
      this.#openClass(found[1]!, block);
      return true;
    }
    const part = PARTS.find(([, pattern]) => pattern.test(block.text.replace(/:$/, "")))?.[0];
    if (part !== undefined) this.#part = part;
    return part !== undefined;
  }

  block(block: Block): void {
    const file = this.#file;
    if (file === undefined) {
      this.#leave(block, "it stands under no file");
      return;
    }
    if (block.kind === "code") {
      file.code.push({ text: block.text, line: block.line });
      return;
    }
    const label = labelled(block.text);
    if (label !== undefined && this.#labelled(label, block, file)) return;
    if (languageOfPath(file.path) === "typescript" && DECLARATION.test(block.text)) {
      // What is only declared has no bodies, and what a document names others may use.
      const bare = block.text.replace(/^(?:export\s+|declare\s+)*/, "");
      const text = /^(?:abstract\s+)?class\b/.test(bare) ? `export declare ${bare}` : `export ${bare}`;
      file.code.push({ text, line: block.line });
      return;
    }
    const bare = /^(class|interface)\s+(\w.*)$/i.exec(block.text.replace(/:$/, ""));
    if (bare) {
      this.#openClass(bare[2]!, block);
      return;
    }
    const { text, remark } = withRemark(block);
    if (isSignature(text)) {
      this.#callable(text, remark, block, file);
      return;
    }
    const attribute = attributeOf(text, block.line);
    if (attribute !== undefined && this.#part !== "methods") {
      if (remark !== undefined) attribute.doc = remark;
      this.#last = attribute;
      const owner = this.#classAt(block);
      if (owner !== undefined && this.#part !== "constants") owner.attributes.push(attribute);
      else file.constants.push(attribute);
      return;
    }
    if (this.#last !== undefined && block.kind !== "row") this.#last.doc = joined(this.#last.doc, block.text);
    else if (file.classes.length + file.functions.length === 0) file.doc = joined(file.doc, block.text);
    else this.#leave(block, "neither a signature nor an attribute");
  }

  /** @returns whether the label means something */
  #labelled({ label, rest }: { label: string; rest: string }, block: Block, file: MarkdownFile): boolean {
    if (CLASS.test(label)) {
      this.#openClass(block.codes[0] ?? rest, block);
      return true;
    }
    const part = PARTS.find(([, pattern]) => pattern.test(label))?.[0];
    if (part !== undefined) {
      this.#part = part;
      if (part === "functions" || part === "constants") this.#class = undefined;
      this.#last = undefined;
      if (rest !== "" && !/^(?:none|n\/a|-)\.?$/i.test(rest)) this.block({ ...block, text: rest });
      return true;
    }
    if (/^(?:function|method)(?: name)?$/i.test(label) && rest !== "") {
      this.#part = /^f/i.test(label) ? "functions" : "methods";
      this.block({ ...block, text: rest });
      return true;
    }
    if (/^owners?$/i.test(label)) {
      file.owner = rest;
      return true;
    }
    if (PROGRESS.test(label)) {
      this.#leave(block, "how work gets on is not part of a contract");
      return true;
    }
    if (this.#last !== undefined && MEMBER_DOC.test(label)) {
      this.#last.doc = joined(
        this.#last.doc,
        /^(?:doc|detail|desc|note)/i.test(label) ? rest : `${label}: ${rest}`,
      );
      return true;
    }
    if (FILE_DOC.test(label)) {
      if (this.#class === undefined) file.doc = joined(file.doc, rest);
      else this.#class.value.doc = joined(this.#class.value.doc, rest);
      return true;
    }
    return false;
  }

  #openClass(written: string, block: Block): void {
    const found =
      /^(?:abstract\s+)?(?:class\s+)?([A-Za-z_]\w*)\s*(?:\(([^)]*)\)|(?:extends|inherits(?: from)?|:)\s+([\w., ]+))?/i.exec(
        written.trim(),
      );
    if (!found || this.#file === undefined) {
      this.#leave(block, "not the name of a class");
      return;
    }
    const bases = (found[2] ?? found[3] ?? "").split(",").map((base) => base.trim());
    const value: MarkdownClass = {
      name: found[1]!,
      bases: bases.filter((base) => /^[\w.]+$/.test(base) && base !== "object"),
      line: block.line,
      methods: [],
      attributes: [],
    };
    const { remark } = withRemark({ ...block, text: written });
    if (remark !== undefined) value.doc = remark;
    this.#file.classes.push(value);
    this.#class = { value, depth: block.kind === "heading" ? 0 : block.depth };
    this.#part = undefined;
    this.#last = value;
  }

  #callable(signature: string, remark: string | undefined, block: Block, file: MarkdownFile): void {
    const callable: Callable = {
      signature,
      line: block.line,
      ...(remark === undefined ? {} : { doc: remark }),
    };
    this.#last = callable;
    const owner = this.#part === "functions" ? undefined : this.#classAt(block);
    if (owner !== undefined) owner.methods.push(callable);
    else file.functions.push(callable);
  }

  /** The class that a block stands in: it ends where a list of the same depth goes on with something else. */
  #classAt(block: Block): MarkdownClass | undefined {
    if (this.#class === undefined) return undefined;
    const { value, depth } = this.#class;
    return this.#part === "methods" || this.#part === "attributes" || block.depth > depth ? value : undefined;
  }

  #leave({ line, text }: Block, why: string): void {
    this.#contract.left.push({ line, text: text.split("\n")[0]!, why });
  }
}

/** `def f(a: int) -> str:`, `async f()`, `f(a)`: a name with parameters, and nothing but a result behind them. */
function isSignature(text: string): boolean {
  // What says that it is one is not read as prose, however broken.
  if (/^(?:async\s+)?(?:def|function)\s/.test(text)) return true;
  return /^(?:@\w+\s+)*(?:export\s+|public\s+|static\s+|async\s+|function\s+|def\s+)*[A-Za-z_$][\w$]*\s*(?:<[^(]*>)?\(.*\)\s*(?:(?:->|:|=>).*)?:?$/s.test(
    text,
  );
}

function attributeOf(text: string, line: number): Attribute | undefined {
  const found = /^([A-Za-z_$][\w$]*)\s*(?::\s*([^=]+?))?\s*(?:=\s*(.+))?$/s.exec(text);
  if (!found || (found[2] === undefined && found[3] === undefined)) return undefined;
  const [, name, type, value] = found;
  return {
    name: name!,
    line,
    ...(type === undefined ? {} : { type }),
    ...(value === undefined ? {} : { value }),
  };
}

function joined(before: string | undefined, more: string): string {
  const text = more.replace(/\s+/g, " ").trim();
  return before === undefined ? text : `${before} ${text}`;
}
