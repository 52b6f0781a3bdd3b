import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { memoryStore, openSqliteStore } from "../../src/index.js";
import { storeConformance } from "./conformance.js";

const folder = mkdtempSync(join(tmpdir(), "contractc-store-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

storeConformance("a record in memory", memoryStore);
storeConformance("a record in a file", (clock) => {
  count += 1;
  const opened = openSqliteStore(join(folder, `${count}.db`), clock);
  if (opened.kind !== "opened") throw new Error(opened.message);
  return opened.store;
});
