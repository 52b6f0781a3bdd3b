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

/** A place of a contract where something is to be completed, and what is known there. */
export class CompletionSite {
  /** What every item replaces. */
  readonly range: Range;
  readonly kernel: Kernel;
  /** The module or external around. */
  readonly module: Address | undefined;

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

/** A dotted name with back-ticks where its parts need them. */
function printed(name: string): string {
  return name.split(".").map(printName).join(".");
}
