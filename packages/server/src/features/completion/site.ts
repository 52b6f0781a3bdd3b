import { type Address, type Kernel, printName } from "@contractc/kernel";
import {
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  MarkupKind,
  type Range,
} from "vscode-languageserver";
import type { Contract } from "../../session/contract.js";
import type { Session } from "../../session/session.js";
import type { CompletionPlace } from "./place.js";

export interface CompletionOptions {
  /** The client takes snippets. */
  snippets: boolean;
}

/** What an item carries, for its documentation to be asked for. */
export interface CompletionData {
  root: string;
  key: string;
}

/** Nobody reads through more, and a long list takes longer to be sent than to be made again with the next character. */
const MOST = 150;

/** A place of a contract where something is to be completed, and what is known there. */
export class CompletionSite {
  /** What every item replaces. */
  readonly range: Range;
  readonly kernel: Kernel;
  /** The module or external around. */
  readonly module: Address | undefined;
  /** There is more than what was given: the list is to be asked for again when more is written. */
  isIncomplete = false;

  constructor(
    readonly session: Session,
    readonly contract: Contract,
    readonly path: string,
    readonly place: CompletionPlace,
    readonly options: CompletionOptions,
  ) {
    this.range = session.rangeOf(path, place.start, place.end);
    this.kernel = contract.kernel;
    this.module = this.#moduleAround();
  }

  /**
   * Of many names those that fit what is written, the best ones first; of a few all, as editors choose among them.
   *
   * @returns in the given order as far as they fit equally well
   */
  few<T>(all: readonly T[], nameOf: (each: T) => string): readonly T[] {
    if (all.length <= MOST) return all;
    this.isIncomplete = true;
    const written = this.place.prefix.toLowerCase();
    const ranked: T[][] = [[], [], []];
    for (const each of all) {
      const name = nameOf(each).toLowerCase();
      if (name.startsWith(written)) ranked[0]!.push(each);
      else if (name.includes(written)) ranked[1]!.push(each);
      else if (isAmong(written, name)) ranked[2]!.push(each);
    }
    return ranked.flat().slice(0, MOST);
  }

  /** An item of this place. */
  item(
    name: string,
    kind: CompletionItemKind,
    parts: {
      detail?: string;
      description?: string;
      documentation?: string;
      key?: string;
      snippet?: string;
      sort?: string;
      filter?: string;
      /** Not a name of the language: written as it is. */
      raw?: boolean;
    },
  ): CompletionItem {
    const { detail, description, documentation, key, snippet, sort = "1", filter, raw } = parts;
    const isSnippet = snippet !== undefined && this.options.snippets && /\$/.test(snippet);
    const plain = kind === CompletionItemKind.Keyword || raw || name.endsWith(":") ? name : printed(name);
    const written = isSnippet ? snippet : name.endsWith(":") ? `${name} ` : plain;
    const data: CompletionData | undefined =
      key === undefined ? undefined : { root: this.contract.root, key: key.replace(/#\d+$/, "") };
    return {
      label: name,
      kind,
      ...(detail ? { detail } : {}),
      ...(description ? { labelDetails: { description } } : {}),
      ...(documentation ? { documentation: { kind: MarkupKind.Markdown, value: documentation } } : {}),
      ...(data ? { data } : {}),
      ...(filter === undefined ? {} : { filterText: filter }),
      ...(isSnippet ? { insertTextFormat: InsertTextFormat.Snippet } : {}),
      sortText: `${sort}${name}`,
      textEdit: { range: this.range, newText: written },
    };
  }

  #moduleAround(): string | undefined {
    const names = this.place.blocks
      .filter(({ head }) => head === "package" || head === "module" || head === "external")
      .map(({ name }) => name);
    const address = names.join(".");
    const { modules, externals } = this.kernel;
    return [...modules, ...externals].some((each) => each.address === address) ? address : undefined;
  }
}

/** Whether the characters of a text stand in another one in their order. */
function isAmong(written: string, name: string): boolean {
  let at = 0;
  for (const character of name) if (character === written[at]) at++;
  return at === written.length;
}

/** A dotted name with back-ticks where its parts need them. */
function printed(name: string): string {
  return name.split(".").map(printName).join(".");
}
