import { expect, test } from "vitest";
import { findingsOf, placed, workspace } from "./support/cli.js";

const CONTRACT = `contract Shop version "1.0.0"

module cart "cart.py" {
  @allow("drift/hollow", "written next week")
  fn total() -> float
  @allow("drift/hollow", "was written last week")
  fn count() -> int
  @allow("drift/raises", "never was")
  @allow("graph/cycle", "is not for drift")
  fn names() -> list<string>
}
`;
const CODE = `def total() -> float:
    pass


def count() -> int:
    return 1


# contract-ignore drift/return-type: the caller sorts them
def names() -> set[str]:
    return set()


# contract-ignore drift/hollow: it is not
# contract-ignore drift/hollw: a typing mistake
# contract-ignore drift/unlisted-symbol
def extra() -> None:
    print("extra")
`;

test("drift tells suppressions without an effect or a reason; check leaves its codes alone", () => {
  const folder = workspace({ "shop.contract": CONTRACT, "cart.py": CODE });
  const { findings } = findingsOf(folder, "drift");
  expect(placed(findings)).toEqual([
    "cart.py:14:1 policy/unused-suppression",
    "cart.py:15:1 policy/unused-suppression",
    "cart.py:16:1 policy/suppression-reason",
    "cart.py:17:5 drift/unlisted-symbol",
    "shop.contract:6:3 policy/unused-suppression",
    "shop.contract:8:3 policy/unused-suppression",
  ]);
  expect(findings[1]!.message).toContain("did you mean `drift/hollow`?");
  const checked = findingsOf(folder, "check").findings.filter(({ code }) => code.startsWith("policy/"));
  expect(placed(checked)).toEqual(["shop.contract:9:3 policy/unused-suppression"]);
});
