/** The program: `node src/main.ts`, set up by PORT, HOST, BASE_URL and DATA_FILE. */

import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { type Clock, SystemClock } from "./clock.ts";
import { RandomCodes } from "./codes.ts";
import { createHandler } from "./http/handler.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { Shortener } from "./shortener.ts";
import { FileStore } from "./storage/file-store.ts";

export interface ServerOptions {
  /** 0: any port that is free. */
  readonly port: number;
  readonly host: string;
  /** What short links start with; without it, the address that the server listens on. */
  readonly baseUrl?: string;
  /** Where links are kept; without it, they are gone when the program ends. */
  readonly dataFile?: string;
  /** New links that one client may make in a minute. */
  readonly limitPerMinute: number;
}

export interface RunningServer {
  /** Where it listens, as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Answers what it has begun, then stops. */
  close(): Promise<void>;
}

/** A setting is not what it should be. */
export class InvalidSetting extends Error {
  override readonly name = "InvalidSetting";
  readonly setting: string;
  readonly value: string;
  constructor(setting: string, value: string) {
    super(`${setting} cannot be "${value}"`);
    this.setting = setting;
    this.value = value;
  }
}

const SWEEP_INTERVAL_MS = 60_000;

/**
 * The settings in environment variables; empty ones count as absent.
 *
 * @throws InvalidSetting for a port, limit or address that makes no sense
 */
export function readOptions(environment: Readonly<Record<string, string | undefined>>): ServerOptions {
  const { HOST, BASE_URL, DATA_FILE } = environment;
  if (BASE_URL && !URL.canParse(BASE_URL)) throw new InvalidSetting("BASE_URL", BASE_URL);
  return {
    port: readNumber(environment, "PORT", 8080, 0, 65_535),
    host: HOST || "127.0.0.1",
    limitPerMinute: readNumber(environment, "LIMIT_PER_MINUTE", 30, 1, 1_000_000),
    ...(BASE_URL ? { baseUrl: BASE_URL.replace(/\/+$/, "") } : {}),
    ...(DATA_FILE ? { dataFile: DATA_FILE } : {}),
  };
}

/**
 * Starts the server and waits until it listens.
 *
 * @param clock decides which links have expired
 * @throws DamagedFile where the data file holds something else than links
 */
export async function start(
  options: ServerOptions,
  clock: Clock = new SystemClock(),
): Promise<RunningServer> {
  const codes = new RandomCodes();
  const shortener = options.dataFile
    ? new Shortener(await FileStore.open(options.dataFile), clock, codes)
    : Shortener.inMemory(clock, codes);
  const limiter = new RateLimiter(clock, options.limitPerMinute, 60);
  let url = "";
  const report = (error: unknown): void => console.error(error);
  const server = createServer(
    createHandler(shortener, limiter, { baseUrl: () => options.baseUrl ?? url, report }),
  );

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;
  url = `http://${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`;
  const sweeper = setInterval(() => void shortener.sweep().catch(report), SWEEP_INTERVAL_MS);
  sweeper.unref();

  return {
    url,
    async close() {
      clearInterval(sweeper);
      await new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeIdleConnections();
      });
    },
  };
}

/** Makes a link on a server of its own and follows it: the quickest proof that the parts fit. */
export async function smoke(): Promise<boolean> {
  const server = await start({ port: 0, host: "127.0.0.1", limitPerMinute: 1 });
  try {
    const body = JSON.stringify({ url: "https://example.org/", code: "smoke" });
    const created = await fetch(`${server.url}/links`, { method: "POST", body });
    const followed = await fetch(`${server.url}/smoke`, { redirect: "manual" });
    return created.status === 201 && followed.headers.get("location") === "https://example.org/";
  } finally {
    await server.close();
  }
}

function readNumber(
  environment: Readonly<Record<string, string | undefined>>,
  setting: string,
  standard: number,
  least: number,
  most: number,
): number {
  const text = environment[setting];
  if (!text) return standard;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most) throw new InvalidSetting(setting, text);
  return value;
}

async function main(): Promise<void> {
  if (process.argv.includes("--smoke")) {
    const works = await smoke();
    console.log(works ? "smoke: ok" : "smoke: failed");
    process.exitCode = works ? 0 : 1;
    return;
  }
  const server = await start(readOptions(process.env));
  console.log(`listening on ${server.url}`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void server.close());
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
