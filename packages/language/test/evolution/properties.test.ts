import { compile, parseContract } from "@contractc/language";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Contract, example, type Short } from "./support.js";

const MODULES = [
  "model.entities",
  "model.scores",
  "core.collision",
  "core.spawning",
  "core.world",
  "core.game",
];
const name = fc.constantFrom("alpha", "beta", "gamma", "delta", "move", "Score", "size", "type");
const type = fc.constantFrom(
  "int",
  "string?",
  "list<Entity>",
  "Score",
  "Hit",
  "map<string, float>",
  "Missing",
);

/** Actions of which some fit and many do not: what is accepted must hold whatever came before. */
function actionOn(contract: Contract): fc.Arbitrary<Short> {
  const addresses = Object.keys(contract.kernel.positions).filter((key) => key !== "");
  const target = fc.constantFrom(...addresses);
  return fc.oneof(
    fc.record({
      op: fc.constant("add" as const),
      target: fc.constantFrom(...MODULES),
      content: fc
        .tuple(name, type, type)
        .map(([a, b, c]) => `/// About ${a}.\nfn ${a}(x: ${b}) -> ${c}\n  requires "x is good"`),
    }),
    fc.record({
      op: fc.constant("add" as const),
      target: fc.constantFrom(...MODULES),
      content: fc.constantFrom(...MODULES).map((module) => `uses type ${module}`),
    }),
    fc.record({
      op: fc.constant("add" as const),
      target,
      content: fc.tuple(name, type).map(([a, b]) => `${a}: ${b} // added`),
    }),
    fc.record({
      op: fc.constant("refine" as const),
      target,
      content: name.map((each) => `/// More about ${each}.`),
    }),
    fc.record({
      op: fc.constant("refine" as const),
      target,
      content: name.map((each) => `requires "${each} holds"\nensures "${each} held"`),
    }),
    fc.record({ op: fc.constant("remove" as const), target }),
    fc.record({ op: fc.constant("rename" as const), target, content: name }),
    fc.record({
      op: fc.constant("update" as const),
      target,
      content: fc.tuple(name, type).map(([a, b]) => `${a}: ${b}`),
    }),
    target.chain((address) =>
      fc.record({
        op: fc.constant("update" as const),
        target: fc.constant(address),
        content: fc.tuple(type, type).map(([a, b]) => `fn ${address.split(".").at(-1)}(x: ${a}) -> ${b}`),
      }),
    ),
  );
}

/** Every ordinary comment of the contract's files. */
function commentsOf(contract: Contract): string[] {
  return [...contract.fs.files.keys()]
    .filter((path) => path.endsWith(".contract"))
    .flatMap((path) => contract.text(path).match(/^\s*\/\/(?!\/).*$/gm) ?? [])
    .map((line) => line.trim());
}

test("whatever is accepted leaves a sound contract with its comments and a log that leads to it", () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat()), (seeds) => {
      const contract = example("plane-battle");
      const comments = commentsOf(contract);
      for (let step = 0; step < 12; step++) {
        const seed = seeds.next().value ?? 0;
        const [action] = fc.sample(actionOn(contract), { seed, numRuns: 1 });
        const before = contract.digest();
        const outcome = contract.apply(action!);
        expect(outcome.kind).not.toBe("fault");
        if (outcome.kind !== "accepted") {
          expect(contract.digest()).toBe(before);
          continue;
        }
        accepted++;
        const { kernel, sound, files } = compile({ fs: contract.fs, root: contract.root });
        expect(sound).toBe(true);
        expect(outcome.after).toBe(kernel.hash);
        expect(contract.log.at(-1)).toMatchObject({ after: kernel.hash, before: outcome.before });
        for (const { text, file } of files) expect(parseContract(text, file).problems).toEqual([]);
        expect(commentsOf(contract)).toEqual(expect.arrayContaining(comments));
      }
      const log = contract.log;
      log.forEach((entry, at) => {
        expect(entry.revision).toBe(at);
        if (at > 0) expect(entry.before).toBe(log[at - 1].after);
      });
    }),
    { numRuns: 12, seed: 20260101 },
  );
  expect(accepted).toBeGreaterThan(30);
}, 120_000);

test("an action and the one that takes it back leave the text as it was", () => {
  const contract = example("plane-battle");
  const before = [...contract.fs.files.keys()].map((path) => contract.text(path));
  const pairs: [Short, Short][] = [
    [
      { op: "add", target: "core.game", content: "uses collision" },
      { op: "remove", target: "core.game", content: "uses collision" },
    ],
    [
      { op: "add", target: "core.world", content: "/// New.\nfn extra()\n  raises ValueError" },
      { op: "remove", target: "core.world.extra" },
    ],
    [
      { op: "add", target: "model.entities.Hit", content: "more: int = 0" },
      { op: "remove", target: "model.entities.Hit.more" },
    ],
    [
      { op: "add", target: "model.entities.Side", content: 'NONE = "none"' },
      { op: "remove", target: "model.entities.Side.NONE" },
    ],
    [
      { op: "add", target: "core.storage.save", content: "raises DamagedScores" },
      { op: "remove", target: "core.storage.save", content: "raises DamagedScores" },
    ],
    [
      { op: "add", target: "Survive", content: 'accept "more"' },
      { op: "remove", target: "Survive", content: 'accept "more"' },
    ],
    [
      { op: "rename", target: "model.entities.Player", content: "Plane" },
      { op: "rename", target: "model.entities.Plane", content: "Player" },
    ],
    [
      { op: "rename", target: "core.world", content: "field" },
      { op: "rename", target: "core.field", content: "world" },
    ],
    [
      { op: "update", target: "core.collision.hits", content: "fn hits(target: Entity) -> list<Hit>" },
      {
        op: "update",
        target: "core.collision.hits",
        content: "fn hits(target: Entity, others: iterable<Entity>, *, limit: int = 10) -> list<Hit>",
      },
    ],
  ];
  for (const [there, back] of pairs) {
    const isUpdate = there.op === "update";
    if (isUpdate)
      contract.accepted([
        {
          op: "remove",
          target: there.target,
          content: "example hits(Player(x: 0, y: 0), [Player(x: 0, y: 0)]) == []",
        },
        there,
        back,
        {
          op: "add",
          target: back.target,
          content: "example hits(Player(x: 0, y: 0), [Player(x: 0, y: 0)]) == []",
        },
      ]);
    else for (const action of [there, back]) contract.accepted(action);
    expect(
      [...contract.fs.files.keys()]
        .filter((path) => path.endsWith(".contract"))
        .map((path) => contract.text(path)),
    ).toEqual(before);
  }
});
