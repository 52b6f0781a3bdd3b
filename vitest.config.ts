import { defineConfig } from "vitest/config";

// Packages import each other by name; the condition "@contractc/source" takes their TypeScript instead of the built files.
const resolve = { conditions: ["@contractc/source", "module", "node", "import", "default"] };

export default defineConfig({
  resolve,
  ssr: { resolve: { conditions: resolve.conditions, externalConditions: resolve.conditions } },
  test: {
    include: ["packages/*/test/**/*.test.ts", "tests/**/*.test.ts", "examples/*/tests/**/*.test.ts"],
    // By itself it leaves one processor idle, of two.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
