/** Links in a JSON file. */

import { CodeTaken, isExpired, type Link } from "../links.ts";
import { JsonFile } from "./json-file.ts";
import type { LinkStore } from "./link-store.ts";
import { SerialQueue } from "./serial-queue.ts";

type Links = ReadonlyMap<string, Link>;

/**
 * Keeps all links in memory and writes them after each change. A change counts only once it is on the disk:
 * where writing fails, memory stays as it was and the caller gets the error.
 */
export class FileStore implements LinkStore {
  readonly #file: JsonFile<readonly Link[]>;
  readonly #queue = new SerialQueue();
  #links: Links;

  private constructor(file: JsonFile<readonly Link[]>, links: readonly Link[]) {
    this.#file = file;
    this.#links = new Map(links.map((link) => [link.code, link]));
  }

  /**
   * Opens the file, which need not exist yet.
   *
   * @throws DamagedFile where it holds something else than links
   */
  static async open(path: string): Promise<FileStore> {
    const file = new JsonFile(path, parseLinks);
    return new FileStore(file, (await file.read()) ?? []);
  }

  async add(link: Link): Promise<void> {
    await this.#queue.run(async () => {
      if (this.#links.has(link.code)) throw new CodeTaken(link.code);
      await this.#save(new Map(this.#links).set(link.code, link));
    });
  }

  async find(code: string): Promise<Link | undefined> {
    return this.#links.get(code);
  }

  async countVisit(code: string): Promise<Link | undefined> {
    return this.#queue.run(async () => {
      const link = this.#links.get(code);
      if (link === undefined) return undefined;
      const visited = { ...link, visits: link.visits + 1 };
      await this.#save(new Map(this.#links).set(code, visited));
      return visited;
    });
  }

  async removeExpired(now: Date): Promise<number> {
    return this.#queue.run(async () => {
      const kept = new Map([...this.#links].filter(([, link]) => !isExpired(link, now)));
      const removed = this.#links.size - kept.size;
      if (removed > 0) await this.#save(kept);
      return removed;
    });
  }

  async #save(links: Links): Promise<void> {
    await this.#file.write([...links.values()]);
    this.#links = links;
  }
}

function parseLinks(value: unknown): readonly Link[] {
  if (!Array.isArray(value)) throw new TypeError("expected a list of links");
  return value.map(parseLink);
}

function parseLink(value: unknown, index: number): Link {
  if (typeof value !== "object" || value === null) throw new TypeError(`link ${index} is no object`);
  const { code, url, createdAt, expiresAt, visits }: { [Key in keyof Link]?: unknown } = value;
  if (typeof code !== "string") throw new TypeError(`link ${index} has no code`);
  if (typeof url !== "string") throw new TypeError(`link ${index} has no url`);
  if (!Number.isSafeInteger(visits)) throw new TypeError(`link ${index} has no number of visits`);
  return {
    code,
    url,
    createdAt: parseDate(createdAt, `createdAt of link ${index}`),
    expiresAt: expiresAt === null ? null : parseDate(expiresAt, `expiresAt of link ${index}`),
    visits: Number(visits),
  };
}

function parseDate(value: unknown, what: string): Date {
  const date = typeof value === "string" ? new Date(value) : undefined;
  if (date === undefined || Number.isNaN(date.getTime())) throw new TypeError(`${what} is no date`);
  return date;
}
