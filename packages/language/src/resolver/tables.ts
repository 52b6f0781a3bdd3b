import type { Address, Position, Type } from "@contractc/kernel";
import type { AstNode } from "langium";
import { folderOf, relativePath } from "../project/paths.js";
import { type Source, spanOf, spanOfProperty } from "../source/source.js";

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
  /** The position table. Its order is that of lowering; whoever writes it sorts its keys. */
  readonly positions: Record<string, Position> = Object.create(null);
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
    if (key in this.positions) return;
    const span = property === undefined ? spanOf(node) : spanOfProperty(node, property);
    const from = source.lines.position(span.start);
    const to = source.lines.position(span.end);
    this.positions[key] = {
      file: this.#fileOf(source),
      line: from.line,
      column: from.column,
      endLine: to.line,
      endColumn: to.column,
    };
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
