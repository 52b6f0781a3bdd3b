import { createHash } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contractc, findingsOf, ROOT, snapshot, workspace, write } from "./support/cli.js";
import { fencesOf } from "./support/markdown.js";

interface Action {
  op: string;
  target: string;
  content?: string;
  reason?: string;
  by?: string;
  base?: string;
}

interface Applied {
  accepted: boolean;
  dryRun: boolean;
  revision: number;
  before: string;
  after: string;
  files: string[];
  changed: string[];
  modules: { signature: string[]; slice: string[]; surroundings: string[] };
  edit?: { revision: number; changed: string[] };
  refusal?: { action: number; op: string; target: string; reason: string; message: string };
  findings: { code: string }[];
}

function copyOf(example: string): string {
  const folder = workspace();
  cpSync(join(ROOT, "examples", example), folder, { recursive: true });
  return folder;
}

function apply(
  folder: string,
  actions: unknown,
  ...options: string[]
): { status: number | null; result: Applied } {
  const file = join(workspace({ "actions.json": JSON.stringify(actions) }), "actions.json");
  const { status, stdout, stderr } = contractc(folder, "apply", file, "--format", "json", ...options);
  if (stdout === "") throw new Error(stderr);
  return { status, result: JSON.parse(stdout) };
}

function info(folder: string) {
  return JSON.parse(contractc(folder, "info", "--format", "json").stdout);
}

function digest(folder: string): string {
  return createHash("sha256")
    .update(JSON.stringify(snapshot(folder)))
    .digest("hex");
}

const ACCEPTED: Record<string, { actions: Action[]; signature: string[]; slice: string[] }[]> = {
  "plane-battle": [
    {
      actions: [{ op: "add", target: "core.game", content: "uses type collision" }],
      signature: ["core.game"],
      slice: ["core.game"],
    },
    {
      actions: [{ op: "add", target: "model.entities.Side", content: 'NEUTRAL = "neutral"' }],
      signature: ["model.entities"],
      slice: ["model.entities"],
    },
    {
      actions: [{ op: "add", target: "core.storage.save", content: "raises DamagedScores" }],
      signature: ["core.storage"],
      slice: ["core.storage"],
    },
    {
      actions: [
        {
          op: "update",
          target: "core.spawning.interval",
          content: "fn interval(step: int, slow: bool = false) -> int",
        },
      ],
      signature: ["core.spawning"],
      slice: ["core.spawning"],
    },
    {
      actions: [
        { op: "update", target: "model.entities.SCREEN_WIDTH", content: "const SCREEN_WIDTH: int = 640" },
      ],
      signature: ["model.entities"],
      slice: ["model.entities"],
    },
    {
      actions: [
        {
          op: "refine",
          target: "core.storage.save",
          content: '/// The folder must exist.\nensures "the file is readable"',
        },
      ],
      signature: [],
      slice: ["core.storage"],
    },
    {
      actions: [{ op: "refine", target: "Headless", content: 'accept "The tests need no window"' }],
      signature: [],
      slice: ["main", "ui.controls"],
    },
    {
      actions: [{ op: "remove", target: "ui.controls.press" }],
      signature: ["ui.controls"],
      slice: ["ui.controls"],
    },
    {
      actions: [{ op: "rename", target: "core.game.WrongPhase", content: "NotNow" }],
      signature: ["core.game"],
      slice: ["core.game"],
    },
    {
      actions: [
        {
          op: "add",
          target: "ui",
          content:
            'module sound "sound.py" {\n  owner frontend\n  satisfies Headless\n  fn beep(loud: bool) -> void\n}',
        },
        { op: "add", target: "ui.window", content: "uses type sound" },
      ],
      signature: ["ui.sound", "ui.window"],
      slice: ["ui.sound", "ui.window"],
    },
  ],
  "link-shortener": [
    {
      actions: [{ op: "add", target: "src.links.Link", content: "readonly note: string?" }],
      signature: ["src.links"],
      slice: ["src.links"],
    },
    {
      actions: [
        {
          op: "add",
          target: "src.codes",
          content: "/// The value of a code.\nfn decode(code: string) -> int\n  raises RangeError",
        },
      ],
      signature: ["src.codes"],
      slice: ["src.codes"],
    },
    {
      actions: [{ op: "add", target: "src.links.isExpired", content: 'requires "now is not in the past"' }],
      signature: [],
      slice: ["src.links"],
    },
    {
      actions: [
        { op: "update", target: "src.codes.encode", content: "fn encode(value: int, width?: int) -> string" },
      ],
      signature: ["src.codes"],
      slice: ["src.codes"],
    },
    {
      actions: [
        { op: "update", target: "src.links.MAX_URL_LENGTH", content: "const MAX_URL_LENGTH: int = 4096" },
      ],
      signature: ["src.links"],
      slice: ["src.links"],
    },
    {
      actions: [{ op: "refine", target: "src.clock.Clock", content: "/// Every clock tells UTC." }],
      signature: [],
      slice: ["src.clock"],
    },
    {
      actions: [{ op: "refine", target: "src.storage.serialQueue", content: "satisfies Durable" }],
      signature: [],
      slice: ["src.storage.serialQueue"],
    },
    {
      actions: [
        {
          op: "remove",
          target: "src.codes.SequentialCodes.next",
          content: 'example SequentialCodes().next() == "0000"',
        },
      ],
      signature: [],
      slice: ["src.codes"],
    },
    {
      actions: [{ op: "rename", target: "src.storage.jsonFile.JsonFile", content: "ValueFile" }],
      signature: ["src.storage.jsonFile"],
      slice: ["src.storage.jsonFile"],
    },
    {
      actions: [{ op: "rename", target: "role web", content: "edge" }],
      signature: [],
      slice: ["src.http.body", "src.http.handler", "src.http.problems", "src.main"],
    },
  ],
};

const REFUSED: Record<string, [string, Action | Action[], string?][]> = {
  "plane-battle": [
    ["syntax", { op: "add", target: "core.game", content: "fn f(" }, "syntax/error"],
    ["missing", { op: "update", target: "core.gane.Game", content: "class Game {}" }],
    ["exists", { op: "add", target: "core.game", content: "class Game {}" }],
    ["errors", { op: "add", target: "model.entities", content: "uses world" }, "graph/cycle"],
    ["errors", { op: "add", target: "model.scores", content: "uses type storage" }, "graph/layer"],
    ["errors", { op: "add", target: "core", content: 'module Game "Game.py" { fn f() }' }, "name/path-clash"],
    [
      "errors",
      { op: "update", target: "core.storage.load", content: "fn load(file: Path) -> ScoreTable" },
      "name/unknown",
    ],
    ["referenced", { op: "remove", target: "model.entities.Hit" }],
    ["signature", { op: "refine", target: "core.world.World", content: "size: int" }],
    [
      "errors",
      [
        { op: "refine", target: "core.game", content: "/// Fine." },
        { op: "add", target: "core.game", content: "fn f(x: Missing)" },
      ],
      "name/unknown",
    ],
  ],
  "link-shortener": [
    ["syntax", { op: "add", target: "src.links", content: "record {" }, "syntax/error"],
    ["missing", { op: "remove", target: "src.links.Lnk" }],
    ["exists", { op: "rename", target: "src.links.InvalidUrl", content: "CodeTaken" }],
    ["errors", { op: "add", target: "src.links", content: "uses shortener" }, "graph/cycle"],
    ["errors", { op: "add", target: "src.rateLimiter", content: "uses type fileStore" }, "graph/independent"],
    ["errors", { op: "add", target: "src.storage.fileStore", content: "uses type clock" }, "graph/forbidden"],
    [
      "errors",
      {
        op: "update",
        target: "src.clock.SystemClock",
        content: "class SystemClock implements Clock {\n  now(zone: string) -> datetime\n}",
      },
      "type/implements",
    ],
    ["errors", { op: "add", target: "src.links.normalizeUrl", content: "raises Link" }, "type/not-an-error"],
    ["referenced", { op: "remove", target: "Durable" }],
    ["base", { op: "refine", target: "src.links", content: "/// More.", base: "1".repeat(64) }],
  ],
};

describe.each(["plane-battle", "link-shortener"])("%s", (example) => {
  test("ten actions are accepted, one after the other", { timeout: 120_000 }, () => {
    const folder = copyOf(example);
    let { hash, revision } = info(folder);
    expect(revision).toBe(0);
    expect(ACCEPTED[example]).toHaveLength(10);
    for (const { actions, signature, slice } of ACCEPTED[example]!) {
      const { status, result } = apply(
        folder,
        actions.map((action) => ({ ...action, base: hash, by: "ada", reason: "asked for" })),
      );
      expect([status, result.refusal?.message, result.accepted]).toEqual([0, undefined, true]);
      expect([result.before, result.revision]).toEqual([hash, revision + 1]);
      expect([result.modules.signature, result.modules.slice]).toEqual([signature, slice]);
      ({ hash, revision } = info(folder));
      expect([hash, revision]).toEqual([result.after, result.revision]);
    }
    expect(findingsOf(folder, "check").summary.errors).toBe(0);
    const log = readFileSync(join(folder, ".contract/evolution.jsonl"), "utf8").trimEnd().split("\n");
    expect(log.map((line) => JSON.parse(line).revision)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test("ten actions are refused, and not a byte changes", { timeout: 120_000 }, () => {
    const folder = copyOf(example);
    const before = digest(folder);
    expect(REFUSED[example]).toHaveLength(10);
    for (const [reason, actions, code] of REFUSED[example]!) {
      const { status, result } = apply(folder, actions);
      expect([status, result.accepted, result.refusal?.reason]).toEqual([1, false, reason]);
      if (code !== undefined) expect(result.findings.map((finding) => finding.code)).toContain(code);
      expect(digest(folder)).toBe(before);
    }
  });

  test("a dry run answers as the real one would and writes nothing", { timeout: 60_000 }, () => {
    const folder = copyOf(example);
    const before = digest(folder);
    const { actions } = ACCEPTED[example]![0]!;
    const { status, result } = apply(folder, actions, "--dry-run");
    expect([status, result.dryRun, result.revision]).toEqual([0, true, 1]);
    expect(digest(folder)).toBe(before);
    expect(apply(folder, actions).result).toEqual({ ...result, dryRun: false });
  });
});

test("a refusal in text names the action, the diagnostics with their lines, and that nothing changed", () => {
  const folder = copyOf("plane-battle");
  write(
    folder,
    "actions.json",
    JSON.stringify({ op: "add", target: "core.game", content: "fn f(x: Missing)" }),
  );
  const { status, stdout, stderr } = contractc(folder, "apply", "actions.json");
  expect([status, stderr]).toEqual([1, ""]);
  expect(stdout).toContain(
    "action 1 (add core.game) is refused: The contract would have an error that it has not now.",
  );
  expect(stdout).toContain("There is no type `Missing`");
  expect(stdout).toMatch(/│ {5}fn f\(x: Missing\)/);
  expect(stdout.endsWith("Nothing was changed.\n")).toBe(true);
});

test("an acceptance in text says what is to be done again", () => {
  const folder = copyOf("plane-battle");
  write(
    folder,
    "actions.json",
    JSON.stringify({
      op: "update",
      target: "model.scores.Score",
      content:
        "record Score {\n  readonly name: string\n  readonly points: float\n  readonly day: date? = null\n}",
    }),
  );
  const { status, stdout } = contractc(folder, "apply", "actions.json");
  expect(status).toBe(0);
  expect(stdout).toContain("1 action accepted: revision 1, ");
  expect(stdout).toContain("  changed    model.contract\n");
  expect(stdout).toContain("  implement  model.scores\n");
  expect(stdout).toContain("  test again core.storage, main\n");
});

test("an edit by hand is recorded by the next command", () => {
  const folder = copyOf("plane-battle");
  apply(folder, { op: "refine", target: "core.game", content: "/// One more line." });
  const file = "model.contract";
  write(folder, file, readFileSync(join(folder, file), "utf8").replace("health: int = 3", "health: int = 5"));
  expect(info(folder)).toMatchObject({ revision: 2, edit: { changed: ["model.entities.Player.health"] } });
  expect(info(folder)).toMatchObject({ revision: 2 });
  write(folder, file, readFileSync(join(folder, file), "utf8").replace("health: int = 5", "health: int = 7"));
  const { result } = apply(folder, { op: "refine", target: "core.game", content: "/// And another." });
  expect(result).toMatchObject({
    revision: 4,
    edit: { revision: 3, changed: ["model.entities.Player.health"] },
  });
});

test("a wrong file of actions is a wrong call", () => {
  const folder = copyOf("plane-battle");
  write(folder, "actions.json", '[{"op": "add", "traget": "core.game", "content": "fn f()"}]');
  const before = digest(folder);
  const { status, stdout, stderr } = contractc(folder, "apply", "actions.json");
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain('actions.json: action 1 has an unknown key "traget"; did you mean "target"?');
  expect(contractc(folder, "apply", "gone.json").status).toBe(2);
  expect(digest(folder)).toBe(before);
});

test("a broken log is told with its line", () => {
  const folder = copyOf("plane-battle");
  write(folder, ".contract/evolution.jsonl", "=======\n");
  for (const args of [["info"], ["apply", "actions.json"]]) {
    write(folder, "actions.json", '{"op": "refine", "target": "core.game", "content": "/// More."}');
    const { status, stderr } = contractc(folder, ...args);
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining(".contract/evolution.jsonl:1 is no entry of the log"),
    ]);
  }
});

test("info of several contracts lists them", () => {
  const folder = workspace({
    "a/a.contract": 'contract A version "1.0.0"\nmodule m "m.py" { fn f() }\n',
    "b/b.contract": 'contract B version "2.0.0"\nmodule m "m.py" { fn f(x: Gone) }\n',
  });
  const { contracts } = info(folder);
  expect(
    contracts.map(({ name, sound, errors, modules }: Record<string, unknown>) => [
      name,
      sound,
      errors,
      modules,
    ]),
  ).toEqual([
    ["A", true, 0, 1],
    ["B", false, 1, 1],
  ]);
  expect(contractc(folder, "apply", "a/a.contract").status).toBe(2);
});

test("the actions that the documentation begins with are accepted", () => {
  const document = readFileSync(join(ROOT, "docs/evolution.md"), "utf8");
  const actions = fencesOf(document).find(({ language }) => language === "json");
  expect(actions).toBeDefined();
  const { status, result } = apply(copyOf("plane-battle"), JSON.parse(actions!.text));
  expect([status, result.modules.signature]).toEqual([0, ["core.collision", "ui.controls"]]);
});
