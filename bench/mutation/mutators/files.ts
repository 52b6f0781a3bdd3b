import type { Mutator } from "../mutation.ts";
import type { Changes } from "../workspace.ts";

/** What others import from a file that is gone leads nowhere. */
const ALSO = [
  "drift/unknown",
  "drift/base",
  "drift/missing-symbol",
  "drift/missing-member",
  "drift/parameter-type",
  "drift/return-type",
  "drift/field-type",
  "drift/raises",
  "drift/modifier",
  "drift/kind",
  "import/unused-use",
  "import/undeclared",
] as const;

const removed: Mutator = {
  kind: "file/remove",
  *mutations({ outline, declared }) {
    const module = declared.module(outline.path);
    if (!module) return;
    yield {
      at: module.address,
      file: outline.path,
      edits: [],
      files: new Map([[outline.path, null]]),
      expected: { codes: ["drift/missing-file"], symbols: [module.address], also: ALSO },
    };
  },
};

const moved: Mutator = {
  kind: "file/move",
  *mutations({ outline, declared }) {
    const module = declared.module(outline.path);
    if (!module || /(^|\/)(__init__|index)\./.test(outline.path)) return;
    const to = outline.path.replace(/(\.\w+)$/, "_moved$1");
    const files: Changes = new Map([
      [outline.path, null],
      [to, outline.text],
    ]);
    yield {
      at: module.address,
      file: outline.path,
      edits: [],
      files,
      expected: {
        codes: ["drift/missing-file"],
        symbols: [module.address],
        also: [...ALSO, "drift/unlisted-file"],
      },
    };
  },
};

const added: Mutator = {
  kind: "file/add",
  *mutations({ outline, declared }) {
    const module = declared.module(outline.path);
    // Elsewhere than in a declared package the contract is adopted in parts.
    if (!module?.package) return;
    const isPython = outline.language === "python";
    const path = outline.path.replace(/[^/]+$/, isPython ? "added_file.py" : "addedFile.ts");
    const text = isPython
      ? "def added(value: int) -> int:\n    return value + 1\n"
      : "export function added(value: number): number {\n  return value + 1;\n}\n";
    yield {
      at: path,
      file: path,
      edits: [],
      files: new Map([[path, text]]),
      expected: { codes: ["drift/unlisted-file"], symbols: ["*"] },
    };
  },
};

const broken: Mutator = {
  kind: "file/unparsable",
  *mutations({ outline, declared }) {
    const module = declared.module(outline.path);
    if (!module) return;
    const text = `${outline.text}\n${outline.language === "python" ? "def broken(:\n" : "export function broken( {\n"}`;
    yield {
      at: module.address,
      file: outline.path,
      edits: [],
      files: new Map([[outline.path, text]]),
      unparsable: true,
      expected: { codes: ["drift/unparsable"], symbols: [module.address], also: ALSO },
    };
  },
};

export const fileMutators: Mutator[] = [removed, moved, added, broken];
