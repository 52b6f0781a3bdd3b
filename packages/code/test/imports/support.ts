import type {
  Allow,
  Declaration,
  Edge,
  EdgeKind,
  External,
  Finding,
  Graph,
  Kernel,
  Module,
} from "@contractc/kernel";
import {
  checkImports,
  type ImportCheck,
  openProject,
  pythonReader,
  type Reader,
  typescriptReader,
} from "../../src/index.js";
import { memoryOf } from "../project/support.js";
import { kernelOf } from "../support/kernel.js";

const readers: Reader[] = [await pythonReader(), await typescriptReader()];

export interface Contract {
  /** Paths by address; one that ends in `/` is a folder. */
  modules: Record<string, string>;
  /** `a -> b`, `a type b`, `a lazy b`; a target in angle brackets is an external: `a -> <requests>`. */
  uses?: string[];
  /** Requirement, or `[requirement, from]`, by name. */
  externals?: Record<string, string | [string, string]>;
  graph?: Partial<Graph>;
  signatures?: Record<string, Declaration[]>;
  /** `@allow`s by `a -> b` or address. */
  allows?: Record<string, Allow[]>;
}

export function contract({
  modules,
  uses = [],
  externals = {},
  graph,
  signatures,
  allows = {},
}: Contract): Kernel {
  const nameOf = (address: string) => address.slice(address.lastIndexOf(".") + 1);
  const packages = new Set(
    Object.keys(modules).flatMap((address) => address.split(".").slice(0, -1).join(".") || []),
  );
  const edges = uses.map((text): Edge => {
    const [from = "", how = "", to = ""] = text.split(" ");
    const kind: EdgeKind = how === "type" || how === "lazy" ? how : "use";
    return {
      from,
      to: to.replace(/[<>]/g, ""),
      kind,
      ...(to.startsWith("<") ? { external: true as const } : {}),
      ...(allows[text] ? { allows: allows[text] } : {}),
    };
  });
  return kernelOf({
    modules: Object.entries(modules).map(([address, path]): Module => {
      const parent = address.split(".").slice(0, -1).join(".");
      return {
        name: nameOf(address),
        address,
        path: path.replace(/\/$/, ""),
        ...(path.endsWith("/") ? { folder: true as const } : {}),
        ...(parent === "" ? {} : { package: parent }),
        ...(allows[address] ? { allows: allows[address] } : {}),
        hashes: { signature: "", slice: "", surroundings: "" },
      };
    }),
    packages: [...packages].map((address) => ({
      name: nameOf(address),
      address,
      path: address.replaceAll(".", "/"),
    })),
    externals: Object.entries(externals).map(([name, value]): External => {
      const [requirement, from] = typeof value === "string" ? [value, undefined] : value;
      return { name, address: name, requirement, ...(from ? { from } : {}), declarations: [] };
    }),
    graph: { uses: edges, ...graph },
    ...(signatures ? { signatures } : {}),
    positions: Object.fromEntries(
      [...Object.keys(modules), ...Object.keys(externals), "layers 1", "forbid 1", "independent 1"]
        .concat(edges.map(({ from, to, kind }) => `${from} uses ${kind === "use" ? "" : `${kind} `}${to}`))
        .map((key, at) => [
          key,
          { file: "app.contract", line: at + 1, column: 1, endLine: at + 1, endColumn: 5 },
        ]),
    ),
  });
}

export function check(parts: Contract, files: Record<string, string>): ImportCheck {
  const project = openProject({
    fs: memoryOf(files),
    root: "/repo/app",
    targets: [
      { language: "python", roots: ["."] },
      { language: "typescript", roots: ["."] },
    ],
    readers,
  });
  return checkImports(contract(parts), project);
}

/** `code file:line symbol: actual` of each finding. */
export function brief(parts: Contract, files: Record<string, string>): string[] {
  return check(parts, files).findings.map(briefly);
}

export function briefly({ code, file, line, symbol, actual }: Finding): string {
  return `${code} ${file.replace("/repo/app/", "")}:${line} ${symbol}: ${actual}`;
}
