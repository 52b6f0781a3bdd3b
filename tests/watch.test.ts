import { spawn } from "node:child_process";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { BIN, contractc, workspace, write } from "./support/cli.js";

const CONTRACT = `contract Shop version "1.0.0"

module cart "shop/cart.py" {
  fn total(names: list<string>) -> int
}
`;
const CART = "def total(names: list[str]) -> int:\n    return len(names)\n";
const BAD_CART = CART.replace("list[str]", "set[str]");
const FILES = { "shop.contract": CONTRACT, "shop/cart.py": CART };

/** A command that watches, with what it has said so far. */
function watching(folder: string, ...args: string[]) {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [BIN, ...args, "--watch"], { cwd: folder, env: { PATH, HOME } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  let seen = 0;
  child.stdout.on("data", (data) => (out += String(data)));
  child.stderr.on("data", (data) => (err += String(data)));
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const until = async (what: () => boolean): Promise<void> => {
    for (let waited = 0; !what(); waited += 20) {
      if (waited > 20_000) throw new Error(`nothing came of it:\n${out}\n${err}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    child,
    ended,
    output: () => out,
    ready: () => until(() => err.includes("Ctrl-C ends it.")),
    /** What is said next, up to a text. */
    async next(text: string): Promise<string> {
      await until(() => out.includes(text, seen));
      // The whole line.
      await until(() => out.includes("\n", out.indexOf(text, seen)));
      const end = out.indexOf("\n", out.indexOf(text, seen)) + 1;
      const part = out.slice(seen, end);
      seen = end;
      return part;
    },
    async nextError(text: string): Promise<void> {
      await until(() => err.includes(text));
    },
  };
}

test("drift tells what is new and what is gone, and ends with 130", async () => {
  const folder = workspace(FILES);
  const watch = watching(folder, "drift");
  await watch.ready();
  expect(await watch.next("no findings")).toBe("✓ 1 module compared with the code: no findings\n");

  write(folder, "shop/cart.py", BAD_CART);
  expect(await watch.next("1 module compared")).toContain("shop/cart.py:1:18 error drift/parameter-type");
  // As editors save: beside it, and renamed.
  writeFileSync(join(folder, "shop/.cart.py.swp"), CART);
  renameSync(join(folder, "shop/.cart.py.swp"), join(folder, "shop/cart.py"));
  expect(await watch.next("no findings")).toBe(
    "gone shop/cart.py drift/parameter-type cart.total\n✓ 1 module compared with the code: no findings\n",
  );

  renameSync(join(folder, "shop"), join(folder, "store"));
  expect(await watch.next("1 module compared")).toContain("drift/missing-file");
  write(folder, "shop.contract", CONTRACT.replace("shop/cart.py", "store/cart.py"));
  expect(await watch.next("no findings")).toContain("gone shop.contract drift/missing-file cart\n");
  // In the renamed folder, too.
  write(folder, "store/cart.py", BAD_CART);
  expect(await watch.next("1 module compared")).toContain("store/cart.py:1:18 error drift/parameter-type");

  expect(watch.output()).not.toContain("\x1b");
  watch.child.kill("SIGINT");
  expect(await watch.ended).toBe(130);
}, 90_000);

test("what does not change the findings says nothing, nor does what is not read", async () => {
  const folder = workspace({ ...FILES, "shop/cart.py": BAD_CART });
  mkdirSync(join(folder, "node_modules/x"), { recursive: true });
  const watch = watching(folder, "drift");
  await watch.ready();
  await watch.next("1 error");
  write(folder, "shop/cart.py", `# It has moved.\n${BAD_CART}`);
  write(folder, "node_modules/x/index.js", "x");
  write(folder, "notes.txt", "x");
  await new Promise((resolve) => setTimeout(resolve, 1500));
  write(folder, "shop/cart.py", `${BAD_CART}\n\ndef extra() -> None:\n    print(1)\n`);
  const said = await watch.next("of which new");
  expect(said).toMatch(/^shop\/cart\.py:5:5 warning drift\/unlisted-symbol/);
  expect(said).not.toContain("drift/parameter-type");
  watch.child.kill("SIGINT");
  expect(await watch.ended).toBe(130);
}, 90_000);

test("check watches contracts, and goes on where the contract is gone for a while", async () => {
  const folder = workspace(FILES);
  const watch = watching(folder, "check");
  await watch.ready();
  await watch.next("1 contract, 1 module");
  rmSync(join(folder, "shop.contract"));
  await watch.nextError("There is no contract in .");
  write(folder, "shop.contract", CONTRACT.replace("-> int", "-> Gone"));
  expect(await watch.next("1 contract, 1 module")).toContain("name/unknown");
  watch.child.kill("SIGINT");
  expect(await watch.ended).toBe(130);
}, 90_000);

test("options that make no sense with it", () => {
  const folder = workspace(FILES);
  const wrong = (...args: string[]) => {
    const { status, stdout, stderr } = contractc(folder, ...args, "--watch");
    expect([status, stdout]).toEqual([2, ""]);
    return stderr;
  };
  expect(wrong("drift", "--format", "json")).toContain("only text can");
  expect(wrong("drift", "--staged")).toContain("looks at the work tree");
  expect(wrong("check", "nowhere")).toContain('There is no file or folder "nowhere"');
});
