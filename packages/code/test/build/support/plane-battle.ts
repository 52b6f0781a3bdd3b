import type { Kernel, Language } from "@contractc/kernel";
import { cls, constructor, e, equal, field, fn, kernelOf, method, p, t } from "./kernel.js";

const player = (x: number, y: number) => e.call("model.entities.Player", ["x", e.number(x)], ["y", e.number(y)]);

/** A game in three layers, with one of everything that code can hold. */
export function planeBattle(language: Language): Kernel {
  const python = language === "python";
  const extension = python ? "py" : "ts";
  return kernelOf({
    targets: [{ language, roots: ["."] }],
    packages: [
      { name: "model", address: "model", path: "model" },
      { name: "core", address: "core", path: "core" },
      { name: "ui", address: "ui", path: "ui", doc: "What the player sees." },
    ],
    projection: {
      requirements: [
        {
          name: "Steer",
          priority: "must",
          text: "The player steers the plane with the arrow keys",
          accept: ["Holding left for ten seconds never takes x below zero"],
        },
      ],
      qualities: [{ name: "FrameRate", kind: "performance", text: "60 frames a second", accept: [] }],
      decisions: [{ name: "Engine", text: "pygame draws", because: "it is everywhere" }],
      risks: [{ text: "Old machines are slow" }],
      questions: [{ text: "Is there a second level?" }],
      roles: [{ name: "backend", text: "Implements the game rules", write: ["core/**", "model/**"] }],
    },
    externals: [
      {
        name: "pygame",
        requirement: "pygame >= 2.5",
        declarations: [cls("class", "Surface", [])],
      },
    ],
    modules: [
      {
        address: "model.entities",
        path: `model/entities.${extension}`,
        more: { owner: "backend", satisfies: ["Steer"], doc: "What is on the screen." },
        declarations: [
          {
            kind: "alias",
            name: "Direction",
            type: t.union(t.literal("up"), t.literal("down"), t.literal("left"), t.literal("right")),
          },
          {
            kind: "enum",
            name: "Side",
            members: [
              { name: "Player", value: "player" },
              { name: "Enemy", value: "enemy", doc: "Everybody else." },
            ],
          },
          cls("class", "Player", [
            field("health", t.int, { default: e.number(3) }),
            field("side", t.ref("model.entities.Side"), {
              default: e.member(e.declaration("model.entities.Side"), "Player"),
              readonly: true,
            }),
            field("cargo", t.list(t.string), { default: e.list() }),
            constructor([p("x", t.int), p("y", t.int)]),
            method("move", [p("direction", t.ref("model.entities.Direction"))], t.bool, {
              doc: "Moves one step and says whether the plane moved.",
              ensures: ["the plane stays inside the screen"],
              examples: [
                equal(e.call(e.member(player(0, 0), "move"), e.string("left")), e.boolean(false)),
              ],
            }),
            method("parse", [p("text", t.string)], t.ref("model.entities.Player"), { static: true }),
            method("reset", [], t.void, { internal: true }),
          ], { extends: [t.ref("model.entities.Entity")] }),
          cls("class", "Entity", [
            field("x", t.int),
            field("y", t.int, { doc: "From the top." }),
            method("area", [], t.int, { abstract: true }),
          ], { abstract: true, doc: "Anything that occupies a rectangle on the screen." }),
          cls("record", "Hit", [
            field("attacker", t.ref("model.entities.Entity")),
            field("damage", t.int),
            field("tags", t.list(t.string), { default: e.list() }),
            field("note", t.string, { optional: true }),
          ]),
          cls("error", "OutOfAmmo", [field("remaining", t.int)]),
          cls("interface", "Drawable", [
            field("layer", t.int, { readonly: true }),
            method("draw", [p("scale", t.float, { default: e.number("1.0") })], t.void),
          ]),
          { kind: "const", name: "MAX_HEALTH", type: t.int, value: e.number(3) },
        ],
      },
      {
        address: "core.collision",
        path: `core/collision.${extension}`,
        uses: ["model.entities"],
        declarations: [
          fn("collides", [p("a", t.ref("model.entities.Entity")), p("b", t.ref("model.entities.Entity"))], t.bool, {
            doc: "True where the two rectangles share at least one pixel.",
            examples: [equal(e.call("core.collision.collides", player(0, 0), player(0, 0)), e.boolean(true))],
          }),
          fn(
            "hits",
            [
              p("player", t.ref("model.entities.Player")),
              p("others", t.list(t.ref("model.entities.Entity"))),
              p("limit", t.int, { default: e.number(10), ...(python ? { kind: "keyword-only" as const } : {}) }),
            ],
            t.list(t.ref("model.entities.Hit")),
            {
              requires: ["limit is positive"],
              raises: [{ kind: "declared", target: "model.entities.OutOfAmmo" }],
            },
          ),
          fn("first", [p("items", t.list(t.parameter("T")))], t.optional(t.parameter("T")), {
            typeParameters: [{ name: "T", bound: t.ref("model.entities.Entity") }],
          }),
          fn("parse", [p("text", t.string)], t.int, { doc: "Reads a number." }),
          fn("parse", [p("data", t.bytes)], t.float),
          cls("class", "Grid", [method("at", [p("x", t.int)], t.parameter("T"))], {
            typeParameters: [{ name: "T" }],
          }),
        ],
      },
      {
        address: "core.game",
        path: `core/game.${extension}`,
        uses: ["core.collision"],
        usesType: ["model.entities"],
        declarations: [
          { kind: "event", name: "PlayerHit", parameters: [p("hit", t.ref("model.entities.Hit"))] },
          fn("step", [p("player", t.ref("model.entities.Player")), p("direction", t.optional(t.ref("model.entities.Direction")))], t.ref("model.entities.Player"), {
            emits: ["core.game.PlayerHit"],
          }),
          fn("run", [p("frames", t.optional(t.int))], t.void, { async: true }),
          fn("frames", [], t.apply("stream", t.int)),
        ],
      },
      {
        address: "ui.hud",
        path: `ui/hud.${extension}`,
        uses: ["pygame", "core.game"],
        usesType: ["model.entities"],
        usesLazy: ["core.collision"],
        declarations: [
          fn("render", [p("player", t.ref("model.entities.Player")), p("screen", t.ref("pygame.Surface"))], t.void),
        ],
      },
    ],
  });
}
