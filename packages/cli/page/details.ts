import type { Address, ViewEdge, ViewEdgeKind, ViewNode } from "@contractc/kernel";
import { contractText } from "./contract-text.js";
import type { PageData } from "./data.js";
import { element, prose } from "./dom.js";

export interface DetailsActions {
  select(address: Address): void;
  close(): void;
}

/** Fills the panel with what there is to know of a module or external. */
export function fillDetails(
  panel: HTMLElement,
  node: Exclude<ViewNode, { kind: "package" }>,
  data: PageData,
  actions: DetailsActions,
): void {
  const module = data.modules[node.address];
  panel.replaceChildren(
    element("button", { class: "close", type: "button", click: actions.close, "aria-label": "Close" }, "✕"),
    element("p", { class: "name" }, node.kind === "external" ? node.name : node.address),
    element("p", { class: "path" }, subtitle(node)),
    ...tags(node, data),
  );
  const doc = module?.doc ?? (node.kind === "external" ? node.summary : undefined);
  if (doc !== undefined) panel.append(prose(doc));
  for (const { name, text } of module?.satisfies ?? []) {
    panel.append(element("p", { class: "note" }, "satisfies ", element("strong", {}, name), ` ${text}`));
  }
  const isData = ({ kind }: ViewEdge) => kind === "event" || kind === "flow";
  const uses = data.view.edges.filter((edge) => !isData(edge));
  const sent = data.view.edges.filter(isData);
  const target = ({ from, to }: ViewEdge) => (from === node.address ? to : undefined);
  const source = ({ from, to }: ViewEdge) => (to === node.address ? from : undefined);
  panel.append(
    ...edgeList("Uses", uses, actions, target),
    ...edgeList("Used by", uses, actions, source),
    ...edgeList("Sends to", sent, actions, target),
    ...edgeList("Gets from", sent, actions, source),
  );
  if (module && module.declarations.length > 0) {
    panel.append(element("h2", {}, "Declares"));
    for (const { heading, text, doc: own } of module.declarations) {
      panel.append(
        element(
          "details",
          {},
          element("summary", {}, heading),
          own === undefined ? undefined : prose(own),
          contractText(text),
        ),
      );
    }
  }
  panel.scrollTop = 0;
}

function subtitle(node: Exclude<ViewNode, { kind: "package" }>): string {
  if (node.kind === "external") {
    return node.undeclared
      ? "A package that the contract does not know"
      : `external, ${node.requirement ?? ""}`;
  }
  return node.owner === undefined ? node.path : `${node.path} · owner ${node.owner}`;
}

function tags(node: ViewNode, { view }: PageData): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const layers of view.layers) {
    const place = layers.findIndex((part) => node.address === part || node.address.startsWith(`${part}.`));
    if (place >= 0) {
      const text = `layer ${place + 1} of ${layers.length}: ${layers[place]}`;
      found.push(element("span", { class: "tag note" }, text));
    }
  }
  if (view.cycles.some(({ modules }) => modules.includes(node.address))) {
    found.push(element("span", { class: "tag wrong" }, "in a cycle"));
  }
  if (view.code?.incomplete.includes(node.address)) {
    found.push(element("span", { class: "tag wrong" }, "not all imports known"));
  }
  return found;
}

const HOW: Record<ViewEdgeKind, string> = {
  use: "",
  type: "type",
  lazy: "lazy",
  optional: "optional",
  event: "event",
  flow: "flow",
};

function edgeList(
  title: string,
  edges: readonly ViewEdge[],
  actions: DetailsActions,
  otherEnd: (edge: ViewEdge) => Address | undefined,
): HTMLElement[] {
  const items = edges.flatMap((edge) => {
    const other = otherEnd(edge);
    return other === undefined ? [] : [edgeItem(edge, other, actions)];
  });
  return items.length === 0 ? [] : [element("h2", {}, title), element("ul", {}, ...items)];
}

function edgeItem(edge: ViewEdge, other: Address, actions: DetailsActions): HTMLElement {
  const how = [HOW[edge.kind], edge.name].filter(Boolean).join(" ");
  const imports = (edge.imports ?? []).map(({ file, line }) => `${file}:${line}`);
  return element(
    "li",
    {},
    element(
      "button",
      { class: "link", type: "button", click: () => actions.select(other) },
      other.startsWith('"') ? JSON.parse(other) : other,
    ),
    how === "" ? undefined : element("span", { class: "note" }, ` ${how}`),
    edge.origin === "code" ? element("span", { class: "code-only" }, " only in the code") : undefined,
    edge.origin === "contract" ? element("span", { class: "note" }, " only in the contract") : undefined,
    edge.cycle ? element("span", { class: "wrong" }, " cycle") : undefined,
    ...(edge.breaks ?? []).map((rule) => element("span", { class: "wrong" }, ` breaks ${rule}`)),
    imports.length === 0 ? undefined : element("div", { class: "note" }, imports.join(", ")),
  );
}
