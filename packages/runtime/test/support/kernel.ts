import { type Edge, hashKernel, type Kernel, type Module } from "@contractc/kernel";

export interface KernelShape {
  /** Modules by address, each with what it loads. `a.b` lies in the package `a`. */
  modules: Record<string, readonly string[]>;
  /** Dependencies that load nothing. */
  typeUses?: readonly (readonly [string, string])[];
  /** Raised for a module: another signature. */
  signatures?: Record<string, number>;
  /** Raised for a module: another slice, the same signature. */
  docs?: Record<string, number>;
  /** Commands of the target, all of them if not given. */
  commands?: { check?: string; test?: string; smoke?: string };
  paths?: Record<string, string>;
}

/** A kernel of Python modules without declarations: what the schedule needs of one. */
export function kernelOf(shape: KernelShape): Kernel {
  const addresses = Object.keys(shape.modules).sort();
  const packages = new Set<string>();
  for (const address of addresses) {
    const parts = address.split(".");
    for (let end = 1; end < parts.length; end += 1) packages.add(parts.slice(0, end).join("."));
  }
  const uses: Edge[] = addresses.flatMap((from) =>
    [...shape.modules[from]!].sort().map((to): Edge => ({ from, to, kind: "use" })),
  );
  for (const [from, to] of shape.typeUses ?? []) uses.push({ from, to, kind: "type" });
  return hashKernel({
    format: "contractc-kernel/1",
    name: "Shape",
    version: "1.0.0",
    targets: [
      {
        language: "python",
        roots: ["."],
        ...(shape.commands ?? { check: "check", test: "test", smoke: "smoke" }),
      },
    ],
    modules: addresses.map((address): Omit<Module, "hashes"> => {
      const dot = address.lastIndexOf(".");
      const path = shape.paths?.[address] ?? `${address.replaceAll(".", "/")}.py`;
      const revision = shape.signatures?.[address] ?? 0;
      const doc = shape.docs?.[address] ?? 0;
      return {
        name: address.slice(dot + 1),
        address,
        path: path.replace(/\/$/, ""),
        ...(path.endsWith("/") ? { folder: true as const } : {}),
        language: "python",
        ...(dot > 0 ? { package: address.slice(0, dot) } : {}),
        ...(revision > 0 ? { names: { python: `r${revision}` } } : {}),
        ...(doc > 0 ? { doc: `revision ${doc}` } : {}),
      };
    }),
    packages: [...packages].sort().map((address) => ({
      name: address.split(".").at(-1)!,
      address,
      path: address.replaceAll(".", "/"),
    })),
    externals: [],
    signatures: {},
    graph: { uses, events: [], flows: [], layers: [], forbidden: [], independent: [] },
    projection: { requirements: [], qualities: [], decisions: [], risks: [], questions: [], roles: [] },
    positions: {},
  });
}

/** A kernel of many small packages in layers, each module with a few dependencies, as real ones have. */
export function layeredKernel(modules: number, perPackage = 20): Kernel {
  const shape: Record<string, string[]> = {};
  const name = (at: number) => `p${Math.floor(at / perPackage)}.m${at % perPackage}`;
  for (let at = 0; at < modules; at += 1) {
    const first = at - (at % perPackage);
    const loads = new Set<string>();
    if (at > first) loads.add(name(first + ((at * 7) % (at - first))));
    if (at > first + 1) loads.add(name(at - 1));
    // One package is used by all others.
    if (first > 0 && at % 4 === 0) loads.add(name(at % Math.min(perPackage, 5)));
    shape[name(at)] = [...loads];
  }
  return kernelOf({ modules: shape });
}
