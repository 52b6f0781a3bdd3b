import type { Address, DeclarationKind, GraphView } from "@contractc/kernel";

/** What the page knows: the graph, and of each module what it declares. */
export interface PageData {
  view: GraphView;
  modules: Record<Address, PageModule>;
}

export interface PageModule {
  /** Markdown. */
  doc?: string;
  satisfies: { name: string; text: string }[];
  declarations: PageDeclaration[];
}

export interface PageDeclaration {
  name: string;
  kind: DeclarationKind;
  /** The first line. */
  heading: string;
  /** Contract text without the doc comment. */
  text: string;
  doc?: string;
}
