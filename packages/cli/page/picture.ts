import type { Address, GraphView, ViewEdge, ViewNode } from "@contractc/kernel";

/** The parts of the picture by what they show. Identifiers count the nodes and edges of the view. */
export class Picture {
  readonly nodes = new Map<Address, { node: ViewNode; part: SVGElement }>();
  readonly edges: { edge: ViewEdge; part: SVGElement }[] = [];

  constructor(view: GraphView, svg: SVGSVGElement) {
    view.nodes.forEach((node, at) => {
      const part = svg.querySelector<SVGElement>(`[id="${node.kind === "package" ? "p" : "n"}${at}"]`);
      if (part) this.nodes.set(node.address, { node, part });
    });
    view.edges.forEach((edge, at) => {
      const part = svg.querySelector<SVGElement>(`[id="e${at}"]`);
      if (part) this.edges.push({ edge, part });
    });
  }

  /** Lets modules and externals be reached and chosen by mouse and keyboard. */
  makeSelectable(select: (address: Address) => void): void {
    for (const { node, part } of this.nodes.values()) {
      if (node.kind === "package") continue;
      part.setAttribute("tabindex", "0");
      part.setAttribute("role", "button");
      part.setAttribute("aria-label", `${node.kind} ${node.address}`);
      part.addEventListener("click", (event) => {
        event.preventDefault();
        select(node.address);
      });
      part.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        select(node.address);
      });
    }
  }
}
