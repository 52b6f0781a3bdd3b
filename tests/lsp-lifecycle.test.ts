import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import {
  createProtocolConnection,
  type Hover,
  InitializeRequest,
  type Location,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { BIN, workspace, write } from "./support/cli.js";
import { type Editor, editorWith, exampleFolder, placed, startEditor } from "./support/lsp.js";

const CONTRACT =
  'contract A version "1.0.0"\n\n/// One.\nmodule a "a.py" {\n  /// Runs.\n  fn run(x: int) -> int\n}\n';
const CODE = "def run(x: int) -> int:\n    return x + 1\n";

/** A message as it goes over the wire. */
const message = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test("a client that shuts down and exits ends the server with 0", async () => {
  const editor = startEditor(workspace({ "a.contract": CONTRACT }));
  await editor.initialize();
  expect(await editor.request("shutdown", undefined)).toBeNull();
  await expect(editor.request("textDocument/hover", {})).rejects.toMatchObject({ code: -32600 });
  await editor.connection.sendNotification("exit");
  expect(await editor.exit).toBe(0);
});

test("a client that exits without shutdown, or is gone without a word, ends the server with 1", async () => {
  const rude = startEditor(workspace({ "a.contract": CONTRACT }));
  await rude.initialize();
  await rude.connection.sendNotification("exit");
  expect(await rude.exit).toBe(1);
  const gone = startEditor(workspace({ "a.contract": CONTRACT }));
  await gone.initialize();
  gone.child.stdin!.end();
  expect(await gone.exit).toBe(1);
});

test("a server whose parent is gone ends by itself", async () => {
  const parent = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
  const editor = startEditor(workspace({ "a.contract": CONTRACT }));
  await editor.initialize({}, { processId: parent.pid! });
  parent.kill("SIGKILL");
  expect(await editor.exit).toBe(1);
});

test("requests before initialize are refused, unknown methods too, and the server goes on", async () => {
  const editor = startEditor(workspace({ "a.contract": CONTRACT }));
  const early = editor.request("textDocument/hover", {
    textDocument: { uri: "file:///a.contract" },
    position: { line: 0, character: 0 },
  });
  await expect(early).rejects.toMatchObject({ code: -32002 });
  await editor.connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri: editor.uri("a.contract"), languageId: "contract", version: 1, text: CONTRACT },
  });
  await editor.initialize();
  await expect(editor.request("contractc/nothing", {})).rejects.toMatchObject({ code: -32601 });
  await editor.connection.sendNotification("$/nothing", {});
  await editor.open("a.contract", CONTRACT);
  expect((await editor.diagnostics("a.contract", (found) => found.length > 0)).map(placed)).toEqual([
    "4:8 drift/missing-file",
  ]);
  await expect(editor.initialize()).rejects.toMatchObject({ code: -32600 });
});

test("malformed messages are told and cost nothing else", async () => {
  const editor = startEditor(workspace({ "a.contract": CONTRACT, "a.py": CODE }));
  await editor.initialize();
  editor.child.stdin!.write(message("{ this is no JSON"));
  editor.child.stdin!.write(message("[1, 2]"));
  editor.child.stdin!.write(message('{"jsonrpc":"2.0","id":7}'));
  editor.child.stdin!.write(
    message('{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":null}}'),
  );
  editor.child.stdin!.write(
    message(
      '{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x"}}}',
    ),
  );
  await editor.open("a.contract", CONTRACT);
  const { contents } = await editor.request<Hover>("textDocument/hover", editor.at("a.contract", "fn ru|n"));
  expect((contents as { value: string }).value).toContain("fn run(x: int) -> int");
  const wrong = editor.request("textDocument/hover", { textDocument: { uri: 7 }, position: null });
  await expect(wrong).rejects.toThrow();
  await expect(
    editor.request("textDocument/hover", {
      textDocument: { uri: "%%%" },
      position: { line: 1e9, character: -4 },
    }),
  ).resolves.toBeNull();
  const far = { textDocument: { uri: editor.uri("a.contract") }, position: { line: 900, character: 900 } };
  await expect(editor.request("textDocument/definition", far)).resolves.toEqual([]);
});

test("clients on one port are served at once, each with documents of its own", async () => {
  const folder = workspace({ "a.contract": CONTRACT, "a.py": CODE });
  const child = spawn(process.execPath, [BIN, "lsp", "--socket", "0"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const port = await new Promise<number>((resolve) => {
    child.stderr.on("data", (data: Buffer) => resolve(Number(/port (\d+)/.exec(data.toString())![1])));
  });
  const client = async () => {
    const socket = connect(port, "127.0.0.1");
    const connection = createProtocolConnection(
      new StreamMessageReader(socket),
      new StreamMessageWriter(socket),
    );
    connection.listen();
    await connection.sendRequest(InitializeRequest.type, {
      processId: null,
      rootUri: pathToFileURL(folder).href,
      capabilities: {},
    });
    return { connection, socket };
  };
  const uri = pathToFileURL(join(folder, "a.contract")).href;
  const open = (connection: Awaited<ReturnType<typeof client>>["connection"], text: string) =>
    connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "contract", version: 1, text },
    });
  const hover = async (connection: Awaited<ReturnType<typeof client>>["connection"]) => {
    const found = await connection.sendRequest<Hover | null>("textDocument/hover", {
      textDocument: { uri },
      position: { line: 5, character: 6 },
    });
    return found === null ? undefined : (found.contents as { value: string }).value;
  };
  const one = await client();
  const two = await client();
  await open(one.connection, CONTRACT);
  await open(two.connection, CONTRACT.replace("x: int", "other: string"));
  expect(await hover(one.connection)).toContain("fn run(x: int) -> int");
  expect(await hover(two.connection)).toContain("fn run(other: string) -> int");
  // One that is gone, or exits, leaves the others alone.
  one.socket.destroy();
  expect(await hover(two.connection)).toContain("fn run(other: string) -> int");
  await two.connection.sendNotification("exit");
  await new Promise((resolve) => two.socket.on("close", resolve));
  const three = await client();
  await open(three.connection, CONTRACT);
  expect(await hover(three.connection)).toContain("fn run(x: int) -> int");
  three.socket.destroy();
});

test("a wrong call says what to give", () => {
  const run = (...args: string[]) =>
    new Promise<{ code: number | null; text: string }>((resolve) => {
      const child = spawn(process.execPath, [BIN, "lsp", ...args], { stdio: ["ignore", "ignore", "pipe"] });
      let text = "";
      child.stderr.on("data", (data: Buffer) => {
        text += data.toString();
      });
      child.on("exit", (code) => resolve({ code, text }));
    });
  return Promise.all([
    expect(run()).resolves.toMatchObject({ code: 2, text: expect.stringContaining("--stdio") }),
    expect(run("--socket", "x")).resolves.toMatchObject({ code: 2, text: expect.stringContaining("a port") }),
    expect(run("--stdio", "--socket", "1")).resolves.toMatchObject({ code: 2 }),
  ]);
});

test("nothing disappears because of one typo", async () => {
  const folder = exampleFolder("plane-battle");
  const editor = startEditor(folder);
  await editor.initialize();
  for (const path of ["plane-battle.contract", "model.contract", "model/entities.py"])
    await editor.open(path, editor.text(path));
  await editor.edit("model/entities.py", "def hurt(self, amount: int)", "def hurt(self, amount: str)");
  const drift = (found: { code?: unknown }[]) => found.some(({ code }) => code === "drift/parameter-type");
  await editor.diagnostics("model/entities.py", drift);
  // A half-written declaration: the comparison with the code stays, and so does what is known of names.
  await editor.edit(
    "model.contract",
    "    /// The plane of the player.",
    "    class Half {\n      x:\n    /// The plane of the player.",
  );
  await editor.diagnostics("model.contract", (found) => found.some(({ code }) => code === "syntax/error"));
  expect(await editor.diagnostics("model/entities.py")).toSatisfy(drift);
  expect(await editor.diagnostics("model.contract")).toSatisfy(drift);
  const definition = await editor.request<Location[]>(
    "textDocument/definition",
    editor.at("model/entities.py", "def hu|rt"),
  );
  expect(editor.placed(definition)).toEqual([editor.place("model.contract", "      |hurt(amount")]);
  // Also code is compared further while the contract is broken.
  await editor.edit("model/entities.py", "amount: str", "amount: int");
  await editor.diagnostics("model/entities.py", (found) => !drift(found));
});

test("line ends, byte order marks, escapes in URIs, new documents and files outside of every folder", async () => {
  const folder = workspace({ "sub dir/ä#1.contract": CONTRACT, "sub dir/a.py": CODE });
  const editor = await editorWith(folder, { "sub dir/ä#1.contract": CONTRACT.replaceAll("\n", "\r\n") });
  const path = "sub dir/ä#1.contract";
  expect(await editor.diagnostics(path)).toEqual([]);
  await editor.edit(path, "x: int", "x: Unknown");
  expect((await editor.diagnostics(path, (found) => found.length > 0)).map(placed)).toEqual([
    "6:13 name/unknown",
  ]);
  await editor.change(path, `\uFEFF${CONTRACT.replace("contract A", "contract")}`);
  const [marked] = await editor.diagnostics(path, (found) =>
    found.some(({ code }) => code === "syntax/error"),
  );
  expect(marked!.range.start.line).toBe(0);
  expect(marked!.range.start.character).toBeGreaterThan(0);
  // A document that was never saved is a contract of its own, of which no code is expected.
  await editor.open("untitled:Untitled-1", CONTRACT.replace("x: int", "x: Nowhere"), "contract");
  const untitled = await editor.published.get(editor.path("untitled:Untitled-1"));
  expect(untitled).toBeUndefined();
  const hover = await editor.request<Hover | null>(
    "textDocument/hover",
    editor.at("untitled:Untitled-1", "fn ru|n"),
  );
  expect((hover!.contents as { value: string }).value).toContain("fn run(x: Nowhere) -> int");
  const outside = workspace({ "b.contract": CONTRACT.replace("x: int", "x: Else"), "a.py": CODE });
  const other = { uri: pathToFileURL(join(outside, "b.contract")).href };
  await editor.connection.sendNotification("textDocument/didOpen", {
    textDocument: { ...other, languageId: "contract", version: 1, text: CONTRACT },
  });
  const found = await editor.request<Location[]>("textDocument/definition", {
    textDocument: other,
    position: { line: 5, character: 6 },
  });
  expect(found.map(({ uri }) => uri)).toEqual([pathToFileURL(join(outside, "a.py")).href]);
});

test("files that change on disk, appear and go, and folders that come and go", async () => {
  const folder = workspace({ "one/a.contract": CONTRACT, "one/a.py": CODE });
  const second = workspace({ "b.contract": CONTRACT.replace("contract A", "contract B"), "a.py": "" });
  const editor = startEditor(folder);
  const watched: string[] = [];
  editor.connection.onRequest("client/registerCapability", ({ registrations }) => {
    for (const { registerOptions } of registrations) {
      for (const { globPattern } of registerOptions?.watchers ?? []) watched.push(globPattern);
    }
    return null;
  });
  const progress: string[] = [];
  editor.connection.onRequest("window/workDoneProgress/create", () => null);
  editor.connection.onNotification("$/progress", ({ value }) => void progress.push(value.kind));
  await editor.initialize({
    workspace: { didChangeWatchedFiles: { dynamicRegistration: true }, workspaceFolders: true },
    window: { workDoneProgress: true },
  });
  const told = (uri: string, type: number) =>
    editor.connection.sendNotification("workspace/didChangeWatchedFiles", { changes: [{ uri, type }] });
  write(folder, "one/a.py", CODE.replace("x: int", "y: int"));
  await told(editor.uri("one/a.py"), 2);
  const changed = await editor.diagnostics("one/a.py", (found) => found.length > 0);
  expect(changed.map(placed)).toEqual(["1:9 drift/parameter-name"]);
  expect(watched).toContain("**/*.contract");
  rmSync(join(folder, "one/a.py"));
  await told(editor.uri("one/a.py"), 3);
  await editor.diagnostics("one/a.contract", (found) =>
    found.some(({ code }) => code === "drift/missing-file"),
  );
  expect(await editor.diagnostics("one/a.py", (found) => found.length === 0)).toEqual([]);
  writeFileSync(join(folder, "one/c.contract"), "module {");
  await told(editor.uri("one/c.contract"), 1);
  await editor.diagnostics("one/c.contract", (found) => found.some(({ code }) => code === "syntax/error"));
  const uri = pathToFileURL(second).href;
  const path = editor.path(`${uri}/b.contract`);
  await editor.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
    event: { added: [{ uri, name: "two" }], removed: [] },
  });
  await editor.diagnostics(path, (found) => found.some(({ code }) => code === "drift/missing-symbol"));
  await editor.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
    event: { added: [], removed: [{ uri, name: "two" }] },
  });
  expect(await editor.diagnostics(path, (found) => found.length === 0)).toEqual([]);
  expect(progress[0]).toBe("begin");
  expect(progress.at(-1)).toBe("end");
});

test("settings beside a contract are checked as they are written, and hold at once", async () => {
  const files = { "a.contract": CONTRACT, "a.py": "", "contract.config.json": "{}\n" };
  const editor = await editorWith(workspace(files), files);
  await editor.diagnostics("a.contract", (found) =>
    found.some(({ code }) => code === "drift/missing-symbol"),
  );
  await editor.change("contract.config.json", '{ "severities": { "drift/missing-symbol": "off" } }\n');
  expect(await editor.diagnostics("a.contract", (found) => found.length === 0)).toEqual([]);
  await editor.change("contract.config.json", '{ "severity": {} }\n');
  const found = await editor.diagnostics("contract.config.json", (each) => each.length > 0);
  expect(found.map(placed)).toEqual(["1:3 config/unknown-key"]);
});

test("requests can be cancelled, and answers for a text that is gone are not given", async () => {
  const editor: Editor = await editorWith(exampleFolder("plane-battle"), {});
  for (const path of ["plane-battle.contract", "model/entities.py"])
    await editor.open(path, editor.text(path));
  const asked = editor.request("textDocument/hover", editor.at("model/entities.py", "class Pla|yer"));
  await editor.edit("model/entities.py", "class Player(Entity)", "class  Player(Entity)");
  await asked.then(
    (found) => expect(found).not.toBeUndefined(),
    (error: { code: number }) => expect(error.code).toBe(-32801),
  );
  const after = await editor.request<Hover>(
    "textDocument/hover",
    editor.at("model/entities.py", "class  Pla|yer"),
  );
  expect((after.contents as { value: string }).value).toContain("class Player extends Entity");
});
