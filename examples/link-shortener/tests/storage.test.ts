import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CodeTaken, type Link } from "../src/links.ts";
import { FileStore } from "../src/storage/file-store.ts";
import { DamagedFile } from "../src/storage/json-file.ts";
import type { LinkStore } from "../src/storage/link-store.ts";
import { MemoryStore } from "../src/storage/memory-store.ts";
import { SerialQueue } from "../src/storage/serial-queue.ts";

const LINK: Link = {
  code: "abcd",
  url: "https://example.org/",
  createdAt: new Date("2024-02-29T12:00:00.500Z"),
  expiresAt: null,
  visits: 0,
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "links-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});
const file = () => join(folder, "data", "links.json");

const STORES: [string, () => Promise<LinkStore>][] = [
  ["memory", async () => new MemoryStore()],
  ["file", () => FileStore.open(file())],
];

describe.each(STORES)("%s store", (_, open) => {
  test("finds what was added, and nothing else", async () => {
    const store = await open();
    await store.add(LINK);
    expect(await store.find("abcd")).toEqual(LINK);
    expect(await store.find("ABCD")).toBeUndefined();
    expect(await store.find("__proto__")).toBeUndefined();
  });

  test("a code is given once, also when two ask for it at the same time", async () => {
    const store = await open();
    const results = await Promise.allSettled([
      store.add(LINK),
      store.add({ ...LINK, url: "https://other.example/" }),
    ]);
    expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected"]);
    expect(results[1]).toMatchObject({ reason: new CodeTaken("abcd") });
    expect(await store.find("abcd")).toEqual(LINK);
  });

  test("visits that overlap are all counted", async () => {
    const store = await open();
    await store.add(LINK);
    await Promise.all(Array.from({ length: 20 }, () => store.countVisit("abcd")));
    expect(await store.find("abcd")).toEqual({ ...LINK, visits: 20 });
    expect(await store.countVisit("none")).toBeUndefined();
  });

  test("expired links are removed, and their codes are free again", async () => {
    const store = await open();
    await store.add({ ...LINK, expiresAt: new Date(1000) });
    await store.add({ ...LINK, code: "later", expiresAt: new Date(1001) });
    await store.add({ ...LINK, code: "always" });
    expect(await store.removeExpired(new Date(999))).toBe(0);
    expect(await store.removeExpired(new Date(1000))).toBe(1);
    expect(await store.find("abcd")).toBeUndefined();
    await expect(store.add(LINK)).resolves.toBeUndefined();
  });
});

describe("file", () => {
  test("is read by the next session as it was written", async () => {
    const store = await FileStore.open(file());
    await store.add(LINK);
    await store.add({ ...LINK, code: "ends", expiresAt: new Date("2030-01-01T00:00:00Z"), visits: 3 });
    const next = await FileStore.open(file());
    expect(await next.find("abcd")).toEqual(LINK);
    expect((await next.find("ends"))?.expiresAt).toEqual(new Date("2030-01-01T00:00:00Z"));
    expect(await readdir(join(folder, "data"))).toEqual(["links.json"]);
  });

  test.each([
    ["", /JSON/],
    ["{}", /expected a list of links/],
    ["[null]", /link 0 is no object/],
    ['[{"code":"a"}]', /link 0 has no url/],
    ['[{"code":"a","url":"u","visits":"many"}]', /link 0 has no number of visits/],
    ['[{"code":"a","url":"u","visits":1,"createdAt":"soon"}]', /createdAt of link 0 is no date/],
    ['[{"code":"a","url":"u","visits":1,"createdAt":"2024-01-01"}]', /expiresAt of link 0 is no date/],
  ])("that holds %j is refused and kept", async (text, reason) => {
    const path = join(folder, "links.json");
    await writeFile(path, text);
    const opening = FileStore.open(path);
    await expect(opening).rejects.toThrow(DamagedFile);
    await expect(opening).rejects.toThrow(reason);
    expect(await readFile(path, "utf8")).toBe(text);
  });

  test("a change that cannot be written has not happened", async () => {
    // A file stands where the folder would have to be.
    await writeFile(join(folder, "blocked"), "");
    const store = await FileStore.open(file());
    await store.add(LINK);
    await rm(join(folder, "data"), { recursive: true });
    await writeFile(join(folder, "data"), "");
    await expect(store.countVisit("abcd")).rejects.toThrow();
    expect((await store.find("abcd"))?.visits).toBe(0);
    await rm(join(folder, "data"));
    expect((await store.countVisit("abcd"))?.visits).toBe(1);
  });
});

test("a queue keeps the order and survives failures", async () => {
  const queue = new SerialQueue();
  const order: number[] = [];
  const slow = queue.run(async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    order.push(1);
  });
  const failing = queue.run(() => Promise.reject(new Error("broken")));
  const last = queue.run(async () => order.push(2));
  await expect(failing).rejects.toThrow("broken");
  await Promise.all([slow, last]);
  expect(order).toEqual([1, 2]);
});
