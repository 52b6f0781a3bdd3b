import type { EdgeKind } from "../model/kernel.js";
import { diagnostic } from "./define.js";
import { shownCycle } from "./words.js";

/** How code imports: at load time, for types only, inside a function, or where a failure is caught. */
export type ImportMode = "load" | "type" | "lazy" | "optional";

const HEADER = '=== example.contract\ncontract Shop version "1.0.0"\n\n';
const PRICES = "def total(prices: list[float]) -> float:\n    return sum(prices)\n";

/** A contract of two Python modules, `pricing` and `cart`, and their code. */
function twoModules(clauses: string, cart: string, pricing = PRICES, more = ""): string {
  return (
    `${HEADER}${more}module pricing "pricing.py" {\n  fn total(prices: list<float>) -> float\n}\n\n` +
    `module cart "cart.py" {\n${clauses}  fn pay(prices: list<float>) -> float\n}\n\n` +
    `=== pricing.py\n${pricing}\n=== cart.py\n${cart}`
  );
}

const PAY = "def pay(prices: list[float]) -> float:\n    return total(prices)\n";
const PAY_ALONE = "def pay(prices: list[float]) -> float:\n    return sum(prices)\n";
const IMPORT_TOTAL = "from pricing import total\n\n\n";

/** A contract of one Python module that may use a package, and its code. */
function withPackage(external: string, clauses: string): string {
  return (
    `${HEADER}${external}module page "page.py" {\n${clauses}  fn load(address: string) -> string\n}\n\n` +
    "=== page.py\nimport requests\n\n\ndef load(address: str) -> str:\n    return requests.get(address, timeout=10).text\n"
  );
}

/** A project with a manifest whose one module imports `requests`. */
function listed(...requirements: readonly string[]): string {
  const list = requirements.map((each) => JSON.stringify(each)).join(", ");
  const code = withPackage('external requests "requests >= 2.31"\n\n', "  uses requests\n");
  return `${code}\n=== pyproject.toml\n[project]\nname = "shop"\nversion = "1.0.0"\ndependencies = [${list}]\n`;
}

const clause = (kind: EdgeKind, name: string) => `uses ${kind === "use" ? "" : `${kind} `}${name}`;

const WAYS: Record<ImportMode, string> = {
  load: "at load time",
  type: "for types only",
  lazy: "inside a function",
  optional: "where a failure is caught",
};
/** The clause that allows an import of a mode. */
const CLAUSES: Record<ImportMode, EdgeKind> = { load: "use", type: "type", lazy: "lazy", optional: "lazy" };

/** What to do where the contract's clause allows less than the code does. */
function narrower(declared: readonly EdgeKind[], mode: ImportMode, name: string): string {
  const stated = declared.map((kind) => `\`${clause(kind, name)}\``).join(" and ");
  const code = declared.includes("lazy")
    ? "move the import into the function that needs it"
    : "import it for types only (`import type`, or below `if TYPE_CHECKING`)";
  return `the contract says ${stated}, and the code imports it ${WAYS[mode]}. Write \`${clause(CLAUSES[mode], name)}\` in the contract, or ${code}.`;
}

/** The code's import graph against Δ. */
export const importDiagnostics = {
  "import/undeclared": diagnostic<{
    from: string;
    to: string;
    specifier: string;
    mode: ImportMode;
    /** What the contract does say of the two modules. */
    declared: readonly EdgeKind[];
  }>({
    severity: "error",
    title: "The code imports a module that the contract does not let it use",
    message: ({ from, to, specifier, mode, declared }) =>
      declared.length > 0
        ? `Module \`${from}\` imports \`${to}\` in another way than declared: ${narrower(declared, mode, to)}`
        : `Module \`${from}\` imports \`${to}\` (\`${specifier}\`), but the contract declares no such dependency. Add \`${clause(CLAUSES[mode], to)}\` to module \`${from}\` in the contract, or take the import out.`,
    explanation:
      "Every dependency between modules is written in the contract, so that architecture does not change by accident. `uses m` allows every import, `uses type m` imports for types only, `uses lazy m` imports inside a function and for types. An import in `try … except ImportError` is optional and needs no clause.",
    wrong: twoModules("", IMPORT_TOTAL + PAY),
    right: twoModules("  uses pricing\n", IMPORT_TOTAL + PAY),
    fixes: {
      code: {
        does: "Takes the import out where the file uses none of its names.",
      },
      contract: {
        does: "Adds `uses`, in the place of a clause that allows less, unless it would close a cycle or break a rule.",
      },
    },
  }),

  "import/unused-use": diagnostic<{ from: string; to: string; kind: EdgeKind }>({
    severity: "info",
    title: "A declared dependency that no import realises",
    message: ({ from, to, kind }) =>
      `Module \`${from}\` declares \`${clause(kind, to)}\`, but its code does not import \`${to}\`. Take the clause out of the contract, or use what it allows.`,
    explanation:
      "A dependency that the code does not have makes the architecture look more tangled than it is. A `uses` that is there for an event only needs no import and is not reported.",
    wrong: twoModules("  uses pricing\n", PAY_ALONE),
    right: twoModules("", PAY_ALONE),
    fixes: {
      code: {
        not: "There is nothing in the code to change: an import that nobody needs would only hide it.",
      },
      contract: { does: "Removes the clause." },
    },
  }),

  "import/cycle": diagnostic<{ cycle: readonly string[]; size: number; specifier: string }>({
    severity: "error",
    title: "Modules that import each other at load time",
    message: ({ cycle, size, specifier }) =>
      `The code's imports run in a circle: \`${shownCycle(cycle)}\`${
        size > cycle.length - 1 ? ` (the shortest cycle among ${size} modules)` : ""
      }. Take out one of these imports (this one is \`${specifier}\`), move it into the function that needs it, or import for types only.`,
    explanation:
      'Modules that import each other while they load see each other half finished, and which one fails depends on which one is imported first. Imports for types only, inside functions, or in `try … except ImportError` never close a circle. Move what both need into a third module, or let one hand the other a function. A cycle that the contract accepts with `@allow("graph/cycle", "why")` on a `uses` is accepted in the code too.',
    wrong: twoModules("  uses pricing\n", IMPORT_TOTAL + PAY, `import cart\n\n\n${PRICES}`),
    right: twoModules("  uses pricing\n", IMPORT_TOTAL + PAY),
    fixes: {
      code: { does: "Takes the import out where the file uses none of its names." },
      contract: {
        not: 'A contract cannot make imports run in no circle: `@allow("graph/cycle", "why")` on a `uses` accepts one.',
      },
    },
  }),

  "import/external": diagnostic<{
    from: string;
    package: string;
    mode: ImportMode;
    /** The contract's name for the package, where it has one. */
    external: string | undefined;
    declared: readonly EdgeKind[];
  }>({
    severity: "error",
    title: "The code imports a package that the contract does not let it use",
    message: ({ from, package: name, mode, external, declared }) => {
      if (external === undefined) {
        return `Module \`${from}\` imports the package \`${name}\`, for which the contract has no \`external\`. Declare it and add \`${clause(CLAUSES[mode], "…")}\` to the module, or take the import out.`;
      }
      if (declared.length > 0) {
        return `Module \`${from}\` imports the package \`${name}\` in another way than declared: ${narrower(declared, mode, external)}`;
      }
      return `Module \`${from}\` imports the package \`${name}\`, but does not declare \`${clause(CLAUSES[mode], external)}\`. Add the clause to the module in the contract, or take the import out.`;
    },
    explanation:
      'The contract lists the third-party packages that the code may import, and which modules may do so: `external requests "requests >= 2.31"` and `uses requests`. Where the import differs from the name, `from` says so: `external web "@hono/node-server ^1" from "@hono/node-server"`. The standard library needs no `external`, and an import in `try … except ImportError` is optional.',
    wrong: withPackage("", ""),
    right: withPackage('external requests "requests >= 2.31"\n\n', "  uses requests\n"),
    fixes: {
      code: { does: "Takes the import out where the file uses none of its names." },
      contract: {
        does: "Declares the package, with the version that the project's manifest asks for, and adds `uses`.",
      },
    },
  }),

  "import/unlisted-package": diagnostic<{ from: string; package: string; manifest: string }>({
    severity: "warning",
    title: "The code imports a package that no manifest of the project names",
    message: ({ from, package: name, manifest }) =>
      `Module \`${from}\` imports the package \`${name}\`, which no manifest of the project names (the nearest is \`${manifest}\`). Add it there, or take the import out.`,
    explanation:
      "What is not in a manifest is not installed elsewhere, or only by accident, because another package needs it today. The manifests around the file count, up to the repository's: `package.json` with all kinds of dependencies, `pyproject.toml` (PEP 621, dependency groups, Poetry, PDM, uv, Hatch, Flit), `setup.cfg`, `setup.py`, `Pipfile` and requirement files. Nothing is reported where there is no manifest, where one computes its requirements or cannot be read, for optional imports, for Python's imports for types only, for tests and configuration files, and where it is not certain how the package to install is called.",
    wrong: listed("flask >= 3"),
    right: listed("flask >= 3", "requests >= 2.31"),
    fixes: {
      code: { does: "Takes the import out where the file uses none of its names." },
      contract: {
        not: "The contract does not say what is installed: add the package to the manifest, in a version that you have looked at.",
      },
    },
  }),

  "import/internal": diagnostic<{ from: string; name: string; owner: string; declared: boolean }>({
    severity: "error",
    title: "The code imports what another module keeps to itself",
    message: ({ from, name, owner, declared }) =>
      declared
        ? `Module \`${from}\` imports \`${name}\`, which is \`internal\` in module \`${owner}\`. Use what \`${owner}\` offers, or take \`internal\` off the declaration.`
        : `Module \`${from}\` imports \`${name}\`, which module \`${owner}\` of another package calls private by its underscore. Use what \`${owner}\` offers, or declare \`${name}\` in the contract.`,
    explanation:
      "`internal` declarations belong to their module alone: it may change them without asking anyone. In Python the same holds, between packages, for a name with a leading underscore that the contract does not declare.",
    wrong: `${HEADER}module pricing "pricing.py" {\n  internal fn rounded(price: float) -> float\n}\n\nmodule cart "cart.py" {\n  uses pricing\n  fn pay(price: float) -> float\n}\n\n=== pricing.py\ndef rounded(price: float) -> float:\n    return round(price, 2)\n\n=== cart.py\nfrom pricing import rounded\n\n\ndef pay(price: float) -> float:\n    return rounded(price)\n`,
    right: `${HEADER}module pricing "pricing.py" {\n  internal fn rounded(price: float) -> float\n  fn total(price: float) -> float\n}\n\nmodule cart "cart.py" {\n  uses pricing\n  fn pay(price: float) -> float\n}\n\n=== pricing.py\ndef rounded(price: float) -> float:\n    return round(price, 2)\n\n\ndef total(price: float) -> float:\n    return rounded(price)\n\n=== cart.py\nfrom pricing import total\n\n\ndef pay(price: float) -> float:\n    return total(price)\n`,
    fixes: {
      code: { does: "Takes the name out of the import where the file does not use it." },
      contract: { does: "Takes `internal` off the declaration, or declares the name." },
    },
  }),

  "import/layer": diagnostic<{ from: string; to: string; specifier: string; rule: ArchitectureRule }>({
    severity: "error",
    title: "The code imports against a rule of the architecture",
    message: ({ from, to, specifier, rule }) =>
      `Module \`${from}\` imports \`${to}\` (\`${specifier}\`), but ${ruleText(rule)}. Take the import out: move what is needed, or have it handed in.`,
    explanation:
      "`layers a > b > c` lets upper layers import lower ones and never the other way round; `forbid a -> b` and `independent a, b` allow no import at all. The rules hold for imports of every kind, also for types only and inside functions.",
    wrong: twoModules("", IMPORT_TOTAL + PAY, PRICES, "layers pricing > cart\n\n"),
    right: twoModules("  uses pricing\n", IMPORT_TOTAL + PAY, PRICES, "layers cart > pricing\n\n"),
    fixes: {
      code: { does: "Takes the import out where the file uses none of its names." },
      contract: { not: "The rules of the architecture are decisions of people: change the rule by hand." },
    },
  }),
};

/** One of the contract's rules over packages and modules, as it is broken. */
export type ArchitectureRule =
  | { kind: "layers"; layers: readonly string[]; lower: string; upper: string }
  | { kind: "forbidden"; reason: string | undefined }
  | { kind: "independent"; parts: readonly string[] };

function ruleText(rule: ArchitectureRule): string {
  switch (rule.kind) {
    case "layers":
      return `layer \`${rule.lower}\` lies below \`${rule.upper}\` (\`layers ${rule.layers.join(" > ")}\`)`;
    case "forbidden":
      return `the contract forbids it${rule.reason === undefined ? "" : ` (${rule.reason})`}`;
    case "independent":
      return `${rule.parts.map((part) => `\`${part}\``).join(" and ")} are independent of each other`;
  }
}
