import type { FunctionDeclaration } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { brief, check } from "./support.js";

const fn = (address: string, more: Partial<FunctionDeclaration> = {}): FunctionDeclaration => ({
  kind: "function",
  name: address.slice(address.lastIndexOf(".") + 1),
  address,
  parameters: [],
  result: { kind: "primitive", name: "void" },
  ...more,
});
const modules = { "shop.pricing": "shop/pricing.py", "shop.cart": "shop/cart.py", "web.page": "web/page.py" };
const uses = ["shop.cart -> shop.pricing", "web.page -> shop.pricing"];

describe("what a module keeps to itself", () => {
  it("is what the contract calls internal, by its name in the code, also through a barrel", () => {
    const signatures = {
      "shop.pricing": [
        fn("shop.pricing.round", { internal: true, names: { python: "rounded" } }),
        fn("shop.pricing.total"),
      ],
    };
    const files = {
      "shop/__init__.py": "from .pricing import rounded as rounded\n",
      "shop/pricing.py": "def rounded(): ...\ndef total(): ...\n",
      "shop/cart.py": "from shop.pricing import total, rounded\n",
      "web/page.py": "from shop import rounded as r\n",
    };
    const { findings } = check({ modules, uses, signatures }, files);
    expect(
      findings.map(({ code, file, line, column, symbol, message }) => ({
        code,
        file,
        line,
        column,
        symbol,
        message,
      })),
    ).toEqual([
      {
        code: "import/internal",
        file: "/repo/app/shop/cart.py",
        line: 1,
        column: 33,
        symbol: "shop.cart",
        message:
          "Module `cart` imports `rounded`, which is `internal` in module `pricing`. Use what `pricing` offers, or take `internal` off the declaration.",
      },
      {
        code: "import/internal",
        file: "/repo/app/web/page.py",
        line: 1,
        column: 18,
        symbol: "web.page",
        message:
          "Module `page` imports `rounded`, which is `internal` in module `pricing`. Use what `pricing` offers, or take `internal` off the declaration.",
      },
    ]);
  });

  it("is a Python name with an underscore for other packages, unless the contract or `__all__` offers it", () => {
    const files = {
      "shop/pricing.py":
        "__all__ = ['_listed']\ndef _own(): ...\ndef _declared(): ...\ndef _listed(): ...\n__version__ = '1'\ndef _(): ...\n",
      "shop/cart.py": "from shop.pricing import _own\n",
      "web/page.py": "from shop.pricing import _own, _declared, _listed, __version__, _\n",
    };
    const signatures = { "shop.pricing": [fn("shop.pricing._declared")] };
    expect(brief({ modules, uses, signatures }, files)).toEqual([
      "import/internal web/page.py:1 web.page: import of pricing._own",
    ]);
  });

  it("is not a submodule with an underscore, nor anything between a package and one inside it", () => {
    const files = {
      "shop/_impl.py": "def run(): ...\ndef _help(): ...\n",
      "shop/deep/a.py": "from shop._impl import _help\n",
      "web/page.py": "from shop import _impl\nfrom shop._impl import run\n",
    };
    const nested = {
      "shop.impl": "shop/_impl.py",
      "shop.deep.a": "shop/deep/a.py",
      "web.page": "web/page.py",
    };
    expect(
      brief({ modules: nested, uses: ["shop.deep.a -> shop.impl", "web.page -> shop.impl"] }, files),
    ).toEqual([]);
  });

  it("of TypeScript is only what the contract says", () => {
    const files = {
      "a.ts": "export const _hidden = 1;\nexport const secret = 2;\n",
      "b.ts": 'import { _hidden, secret } from "./a.js";\nexport const b = _hidden + secret;\n',
    };
    const signatures = {
      "x.a": [{ ...fn("x.a.secret"), internal: true as const }],
    };
    expect(
      brief({ modules: { "x.a": "a.ts", "y.b": "b.ts" }, uses: ["y.b -> x.a"], signatures }, files),
    ).toEqual(["import/internal b.ts:1 y.b: import of a.secret"]);
  });
});
