import { describe, expect, it } from "vitest";
import { type NameMeaning, pythonReader } from "../../src/index.js";
import { open } from "./support.js";

const readers = [await pythonReader()];

/** What a name stands for, in short: `file#Name.member`, `file`, `package:x/Name`, `std:x/Name`, `global:X`, `?`. */
function short(meaning: NameMeaning): string {
  switch (meaning.kind) {
    case "symbol":
      return `${meaning.file}#${[meaning.name, meaning.member].filter(Boolean).join(".")}`;
    case "file":
      return meaning.path;
    case "external":
      return `${meaning.std ? "std" : "package"}:${meaning.package}/${meaning.name}`;
    case "global":
      return `global:${meaning.name}`;
    case "unknown":
      return "?";
  }
}
const meanings = (files: Record<string, string>, from: string, names: string[]) => {
  const project = open(files, { readers });
  return Object.fromEntries(names.map((name) => [name, short(project.resolveName(from, name))]));
};

const model = {
  "model/__init__.py":
    "from .entities import Player as Player, _secret\nfrom .entities import *\nfrom . import rules\n",
  "model/entities.py": "class Player:\n    class State: ...\nclass Side: ...\ndef _secret(): ...\n",
  "model/rules.py": "LIMIT = 3\nclass Rule: ...\n",
  "model/extra/deep.py": "class Deep: ...\n",
};

describe("names of Python", () => {
  it("come by every form of import", () => {
    const files = {
      ...model,
      "main.py": `
from model.entities import Player, Side as S
from model import rules, entities
import model
import model.rules
import model.extra.deep as d
from model import Player as P, Missing

class Own: ...
`,
    };
    expect(
      meanings(files, "main.py", [
        "Own",
        "Player",
        "Player.State",
        "S",
        "rules.Rule",
        "entities.Side",
        "model",
        "model.Player",
        "model.rules.Rule",
        "model.entities.Side",
        "model._secret",
        "d.Deep",
        "P",
        "Missing",
        "nothing.at.all",
      ]),
    ).toEqual({
      Own: "main.py#Own",
      Player: "model/entities.py#Player",
      "Player.State": "model/entities.py#Player.State",
      S: "model/entities.py#Side",
      "rules.Rule": "model/rules.py#Rule",
      "entities.Side": "model/entities.py#Side",
      model: "model/__init__.py",
      "model.Player": "model/entities.py#Player",
      "model.rules.Rule": "model/rules.py#Rule",
      "model.entities.Side": "model/entities.py#Side",
      "model._secret": "model/entities.py#_secret",
      "d.Deep": "model/extra/deep.py#Deep",
      P: "model/entities.py#Player",
      Missing: "?",
      "nothing.at.all": "?",
    });
  });

  it("tell `import a.b` from `import a.b as a`, the longest one deciding", () => {
    const files = {
      "a/__init__.py": "class X: ...\n",
      "a/b.py": "class X: ...\n",
      "a/b2.py": "class X: ...\n",
      "one.py": "import a.b\nimport a.b2\n",
      "two.py": "import a.b as a\n",
    };
    expect(meanings(files, "one.py", ["a.X", "a.b.X", "a.b2.X", "a.b"])).toEqual({
      "a.X": "a/__init__.py#X",
      "a.b.X": "a/b.py#X",
      "a.b2.X": "a/b2.py#X",
      "a.b": "a/b.py",
    });
    expect(meanings(files, "two.py", ["a.X"])).toEqual({ "a.X": "a/b.py#X" });
  });

  it("come by star imports as far as the other file lets them", () => {
    const files = {
      "pkg/__init__.py": "from .all import *\nfrom .plain import *\n",
      "pkg/all.py":
        "from .inner import *\n__all__ = ['Listed', '_Odd', 'Inner', 'part']\nclass Listed: ...\nclass _Odd: ...\nclass Unlisted: ...\n",
      "pkg/inner.py": "class Inner: ...\nclass Other: ...\n",
      "pkg/plain.py": "from os import *\nclass Plain: ...\nclass _Private: ...\n",
      "main.py": "from pkg import *\n",
    };
    expect(
      meanings(files, "main.py", [
        "Listed",
        "_Odd",
        "Unlisted",
        "Inner",
        "Other",
        "Plain",
        "_Private",
        "int",
      ]),
    ).toEqual({
      Listed: "pkg/all.py#Listed",
      // `pkg` has no `__all__`, so an underscore does not pass it.
      _Odd: "?",
      Unlisted: "?",
      Inner: "pkg/inner.py#Inner",
      Other: "?",
      Plain: "pkg/plain.py#Plain",
      _Private: "?",
      int: "global:int",
    });
    expect(meanings(files, "pkg/__init__.py", ["_Odd"])).toEqual({ _Odd: "pkg/all.py#_Odd" });
  });

  it("end where files star-import each other in a ring", () => {
    const files = {
      "a.py": "from b import *\nclass A: ...\n",
      "b.py": "from a import *\nfrom c import *\n",
      "c.py": "class C: ...\n",
      "d.py": "from d2 import D\n",
      "d2.py": "from d import D\n",
    };
    expect(meanings(files, "a.py", ["C", "A", "None_"])).toEqual({ C: "c.py#C", A: "a.py#A", None_: "?" });
    expect(meanings(files, "b.py", ["A", "C"])).toEqual({ A: "a.py#A", C: "c.py#C" });
    expect(meanings(files, "d.py", ["D"])).toEqual({ D: "?" });
  });

  it("of packages keep the package and the dotted rest", () => {
    const files = {
      "main.py": `
import numpy as np
import os.path
from google.cloud import storage
from google.cloud.storage import Client
import concurrent.futures
from typing import Optional as Opt
import typing as t
try:
    import tomllib
except ImportError:
    import tomli as tomllib
`,
    };
    expect(
      meanings(files, "main.py", [
        "np.ndarray",
        "os.path.PathLike",
        "os.PathLike",
        "storage.Client",
        "Client",
        "concurrent.futures.Future",
        "Opt",
        "t.Any",
        "tomllib.loads",
      ]),
    ).toEqual({
      "np.ndarray": "package:numpy/ndarray",
      "os.path.PathLike": "std:os/path.PathLike",
      "os.PathLike": "std:os/PathLike",
      "storage.Client": "package:google/cloud.storage.Client",
      Client: "package:google/cloud.storage.Client",
      "concurrent.futures.Future": "std:concurrent/futures.Future",
      Opt: "std:typing/Optional",
      "t.Any": "std:typing/Any",
      "tomllib.loads": "std:tomllib/loads",
    });
  });

  it("of a folder with an installed package's name are the package's where the folder lacks them", () => {
    const files = {
      "alembic/env.py": "class Env: ...\n",
      "main.py": "from alembic import op, env\nimport alembic\n",
    };
    expect(meanings(files, "main.py", ["op.execute", "env.Env", "alembic.config"])).toEqual({
      "op.execute": "package:alembic/op.execute",
      "env.Env": "alembic/env.py#Env",
      "alembic.config": "package:alembic/config",
    });
  });

  it("are an import's rather than a fallback's in an except branch", () => {
    const files = {
      "main.py":
        "try:\n    from rich import Console\nexcept ImportError:\n    class Console: ...\n\nclass Table: ...\n",
    };
    expect(meanings(files, "main.py", ["Console", "Table"])).toEqual({
      Console: "package:rich/Console",
      Table: "main.py#Table",
    });
  });

  it("of one star-imported package are taken to be its own, of several they are unknown", () => {
    const files = {
      "one.py": "from tkinter import *\n",
      "two.py": "from tkinter import *\nfrom pygame.locals import *\n",
      "three.py": "from pygame.locals import *\n",
    };
    expect(meanings(files, "one.py", ["Frame", "int"])).toEqual({
      Frame: "std:tkinter/Frame",
      int: "global:int",
    });
    expect(meanings(files, "two.py", ["Frame"])).toEqual({ Frame: "?" });
    expect(meanings(files, "three.py", ["K_LEFT"])).toEqual({ K_LEFT: "package:pygame/locals.K_LEFT" });
  });

  it("below TYPE_CHECKING and in functions count, the file's own imports first", () => {
    const files = {
      "a.py": "class A: ...\n",
      "b.py": "class A: ...\nclass B: ...\n",
      "main.py": `
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from a import A

def f():
    from b import A, B
`,
    };
    expect(meanings(files, "main.py", ["A", "B"])).toEqual({ A: "a.py#A", B: "b.py#B" });
  });
});
