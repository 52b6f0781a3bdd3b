import { canonicalJson, FileSystemError, unifiedDiff } from "@contractc/kernel";
import type { z } from "zod";
import type { Act, Collected, Desk, Tool, ToolAnswer } from "../agents/port.js";
import { type Call, commandWords, covers, judge, type Verdict } from "../roles/index.js";
import { parseAnswer } from "./answers/index.js";
import type { DeskOptions } from "./port.js";
import { LOG_LINES, lastLines, readPart } from "./reading.js";
import { contentIdOf, exactText, Shelf } from "./shelf.js";
import { ARGUMENTS, type ToolName, toolsOf } from "./tools.js";

/** Opens the desk of one attempt. */
export function openDesk(options: DeskOptions): Desk {
  return new AttemptDesk(options);
}

type Arguments = { [N in ToolName]: z.infer<(typeof ARGUMENTS)[N]> };

class AttemptDesk implements Desk {
  readonly tools: readonly Tool[];
  readonly call: Desk["call"];
  readonly #shelf: Shelf;
  /** Content ids of files as the worker last saw them. */
  readonly #seen = new Map<string, string>();
  #context: number;

  constructor(private readonly options: DeskOptions) {
    const { fs, folder, ticket, permissions } = options;
    this.tools = toolsOf(ticket, permissions, options.run !== undefined);
    this.#shelf = new Shelf(fs, folder, options.tree, options.content, permissions);
    this.#context = ticket.tokens;
    this.call = options.call;
    for (const { path, id, cut } of ticket.files) if (!cut) this.#seen.set(path, id);
  }

  get folder(): string {
    this.#shelf.layAll();
    return this.options.folder;
  }

  get commands(): string[][] {
    return this.options.permissions.run;
  }

  judge(act: Act): Verdict {
    const asked = act.action === "run" ? act.command : act.path;
    const verdict = this.#verdict(act);
    if (verdict.kind === "denied") this.#deny(act.action, asked, verdict.reason);
    return verdict;
  }

  refuse(tool: string, what: string, reason: string): void {
    this.#deny(tool, what, reason);
  }

  #verdict(act: Act): Verdict {
    const { permissions } = this.options;
    if (act.action === "run") {
      const words = commandWords(act.command);
      if (words.kind === "refused") return { kind: "denied", reason: words.reason };
      return judge(permissions, { action: "run", words: words.words });
    }
    const resolved = this.#shelf.resolve(act.path);
    if (resolved.kind === "outside") return { kind: "denied", reason: resolved.reason };
    return judge(permissions, { action: act.action, path: resolved.path });
  }

  async use(tool: string, argument: unknown): Promise<ToolAnswer> {
    if (!this.tools.some(({ name }) => name === tool)) {
      // What nobody offers may still be tried: a refusal, as any other.
      return this.#deny(tool, wordOf(argument), `${this.options.permissions.role} has no tool ${tool}`);
    }
    const name = tool as ToolName;
    const parsed = ARGUMENTS[name].safeParse(argument ?? {});
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return failed(`${issue!.path.join(".") || "the arguments"}: ${issue!.message}`);
    }
    try {
      return await this.#act(name, parsed.data as Arguments[ToolName]);
    } catch (error) {
      if (error instanceof FileSystemError) return failed(error.detail);
      throw error;
    }
  }

  #act(name: ToolName, argument: Arguments[ToolName]): ToolAnswer | Promise<ToolAnswer> {
    switch (name) {
      case "read_file":
        return this.#read(argument as Arguments["read_file"]);
      case "list_folder":
        return this.#list(argument as Arguments["list_folder"]);
      case "write_file":
        return this.#write(name, argument as Arguments["write_file"]);
      case "edit_file":
        return this.#edit(argument as Arguments["edit_file"]);
      case "describe":
        return this.#describe(argument as Arguments["describe"]);
      case "run":
        return this.#run(argument as Arguments["run"]);
      case "diff":
        return this.#diff();
      case "ask": {
        const { question, error } = argument as Arguments["ask"];
        return { kind: "ended", result: { kind: "error", error: error ?? question, question } };
      }
      case "submit": {
        const { result } = argument as Arguments["submit"];
        const answer = parseAnswer(this.options.ticket.expects, result);
        return answer.kind === "broken" ? failed(answer.problem) : { kind: "ended", result: answer.result };
      }
    }
  }

  async collect(): Promise<Collected> {
    const { permissions, ticket, tree } = this.options;
    const isOwn = (path: string) =>
      covers(ticket.writes, path) && judge(permissions, { action: "write", path }).kind === "allowed";
    for (const path of Object.keys(tree)) if (isOwn(path)) this.#shelf.lay(path);
    const before = this.#shelf.laid();
    const collected: Collected = { files: [], changed: [], outside: [], deleted: [] };
    const there = new Set<string>();
    for (const { path, kind } of this.#shelf.walk()) {
      there.add(path);
      const bytes = kind === "file" ? this.#shelf.read(path) : undefined;
      const isChanged = bytes === undefined || before.get(path) !== contentIdOf(bytes);
      const content = bytes === undefined ? undefined : exactText(bytes);
      if (isOwn(path) && content !== undefined) {
        collected.files.push({ path, content });
        if (isChanged) collected.changed.push(path);
      } else if (isChanged) collected.outside.push(path);
    }
    for (const path of [...before.keys()].filter((each) => !there.has(each)).sort()) {
      collected.deleted.push(path);
      this.#deny("delete", path, "nothing is ever deleted");
      const content = exactText(this.#shelf.before(path)!);
      if (isOwn(path) && content !== undefined) collected.files.push({ path, content });
    }
    if (collected.outside.length > 0) {
      const { task, attempt } = ticket;
      this.options.report({ type: "out-of-scope", task, attempt, paths: collected.outside });
    }
    return collected;
  }

  /** Where a call is allowed, the path it is really about. */
  #judged(
    tool: string,
    action: "read" | "list" | "write",
    asked: string,
  ): { path: string } | { answer: ToolAnswer } {
    const resolved = this.#shelf.resolve(asked);
    if (resolved.kind === "outside") return { answer: this.#deny(tool, asked, resolved.reason) };
    const call: Call = { action, path: resolved.path };
    const verdict = judge(this.options.permissions, call);
    if (verdict.kind === "denied") return { answer: this.#deny(tool, asked, verdict.reason) };
    return { path: resolved.path };
  }

  #read({ path: asked, from, to }: Arguments["read_file"]): ToolAnswer {
    const judged = this.#judged("read_file", "read", asked);
    if ("answer" in judged) return judged.answer;
    const bytes = this.#shelf.read(judged.path);
    if (bytes === undefined) return failed(`there is no file ${asked}`);
    const text = exactText(bytes);
    if (text === undefined) return failed(`${asked} is no text`);
    const part = readPart(judged.path, text, from ?? undefined, to ?? undefined);
    if (part.kind === "refused") return failed(part.reason);
    this.#seen.set(judged.path, contentIdOf(bytes));
    return done(part.text);
  }

  #list({ path: asked }: Arguments["list_folder"]): ToolAnswer {
    const judged = this.#judged("list_folder", "list", asked);
    if ("answer" in judged) return judged.answer;
    const prefix = judged.path === "" ? "" : `${judged.path}/`;
    const names = new Set<string>();
    for (const path of this.#shelf.paths()) {
      if (!path.startsWith(prefix)) continue;
      const rest = path.slice(prefix.length);
      const slash = rest.indexOf("/");
      names.add(slash < 0 ? rest : rest.slice(0, slash + 1));
    }
    if (this.options.fs.stat(this.#shelf.at(judged.path))?.kind === "folder") {
      for (const { name, kind } of this.options.fs.list(this.#shelf.at(judged.path))) {
        names.add(kind === "folder" ? `${name}/` : name);
      }
    } else if (names.size === 0) return failed(`there is no folder ${asked}`);
    return done([...names].sort().join("\n"));
  }

  #write(tool: ToolName, { path: asked, content }: Arguments["write_file"]): ToolAnswer {
    const judged = this.#judged(tool, "write", asked);
    if ("answer" in judged) return judged.answer;
    const { path } = judged;
    const now = this.#shelf.read(path);
    if (now !== undefined) {
      const seen = this.#seen.get(path);
      if (seen === undefined) return failed(`read ${asked} before it is written: it exists`);
      if (seen !== contentIdOf(now)) return failed(`${asked} changed since it was read: read it again`);
    }
    this.options.fs.writeFile(this.#shelf.at(path), content);
    this.#seen.set(path, contentIdOf(Buffer.from(content, "utf8")));
    return done(`${path} is written`);
  }

  #edit({ path: asked, old, new: text }: Arguments["edit_file"]): ToolAnswer {
    const judged = this.#judged("edit_file", "write", asked);
    if ("answer" in judged) return judged.answer;
    const bytes = this.#shelf.read(judged.path);
    const before = bytes && exactText(bytes);
    if (before === undefined) return failed(`there is no text file ${asked}`);
    const at = before.indexOf(old);
    if (at < 0) return failed(`the text to replace does not stand in ${asked}`);
    if (before.indexOf(old, at + 1) >= 0) {
      return failed(`the text to replace stands in ${asked} more than once: give more of what is around it`);
    }
    const content = before.slice(0, at) + text + before.slice(at + old.length);
    return this.#write("edit_file", { path: asked, content });
  }

  #describe({ name }: Arguments["describe"]): ToolAnswer {
    const text = this.options.describe(name);
    if (text === undefined) return failed(`the contract has no ${name}`);
    const total = this.#context + this.options.tokens(text);
    if (total > this.options.contextTokens) {
      return failed(`no room is left: the context may have ${this.options.contextTokens} tokens`);
    }
    this.#context = total;
    return done(text);
  }

  async #run({ command }: Arguments["run"]): Promise<ToolAnswer> {
    const verdict = this.judge({ action: "run", command });
    if (verdict.kind === "denied") return verdict;
    const words = commandWords(command);
    if (words.kind === "refused") return failed(words.reason);
    const answer = await this.options.run!(words.words, this.folder, this.options.signal);
    return answer.kind === "ran" ? done(lastLines(answer.text, LOG_LINES)) : failed(answer.reason);
  }

  #diff(): ToolAnswer {
    const { ticket, permissions } = this.options;
    const own = this.#shelf.walk().filter(({ path, kind }) => {
      return kind === "file" && covers(ticket.writes, path) && covers(permissions.write, path);
    });
    const diffs = own.map(({ path }) => {
      const before = this.#shelf.before(path);
      const now = exactText(this.#shelf.read(path)!);
      if (now === undefined) return `${path} is no text\n`;
      return unifiedDiff(path, before && exactText(before), now);
    });
    return done(lastLines(diffs.join("") || "nothing is changed", 1_000));
  }

  #deny(tool: string, what: string, reason: string): ToolAnswer {
    const { task, attempt } = this.options.ticket;
    this.options.report({ type: "call-denied", task, attempt, tool, what, reason });
    return { kind: "denied", reason };
  }
}

function done(text: string): ToolAnswer {
  return { kind: "done", text };
}

function failed(reason: string): ToolAnswer {
  return { kind: "failed", reason };
}

/** What a call was about, for a record of it. */
function wordOf(argument: unknown): string {
  if (typeof argument === "object" && argument !== null && "path" in argument) return String(argument.path);
  return canonicalJson(argument ?? null, 0).slice(0, 200);
}
