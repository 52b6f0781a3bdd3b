/// <reference path="./assets.d.ts" />
import pageScript from "page:main.ts";
import pageStyle from "page:page.css";
import pictureStyle from "page:picture.css";
import { type GraphView, type Kernel, KernelNames, printDeclarations, printHeading } from "@contractc/kernel";
import type { PageData, PageModule } from "../../page/data.js";
import { escapeXml, layOut } from "./svg.js";

/**
 * A graph as one page that needs no network: the picture, the declarations of every module, and what it takes to look
 * around in them.
 */
export async function pageOf(kernel: Kernel, view: GraphView): Promise<string> {
  const svg = await layOut(view);
  const data: PageData = { view, modules: modulesOf(kernel) };
  const title = escapeXml(view.contract.name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>${title}: modules and dependencies</title>
<style>${pictureStyle}</style>
<style>${pageStyle}</style>
</head>
<body>
<header id="bar"><h1>${title} <small>${escapeXml(view.contract.version)}</small></h1></header>
<main>
<nav id="sidebar" aria-label="Filters and modules"></nav>
<section id="canvas" aria-label="Graph of modules" tabindex="-1">
${svg}</section>
<aside id="details" aria-live="polite" aria-label="Details" hidden></aside>
</main>
<script type="application/json" id="data">${embedded(data)}</script>
<script>${pageScript.replaceAll("</script", "<\\/script")}</script>
</body>
</html>
`;
}

function modulesOf(kernel: Kernel): PageData["modules"] {
  const names = new KernelNames(kernel);
  const { requirements, qualities } = kernel.projection;
  const texts = new Map([...requirements, ...qualities].map(({ name, text }) => [name, text]));
  return Object.fromEntries(
    kernel.modules.map(({ address, doc, satisfies = [] }): [string, PageModule] => {
      const options = names.optionsIn(address);
      const declarations = (kernel.signatures[address] ?? []).map(({ doc: own, ...declaration }) => ({
        name: declaration.name,
        kind: declaration.kind,
        heading: printHeading(declaration, options),
        text: printDeclarations([declaration], options),
        ...(own === undefined ? {} : { doc: own }),
      }));
      const satisfied = satisfies.map((name) => ({ name, text: texts.get(name) ?? "" }));
      return [address, { ...(doc === undefined ? {} : { doc }), satisfies: satisfied, declarations }];
    }),
  );
}

/** JSON that no character of ends the element around it. */
function embedded(data: PageData): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
