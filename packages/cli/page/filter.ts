import type { Address, ViewEdgeKind, ViewNode } from "@contractc/kernel";
import type { PageData } from "./data.js";
import type { Picture } from "./picture.js";

/** What is shown of the picture: all that no filter hides, and what is chosen stronger than the rest. */
export class Filter {
  text = "";
  readonly hiddenKinds = new Set<ViewEdgeKind>();
  readonly hiddenPackages = new Set<Address>();
  selected: Address | undefined;
  /** Nodes to be shown as a circle. */
  marked: readonly Address[] = [];

  constructor(
    private readonly data: PageData,
    private readonly picture: Picture,
  ) {}

  apply(): void {
    const near = this.#near();
    const shown = new Set<Address>();
    for (const { node, part } of this.picture.nodes.values()) {
      const isOff = this.#isHidden(node.address);
      part.classList.toggle("off", isOff);
      part.classList.toggle("selected", node.address === this.selected);
      part.classList.toggle("marked", this.marked.includes(node.address));
      if (node.kind === "package") continue;
      const isDim = !this.matches(node.address) || (near !== undefined && !near.has(node.address));
      part.classList.toggle("dim", isDim);
      if (!isOff && !isDim) shown.add(node.address);
    }
    for (const { edge, part } of this.picture.edges) {
      const isOff = this.hiddenKinds.has(edge.kind) || this.#isHidden(edge.from) || this.#isHidden(edge.to);
      const touches = edge.from === this.selected || edge.to === this.selected;
      part.classList.toggle("off", isOff);
      part.classList.toggle(
        "dim",
        this.selected !== undefined ? !touches : !shown.has(edge.from) || !shown.has(edge.to),
      );
      part.classList.toggle("near", touches);
    }
  }

  /** Whether the text looked for is in an address, a path, a summary or the name of a declaration. */
  matches(address: Address): boolean {
    const text = this.text.trim().toLowerCase();
    const node = this.picture.nodes.get(address)?.node;
    if (text === "" || !node) return true;
    const words = [
      address,
      "path" in node ? node.path : "",
      "summary" in node ? (node.summary ?? "") : "",
      ...(this.data.modules[address]?.declarations.map(({ name }) => name) ?? []),
    ];
    return words.some((word) => word.toLowerCase().includes(text));
  }

  /** A package is hidden with all that lies in it. */
  #isHidden(address: Address): boolean {
    for (let at: Address | undefined = address; at !== undefined; ) {
      if (this.hiddenPackages.has(at)) return true;
      const node: ViewNode | undefined = this.picture.nodes.get(at)?.node;
      at = node && node.kind !== "external" ? node.parent : undefined;
    }
    return false;
  }

  /** What is chosen, with everything it has an edge with. */
  #near(): Set<Address> | undefined {
    if (this.marked.length > 0) return new Set(this.marked);
    if (this.selected === undefined) return undefined;
    const near = new Set([this.selected]);
    for (const { edge } of this.picture.edges) {
      if (this.hiddenKinds.has(edge.kind)) continue;
      if (edge.from === this.selected) near.add(edge.to);
      if (edge.to === this.selected) near.add(edge.from);
    }
    return near;
  }
}
