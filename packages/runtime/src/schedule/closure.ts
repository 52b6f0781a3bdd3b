import { stronglyConnectedComponents } from "@contractc/kernel";

/**
 * Which nodes of a graph are closed: done, like all that they lead to. Modules that load one another in a circle are closed
 * together. Of each circle or single node it is counted what of it is not done and how many of those it leads to directly
 * are not closed, so that a change costs what it changes.
 */
export class Closure {
  readonly #componentOf = new Map<string, number>();
  readonly #members: string[][] = [];
  readonly #users: number[][] = [];
  readonly #undone: number[] = [];
  readonly #open: number[] = [];
  readonly #done = new Set<string>();

  /** @param needs of each node the nodes that it leads to; those that are no key are as good as done */
  constructor(needs: ReadonlyMap<string, readonly string[]>) {
    for (const circle of stronglyConnectedComponents(needs)) {
      for (const node of circle) if (needs.has(node)) this.#componentOf.set(node, this.#members.length);
      this.#members.push(circle.filter((node) => needs.has(node)));
    }
    for (const node of needs.keys()) {
      if (this.#componentOf.has(node)) continue;
      this.#componentOf.set(node, this.#members.length);
      this.#members.push([node]);
    }
    for (const members of this.#members) {
      this.#undone.push(members.length);
      this.#open.push(0);
      this.#users.push([]);
    }
    this.#members.forEach((members, component) => {
      const used = new Set<number>();
      for (const node of members) {
        for (const need of needs.get(node) ?? []) {
          const other = this.#componentOf.get(need);
          if (other !== undefined && other !== component) used.add(other);
        }
      }
      this.#open[component] = used.size;
      for (const other of used) this.#users[other]!.push(component);
    });
  }

  isClosed(node: string): boolean {
    const component = this.#componentOf.get(node);
    return component === undefined || this.#isClosed(component);
  }

  /**
   * Says whether a node is done.
   *
   * @returns the nodes that are closed, or no longer closed, by it
   */
  set(node: string, done: boolean): string[] {
    const component = this.#componentOf.get(node);
    if (component === undefined || this.#done.has(node) === done) return [];
    if (done) this.#done.add(node);
    else this.#done.delete(node);
    const before = this.#isClosed(component);
    this.#undone[component]! += done ? -1 : 1;
    if (this.#isClosed(component) === before) return [];
    const changed: string[] = [];
    const queue = [component];
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      changed.push(...this.#members[at]!);
      for (const user of this.#users[at]!) {
        const was = this.#isClosed(user);
        this.#open[user]! += before ? 1 : -1;
        if (this.#isClosed(user) !== was) queue.push(user);
      }
    }
    return changed;
  }

  #isClosed(component: number): boolean {
    return this.#undone[component] === 0 && this.#open[component] === 0;
  }
}
