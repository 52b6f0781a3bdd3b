import { type Code, DIAGNOSTICS, exampleFiles, type FixNote } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { runOn } from "./support.js";

const codes = (Object.keys(DIAGNOSTICS) as Code[]).filter((code) => /^(?:drift|import)\//.test(code));

const HEADER = 'contract Shop version "1.0.0"\n\n';
const PRICING = "def total(price: float) -> float:\n    return price\n";
const PAY = "def pay(price: float) -> float:\n    return price\n";

/** A contract of two modules of which the second imports the first and uses nothing of it. */
function unusedImport(contract: string, statement = "from pricing import total"): Record<string, string> {
  return { "shop.contract": HEADER + contract, "pricing.py": PRICING, "cart.py": `${statement}\n\n\n${PAY}` };
}

const MODULES = (internal: string, clause: string) =>
  `module pricing "pricing.py" {\n  ${internal}fn total(price: float) -> float\n}\nmodule cart "cart.py" {\n${clause}  fn pay(price: float) -> float\n}\n`;

/** Where the registry's example is one that its direction leaves alone for a reason. */
const MENDABLE: Partial<Record<string, Record<string, string>>> = {
  "code drift/missing-file": {
    "shop.contract": `${HEADER}module cart "shop/cart.py" {\n  fn pay(price: float) -> float\n}\n`,
  },
  "code import/undeclared": unusedImport(MODULES("", "")),
  "code import/internal": unusedImport(MODULES("internal ", "  uses pricing\n")),
  "code import/layer": unusedImport(`layers pricing > cart\n${MODULES("", "")}`),
  "code import/external": {
    "shop.contract": `${HEADER}module cart "cart.py" {\n  fn pay(price: float) -> float\n}\n`,
    "cart.py": `import requests\n\n\n${PAY}`,
  },
  "code import/unlisted-package": {
    "shop.contract": `${HEADER}external requests "requests"\nmodule cart "cart.py" {\n  uses requests\n  fn pay(price: float) -> float\n}\n`,
    "cart.py": `import requests\n\n\n${PAY}`,
    "requirements.txt": "flask >= 3\n",
  },
};

describe.each(["code", "contract"] as const)("drift --fix %s", (direction) => {
  const noteOf = (code: Code): FixNote => {
    const note = DIAGNOSTICS[code].fixes?.[direction];
    if (!note) throw new Error(`${code} says nothing of --fix ${direction}`);
    return note;
  };

  it.each(codes.filter((code) => "not" in noteOf(code)))("leaves %s alone and says why", async (code) => {
    const files = Object.fromEntries(exampleFiles(DIAGNOSTICS[code].wrong));
    const { err } = await runOn(files, ["drift", "--fix", direction]);
    const note = noteOf(code);
    expect(err).toContain(`${code} ${"not" in note ? note.not : ""}`);
    expect(err).not.toMatch(new RegExp(`^fixed \\S+ ${code} `, "m"));
  });

  it.each(codes.filter((code) => "does" in noteOf(code)))(
    "mends the registry's example of %s",
    async (code) => {
      const example = () => Object.fromEntries(exampleFiles(DIAGNOSTICS[code].wrong));
      const files = MENDABLE[`${direction} ${code}`] ?? example();
      const {
        err,
        out,
        files: after,
      } = await runOn(files, ["drift", "--fix", direction, "--format", "json"]);
      expect(err).toMatch(new RegExp(`^fixed \\S+ ${code} `, "m"));
      const left: { code: string }[] = JSON.parse(out).findings;
      expect(left.map(({ code: each }) => each)).not.toContain(code);
      // What is mended stays so.
      const again = await runOn(after, ["drift", "--fix", direction]);
      expect(again.files).toEqual(after);
      expect(again.err).not.toMatch(/^fixed /m);
    },
  );
});
