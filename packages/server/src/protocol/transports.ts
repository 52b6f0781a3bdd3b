import { connect, createServer, type Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver/node";
import type { ServerOptions } from "./host.js";
import { serve } from "./server.js";

/** Serves one client over the standard streams of a process. */
export function serveStdio(input: Readable, output: Writable, options: ServerOptions): void {
  const gone = serve(new StreamMessageReader(input), new StreamMessageWriter(output), options);
  // A file or an empty input ends without being closed.
  input.once("end", gone);
}

export interface ListenOptions extends Omit<ServerOptions, "exit"> {
  port: number;
  /** Called with the port once clients may connect: with port 0 the system chooses one. */
  listening(port: number): void;
}

/**
 * Serves every client that connects to a port of this machine, each with documents of its own. Where something listens
 * there already, that is an editor that waits for its server: then it is connected to.
 *
 * @returns when there is no client left to come; an error where the port can be neither opened nor reached
 */
export function serveSocket(options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => serveClient(socket, options));
    server.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EADDRINUSE") {
        reject(error);
        return;
      }
      const socket = connect(options.port, "127.0.0.1");
      socket.on("connect", () => serveClient(socket, options));
      socket.on("close", () => resolve());
      socket.on("error", reject);
    });
    server.listen(options.port, "127.0.0.1", () => {
      const address = server.address();
      options.listening(typeof address === "object" && address !== null ? address.port : options.port);
    });
  });
}

function serveClient(socket: Socket, options: ListenOptions): void {
  socket.on("error", () => socket.destroy());
  const gone = serve(new StreamMessageReader(socket), new StreamMessageWriter(socket), {
    ...options,
    exit: () => socket.destroy(),
  });
  socket.once("end", gone);
}
