import { codeGraph } from "@contractc/code";
import { dotOf, type GraphView, graphView, type Kernel, mermaidOf } from "@contractc/kernel";
import type { Context } from "../context.js";
import { loadContract, warnOfErrors } from "../contracts.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { absolute, shown } from "../paths.js";
import { openCode } from "../readers.js";

export type GraphFormat = "mermaid" | "dot" | "json" | "svg" | "html";

export interface GraphOptions {
  /** Told by the name of the output where it is not given. */
  format?: GraphFormat;
  code?: boolean;
  output?: string;
}

/** `graph [path...]`: Δ as a picture; with `--code` what the code imports beside what the contract says. */
export async function graph(
  context: Context,
  paths: readonly string[],
  options: GraphOptions,
): Promise<ExitCode> {
  const contract = loadContract(context, paths);
  warnOfErrors(context, contract);
  const { kernel } = contract.compilation;
  const code = options.code ? codeGraph(kernel, await openCode(context, contract)) : undefined;
  for (const module of code?.incomplete ?? []) {
    context.err.write(
      `contractc: not every import of ${module} is known: a file of it does not parse, or an import leads nowhere.\n`,
    );
  }
  const format = options.format ?? formatOf(options.output) ?? "mermaid";
  const text = await draw(kernel, graphView(kernel, code), format);
  if (options.output === undefined) context.out.write(text);
  else {
    const file = absolute(context.cwd, options.output);
    context.fs.writeFile(file, text);
    context.err.write(`Wrote ${shown(context.cwd, file)}.\n`);
  }
  return EXIT.clean;
}

const FORMAT_OF_END: Record<string, GraphFormat> = {
  mmd: "mermaid",
  mermaid: "mermaid",
  dot: "dot",
  gv: "dot",
  json: "json",
  svg: "svg",
  html: "html",
  htm: "html",
};

function formatOf(output: string | undefined): GraphFormat | undefined {
  return FORMAT_OF_END[output?.match(/\.([^./\\]+)$/)?.[1]?.toLowerCase() ?? ""];
}

/** The layout program is large: only pictures wait for it. */
async function draw(kernel: Kernel, view: GraphView, format: GraphFormat): Promise<string> {
  switch (format) {
    case "mermaid":
      return mermaidOf(view);
    case "dot":
      return dotOf(view);
    case "json":
      return `${JSON.stringify(view, null, 2)}\n`;
    case "svg":
      return (await import("../graph/svg.js")).svgOf(view);
    case "html":
      return (await import("../graph/page.js")).pageOf(kernel, view);
  }
}
