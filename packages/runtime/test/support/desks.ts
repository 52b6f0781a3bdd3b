import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contentIdOf, nodeFileSystem } from "@contractc/kernel";
import { onTestFinished } from "vitest";
import {
  type CommandRunner,
  type Desk,
  type DeskEvent,
  openDesk,
  permissionsOf,
  roomsOf,
  type Ticket,
  type Usage,
} from "../../src/index.js";
import { kernelOf, PLANE, WORKSPACE } from "./contract.js";

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "contractc-desk-"))).replaceAll("\\", "/");
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const TESTS = ["tests/test_core_collision.py", "tests/test_model_entities.py"];

/** About four characters a token: enough to test bounds with. */
export function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}

export function ticketOf(parts: Partial<Ticket> = {}): Ticket {
  return {
    format: "contractc-ticket/1",
    run: "r1",
    task: "module:core.collision",
    kind: "module",
    attempt: 1,
    round: 1,
    role: "coder",
    expects: "code",
    subject: "core.collision",
    brief: "You are a coder.",
    goal: "Implement the module core.collision in core/collision.py.",
    context: "module collision",
    tokens: 100,
    writes: ["core/collision.py"],
    files: [],
    failures: [],
    lessons: [],
    answers: [],
    ...parts,
  };
}

export interface TestDesk {
  desk: Desk;
  folder: string;
  events: DeskEvent[];
  /** What was asked of models, with what they cost. */
  calls: { request: unknown; usage: Usage }[];
}

/** A desk over the plane's workspace, with its files in a real folder. */
export function deskOf(
  ticket: Ticket,
  options: {
    workspace?: Readonly<Record<string, string | Uint8Array>>;
    run?: CommandRunner;
    budget?: number;
    folder?: string;
  } = {},
): TestDesk {
  const { workspace = WORKSPACE, run, budget = Number.POSITIVE_INFINITY } = options;
  const contents = new Map<string, Uint8Array>();
  const tree = Object.fromEntries(
    Object.entries(workspace).map(([path, content]) => {
      const bytes = Buffer.from(content);
      const id = contentIdOf(bytes);
      contents.set(id, bytes);
      return [path, id];
    }),
  );
  const kernel = kernelOf(PLANE);
  const folder = options.folder ?? temporaryFolder();
  const events: DeskEvent[] = [];
  const calls: TestDesk["calls"] = [];
  const desk = openDesk({
    fs: nodeFileSystem(),
    folder,
    ticket,
    permissions: permissionsOf(kernel, ticket, roomsOf(kernel, ticket, TESTS)),
    tree,
    content: (id) => contents.get(id)!,
    async call(request, ask) {
      if (calls.length >= budget) return undefined;
      const { answer, usage } = await ask();
      calls.push({ request, usage });
      return answer;
    },
    report: (event) => void events.push(event),
    describe: (name) => (name === "Entity" ? "class Entity {\n  x: int\n}\n" : undefined),
    tokens,
    contextTokens: 120,
    signal: new AbortController().signal,
    ...(run ? { run } : {}),
  });
  return { desk, folder, events, calls };
}
