import { describe, expect, it } from "vitest";
import { brief, check } from "./support.js";

const page = { page: "page.py" };

describe("an installed package", () => {
  it("without an `external` is reported once for each module, at its first import that counts most", () => {
    const files = {
      "page.py": "import os, sys\nimport requests\nfrom requests.auth import HTTPBasicAuth\n",
      "other.py": "def f():\n    import requests\n",
    };
    const { findings } = check({ modules: { ...page, other: "other.py" } }, files);
    expect(findings.map(({ code, file, line, message }) => [code, file, line, message])).toEqual([
      [
        "import/external",
        "/repo/app/other.py",
        2,
        "Module `other` imports the package `requests`, for which the contract has no `external`. Declare it and add `uses lazy …` to the module, or take the import out.",
      ],
      [
        "import/external",
        "/repo/app/page.py",
        2,
        "Module `page` imports the package `requests`, for which the contract has no `external`. Declare it and add `uses …` to the module, or take the import out.",
      ],
    ]);
    expect(findings[1]!.related.map(({ file, line, message }) => [file, line, message])).toEqual([
      ["/repo/app/app.contract", 1, "declared here"],
      ["/repo/app/page.py", 3, "imported here too"],
    ]);
  });

  it("has to be used by the module that imports it, in the way that it does", () => {
    const externals = { requests: "requests >= 2.31" };
    const files = { "page.py": "import requests\n" };
    expect(brief({ modules: page, externals }, files)).toEqual([
      "import/external page.py:1 page: uses requests",
    ]);
    expect(brief({ modules: page, externals, uses: ["page -> <requests>"] }, files)).toEqual([]);
    const { findings } = check({ modules: page, externals, uses: ["page type <requests>"] }, files);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ expected: "uses type requests", actual: "uses requests" });
    // At the clause, not at the external.
    expect(findings[0]!.related[0]!.line).toBe(6);
  });

  it("is not asked for where the import is optional or of the standard library", () => {
    const files = {
      "page.py":
        "import os.path\nfrom __future__ import annotations\ntry:\n    import yaml\nexcept ImportError:\n    yaml = None\n",
      "web.ts":
        'import fs from "fs";\nimport "node:path";\nimport "./style.css";\nimport data from "./data.json";\n',
      "style.css": "",
      "data.json": "{}",
    };
    expect(brief({ modules: { ...page, web: "web.ts" } }, files)).toEqual([]);
  });

  it.each([
    ["page.py", "import yaml\n", { yaml: "PyYAML >= 6" }],
    ["page.py", "import PIL.Image\n", { pillow: ["Pillow >= 10", "PIL"] }],
    [
      "page.py",
      "from google.cloud import storage\n",
      { gcs: ["google-cloud-storage", "google.cloud.storage"] },
    ],
    [
      "page.py",
      "import google.cloud.storage.blob\n",
      { gcs: ["google-cloud-storage", "google.cloud.storage"] },
    ],
    [
      "page.ts",
      'import { serve } from "@hono/node-server/serve";\n',
      { web: ["@hono/node-server ^1", "@hono/node-server"] },
    ],
    ["page.ts", 'import { serve } from "@hono/node-server";\n', { web: "@hono/node-server ^1" }],
    ["page.ts", 'import { jsx } from "react/jsx-runtime";\n', { react: "react ^19" }],
    ["page.ts", 'import { jsx } from "react/jsx-runtime";\n', { jsx: ["react ^19", "react/jsx-runtime"] }],
    ["page.ts", 'import type { Node } from "estree";\n', { estree: ["@types/estree ^1", "@types/estree"] }],
  ] as [string, string, Record<string, string | [string, string]>][])(
    "in %s, %j is known by %j",
    (path, code, externals) => {
      const [name] = Object.keys(externals);
      expect(
        brief({ modules: { page: path }, externals, uses: [`page -> <${name}>`] }, { [path]: code }),
      ).toEqual([]);
      expect(brief({ modules: { page: path }, externals }, { [path]: code })).toHaveLength(1);
    },
  );

  it.each([
    ["page.py", "import google.auth\n", { gcs: ["google-cloud-storage", "google.cloud.storage"] }],
    ["page.py", "import requests_mock\n", { requests: "requests >= 2" }],
    ["page.ts", 'import x from "react-dom";\n', { react: "react ^19" }],
    ["page.ts", 'import x from "@hono/zod";\n', { web: ["@hono/node-server", "@hono/node-server"] }],
  ] as [string, string, Record<string, string | [string, string]>][])(
    "in %s, %j is not %j",
    (path, code, externals) => {
      const [name] = Object.keys(externals);
      const found = brief(
        { modules: { page: path }, externals, uses: [`page -> <${name}>`] },
        { [path]: code },
      );
      expect(found.map((line) => line.split(" ")[0])).toEqual(["import/unused-use", "import/external"]);
    },
  );

  it("that shares its name with a folder is told from it by what is imported", () => {
    const files = {
      "alembic/env.py": "ENV = 1\n",
      "page.py": "from alembic import op\n",
      "b.py": "from alembic import env\n",
    };
    const modules = { ...page, b: "b.py", env: "alembic/env.py" };
    expect(brief({ modules, uses: ["b -> env"] }, files)).toEqual([
      "import/external page.py:1 page: uses alembic",
    ]);
  });

  it("may be accepted by comment", () => {
    const files = { "page.py": "# contract-ignore import/external: being evaluated\nimport requests\n" };
    expect(brief({ modules: page }, files)).toEqual([]);
  });
});
