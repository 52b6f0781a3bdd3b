import { memoryFileSystem } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { openProject, pythonReader } from "../../src/index.js";

const reader = await pythonReader();

function projectOf(files: Record<string, string>) {
  const fs = memoryFileSystem(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`/repo/${path}`, text])),
  );
  return openProject({ fs, root: "/repo", targets: [], readers: [reader] });
}

/** Names and bounds of the type parameters of a file's symbols. */
function generics(project: ReturnType<typeof projectOf>, path: string): Record<string, string[]> {
  const shown: Record<string, string[]> = {};
  for (const symbol of project.files.get(path)!.signature.symbols) {
    const parameters =
      symbol.kind === "function"
        ? symbol.signatures[0]!.typeParameters
        : symbol.kind === "class" || symbol.kind === "alias"
          ? symbol.typeParameters
          : [];
    shown[symbol.name] = parameters.map(({ name, bound }) =>
      bound?.kind === "name" ? `${name}: ${bound.name}` : name,
    );
  }
  return shown;
}

describe("type variables of another file", () => {
  const TYPES =
    'from typing import TypeVar\n\n\nclass Entity: ...\n\n\nT = TypeVar("T")\nN = TypeVar("N", bound=int)\nE = TypeVar("E", bound=Entity)\n';

  it("make generic what mentions them, under the name of the import and through others", () => {
    const project = projectOf({
      "types_.py": TYPES,
      "middle.py": "from types_ import T as Item, N\n",
      "use.py":
        "from typing import Generic, Union\n\nfrom middle import Item, N\n\n\nclass Box(Generic[Item]):\n    def get(self) -> Item:\n        return self._item\n\n\nclass Sub(Box[Item]): ...\n\n\ndef first(items: list[Item], n: N) -> Item:\n    return items[n]\n",
    });
    expect(generics(project, "use.py")).toEqual({ Box: ["Item"], Sub: ["Item"], first: ["Item", "N: int"] });
  });

  it("keep their bounds, with the file whose names they are written in", () => {
    const code = "def f(e: E) -> E:\n    return e\n";
    const project = projectOf({
      "types_.py": TYPES,
      "one.py": `from types_ import E\n\n\n${code}`,
      "two.py": `from types_ import E, Entity\n\n\n${code}`,
    });
    expect(generics(project, "one.py")).toEqual({ f: ["E: Entity"] });
    const [one] = project.files.get("one.py")!.signature.symbols;
    if (one?.kind !== "function") throw new Error("no function");
    expect(one.signatures[0]!.typeParameters[0]!.file).toBe("types_.py");
    expect(generics(project, "two.py")).toEqual({ f: ["E: Entity"] });
  });

  it("are found where files import each other", () => {
    const project = projectOf({
      "a.py":
        'from typing import TypeVar\n\nimport b\nfrom b import U\n\nT = TypeVar("T")\n\n\ndef f(x: U, y: T) -> T:\n    return y\n',
      "b.py":
        'from typing import TypeVar\n\nfrom a import T\n\nU = TypeVar("U")\n\n\ndef g(x: U, y: T) -> T:\n    return y\n',
    });
    expect(generics(project, "a.py")).toEqual({ f: ["U", "T"] });
    expect(generics(project, "b.py")).toEqual({ g: ["U", "T"] });
  });
});
