import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { GraphView } from "@contractc/kernel";
import { describe, expect, test } from "vitest";
import { contractc, ROOT, workspace } from "./support/cli.js";
import { validated } from "./support/schema.js";

const example = (name: string) => join(ROOT, "examples", name);

/** What `graph` prints; any word on the standard error is a failure. */
function graph(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = contractc(folder, "graph", ...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

const view = (folder: string, ...args: string[]) =>
  validated("graph", graph(folder, "--format", "json", ...args)) as GraphView;

describe.each(["plane-battle", "link-shortener"])("the graph of %s", (name) => {
  const folder = example(name);

  test.each(["mermaid", "dot", "json"])("as %s", async (format) => {
    const text = graph(folder, "--format", format);
    expect(graph(folder, "--format", format)).toBe(text);
    // Its own tests hold the hash.
    const stable = text.replace(/[0-9a-f]{64}/, "HASH");
    await expect(stable).toMatchFileSnapshot(`fixtures/graph/${name}.${format}.txt`);
  });

  test("is valid JSON, and the code has each of its edges and no other", () => {
    const plain = view(folder);
    const compared = view(folder, "--code");
    expect(compared.code).toEqual({ incomplete: [] });
    expect(compared.edges.map(({ from, to, kind }) => [from, to, kind])).toEqual(
      plain.edges.map(({ from, to, kind }) => [from, to, kind]),
    );
    const externals = new Map(compared.nodes.map((node) => [node.address, node]));
    for (const edge of compared.edges) {
      const target = externals.get(edge.to);
      const isSeen =
        edge.kind !== "event" &&
        edge.kind !== "flow" &&
        !(target?.kind === "external" && target.requirement === "std");
      expect(edge.origin).toBe(isSeen ? "both" : undefined);
      for (const { file, line } of edge.imports ?? []) {
        const text = readFileSync(join(folder, file), "utf8").split("\n")[line - 1];
        expect(text).toMatch(/import|from|export/);
      }
    }
    expect(compared.cycles).toEqual([]);
  });

  test("as SVG shows every module and edge, and asks for nothing from elsewhere", () => {
    const { nodes, edges } = view(folder);
    const svg = graph(folder, "--format", "svg");
    expect(svg.startsWith("<svg ")).toBe(true);
    nodes.forEach((node, at) => {
      expect(svg).toContain(`id="${node.kind === "package" ? "p" : "n"}${at}"`);
    });
    edges.forEach((_, at) => {
      expect(svg).toContain(`id="e${at}"`);
    });
    expect(svg.match(/(?:href|src)="[^#"][^"]*"|url\(|@import/g)).toBeNull();
    expect(graph(folder, "--format", "svg")).toBe(svg);
  });

  test("as HTML is one page with the picture and the declarations of every module", () => {
    const html = graph(folder, "--format", "html");
    const data = JSON.parse(/<script type="application\/json" id="data">(.*)<\/script>/.exec(html)![1]!) as {
      view: GraphView;
      modules: Record<string, { declarations: { heading: string; text: string }[] }>;
    };
    expect(data.view).toEqual(view(folder));
    const modules = data.view.nodes.filter(({ kind }) => kind === "module").map(({ address }) => address);
    expect(Object.keys(data.modules).sort()).toEqual(modules.sort());
    for (const { declarations } of Object.values(data.modules)) {
      expect(declarations.length).toBeGreaterThan(0);
      for (const { heading, text } of declarations) expect(text).toContain(heading.split("(")[0]);
    }
    expect(html).toContain("default-src 'none'");
    expect(html.match(/(?:href|src)="[^#"][^"]*"|url\(|@import/g)).toBeNull();
    expect(html.match(/<script/g)).toHaveLength(2);
  });
});

const CONTRACT = `contract Shop version "1.0.0"
layers web > core
package core "core" {
  module cart "cart.py" { fn total() -> float }
  module stock "stock.py" { fn left() -> int }
}
package web "web" {
  module page "page.py" {
    uses cart
    uses type stock
    fn show() -> string
  }
}
`;
const CODE = {
  "core/cart.py":
    "import requests\nfrom web.page import show\n\ndef total() -> float:\n    return len(show()) + 0.5\n",
  "core/stock.py": "def left() -> int:\n    return 3\n",
  "web/page.py": "from core.cart import total\n\ndef show() -> str:\n    return str(total())\n",
};

test("--code tells what only one side has, the circles of the code and the rules it breaks", () => {
  const folder = workspace({ "shop.contract": CONTRACT, ...CODE });
  const { nodes, edges, cycles } = view(folder, "--code");
  expect(edges).toEqual([
    {
      from: "web.page",
      to: "core.cart",
      kind: "use",
      origin: "both",
      imports: [{ mode: "load", file: "web/page.py", line: 1 }],
      cycle: true,
    },
    { from: "web.page", to: "core.stock", kind: "type", origin: "contract" },
    {
      from: "core.cart",
      to: '"requests"',
      kind: "use",
      origin: "code",
      imports: [{ mode: "load", file: "core/cart.py", line: 1 }],
    },
    {
      from: "core.cart",
      to: "web.page",
      kind: "use",
      origin: "code",
      imports: [{ mode: "load", file: "core/cart.py", line: 2 }],
      cycle: true,
      breaks: ["core lies below web: layers web > core"],
    },
  ]);
  expect(cycles).toEqual([
    { in: "code", modules: ["core.cart", "web.page"], path: ["core.cart", "web.page", "core.cart"] },
  ]);
  expect(nodes.at(-1)).toEqual({
    kind: "external",
    address: '"requests"',
    name: "requests",
    undeclared: true,
  });
  expect(graph(folder, "--code")).toContain('n_core_cart -->|"code only"| n_web_page');
  expect(graph(folder, "--code")).toContain('n_web_page -. "type, contract only" .-> n_core_stock');
});

test("an accepted circle of the contract is shown as one", () => {
  const folder = workspace({
    "a.contract": `contract A version "1.0.0"
module a "a.py" { uses b }
module b "b.py" {
  @allow("graph/cycle", "until the split")
  uses a
}
`,
  });
  expect(view(folder).cycles).toEqual([
    { in: "contract", modules: ["a", "b"], path: ["a", "b", "a"], accepted: true },
  ]);
});

test("the name of the output tells the format, and a module whose file does not parse is named", () => {
  const folder = workspace({ "shop.contract": CONTRACT, ...CODE, "core/cart.py": "def total(:\n" });
  const { status, stdout, stderr } = contractc(folder, "graph", "--code", "-o", "out.svg");
  expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  expect(stderr).toContain("not every import of core.cart is known");
  expect(stderr).toContain("Wrote out.svg.\n");
  expect(existsSync(join(folder, "out.svg"))).toBe(true);
  expect(readFileSync(join(folder, "out.svg"), "utf8").startsWith("<svg ")).toBe(true);
});

test("a contract with errors is drawn as far as it goes, and that is said", () => {
  const folder = workspace({
    "a.contract":
      'contract A version "1.0.0"\nmodule a "a.py" { uses b }\nmodule b "b.py" { uses a, missing }\n',
  });
  const { status, stdout, stderr } = contractc(folder, "graph", "--format", "json");
  expect(status).toBe(0);
  expect(stderr).toContain("a.contract has 2 errors");
  expect((validated("graph", stdout) as GraphView).cycles).toHaveLength(1);
});

test("several contracts are wrong usage: one has to be named", () => {
  const text = 'contract A version "1.0.0"\nmodule a "a.py" {}\n';
  const folder = workspace({ "x/a.contract": text, "y/b.contract": text });
  const { status, stderr } = contractc(folder, "graph");
  expect(status).toBe(2);
  expect(stderr).toContain("x/a.contract, y/b.contract");
  expect(contractc(folder, "graph", "y").status).toBe(0);
});
