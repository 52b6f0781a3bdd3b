import type { Address, Position, Type } from "@contractc/kernel";
import type { AstNode } from "langium";
import { folderOf, relativePath } from "../project/paths.js";
import type { Source } from "../source/source.js";

/** The text that a part of the kernel was made of. */
export interface Origin {
  node: AstNode;
  source: Source;
}

/** A generic type with arguments, whose type parameters have bounds. */
export interface Application {
  type: Type & { kind: "reference" };
  /** The declaration the type stands in. */
  symbol: Address;
}

/** Where the parts of the kernel come from: filled while it is made, read by the checks and by editors. */
export class Tables {
  readonly #positions = new Map<string, Position>();
  readonly #origins = new Map<object, Origin>();
  /** Arguments are compared with bounds once every declaration is known. */
  readonly applications: Application[] = [];
  /** Absolute path of the folder the root file lies in. */
  readonly folder: string;
  readonly #files = new Map<Source, string>();

  /** @param root absolute path of the root file */
  constructor(root: string) {
    this.folder = folderOf(root);
  }

  /** Notes where a key of the position table stands: at a property of a node, or at the node. The first one counts. */
  position(key: string, source: Source, node: AstNode, property?: string): void {
    if (this.#positions.has(key)) return;
    const place = property === undefined ? source.place(node) : source.placeOf(node, property);
    this.#positions.set(key, { ...place, file: this.#fileOf(source) });
  }

  /** @returns the position table, keys sorted */
  positions(): Record<string, Position> {
    const table: Record<string, Position> = {};
    for (const key of [...this.#positions.keys()].sort()) table[key] = this.#positions.get(key)!;
    return table;
  }

  /** Notes the node that an object of the kernel (a declaration, member, parameter, type, edge) was made of. */
  originate<T extends object>(part: T, node: AstNode, source: Source): T {
    this.#origins.set(part, { node, source });
    return part;
  }

  /** @throws for a part that was not made of text: a mistake of the caller */
  originOf(part: object): Origin {
    const origin = this.#origins.get(part);
    if (!origin) throw new Error("this part of the kernel has no origin");
    return origin;
  }

  #fileOf(source: Source): string {
    let file = this.#files.get(source);
    if (file === undefined) {
      file = relativePath(this.folder, source.path);
      this.#files.set(source, file);
    }
    return file;
  }
}
