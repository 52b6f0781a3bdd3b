import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contractc, findingsOf, snapshot, workspace, write } from "./support/cli.js";

const LIBRARY = `# Lending library

## 1. Overview
People borrow books and bring them back.

### 1.2 User Stories
* **Borrowing:**
  * A book that is out cannot be borrowed.
* Readers are reminded

### 1.3 Constraints
* **Tech Stack:** Python, SQLite

### 2.1 Directory Structure
\`\`\`
library/
├── main.py
├── desk/
│   ├── loans.py   # lending
│   └── notices.py
└── assets/
\`\`\`

### 2.2 Global Shared Knowledge
* **CONSTANTS:**
  * LOAN_DAYS: 28

### 2.3 Dependencies
* \`main.py\` depends on \`loans.py\` and \`notices.py\`.
* \`notices.py\` sends what is overdue.

### 2.4 Symbolic API Specifications
**File:** \`desk/loans.py\`
* **Class:** \`Loan\`
    * **Attributes:**
        * \`title: str\` - What was borrowed.
        * \`reader: Optional[str]\` - Nobody: the book is in.
* **Class:** \`Desk\`
    * **Methods:**
        * \`def __init__(self, loans: List[Loan])\`
        * \`def borrow(self, title: str, days: int = 28) -> Loan:\`
            + Docstring: Lends a book.
            + Returns: the loan
        * \`bring_back(loan: Loan) -> None\`
        * \`def _find(self, title: str) -> Loan:\`
        * \`def broken(self, -> int\`
* **Functions:**
    * \`async def load(path: str) -> Desk\`: Reads what is lent.
* **Owner:** Backend Engineer
* **Status:** TODO

**File:** \`notices.py\`
* **Class:** \`Notices\`
    * **Methods:**
        * \`def send(self, loan: Loan, at: datetime) -> bool:\`
* **Owner:** Backend Engineer
* **Version:** 2

**File:** \`index.html\`
`;

describe("import", () => {
  it("takes what a Markdown contract says, and tells every line that it leaves out", () => {
    const folder = workspace({ "library.contract.md": LIBRARY });
    const { status, stdout, stderr } = contractc(folder, "import", "library.contract.md");
    expect(stdout).toBe(`/// People borrow books and bring them back.
contract Library version "0.1.0"

target python {
  roots "."
}

requirement Borrowing must "Borrowing" {
  accept "A book that is out cannot be borrowed."
}

requirement ReadersAreReminded must "Readers are reminded"

decision TechStack "Python, SQLite"
decision LoanDays "LOAN_DAYS = 28"

role Backend_Engineer

/// main.py depends on loans.py and notices.py.
module main "main.py" {
  uses loans, notices
}

package desk "desk" {
  module loans "loans.py" {
    owner Backend_Engineer

    class Loan {
      /// What was borrowed.
      title: string
      /// Nobody: the book is in.
      reader: string?
    }

    class Desk {
      new(loans: list<Loan>)
      /// Lends a book. Returns: the loan
      borrow(title: string, days: int = 28) -> Loan
      bring_back(loan: Loan)
    }

    /// Reads what is lent.
    async fn load(path: string) -> Desk
  }

  /// notices.py sends what is overdue.
  module notices "notices.py" {
    owner Backend_Engineer
    uses type loans

    class Notices {
      send(loan: Loan, at: datetime) -> bool
    }
  }
}
`);
    expect(stderr.split("\n")).toEqual([
      "Took 3 modules with 4 declarations, 3 dependencies, 2 requirements and 2 decisions.",
      "Left out, not a source file:",
      "  library.contract.md:21: assets/",
      "Left out, private: a contract holds what others may rely on:",
      "  library.contract.md:45: def _find(self, title: str) -> Loan:",
      "Left out, it does not parse as Python:",
      "  library.contract.md:46: def broken(self, -> int",
      "Left out, how work gets on is not part of a contract:",
      "  library.contract.md:50: Status: TODO",
      "  library.contract.md:57: Version: 2",
      "Left out, not a file that contractc reads: Python and TypeScript are:",
      "  library.contract.md:59: File: index.html",
      expect.stringMatching(/^`contractc check` has \d+ findings for you\.$/),
      "",
    ]);
    expect(status).toBe(0);
  });

  it("gives a contract without errors, in the formatter's layout", () => {
    const folder = workspace({ "library.md": LIBRARY });
    expect(contractc(folder, "import", "library.md", "-o", "library.contract").status).toBe(0);
    const { summary, findings } = findingsOf(folder, "check", "library.contract");
    expect([
      summary.errors,
      findings.filter(({ severity }) => severity === "warning").map(({ code }) => code),
    ]).toEqual([0, ["complete/requirement", "complete/requirement", "complete/owner"]]);
    expect(contractc(folder, "fmt", "--check", "library.contract").status).toBe(0);
  });

  it("reads TypeScript, blocks of code and cycles as they stand", () => {
    const folder = workspace({
      "shop.md": [
        "## Modules",
        "### `src/cart.ts`",
        "```ts",
        "export class Cart {",
        "  constructor(readonly owner: string) {}",
        "  add(item: Item, count?: number): void {}",
        "}",
        "```",
        "### `src/item.ts`",
        "- Class: `Item`",
        "  - Properties:",
        "    - `name: string`",
        "  - Methods:",
        "    - `async def price(self): number`",
        "## Dependencies",
        "`cart.ts` -> `item.ts` -> `cart.ts`",
      ].join("\n"),
    });
    expect(contractc(folder, "import", "shop.md", "-o", "shop.contract").status).toBe(0);
    const text = readFileSync(join(folder, "shop.contract"), "utf8");
    expect(text).toContain("add(item: Item, count?: float)");
    expect(text).toContain("price() -> future<float>");
    expect(findingsOf(folder, "check", "shop.contract").findings.map(({ code }) => code)).toContain(
      "graph/cycle",
    );
  });

  it("drops no declaration without a word", () => {
    const folder = workspace({
      "plan.md": `## Interfaces

**File:** \`core/game.py\`

- \`def start(level: int) -> bool\`
- \`def start(level: str) -> bool\`
- \`def _helper() -> int\`

**File:** \`web/page.ts\`

- \`export class Page extends Base { constructor(title: string); get title(): string }\`
- \`type Size = "small" | "large"\`
- \`export enum Side { Left, Right }\`

\`\`\`ts
interface Inner { x: number }
\`\`\`
`,
    });
    const { status, stdout, stderr } = contractc(folder, "import", "plan.md");
    expect(status).toBe(0);
    expect(stderr).toContain(
      "Left out, the name is declared again in the same file:\n  plan.md:5: def start(level: int) -> bool\n",
    );
    expect(stderr).toContain("  plan.md:7: def _helper() -> int\n");
    expect(stderr).toMatch(/Left out, a contract has no declaration for it:\n {2}plan\.md:\d+: Inner\n/);
    expect(stdout).toContain("fn start(level: string) -> bool");
    for (const declared of ["class Page", "type Size", "enum Side"]) expect(stdout).toContain(declared);
  });

  it("writes over no file that says something else, and says so of a document without files", () => {
    const folder = workspace({
      "library.md": LIBRARY,
      "empty.md": "# Nothing\n",
      "library.contract": "contract X\n",
    });
    const before = snapshot(folder);
    const over = contractc(folder, "import", "library.md", "--output", "library.contract");
    expect([over.status, over.stderr]).toEqual([
      2,
      expect.stringContaining("exists and says something else"),
    ]);
    const empty = contractc(folder, "import", "empty.md");
    expect([empty.status, empty.stderr]).toEqual([
      2,
      expect.stringContaining("names no Python or TypeScript file"),
    ]);
    const missing = contractc(folder, "import", "gone.md");
    expect([missing.status, missing.stderr]).toEqual([2, expect.stringContaining('no file "gone.md"')]);
    expect(snapshot(folder)).toEqual(before);
  });

  it("takes constants with their values, tells bases that nobody declares, and text that is no UTF-8", () => {
    const plan =
      '**File:** `core/game.py`\n\n**Constants:**\n- `MAX = 3`\n- `RATE = 2.5`\n- `NAME = "x"`\n\n' +
      "**Class:** `Game(Base, Exception)`\n- **Methods:**\n  - `run(self) -> None`\n";
    const utf16 = Buffer.from(`\ufeff${plan}`, "utf16le");
    const folder = workspace({ "plan.md": plan, "wide.md": utf16 });
    const { status, stdout, stderr } = contractc(folder, "import", "plan.md");
    expect(status).toBe(0);
    expect(stdout).toContain(
      'const MAX: int = 3\n    const RATE: float = 2.5\n    const NAME: string = "x"\n',
    );
    expect(stderr).toContain(
      "Left out, no file of the document declares it:\n  plan.md:8: Base, the base of Game\n",
    );
    const wide = contractc(folder, "import", "wide.md");
    expect([wide.status, wide.stderr]).toEqual([
      2,
      "contractc: wide.md cannot be read: the file is UTF-16; save it as UTF-8.\n",
    ]);
  });

  it("is how `init --from-doc` starts", () => {
    const folder = workspace();
    write(folder, "plan/library.md", LIBRARY);
    expect(contractc(folder, "init", "--from-doc", "plan/library.md", "--name", "Lending").status).toBe(0);
    const [file] = Object.keys(snapshot(folder)).filter((name) => name.endsWith(".contract"));
    expect(readFileSync(join(folder, file!), "utf8")).toContain('contract Lending version "0.1.0"');
  });
});
