import type { Address, EdgeOrigin, ViewEdge, ViewEdgeKind, ViewNode } from "@contractc/kernel";
import type { PageData } from "./data.js";
import { element } from "./dom.js";
import type { Filter } from "./filter.js";

const KIND_LABELS: Record<ViewEdgeKind, string> = {
  use: "uses",
  type: "uses type",
  lazy: "uses lazy",
  optional: "optional import",
  event: "event",
  flow: "data flow",
};

const KIND_DASH: Partial<Record<ViewEdgeKind, string>> = { type: "5 3", lazy: "1.5 3", optional: "1.5 3" };

export interface SidebarActions {
  select(address: Address): void;
  mark(modules: readonly Address[]): void;
}

/** Fills the side of the page: kinds of edges, packages with their modules, circles, layers. */
export function fillSidebar(
  sidebar: HTMLElement,
  data: PageData,
  filter: Filter,
  actions: SidebarActions,
): void {
  const { view } = data;
  const kinds = (Object.keys(KIND_LABELS) as ViewEdgeKind[]).filter((kind) =>
    view.edges.some((edge) => edge.kind === kind),
  );
  if (kinds.length > 0) {
    sidebar.append(
      element("h2", {}, "Edges"),
      element("ul", {}, ...kinds.map((kind) => element("li", {}, kindToggle(kind, filter)))),
    );
  }
  if (view.code) sidebar.append(...comparison(view.edges));
  sidebar.append(element("h2", {}, "Modules"), tree(view.nodes, undefined, filter, actions));
  if (view.cycles.length > 0) {
    sidebar.append(
      element("h2", { class: "wrong" }, "Cycles"),
      element(
        "ul",
        {},
        ...view.cycles.map(({ path, modules, in: side, accepted }) =>
          element(
            "li",
            {},
            element(
              "button",
              { class: "link wrong", type: "button", click: () => actions.mark(modules) },
              path.join(" → "),
            ),
            element("span", { class: "note" }, ` in the ${side}${accepted ? ", accepted" : ""}`),
          ),
        ),
      ),
    );
  }
  view.layers.forEach((layers, at) => {
    sidebar.append(
      element("h2", {}, view.layers.length > 1 ? `Layers ${at + 1}` : "Layers"),
      element("ol", {}, ...layers.map((layer) => element("li", {}, layer))),
    );
  });
}

/** How contract and code differ, and how the picture shows it. */
function comparison(edges: readonly ViewEdge[]): HTMLElement[] {
  const count = (origin: EdgeOrigin) => edges.filter((edge) => edge.origin === origin).length;
  const row = (kind: string, name: string, number: number) =>
    element("li", {}, element("span", { class: `tag ${kind}` }, name), ` ${number}`);
  return [
    element("h2", {}, "Contract and code"),
    element(
      "ul",
      {},
      row("note", "both", count("both")),
      row("code-only", "code only", count("code")),
      row("note", "contract only", count("contract")),
    ),
  ];
}

function kindToggle(kind: ViewEdgeKind, filter: Filter): HTMLElement {
  const box = element("input", {
    type: "checkbox",
    checked: true,
    change: () => {
      if (box.checked) filter.hiddenKinds.delete(kind);
      else filter.hiddenKinds.add(kind);
      filter.apply();
    },
  });
  return element("label", {}, box, KIND_LABELS[kind], swatch(kind));
}

const SVG = "http://www.w3.org/2000/svg";

/** A short piece of a line as edges of the kind are drawn. */
function swatch(kind: ViewEdgeKind): Node {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("width", "36");
  svg.setAttribute("height", "8");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "line");
  const colour = kind === "event" || kind === "flow" ? kind : "edge";
  const attributes = { x1: "0", y1: "4", x2: "36", y2: "4", "stroke-width": "2" };
  for (const [name, value] of Object.entries(attributes)) line.setAttribute(name, value);
  line.setAttribute("stroke-dasharray", KIND_DASH[kind] ?? "");
  line.style.stroke = `var(--${colour})`;
  svg.append(line);
  return svg;
}

/** Packages with the modules in them; a package can be hidden. */
function tree(
  nodes: readonly ViewNode[],
  parent: Address | undefined,
  filter: Filter,
  actions: SidebarActions,
): HTMLElement {
  const list = element("ul");
  for (const node of nodes) {
    if (node.kind === "external" || node.parent !== parent) continue;
    if (node.kind === "module") {
      list.append(element("li", {}, moduleLink(node.address, node.name, actions)));
      continue;
    }
    const box = element("input", {
      type: "checkbox",
      checked: true,
      change: () => {
        if (box.checked) filter.hiddenPackages.delete(node.address);
        else filter.hiddenPackages.add(node.address);
        filter.apply();
      },
    });
    list.append(
      element("li", {}, element("label", {}, box, node.name), tree(nodes, node.address, filter, actions)),
    );
  }
  return list;
}

function moduleLink(address: Address, name: string, actions: SidebarActions): HTMLElement {
  return element(
    "button",
    { class: "link", type: "button", "data-address": address, click: () => actions.select(address) },
    name,
  );
}
