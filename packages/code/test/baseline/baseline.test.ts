import { type Finding, finding, memoryFileSystem } from "@contractc/kernel";
import { expect, test } from "vitest";
import { applyBaseline, printBaseline, readBaseline, updateBaseline } from "../../src/baseline/index.js";

const FILE = "/repo/accepted.json";
const PLACE = { file: "/repo/cart.py", line: 3, column: 1, endLine: 3, endColumn: 9 };

const hollow = (symbol: string, line = 3): Finding =>
  finding("drift/hollow", { ...PLACE, line, endLine: line }, { name: symbol }, { symbol });

function read(text?: string) {
  const result = readBaseline(memoryFileSystem(text === undefined ? {} : { [FILE]: text }), FILE);
  if ("fault" in result) throw new Error(result.fault.message);
  return result.baseline;
}

const shop = (...findings: Finding[]) => [{ contract: "Shop", findings }];

test("a file that is not there accepts nothing", () => {
  expect(applyBaseline(read(), shop(hollow("cart.a")))).toMatchObject({ accepted: [], stale: [] });
});

test("what is printed is read again, in one order", () => {
  const found = [hollow("cart.b"), hollow("cart.a"), hollow("cart.a", 9)];
  const { entries, added } = updateBaseline(read(), shop(...found), "old");
  expect(added).toHaveLength(3);
  const text = printBaseline(entries);
  expect(text).not.toContain("cart.py");
  const again = read(text);
  expect(again.entries.map(({ symbol, count, place }) => `${symbol} ${count} ${place.line}`)).toEqual([
    "cart.a 2 4",
    "cart.b 1 12",
  ]);
  expect(printBaseline(again.entries)).toBe(text);
  const reversed = updateBaseline(read(), shop(...found.toReversed()), "old");
  expect(printBaseline(reversed.entries)).toBe(text);
  expect(applyBaseline(again, shop(...found))).toMatchObject({ open: [], stale: [] });
});

test("as many are accepted as are counted; the rest is open, or stale", () => {
  const baseline = read(
    printBaseline(updateBaseline(read(), shop(hollow("cart.a"), hollow("cart.a")), "old").entries),
  );
  const more = applyBaseline(baseline, shop(hollow("cart.a"), hollow("cart.a"), hollow("cart.a", 7)));
  expect(more.open.map(({ line }) => line)).toEqual([7]);
  expect(more.accepted.map(({ reason }) => reason)).toEqual(["old", "old"]);
  const less = applyBaseline(baseline, shop(hollow("cart.a")));
  expect(less.open).toEqual([]);
  expect(less.stale.map(({ file, line, code }) => `${file}:${line} ${code}`)).toEqual([
    `${FILE}:4 policy/stale-baseline`,
  ]);
});

test("contracts that were not looked at keep their entries", () => {
  const both = [...shop(hollow("cart.a")), { contract: "Other", findings: [hollow("cart.a")] }];
  const baseline = read(printBaseline(updateBaseline(read(), both, "old").entries));
  expect(applyBaseline(baseline, shop()).stale).toHaveLength(1);
  const update = updateBaseline(baseline, shop(), "new");
  expect(update).toMatchObject({ kept: 0, added: [], removed: 1 });
  expect(update.entries.map(({ contract }) => contract)).toEqual(["Other"]);
});

test("two entries for one finding are a fault at the second", () => {
  const [entry] = updateBaseline(read(), shop(hollow("cart.a")), "old").entries;
  const result = readBaseline(memoryFileSystem({ [FILE]: printBaseline([entry!, entry!]) }), FILE);
  expect(result).toMatchObject({ fault: { code: "config/baseline", file: FILE, line: 11 } });
});
