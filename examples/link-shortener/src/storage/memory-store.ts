/** Links that live as long as the process. */

import { CodeTaken, isExpired, type Link } from "../links.ts";
import type { LinkStore } from "./link-store.ts";

export class MemoryStore implements LinkStore {
  readonly #links = new Map<string, Link>();

  async add(link: Link): Promise<void> {
    if (this.#links.has(link.code)) throw new CodeTaken(link.code);
    this.#links.set(link.code, link);
  }

  async find(code: string): Promise<Link | undefined> {
    return this.#links.get(code);
  }

  async countVisit(code: string): Promise<Link | undefined> {
    const link = this.#links.get(code);
    if (link === undefined) return undefined;
    const visited = { ...link, visits: link.visits + 1 };
    this.#links.set(code, visited);
    return visited;
  }

  async removeExpired(now: Date): Promise<number> {
    const before = this.#links.size;
    for (const link of this.#links.values()) {
      if (isExpired(link, now)) this.#links.delete(link.code);
    }
    return before - this.#links.size;
  }
}
