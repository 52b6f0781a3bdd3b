import { pythonTests, pythonConftest } from "../../src/build/examples/python-tests.js";
import { typeScriptTests } from "../../src/build/examples/typescript-tests.js";
import { test } from "vitest";
import { KernelIndex } from "../../src/build/kernel-index.js";
import { layoutOf } from "../../src/build/layout.js";
import { pythonSkeleton } from "../../src/build/python/skeleton.js";
import { typeScriptSkeleton } from "../../src/build/typescript/skeleton.js";
import { planeBattle } from "./support/plane-battle.js";
test("x", () => {
  for (const language of ["python", "typescript"] as const) {
    const kernel = planeBattle(language);
    const index = new KernelIndex(kernel);
    const layout = layoutOf(kernel, () => false); console.log(pythonConftest(layout, 'contract-build/tests'));
    for (const module of kernel.modules) {
      console.log(`=== ${module.path}`);
      const text = language === "python" ? pythonSkeleton(index, layout, module).text
        : typeScriptSkeleton(index, layout, module, { extension: "js", erasableOnly: false }).text;
      void text;
      const tests = language === "python" ? pythonTests(index, layout, module) : typeScriptTests(index, layout, module, "contract-build/tests", { extension: "js", erasableOnly: false });
      console.log(tests?.text, tests?.problems);
    }
  }
});
