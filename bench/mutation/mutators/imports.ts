import { posix } from "node:path";
import { type Address, type EdgeKind, type Module, references } from "@contractc/kernel";
import { type Edit, insert, type Mutator, removeLines, type Site } from "../mutation.ts";
import type { Import, Outline } from "../syntax/outline.ts";

/** Modules that one may import from here, with a public name each. */
interface Importable {
  module: Module;
  outline: Outline;
  name: string;
  edges: ReadonlySet<EdgeKind>;
}

function* importable(site: Site): Generator<Importable & { from: Module }> {
  const { declared, outline, outlines } = site;
  const from = declared.module(outline.path);
  if (!from || /\.pyi$|\.d\.ts$/.test(outline.path)) return;
  for (const [path, other] of outlines) {
    const module = declared.module(path);
    if (!module || module === from || path.endsWith(".pyi")) continue;
    const name = offered(site, other);
    if (name === undefined) continue;
    const edges = declared.kernel.graph.uses.filter(
      (edge) => edge.from === from.address && edge.to === module.address,
    );
    yield { from, module, outline: other, name, edges: new Set(edges.map(({ kind }) => kind)) };
  }
}

/** A public function or constant, which an import needs at run time. */
function offered(site: Site, other: Outline): string | undefined {
  return other.declarations.find(
    ({ name, kind, exported, modifiers }) =>
      exported &&
      (kind === "function" || kind === "class") &&
      modifiers.every(({ word }) => word !== "default" && word !== "declare") &&
      site.declared.symbol(other.path, name)?.internal === undefined &&
      site.declared.symbol(other.path, name) !== undefined,
  )?.name;
}

/** Rules of the architecture say the same again, and a new edge may close a circle. */
const ALSO = ["import/cycle", "import/layer"] as const;

function undeclared(mode: "load" | "lazy" | "type"): Mutator {
  return {
    kind: `import/undeclared-${mode}`,
    *mutations(site) {
      for (const { from, module, outline: other, name, edges } of importable(site)) {
        if (edges.size > 0) continue;
        yield {
          at: `${from.address} -> ${module.address}`,
          file: site.outline.path,
          edits: importEdits(site.outline, other, name, mode),
          expected: { codes: ["import/undeclared"], symbols: [from.address], also: ALSO },
        };
      }
    },
  };
}

/** `uses lazy` and `uses type` allow less than `uses`. */
const wider: Mutator = {
  kind: "import/load-beyond-clause",
  *mutations(site) {
    for (const { from, module, outline: other, name, edges } of importable(site)) {
      if (edges.size === 0 || edges.has("use")) continue;
      yield {
        at: `${from.address} -> ${module.address}`,
        file: site.outline.path,
        edits: importEdits(site.outline, other, name, "load"),
        expected: { codes: ["import/undeclared"], symbols: [from.address], also: ALSO },
      };
    }
  },
};

const cycle: Mutator = {
  kind: "import/cycle",
  *mutations(site) {
    const { graph } = site.declared.kernel;
    const accepted = graph.uses.some(({ allows = [] }) => allows.some(({ code }) => code === "graph/cycle"));
    for (const { from, module, outline: other, name, edges } of importable(site)) {
      const back = graph.uses.find((edge) => edge.from === module.address && edge.to === from.address);
      if (edges.size > 0 || back?.kind !== "use" || accepted) continue;
      // An import for types only needs the clause as well, but loads nothing.
      if (!loads(site, other, site.outline)) continue;
      yield {
        at: `${from.address} -> ${module.address}`,
        file: site.outline.path,
        edits: importEdits(site.outline, other, name, "load"),
        expected: { codes: ["import/cycle"], symbols: ["*"], also: ["import/undeclared", "import/layer"] },
      };
    }
  },
};

function loads(site: Site, from: Outline, to: Outline): boolean {
  const file = site.declared.project.files.get(from.path);
  return (
    file?.signature.imports.some(({ specifier, mode, elidable, names }) => {
      if (mode !== "load" || elidable || names.every(({ typeOnly }) => typeOnly)) return false;
      const target = site.declared.project.resolveImport(from.path, specifier);
      return target.kind === "file" && target.path === to.path;
    }) ?? false
  );
}

const layer: Mutator = {
  kind: "import/layer",
  *mutations(site) {
    const { layers, forbidden, independent } = site.declared.kernel.graph;
    const within = (address: Address, part: Address) => address === part || address.startsWith(`${part}.`);
    for (const { from, module, outline: other, name, edges } of importable(site)) {
      if (edges.size > 0) continue;
      const levels = layers.some((list) => {
        const [a, b] = [from, module].map(({ address }) => list.findIndex((part) => within(address, part)));
        return a! > b! && b! >= 0;
      });
      const rules =
        forbidden.some((rule) => within(from.address, rule.from) && within(module.address, rule.to)) ||
        independent.some((parts) => {
          const [a, b] = [from, module].map(({ address }) =>
            parts.findIndex((part) => within(address, part)),
          );
          return a! >= 0 && b! >= 0 && a !== b;
        });
      if (!levels && !rules) continue;
      yield {
        at: `${from.address} -> ${module.address}`,
        file: site.outline.path,
        edits: importEdits(site.outline, other, name, "type"),
        expected: {
          codes: ["import/layer"],
          symbols: [from.address],
          also: ["import/undeclared", "import/cycle"],
        },
      };
    }
  },
};

const external: Mutator = {
  kind: "import/external",
  *mutations({ outline, declared }) {
    const from = declared.module(outline.path);
    if (!from) return;
    for (const mode of ["load", "lazy"] as const) {
      const isPython = outline.language === "python";
      const text = isPython ? "import zebra_stripes" : 'import { stripes } from "zebra-stripes";';
      yield {
        at: from.address,
        file: outline.path,
        edits:
          mode === "load"
            ? [
                insert(outline.importsAt, `${text}\n`),
                ...(isPython ? [] : [insert(outline.text.length, "\nvoid stripes;\n")]),
              ]
            : [
                insert(
                  outline.text.length,
                  isPython
                    ? "\n\ndef _lazily() -> None:\n    import zebra_stripes\n    zebra_stripes.run()\n"
                    : '\nasync function lazily(): Promise<void> {\n  await import("zebra-stripes");\n}\nvoid lazily;\n',
                ),
              ],
        expected: { codes: ["import/external"], symbols: [from.address] },
      };
    }
  },
};

/** What another module keeps to itself. */
const internal: Mutator = {
  kind: "import/internal",
  *mutations(site) {
    const { declared, outline, outlines } = site;
    for (const { from, module, outline: other, edges } of importable(site)) {
      if (!edges.has("use")) continue;
      const found = outlines
        .get(other.path)!
        .declarations.find(
          (each) =>
            declared.symbol(other.path, each.name)?.internal &&
            (outline.language === "python" || each.modifiers.some(({ word }) => word === "export")) &&
            (each.kind === "function" || each.kind === "class" || each.kind === "constant"),
        );
      if (!found || outline.text.includes(found.name)) continue;
      yield {
        at: `${from.address} -> ${module.address}.${found.name}`,
        file: outline.path,
        edits: importEdits(outline, other, found.name, "load"),
        expected: { codes: ["import/internal"], symbols: [from.address, `${module.address}.${found.name}`] },
      };
    }
  },
};

/** In Python, a name with an underscore in another package is private, too. */
const underscore: Mutator = {
  kind: "import/underscore",
  languages: ["python"],
  *mutations(site) {
    const { declared, outline } = site;
    for (const { from, module, outline: other, edges } of importable(site)) {
      if (!edges.has("use") || isNested(module.package, from.package)) continue;
      const found = other.declarations.find(
        ({ name, kind }) => kind === "function" && /^_[a-z]/.test(name) && !declared.symbol(other.path, name),
      );
      if (!found || outline.text.includes(found.name)) continue;
      yield {
        at: `${from.address} -> ${module.address}.${found.name}`,
        file: outline.path,
        edits: importEdits(outline, other, found.name, "load"),
        expected: { codes: ["import/internal"], symbols: [from.address, `${module.address}.${found.name}`] },
      };
    }
  },
};

/** Packages that lie in one another share such names. */
function isNested(one = "", other = ""): boolean {
  return `${one}.`.startsWith(`${other}.`) || `${other}.`.startsWith(`${one}.`) || one === "" || other === "";
}

const unused: Mutator = {
  kind: "import/unused-use",
  *mutations(site) {
    const { declared, outline } = site;
    const from = declared.module(outline.path);
    if (!from) return;
    const file = declared.project.files.get(outline.path);
    const targets = new Map<string, Import[]>();
    for (const each of outline.imports) {
      const target = declared.project.resolveImport(outline.path, each.specifier);
      const key =
        target.kind === "file"
          ? target.path
          : target.kind === "external"
            ? `npm ${target.name}`
            : target.kind;
      targets.set(key, [...(targets.get(key) ?? []), each]);
    }
    for (const [path, [only, ...more]] of targets) {
      const module = declared.module(path);
      if (!only || more.length > 0 || !module || module === from || only.reExport || !only.top) continue;
      const clauses = declared.kernel.graph.uses.filter(
        (edge) => edge.from === from.address && edge.to === module.address,
      );
      if (clauses.length !== 1 || !file || isNeeded(site, from.address, module.address)) continue;
      // `from . import x` may import a module by its name, and a name from a barrel belongs to another module.
      const names = only.names.every(({ name }) => {
        const meaning = declared.project.resolveExport(path, name);
        return meaning.kind === "symbol" && meaning.file === path;
      });
      // Modules may reach it in another way, by a name that the other passes on.
      if (!names || only.names.length === 0 || reachedOtherwise(site, path, only)) continue;
      yield {
        at: `${from.address} -> ${module.address}`,
        file: outline.path,
        edits: [withoutImport(outline, only)],
        expected: {
          codes: ["import/unused-use"],
          symbols: [from.address],
          // The names lead nowhere now.
          also: [
            "drift/unknown",
            "drift/base",
            "drift/raises",
            "drift/modifier",
            "drift/field-type",
            "drift/parameter-type",
            "drift/return-type",
            "drift/missing-symbol",
            "drift/missing-member",
            "drift/kind",
          ],
        },
      };
    }
  },
};

/** A type of the other module in a signature: how the code comes to it is its own business. */
function isNeeded({ declared }: Site, from: Address, to: Address): boolean {
  return [...references(declared.kernel.signatures[from] ?? [])].some(
    (target) => target.slice(0, target.lastIndexOf(".")) === to,
  );
}

function reachedOtherwise(site: Site, path: string, only: Import): boolean {
  const { project } = site.declared;
  return site.outline.imports.some((each) => {
    if (each === only) return false;
    const target = project.resolveImport(site.outline.path, each.specifier);
    if (target.kind === "folder") return true;
    if (target.kind !== "file") return false;
    if (each.other) return target.path !== path && each.span.start !== only.span.start;
    return each.names.some(({ name }) => {
      const meaning = project.resolveExport(target.path, name);
      return (
        (meaning.kind === "symbol" && meaning.file === path) ||
        (meaning.kind === "file" && meaning.path === path)
      );
    });
  });
}

function withoutImport(outline: Outline, each: Import): Edit {
  return removeLines(outline.text, each.span);
}

/** An import of a name of another file, in one of the ways there are. */
function importEdits(outline: Outline, other: Outline, name: string, mode: "load" | "lazy" | "type"): Edit[] {
  const end = outline.text.length;
  if (outline.language === "python") {
    const text = `from ${pythonSpecifier(outline.path, other.path)} import ${name}`;
    if (mode === "load") return [insert(outline.importsAt, `${text} as _added_name\n`)];
    if (mode === "lazy")
      return [insert(end, `\n\ndef _added_function() -> None:\n    ${text}\n    ${name}()\n`)];
    return [
      insert(end, `\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    ${text} as _AddedName\n`),
    ];
  }
  const specifier = typeScriptSpecifier(outline, other.path);
  if (mode === "load") {
    return [
      insert(outline.importsAt, `import { ${name} as addedName } from "${specifier}";\n`),
      insert(end, "\nvoid addedName;\n"),
    ];
  }
  if (mode === "type")
    return [insert(outline.importsAt, `import type { ${name} as addedName } from "${specifier}";\n`)];
  return [
    insert(
      end,
      `\nasync function addedLazily(): Promise<void> {\n  await import("${specifier}");\n}\nvoid addedLazily;\n`,
    ),
  ];
}

/** Relative where both lie in one package, so that it holds wherever the roots are. */
export function pythonSpecifier(from: string, to: string): string {
  const folder = posix.dirname(from);
  const steps = to
    .replace(/\.py$/, "")
    .replace(/\/__init__$/, "")
    .split("/");
  if (folder === ".") return steps.join(".");
  const up = posix.relative(folder, steps.join("/")).split("/");
  const dots = up.filter((part) => part === "..").length;
  const rest = up.filter((part) => part !== ".." && part !== "");
  return ".".repeat(dots + 1) + rest.join(".");
}

/** With the extension that the file's own imports have. */
export function typeScriptSpecifier(outline: Outline, to: string): string {
  const path = posix.relative(posix.dirname(outline.path), to);
  const relative = path.startsWith(".") ? path : `./${path}`;
  const extension = outline.imports
    .map(({ specifier }) => /^\..*(\.[jt]sx?)$/.exec(specifier)?.[1])
    .find(Boolean);
  return relative.replace(/\.tsx?$/, extension ?? "");
}

export const importMutators: Mutator[] = [
  undeclared("load"),
  undeclared("lazy"),
  undeclared("type"),
  wider,
  cycle,
  layer,
  external,
  internal,
  underscore,
  unused,
];
