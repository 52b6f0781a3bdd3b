import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../src/clock.ts";
import { InvalidSetting, type RunningServer, readOptions, smoke, start } from "../src/main.ts";

const OPTIONS = { port: 0, host: "127.0.0.1", limitPerMinute: 100 };

let server: RunningServer;
beforeEach(async () => {
  server = await start(OPTIONS);
});
afterEach(() => server.close());

const get = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: "manual", ...init });
/** What the service says: a link, or an error. */
interface Answer {
  code: string;
  shortUrl: string;
  createdAt: string;
  expiresAt: string;
  error: { code: string; message: string };
}
const read = async (response: Response) => (await response.json()) as Answer;
const post = (body: unknown) => get("/links", { method: "POST", body: JSON.stringify(body) });

describe("a link", () => {
  test("is made, followed and counted", async () => {
    const created = await post({ url: "https://example.org/a?b=c", code: "docs", ttlSeconds: 3600 });
    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe("/links/docs");
    const link = await read(created);
    expect(link).toMatchObject({ code: "docs", shortUrl: `${server.url}/docs`, visits: 0 });
    expect(Date.parse(link.expiresAt) - Date.parse(link.createdAt)).toBe(3_600_000);

    const followed = await get("/docs?utm=1");
    expect(followed.status).toBe(302);
    expect(followed.headers.get("location")).toBe("https://example.org/a?b=c");
    expect(followed.headers.get("cache-control")).toBe("no-store");

    const peeked = await get("/docs", { method: "HEAD" });
    expect([peeked.status, await peeked.text()]).toEqual([302, ""]);
    expect(await (await get("/links/docs")).json()).toMatchObject({ visits: 1 });
  });

  test("gets a code of its own", async () => {
    const { code } = await read(await post({ url: "https://example.org/" }));
    expect(code).toMatch(/^[0-9A-Za-z]{7}$/);
    expect((await get(`/${code}`)).status).toBe(302);
  });

  test("expires", async () => {
    const clock = new ManualClock();
    await server.close();
    server = await start(OPTIONS, clock);
    await post({ url: "https://example.org/", code: "brief", ttlSeconds: 1 });
    expect((await get("/brief")).status).toBe(302);
    clock.advance(1);
    const gone = await get("/brief");
    expect(gone.status).toBe(410);
    expect(await gone.json()).toEqual({
      error: { code: "expired", message: 'the link "brief" has expired' },
    });
  });
});

describe("errors are JSON", () => {
  test.each([
    [{ url: "nonsense" }, 422, "invalid_url"],
    [{ url: "https://example.org/", code: "no" }, 422, "invalid_code"],
    [{ url: "https://example.org/", ttlSeconds: 0 }, 422, "invalid_ttl"],
    [{ url: 5 }, 400, "invalid_body"],
    [{ url: "https://example.org/", ttlSeconds: "60" }, 400, "invalid_body"],
    [{ url: "https://example.org/", code: null }, 400, "invalid_body"],
    [[], 400, "invalid_body"],
    [null, 400, "invalid_body"],
    [{ url: "x".repeat(20_000) }, 413, "body_too_large"],
  ])("POST %j", async (body, status, code) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  test("a body that is no JSON, or no UTF-8", async () => {
    for (const body of ["{", "", new Uint8Array([0x22, 0xff, 0x22])]) {
      const response = await get("/links", { method: "POST", body });
      expect([response.status, (await read(response)).error.code]).toEqual([400, "invalid_body"]);
    }
  });

  test("a code that is taken", async () => {
    await post({ url: "https://example.org/", code: "mine" });
    expect((await post({ url: "https://example.org/", code: "mine" })).status).toBe(409);
  });

  test.each(["/", "/none", "/links/none", "/links/no", "/a/b/c", "/%00%ff", "//", "/docs/"])(
    "GET %s is not found",
    async (path) => {
      const response = await get(path);
      expect([response.status, (await read(response)).error.code]).toEqual([404, "not_found"]);
    },
  );

  test.each([
    ["DELETE", "/links", "POST"],
    ["POST", "/docs", "GET, HEAD"],
    ["PUT", "/links/docs", "GET, HEAD"],
    ["POST", "/health", "GET, HEAD"],
  ])("%s %s says what is allowed", async (method, path, allowed) => {
    const response = await get(path, { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, allowed]);
  });

  test("a request target that is no path", async () => {
    const answer = await raw("GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });
});

describe("limits", () => {
  test("a body without an end is refused as soon as it is too long", async () => {
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const answer = await raw(
      `POST /links HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  });

  test("too many new links are refused, following goes on", async () => {
    await server.close();
    server = await start({ ...OPTIONS, limitPerMinute: 2 });
    await post({ url: "https://example.org/", code: "first" });
    await post({ url: "https://example.org/" });
    const refused = await post({ url: "https://example.org/" });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(await refused.json()).toMatchObject({ error: { code: "rate_limited" } });
    expect((await get("/first")).status).toBe(302);
  });
});

describe("the program", () => {
  test("keeps links in its data file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "links-"));
    const options = { ...OPTIONS, dataFile: join(folder, "links.json"), baseUrl: "https://s.example" };
    try {
      await server.close();
      server = await start(options);
      const { shortUrl } = await read(await post({ url: "https://example.org/", code: "kept" }));
      expect(shortUrl).toBe("https://s.example/kept");
      await server.close();
      server = await start(options);
      expect((await get("/kept")).status).toBe(302);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("says that it cannot listen", async () => {
    const port = Number(new URL(server.url).port);
    await expect(start({ ...OPTIONS, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  test("proves itself", async () => {
    expect(await smoke()).toBe(true);
    const program = join(import.meta.dirname, "../src/main.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--experimental-strip-types",
      program,
      "--smoke",
    ]);
    expect(stdout).toBe("smoke: ok\n");
  });

  test("has sensible settings", () => {
    expect(readOptions({})).toEqual({ port: 8080, host: "127.0.0.1", limitPerMinute: 30 });
    expect(
      readOptions({ PORT: "0", HOST: "::1", BASE_URL: "https://s.example/", DATA_FILE: "links.json" }),
    ).toEqual({
      port: 0,
      host: "::1",
      limitPerMinute: 30,
      baseUrl: "https://s.example",
      dataFile: "links.json",
    });
  });

  test.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PORT", "http"],
    ["LIMIT_PER_MINUTE", "0"],
    ["BASE_URL", "s.example"],
  ])("refuses %s=%s", (setting, value) => {
    expect(() => readOptions({ [setting]: value })).toThrow(new InvalidSetting(setting, value));
  });
});

/** Sends bytes that no HTTP client would, and returns what comes back until the connection ends. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(text));
    socket.on("data", (data) => {
      answer += data;
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}
