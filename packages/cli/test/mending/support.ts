import { type FileSystem, memoryFileSystem } from "@contractc/kernel";
import type { Context } from "../../src/context.js";
import { run } from "../../src/program.js";

const ROOT = "/w";

export interface Run {
  status: number;
  out: string;
  err: string;
  /** Every file afterwards, the evolution log left out. */
  files: Record<string, string>;
}

/** Runs a command on files in memory. */
export async function runOn(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  wrap: (fs: FileSystem) => FileSystem = (fs) => fs,
): Promise<Run> {
  const written = { out: "", err: "" };
  const output = (to: "out" | "err") => ({
    write: (text: string) => {
      written[to] += text;
    },
    terminal: false,
    width: 80,
  });
  const memory = memoryFileSystem(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${ROOT}/${path}`, text])),
  );
  const context: Context = {
    fs: wrap(memory),
    clock: { now: () => new Date(0) },
    processes: { run: () => ({ status: null, stdout: new Uint8Array(), stderr: "" }) },
    cwd: ROOT,
    env: {},
    out: output("out"),
    err: output("err"),
  };
  const status = await run(args, context);
  return { status, ...written, files: filesBelow(memory, ROOT) };
}

function filesBelow(fs: FileSystem, folder: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, kind } of fs.list(folder)) {
    const path = `${folder}/${name}`;
    if (kind === "folder") Object.assign(found, filesBelow(fs, path));
    else if (!name.endsWith(".jsonl") && !path.includes("/.contractc/"))
      found[path.slice(ROOT.length + 1)] = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
        fs.readFile(path),
      );
  }
  return found;
}
