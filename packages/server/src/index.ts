export type { ServerOptions } from "./protocol/host.js";
export { type ListenOptions, serveSocket, serveStdio } from "./protocol/transports.js";
