import type { Kernel, Module } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { mapModules } from "../../src/index.js";
import { kernelOf } from "../support/kernel.js";
import { open } from "./support.js";

const module = (address: string, path: string, more: Partial<Module> = {}): Module => ({
  name: address.slice(address.lastIndexOf(".") + 1),
  address,
  path,
  hashes: { signature: "", slice: "", surroundings: "" },
  ...more,
});
const kernel = (...modules: Module[]): Kernel => kernelOf({ modules });

describe("the modules of files", () => {
  const files = [
    "core/game.py",
    "core/game.pyi",
    "core/rules/__init__.py",
    "core/rules/base.py",
    "core/rules/deep/extra.py",
    "core/rules/deep/special.py",
    "core/other.py",
    "web/app.js",
    "web/app.d.ts",
    "web/ui/index.tsx",
    "web/ui/button.tsx",
  ];
  const map = mapModules(
    kernel(
      module("core.game", "core/game.py"),
      module("core.rules", "core/rules/", { folder: true, language: "python" }),
      module("core.special", "./core/rules/deep/special.py"),
      module("web.app", "web/app.js"),
      module("web.ui", "web/ui", { folder: true }),
      module("gone", "gone.py"),
      module("out", "../shared/a.py"),
      module("absolute", "/etc/passwd.py"),
    ),
    open(files),
  );

  it("are the most specific that hold them", () => {
    expect(files.map((path) => [path, map.moduleOf(path)?.address])).toEqual([
      ["core/game.py", "core.game"],
      ["core/game.pyi", "core.game"],
      ["core/rules/__init__.py", "core.rules"],
      ["core/rules/base.py", "core.rules"],
      ["core/rules/deep/extra.py", "core.rules"],
      ["core/rules/deep/special.py", "core.special"],
      ["core/other.py", undefined],
      ["web/app.js", "web.app"],
      ["web/app.d.ts", "web.app"],
      ["web/ui/index.tsx", "web.ui"],
      ["web/ui/button.tsx", "web.ui"],
    ]);
  });

  it("list their files and know their entry", () => {
    expect(map.filesOf("core.rules")).toEqual([
      "core/rules/__init__.py",
      "core/rules/base.py",
      "core/rules/deep/extra.py",
    ]);
    expect(map.entryOf("core.rules")).toBe("core/rules/__init__.py");
    expect(map.entryOf("web.ui")).toBe("web/ui/index.tsx");
    expect(map.filesOf("core.game")).toEqual(["core/game.py", "core/game.pyi"]);
    expect(map.entryOf("core.game")).toBe("core/game.py");
    expect(map.filesOf("gone")).toEqual([]);
    expect(map.entryOf("gone")).toBeUndefined();
    expect(map.entryOf("nobody")).toBeUndefined();
  });

  it("are found from the address of anything in them", () => {
    expect(map.moduleAt("core.rules.Rule.apply")?.address).toBe("core.rules");
    expect(map.moduleAt("core.rules")?.address).toBe("core.rules");
    expect(map.moduleAt("core")).toBeUndefined();
    expect(map.moduleAt("")).toBeUndefined();
  });

  it("are refused where their path leaves the root", () => {
    expect(map.refused.map(({ address }) => address)).toEqual(["out", "absolute"]);
    expect(map.filesOf("out")).toEqual([]);
  });

  it("may be one folder that is the root itself", () => {
    const whole = mapModules(kernel(module("all", "./", { folder: true })), open(["a.py", "b/c.py"]));
    expect(whole.filesOf("all")).toEqual(["a.py", "b/c.py"]);
  });
});

it("a folder module does not reach into a folder with a contract of its own", () => {
  const rules = kernel(module("core.rules", "core/rules/", { folder: true, language: "python" }));
  const files = ["core/rules/__init__.py", "core/rules/base.py", "core/rules/samples/shop/cart.py"];
  const all = [...files, "core/rules/samples/shop/shop.contract"];
  const map = mapModules(rules, open(Object.fromEntries(all.map((path) => [path, ""]))));
  expect(map.filesOf("core.rules")).toEqual(["core/rules/__init__.py", "core/rules/base.py"]);
  expect(map.moduleOf("core/rules/samples/shop/cart.py")).toBeUndefined();
});

it("asks for the positions of a contract only where another contract stands in a folder", () => {
  const place = { file: "shop.contract", line: 1, column: 1, endLine: 1, endColumn: 1 };
  const asking = (...contracts: string[]) => {
    let asked = 0;
    const rules = kernel(module("all", "./", { folder: true }));
    Object.defineProperty(rules, "positions", {
      get: () => {
        asked += 1;
        return { "": place, cart: { ...place, file: "parts/cart.contract" } };
      },
    });
    const files = ["a.py", "parts/b.py", "samples/c.py", ...contracts];
    const map = mapModules(rules, open(Object.fromEntries(files.map((path) => [path, ""]))));
    return { asked, files: map.filesOf("all") };
  };
  const all = ["a.py", "parts/b.py", "samples/c.py"];
  expect(asking("shop.contract", "other.contract")).toEqual({ asked: 0, files: all });
  expect(asking("shop.contract", "parts/cart.contract")).toEqual({ asked: 1, files: all });
  expect(asking("shop.contract", "parts/cart.contract", "samples/samples.contract")).toEqual({
    asked: 1,
    files: ["a.py", "parts/b.py"],
  });
});
