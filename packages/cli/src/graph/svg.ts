/// <reference path="./assets.d.ts" />
import pictureStyle from "page:picture.css";
import { dotOf, type GraphView } from "@contractc/kernel";
import { Graphviz } from "@hpcc-js/wasm-graphviz";

/**
 * A graph as an SVG picture, laid out by Graphviz: light or dark as its viewer is.
 *
 * @returns one `svg` element without what differs between versions of the layout program
 */
export async function svgOf(view: GraphView): Promise<string> {
  const svg = await layOut(view);
  return svg.replace(/(<svg\b[^>]*>)/, `$1\n<style>${pictureStyle}</style>`);
}

/** The same without style, for a page that brings it. */
export async function layOut(view: GraphView): Promise<string> {
  const graphviz = await Graphviz.load();
  const svg = graphviz.layout(dotOf(view), "svg", "dot");
  const title = `Modules of ${view.contract.name} and their dependencies`;
  return svg
    .slice(svg.indexOf("<svg"))
    .replace(/<!--.*?-->\n?/gs, "")
    .replace("<svg ", `<svg class="picture" role="img" aria-label="${escapeXml(title)}" `);
}

export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
