import { type Clock, contentIdOf } from "@contractc/kernel";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunEvent, RunStore } from "../../src/index.js";

const asked = (id: string): RunEvent => ({ type: "question-asked", task: "module:a", question: "?", id });
const FILES = { milliseconds: 1000, files: [] };

/** A clock that a test moves. */
export class TestClock implements Clock {
  time = Date.UTC(2026, 0, 1);
  now(): Date {
    return new Date(this.time);
  }
}

/**
 * What every record of runs keeps to.
 *
 * @param open gives a record that nobody has used
 */
export function storeConformance(name: string, open: (clock: Clock) => RunStore): void {
  describe(name, () => {
    let store: RunStore;
    let clock: TestClock;
    beforeEach(() => {
      clock = new TestClock();
      store = open(clock);
    });
    afterEach(() => store.close());

    it("numbers the events of each run from 1, without gaps, with the time", () => {
      expect(store.append("one", 0, [asked("a"), asked("b")])).toEqual({ kind: "appended", last: 2 });
      expect(store.append("two", 0, [asked("x")])).toEqual({ kind: "appended", last: 1 });
      expect(store.append("one", 2, [asked("c")])).toEqual({ kind: "appended", last: 3 });
      expect(store.read("one")).toEqual(
        ["a", "b", "c"].map((id, at) => ({
          sequence: at + 1,
          at: "2026-01-01T00:00:00.000Z",
          event: asked(id),
        })),
      );
      expect(store.read("one", 2).map(({ sequence }) => sequence)).toEqual([3]);
      expect(store.runs()).toEqual(["two", "one"]);
    });

    it("appends nothing where others have appended meanwhile", () => {
      store.append("one", 0, [asked("a")]);
      expect(store.append("one", 0, [asked("b"), asked("c")])).toEqual({ kind: "conflict", last: 1 });
      expect(store.append("one", 5, [asked("b")])).toEqual({ kind: "conflict", last: 1 });
      expect(store.read("one")).toHaveLength(1);
    });

    it("knows nothing of a run that does not exist", () => {
      expect([store.read("none"), store.runs(), store.leases("none")]).toEqual([[], [], []]);
    });

    it("keeps what was recorded from what is done to it afterwards", () => {
      const event = { type: "integrated", task: "module:a" } as { type: "integrated"; task: string };
      store.append("one", 0, [event]);
      event.task = "module:b";
      expect(store.read("one")[0]?.event).toEqual({ type: "integrated", task: "module:a" });
    });

    it("gives a task to one worker until the lease ends, and counts the attempts", () => {
      expect(store.claim("one", "t", "ada", FILES)).toEqual({
        kind: "claimed",
        lease: { task: "t", worker: "ada", attempt: 1, until: clock.time + 1000 },
      });
      expect(store.claim("one", "t", "bob", FILES)).toEqual({
        kind: "held",
        by: "ada",
        until: clock.time + 1000,
      });
      expect(store.claim("one", "t", "ada", FILES).kind).toBe("held");
      expect(store.claim("two", "t", "bob", FILES).kind).toBe("claimed");
      clock.time += 1000;
      expect(store.claim("one", "t", "bob", FILES)).toMatchObject({ lease: { worker: "bob", attempt: 2 } });
    });

    it("renews a lease for who has it, and for nobody else", () => {
      const claimed = store.claim("one", "t", "ada", FILES);
      if (claimed.kind !== "claimed") throw new Error(claimed.kind);
      clock.time += 900;
      expect(store.renew("one", claimed.lease, 1000)).toBe(true);
      clock.time += 900;
      expect(store.leases("one")).toEqual([{ ...claimed.lease, until: clock.time + 100 }]);
      clock.time += 100;
      store.claim("one", "t", "bob", FILES);
      expect(store.renew("one", claimed.lease, 1000)).toBe(false);
      expect(store.leases("one").map(({ worker }) => worker)).toEqual(["bob"]);
    });

    it("refuses what comes of an attempt that is not the latest", () => {
      const first = store.claim("one", "t", "ada", FILES);
      clock.time += 2000;
      const second = store.claim("one", "t", "bob", FILES);
      if (first.kind !== "claimed" || second.kind !== "claimed") throw new Error("not claimed");
      expect(store.settle("one", first.lease, [asked("late")])).toEqual({ kind: "fenced", attempt: 2 });
      expect(store.settle("one", second.lease, [asked("good")])).toEqual({ kind: "settled", last: 1 });
      expect(store.read("one").map(({ event }) => event)).toEqual([asked("good")]);
      expect(store.leases("one")).toEqual([]);
      expect(store.claim("one", "t", "ada", FILES)).toMatchObject({ lease: { attempt: 3 } });
    });

    it("takes a result that comes after the lease, as long as nobody has claimed the task", () => {
      const claimed = store.claim("one", "t", "ada", FILES);
      if (claimed.kind !== "claimed") throw new Error(claimed.kind);
      clock.time += 5000;
      expect(store.settle("one", claimed.lease, [asked("slow")]).kind).toBe("settled");
    });

    it("ends the leases of a worker that is gone, and fences what may still come of them", () => {
      const claimed = store.claim("one", "t", "ada", FILES);
      store.claim("one", "u", "bob", FILES);
      if (claimed.kind !== "claimed") throw new Error(claimed.kind);
      store.abandon("one", "ada");
      expect(store.leases("one").map(({ task }) => task)).toEqual(["u"]);
      expect(store.settle("one", claimed.lease, [asked("late")]).kind).toBe("fenced");
      expect(store.claim("one", "t", "bob", FILES).kind).toBe("claimed");
    });

    it("gives a file to one task at a time, as long as its lease lasts", () => {
      const files = (...paths: string[]) => ({ milliseconds: 1000, files: paths });
      const first = store.claim("one", "t", "ada", files("a.py", "b.py"));
      if (first.kind !== "claimed") throw new Error(first.kind);
      expect(store.claim("one", "u", "bob", files("c.py", "b.py"))).toEqual({
        kind: "files-held",
        path: "b.py",
        by: "ada",
      });
      // Nothing of a refused claim stays.
      expect(store.claim("one", "v", "cyd", files("c.py")).kind).toBe("claimed");
      expect(store.claim("two", "u", "bob", files("b.py")).kind).toBe("claimed");
      store.settle("one", first.lease, []);
      expect(store.claim("one", "u", "bob", files("b.py")).kind).toBe("claimed");
      expect(store.claim("one", "t", "ada", files("b.py")).kind).toBe("files-held");
      clock.time += 1000;
      expect(store.claim("one", "t", "ada", files("b.py")).kind).toBe("claimed");
    });

    it("appends a signal once", () => {
      expect(store.signal("one", "key", asked("a"))).toBe(true);
      expect(store.signal("one", "key", asked("b"))).toBe(false);
      expect(store.signal("one", "other", asked("c"))).toBe(true);
      expect(store.signal("two", "key", asked("d"))).toBe(true);
      expect(store.read("one").map(({ event }) => event)).toEqual([asked("a"), asked("c")]);
    });

    it("keeps bytes under the id that git would give them", () => {
      const bytes = new Uint8Array([0, 255, 10]);
      expect(store.put("hello\n")).toBe("ce013625030ba8dba906f756967f9e9ca394464a");
      expect(store.put(bytes)).toBe(contentIdOf(bytes));
      expect(store.put(bytes)).toBe(contentIdOf(bytes));
      expect(store.get(contentIdOf(bytes))).toEqual(bytes);
      expect(store.get("ce013625030ba8dba906f756967f9e9ca394464a")).toEqual(
        new TextEncoder().encode("hello\n"),
      );
      expect(store.get("0".repeat(40))).toBeUndefined();
      expect(store.get(store.put(""))).toEqual(new Uint8Array());
    });
  });
}
