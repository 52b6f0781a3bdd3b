import { type FileSystem, FileSystemError } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { runOn } from "./support.js";

const CONTRACT = `contract Shop version "1.0.0"

module cart "cart.py" {
  fn total(price: float) -> float
}

module pay "pay.py" {
  fn pay(sum: float) -> bool
}
`;
const FILES = {
  "shop.contract": CONTRACT,
  "cart.py": "def total(price: int) -> float:\n    return price * 2\n",
  "pay.py": "def pay(sum: int) -> bool:\n    return sum > 0\n",
};

/** A file system in which somebody else writes a file after it was read for the nth time. */
function changing(path: string, reads: number, text: string | undefined): (fs: FileSystem) => FileSystem {
  return (fs) => {
    let left = reads;
    return {
      ...fs,
      readFile(asked) {
        const bytes = fs.readFile(asked);
        if (asked === path) {
          left -= 1;
          if (left === 0) {
            if (text === undefined) fs.remove(path);
            else fs.writeFile(path, text);
          }
        }
        return bytes;
      },
    };
  };
}

describe("a file that changes while a fix is made", () => {
  const mine = "def total(price: int) -> float:\n    return price * 3  # mine\n";

  it("is not written over, and no other file is written", async () => {
    const { status, err, files } = await runOn(
      FILES,
      ["drift", "--fix", "code"],
      changing("/w/cart.py", 1, mine),
    );
    expect(err).toBe(
      "contractc: cart.py: not written, because it changed meanwhile; nothing was changed: run the command again\n",
    );
    expect(status).toBe(2);
    expect(files).toEqual({ ...FILES, "cart.py": mine });
  });

  it("is not written again where it was removed", async () => {
    const { status, err, files } = await runOn(
      FILES,
      ["drift", "--fix", "code"],
      changing("/w/pay.py", 1, undefined),
    );
    const { "pay.py": _, ...others } = FILES;
    expect(err).toContain("pay.py: not written, because it changed meanwhile; nothing was changed");
    expect(status).toBe(2);
    expect(files).toEqual(others);
  });

  it("is not written over where it was made in the place of a missing one", async () => {
    const { "pay.py": _, ...without } = FILES;
    let reads = 0;
    const wrap = (fs: FileSystem): FileSystem => ({
      ...fs,
      readFile(path) {
        if (path === "/w/cart.py" && ++reads === 2) fs.writeFile("/w/pay.py", "mine = 1\n");
        return fs.readFile(path);
      },
    });
    const { status, err, files } = await runOn(without, ["drift", "--fix", "code"], wrap);
    expect(err).toContain("pay.py: not written, because it changed meanwhile; nothing was changed");
    expect(status).toBe(2);
    expect(files).toEqual({ ...without, "pay.py": "mine = 1\n" });
  });

  it("is a contract: it is not written over either, and nothing is logged", async () => {
    const edited = CONTRACT.replace("bool", "int");
    const { status, err, files } = await runOn(
      FILES,
      ["drift", "--fix", "contract"],
      changing("/w/shop.contract", 1, edited),
    );
    expect(err).toBe(
      "contractc: shop.contract: not written, because it changed meanwhile; nothing was changed: run the command again\n",
    );
    expect(status).toBe(2);
    expect(files).toEqual({ ...FILES, "shop.contract": edited });
  });
});

it("a disk that takes the first file and not the second gets the first one back as it was", async () => {
  const { status, err, files } = await runOn(FILES, ["drift", "--fix", "code"], (fs) => ({
    ...fs,
    writeFile(path, data, options) {
      if (path === "/w/pay.py")
        throw new FileSystemError("other", path, "there is no space left on the disk");
      fs.writeFile(path, data, options);
    },
  }));
  expect(err).toContain("pay.py: there is no space left on the disk; nothing was changed");
  expect(status).toBe(2);
  expect(files).toEqual(FILES);
});

describe("what is left says why", () => {
  it("a file that is no UTF-8", async () => {
    const latin = new Uint8Array([
      ...new TextEncoder().encode("# coding: latin-1\ndef total(price: int) -> float:\n    return price # "),
      0xe9,
      0x0a,
    ]);
    const { status, err } = await runOn(FILES, ["drift", "cart.py", "--fix", "code"], (fs) => {
      fs.writeFile("/w/cart.py", latin);
      return fs;
    });
    expect(err).toBe("not fixed cart.py:2:18 drift/parameter-type The file is no UTF-8 text.\n");
    expect(status).toBe(1);
  });
});

it("a patch for a file with a byte order mark has the mark", async () => {
  const { out } = await runOn({ ...FILES, "cart.py": `\uFEFF${FILES["cart.py"]}` }, [
    "drift",
    "cart.py",
    "--fix",
    "code",
    "--dry-run",
  ]);
  expect(out.split("\n").slice(3, 5)).toEqual([
    "-\uFEFFdef total(price: int) -> float:",
    "+\uFEFFdef total(price: float) -> float:",
  ]);
});
