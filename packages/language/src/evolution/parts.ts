import { type Address, nearestName, positionKey } from "@contractc/kernel";
import type { AstNode } from "langium";
import type { Lowered } from "../lowering/kernel.js";
import { type Source, spanOf } from "../source/source.js";
import { isClassLike } from "../types/world.js";

/** Something an action can aim at: a node of the text with its address. */
export interface Part {
  address: Address;
  node: AstNode;
  source: Source;
}

/**
 * Everything in a contract that has an address, and what has none under the key of its position: `role backend`,
 * `decision Store`, `flow Frame`, `target python`, `risk 1`, `layers 1`. The empty address is the root file.
 */
export class Parts {
  readonly #parts = new Map<string, Part>();

  constructor(
    readonly lowered: Lowered,
    root: Source,
  ) {
    const { program } = lowered;
    this.#add("", root.parsed.root, root);
    for (const { address, node, source } of [
      ...program.packages,
      ...program.modules,
      ...program.externals.values(),
    ]) {
      this.#add(address, node, source);
    }
    for (const { symbol } of [...lowered.modules, ...lowered.externals]) {
      for (const { address, node } of [...symbol.declarations.values()].flat()) {
        this.#add(address, node, symbol.source);
      }
    }
    this.#addMembers(lowered);
    for (const { name, node, source } of program.requirements.values()) this.#add(name, node, source);
    for (const [name, { node, source }] of program.roles) this.#add(positionKey.role(name), node, source);
    for (const [name, { node, source }] of program.decisions)
      this.#add(positionKey.decision(name), node, source);
    for (const [name, { node, source }] of program.targets) this.#add(positionKey.target(name), node, source);
    for (const [name, { node, source }] of program.flows) this.#add(positionKey.flow(name), node, source);
    const lists = [
      ["risk", program.files.flatMap(({ risks }) => risks)],
      ["question", program.files.flatMap(({ questions }) => questions)],
      ["layers", program.files.flatMap(({ layers }) => layers)],
      ["forbid", program.files.flatMap(({ forbids }) => forbids)],
      ["independent", program.files.flatMap(({ independents }) => independents)],
    ] as const;
    for (const [kind, list] of lists) {
      list.forEach(({ node, source }, at) => {
        this.#add(positionKey.ordinal(kind, at + 1), node, source);
      });
    }
  }

  #addMembers({ kernel, tables }: Lowered): void {
    const add = (address: Address, part: object): void => {
      const { node, source } = tables.originOf(part);
      this.#add(address, node, source);
    };
    const declarations = [
      ...Object.values(kernel.signatures).flat(),
      ...kernel.externals.flatMap((external) => external.declarations),
    ];
    for (const declaration of declarations) {
      const { address } = declaration;
      if (declaration.kind === "enum") {
        for (const member of declaration.members) add(`${address}.${member.name}`, member);
      } else if (isClassLike(declaration)) {
        for (const member of declaration.members) {
          add(member.address, member);
          if (member.kind === "field") continue;
          for (const parameter of member.parameters) add(`${member.address}.${parameter.name}`, parameter);
        }
      } else if (declaration.kind === "function" || declaration.kind === "event") {
        for (const parameter of declaration.parameters) add(`${address}.${parameter.name}`, parameter);
      }
    }
  }

  #add(address: Address, node: AstNode, source: Source): void {
    if (!this.#parts.has(address)) this.#parts.set(address, { address, node, source });
  }

  find(address: string): Part | undefined {
    return this.#parts.get(address);
  }

  /** The address that somebody who wrote this one most probably meant. */
  nearest(address: string): string | undefined {
    const keys = [...this.#parts.keys()].filter((key) => key !== "");
    const last = address.slice(address.lastIndexOf(".") + 1);
    const sameEnd = keys.filter((key) => key.slice(key.lastIndexOf(".") + 1) === last);
    return sameEnd.length === 1 ? sameEnd[0] : nearestName(address, keys);
  }

  /** The part that a node is, or the innermost one around it. */
  around(source: Source, offset: number): Part | undefined {
    let best: Part | undefined;
    let shortest = Number.POSITIVE_INFINITY;
    for (const part of this.#parts.values()) {
      if (part.source !== source || part.address === "") continue;
      const { start, end } = spanOf(part.node);
      if (start > offset || end <= offset || end - start >= shortest) continue;
      best = part;
      shortest = end - start;
    }
    return best;
  }

  all(): Iterable<Part> {
    return this.#parts.values();
  }
}
