import type { Address } from "@contractc/kernel";
import type { PageData } from "./data.js";
import { fillDetails } from "./details.js";
import { element, required } from "./dom.js";
import { Filter } from "./filter.js";
import { Picture } from "./picture.js";
import { fillSidebar } from "./sidebar.js";
import { themeButton } from "./theme.js";
import { Viewport } from "./viewport.js";

const data = JSON.parse(required("#data", HTMLScriptElement).text) as PageData;
const canvas = required("#canvas", HTMLElement);
const svg = required("#canvas > svg", SVGSVGElement);
const panel = required("#details", HTMLElement);
const picture = new Picture(data.view, svg);
const viewport = new Viewport(svg, canvas);
const filter = new Filter(data, picture);

function select(address: Address | undefined): void {
  filter.selected = address;
  filter.marked = [];
  const chosen = address === undefined ? undefined : picture.nodes.get(address);
  panel.hidden = !chosen || chosen.node.kind === "package";
  if (chosen && chosen.node.kind !== "package") {
    fillDetails(panel, chosen.node, data, { select, close: () => select(undefined) });
    // Once the panel has taken its place beside the picture.
    requestAnimationFrame(() => viewport.reveal(chosen.part));
  }
  for (const link of document.querySelectorAll("#sidebar [data-address]")) {
    link.setAttribute("aria-current", String(link.getAttribute("data-address") === address));
  }
  history.replaceState(null, "", address === undefined ? "#" : `#${encodeURIComponent(address)}`);
  filter.apply();
}

function mark(modules: readonly Address[]): void {
  select(undefined);
  filter.marked = modules;
  filter.apply();
}

const search = element("input", {
  type: "search",
  placeholder: "Filter modules and names",
  "aria-label": "Filter modules and names",
  title: "Press / to come here",
  input: () => {
    filter.text = search.value;
    filter.apply();
    for (const link of document.querySelectorAll<HTMLElement>("#sidebar [data-address]")) {
      link.parentElement?.toggleAttribute("hidden", !filter.matches(link.dataset.address ?? ""));
    }
  },
});
const button = (text: string, label: string, click: () => void) =>
  element("button", { type: "button", "aria-label": label, title: label, click }, text);
required("#bar", HTMLElement).append(
  search,
  button("−", "Zoom out", () => viewport.zoom(0.8)),
  button("+", "Zoom in", () => viewport.zoom(1.25)),
  button("Fit", "Show all", () => viewport.fit()),
  themeButton(),
);
fillSidebar(required("#sidebar", HTMLElement), data, filter, { select, mark });
picture.makeSelectable(select);

const STEP = 60;
const KEYS: Record<string, () => void> = {
  "+": () => viewport.zoom(1.25),
  "=": () => viewport.zoom(1.25),
  "-": () => viewport.zoom(0.8),
  "0": () => viewport.fit(),
  "/": () => search.focus(),
  Escape: () => (filter.marked.length > 0 ? mark([]) : select(undefined)),
  ArrowLeft: () => viewport.move({ x: -STEP, y: 0 }),
  ArrowRight: () => viewport.move({ x: STEP, y: 0 }),
  ArrowUp: () => viewport.move({ x: 0, y: -STEP }),
  ArrowDown: () => viewport.move({ x: 0, y: STEP }),
};
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement && event.target.type === "search";
  if (isTyping && event.key !== "Escape") return;
  // Arrows scroll the panels, where the focus is in one.
  const scrolls = event.target instanceof Element && event.target.closest("#sidebar, #details") !== null;
  if (event.ctrlKey || event.metaKey || event.altKey || (scrolls && event.key.startsWith("Arrow"))) return;
  const action = KEYS[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});
canvas.addEventListener("click", (event) => {
  if (event.target instanceof Element && event.target.closest(".node") === null) select(undefined);
});

const wanted = decodeURIComponent(location.hash.slice(1));
if (picture.nodes.has(wanted)) select(wanted);
else filter.apply();
