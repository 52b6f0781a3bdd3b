import { fileURLToPath, pathToFileURL } from "node:url";
import { graphView } from "@contractc/kernel";
import { type ServerOptions, serveSocket, serveStdio } from "@contractc/server";
import { type Context, UsageError } from "../context.js";
import type { ExitCode } from "../exit-codes.js";
import { EXIT } from "../exit-codes.js";
import { VERSION } from "../version.js";

export interface LspOptions {
  stdio?: true;
  socket?: number;
}

/** `lsp`: the language server, over the standard streams or a port of this machine. */
export async function lsp(context: Context, options: LspOptions): Promise<ExitCode> {
  if ((options.stdio === true) === (options.socket !== undefined)) {
    throw new UsageError("Give either --stdio, as editors do, or --socket with a port.");
  }
  const shared: Omit<ServerOptions, "exit"> = {
    disk: context.fs,
    clock: context.clock,
    version: VERSION,
    isAlive,
    graphPage: async (kernel) => (await import("../graph/page.js")).pageOf(kernel, graphView(kernel)),
    documentation: pathToFileURL(fileURLToPath(new URL("./diagnostics/", import.meta.url))).href,
  };
  const { socket } = options;
  if (socket !== undefined) {
    try {
      await serveSocket({
        ...shared,
        port: socket,
        listening: (port) => context.err.write(`contractc: listening on port ${port} of 127.0.0.1\n`),
      });
    } catch (error) {
      throw new UsageError(
        `Port ${socket} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
      );
    }
    return EXIT.clean;
  }
  return new Promise((resolve) => {
    serveStdio(process.stdin, process.stdout, {
      ...shared,
      exit: (code) => {
        // The client's end may stay open; nothing more is read from it.
        process.stdin.destroy();
        // Not before what is on its way to the client is written.
        process.stdout.write("", () => resolve(code === 0 ? EXIT.clean : EXIT.findings));
      },
    });
  });
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // One of another user is there all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
