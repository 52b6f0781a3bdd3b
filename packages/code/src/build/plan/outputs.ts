import { canonicalJson, contractMermaid, type Kernel, type Language, type Module } from "@contractc/kernel";
import { contractMarkdown } from "../documents/markdown.js";
import type { ObjectMaps } from "../examples/object-maps.js";
import { pythonConftest, pythonTests } from "../examples/python-tests.js";
import type { TestFile } from "../examples/test-file.js";
import { typeScriptTests } from "../examples/typescript-tests.js";
import type { KernelIndex } from "../kernel-index.js";
import type { Layout } from "../layout.js";
import { freeName } from "../names.js";
import type { BuildProblem } from "../problem.js";
import type { TypeScriptStyle } from "../typescript/file.js";

/** A generated file. */
export interface Output {
  /** Relative to the project's root. */
  path: string;
  text: string;
  /** The address of the module it was made from, or `""` for the whole contract. */
  source: string;
  /** Whose it is; absent for what belongs to no language. */
  language?: Language;
}

export interface OutputContext {
  kernel: Kernel;
  index: KernelIndex;
  layout: Layout;
  style: TypeScriptStyle;
  /** Places whose maps are objects in the TypeScript code that is there. */
  maps: ObjectMaps;
  /** The folder of generated files, relative to the project's root. */
  out: string;
}

/** Every generated file but the manifest. */
export function outputsOf(context: OutputContext): { outputs: Output[]; problems: BuildProblem[] } {
  const { kernel, out } = context;
  const inside = (name: string) => (out === "." ? name : `${out}/${name}`);
  const outputs: Output[] = [
    { path: inside("contract.kernel.json"), text: canonicalJson(kernel), source: "" },
    { path: inside("contract.md"), text: contractMarkdown(kernel), source: "" },
    { path: inside("contract.mmd"), text: contractMermaid(kernel), source: "" },
  ];
  const problems: BuildProblem[] = [];
  const folder = inside("tests");
  const names = new Set<string>();
  for (const module of kernel.modules) {
    const tests = testsOf(context, module, folder);
    if (!tests) continue;
    problems.push(...tests.problems);
    if (tests.text === "") continue;
    // Two addresses may give one name: `a.b_c` and `a_b.c`.
    const dot = tests.name.indexOf(".");
    const stem = freeName(tests.name.slice(0, dot), (candidate) =>
      names.has(candidate + tests.name.slice(dot)),
    );
    const name = stem + tests.name.slice(dot);
    names.add(name);
    const language = module.language ?? "typescript";
    outputs.push({ path: `${folder}/${name}`, text: tests.text, source: module.address, language });
  }
  if (outputs.some((output) => output.language === "python")) {
    const text = pythonConftest(context.layout, folder);
    outputs.push({ path: `${folder}/conftest.py`, text, source: "", language: "python" });
  }
  return { outputs: outputs.sort((a, b) => (a.path < b.path ? -1 : 1)), problems };
}

function testsOf(context: OutputContext, module: Module, folder: string): TestFile | undefined {
  const { index, layout, style, maps } = context;
  if (module.language === "python") return pythonTests(index, layout, module);
  return module.language === "typescript"
    ? typeScriptTests(index, layout, module, folder, style, maps)
    : undefined;
}
