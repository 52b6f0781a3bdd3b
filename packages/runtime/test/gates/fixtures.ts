import { kernelOf } from "./support.js";

const MODULES = `
requirement Counting must "It counts" { accept "One and one are two" }

module calc "src/calc.EXT" {
  satisfies Counting
  fn add(a: int, b: int) -> int
  fn half(a: int) -> float
}
module shapes "src/shapes.EXT" {
  class Box {
    side: int
    new(side: int)
    area() -> int
  }
}
module fit "src/fit.EXT" {
  uses shapes, calc
  fn fits(box: Box, space: int) -> bool
}
`;

/** A contract of three modules. */
export function contract(language: "python" | "typescript", target: string): string {
  const modules = MODULES.replaceAll("EXT", language === "python" ? "py" : "ts");
  return `contract Small version "1.0.0"\ntarget ${language} {\n  roots "."\n  ${target}\n}\n${modules}`;
}

export const PYTEST = kernelOf({ "main.contract": contract("python", 'test "python -m pytest -q"') });
export const NODE = kernelOf({ "main.contract": contract("typescript", 'test "node --test"') });
export const VITEST = kernelOf({ "main.contract": contract("typescript", 'test "npx vitest run"') });

export const PYTHON: Readonly<Record<string, string>> = {
  "src/__init__.py": "",
  "src/calc.py":
    "def add(a: int, b: int) -> int:\n    return a + b\n\n\ndef half(a: int) -> float:\n    return a / 2\n",
  "src/shapes.py":
    "class Box:\n    side: int\n\n    def __init__(self, side: int) -> None:\n        self.side = side\n\n    def area(self) -> int:\n        return self.side * self.side\n",
  "src/fit.py":
    "from src.calc import add\nfrom src.shapes import Box\n\n\ndef fits(box: Box, space: int) -> bool:\n    return add(box.area(), 0) <= space\n",
};

export const PYTHON_SKELETONS: Readonly<Record<string, string>> = {
  "src/calc.py":
    "def add(a: int, b: int) -> int:\n    raise NotImplementedError\n\n\ndef half(a: int) -> float:\n    raise NotImplementedError\n",
};

export const TYPESCRIPT: Readonly<Record<string, string>> = {
  "package.json": '{"type":"module"}\n',
  "src/calc.ts":
    "export function add(a: number, b: number): number {\n  return a + b;\n}\n\nexport function half(a: number): number {\n  return a / 2;\n}\n",
  "src/shapes.ts":
    "export class Box {\n  side: number;\n  constructor(side: number) {\n    this.side = side;\n  }\n  area(): number {\n    return this.side * this.side;\n  }\n}\n",
  "src/fit.ts":
    'import { add } from "./calc.ts";\nimport type { Box } from "./shapes.ts";\n\nexport function fits(box: Box, space: number): boolean {\n  return add(box.area(), 0) <= space;\n}\n',
};

export const TYPESCRIPT_SKELETONS: Readonly<Record<string, string>> = {
  "src/calc.ts":
    'export function add(_a: number, _b: number): number {\n  throw new Error("not implemented");\n}\n\nexport function half(_a: number): number {\n  throw new Error("not implemented");\n}\n',
};
