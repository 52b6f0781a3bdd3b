import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeFileSystem } from "@contractc/kernel";
import { expect, test } from "vitest";
import {
  CallRecords,
  type ContractState,
  type Expectation,
  initialiser,
  parseAnswer,
  replayAgent,
} from "../../src/index.js";
import { contractPort } from "../support/contract-port.js";
import { deskOf, ticketOf } from "../support/desks.js";
import { prompts } from "../support/models.js";

// A whole run that was written by hand: from one sentence to a game, with a contract that turns out to be incomplete.
const FOLDER = fileURLToPath(new URL("../../../../tests/recorded/plane-battle", import.meta.url)).replaceAll(
  "\\",
  "/",
);
const agent = replayAgent(new CallRecords(nodeFileSystem(), FOLDER), prompts);
const never = new AbortController().signal;

async function plane(): Promise<{ state: ContractState; flagged: string[]; steps: string[] }> {
  const steps: string[] = [];
  const made = await initialiser(prompts)(
    {
      run: "r1",
      root: "/w",
      intent: "A plane shooter with a high-score table",
      hasCode: false,
      contract: contractPort(),
      policy: {
        concurrency: 4,
        rounds: { code: 3, architecture: 2 },
        environmentRetries: 1,
        contextTokens: 16_000,
        budget: {},
        limits: { attemptMilliseconds: 1_000, gateMilliseconds: 1_000, memoryBytes: 1, processes: 1 },
        checkpoints: [],
        watched: [],
        unsafeWithoutSandbox: false,
      },
      answers: [],
      async ask(step, _role, question) {
        steps.push(step);
        const ticket = ticketOf({ task: "contract", kind: "contract", subject: "", writes: [], ...question });
        return await agent.work(ticket, deskOf(ticket).desk, never);
      },
    },
    never,
  );
  if (made.kind !== "contract") throw new Error(JSON.stringify(made));
  return { ...made, steps };
}

test("one sentence becomes a contract, whose first draft the checker sent back", async () => {
  const { state, flagged, steps } = await plane();
  expect(steps).toEqual(["analyst", "architect:1", "architect:2", "discriminator"]);
  expect(state.kernel.modules.map(({ address, owner }) => `${address} ${owner}`)).toEqual([
    "core.collision algorithm",
    "core.game backend",
    "main backend",
    "model.entities backend",
    "model.scores backend",
  ]);
  expect(flagged).toEqual([
    "low ambiguity core.game.Game: Where a new game puts its player is not said. (say it in the doc of `new`)",
  ]);
});

test("every record is an answer to what was asked, by who does it in that contract", async () => {
  const { state } = await plane();
  const owners = new Map(state.kernel.modules.map(({ address, owner }) => [address, owner]));
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".json"),
  );
  expect(files.length).toBe(24);
  for (const file of files) {
    const [, kind, module = "", role, expects] =
      /^(contract|module|tests)(?:-([\w.]+))?[\\/](\w+)\.(\w+)\.\d+(?:@[0-9a-f]{8})?[\\/]1\.json$/.exec(
        file,
      ) ?? [];
    const { answer } = JSON.parse(readFileSync(`${FOLDER}/${file}`, "utf8")) as {
      answer: { result: unknown };
    };
    expect(parseAnswer(expects as Expectation, answer), file).toMatchObject({ kind: "result" });
    if (kind !== "contract") expect(owners.has(module), file).toBe(true);
    if (expects === "code") expect(role, file).toBe(owners.get(module));
  }
});

test("what its reviewer asks for is a change that the contract takes", async () => {
  const { state } = await plane();
  const file = `${FOLDER}/module-core.collision/reviewer.review.2/1.json`;
  const { answer } = JSON.parse(readFileSync(file, "utf8")) as { answer: unknown };
  const parsed = parseAnswer("review", answer);
  if (parsed.kind !== "result" || parsed.result.kind !== "review") throw new Error("no review");
  const { contract } = parsed.result.review;
  const proposal = contractPort().propose(state, contract!.actions, "reviewer");
  if (proposal.kind !== "accepted") throw new Error(proposal.message);
  // Only the module that gets the fields is to be implemented again.
  expect(proposal.modules.signature).toEqual(["model.entities"]);
});
