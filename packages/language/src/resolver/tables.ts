import type { Address, Position, Type } from "@contractc/kernel";
import type { AstNode } from "langium";
import type { ContainerSymbol } from "../binder/symbols.js";
import { folderOf, relativePath } from "../project/paths.js";
import { type Source, spanOf, spanOfProperty } from "../source/source.js";
import { rootOf } from "../syntax/index.js";

/** The text that a part of the kernel was made of. */
export interface Origin {
  node: AstNode;
  source: Source;
}

/** An entry of the position table to be. */
interface Mark {
  key: string;
  source: Source;
  node: AstNode;
  property: string | undefined;
}

/** A generic type with arguments, whose type parameters have bounds. */
export interface Application {
  type: Type & { kind: "reference" };
  /** The declaration the type stands in. */
  symbol: Address;
}

/** A name in the text that stands for something declared. */
export interface Reference {
  /** A key of the position table: an address, or `role backend`. */
  target: string;
  source: Source;
  node: AstNode;
  /** The property of the node that holds the name, and which of its values. */
  property: string;
  index?: number;
}

/** Where the parts of the kernel come from: filled while it is made, read by the checks and by editors. */
export class Tables {
  /** Where keys of the position table stand; turned into lines and columns when somebody asks for the table. */
  readonly #marks: Mark[] = [];
  #positions: Record<string, Position> | undefined;
  readonly #origins = new Map<object, AstNode>();
  readonly #sources = new Map<AstNode, Source>();
  /** Arguments are compared with bounds once every declaration is known. */
  readonly applications: Application[] = [];
  /** Every name that resolved, in the order of lowering. Read by whoever renames or removes something. */
  readonly references: Reference[] = [];
  /** Absolute path of the folder the root file lies in. */
  readonly folder: string;
  readonly #files = new Map<Source, string>();

  /** @param root absolute path of the root file */
  constructor(root: string) {
    this.folder = folderOf(root);
  }

  /** Notes where a key of the position table stands: at a property of a node, or at the node. The first one counts. */
  position(key: string, source: Source, node: AstNode, property?: string): void {
    this.#marks.push({ key, source, node, property });
  }

  /** The position table. Its order is that of lowering; whoever writes it sorts its keys. */
  get positions(): Record<string, Position> {
    this.#positions ??= this.#readMarks();
    return this.#positions;
  }

  #readMarks(): Record<string, Position> {
    const positions: Record<string, Position> = Object.create(null);
    for (const { key, source, node, property } of this.#marks) {
      if (key in positions) continue;
      const span = property === undefined ? spanOf(node) : spanOfProperty(node, property);
      const from = source.lines.position(span.start);
      const to = source.lines.position(span.end);
      positions[key] = {
        file: this.#fileOf(source),
        line: from.line,
        column: from.column,
        endLine: to.line,
        endColumn: to.column,
      };
    }
    return positions;
  }

  /** Notes the node that an object of the kernel (a declaration, member, parameter, type, edge) was made of. */
  originate<T extends object>(part: T, node: AstNode, source: Source): T {
    this.#origins.set(part, node);
    this.#sources.set(source.parsed.root, source);
    return part;
  }

  /** @throws for a part that was not made of text: a mistake of the caller */
  originOf(part: object): Origin {
    const node = this.#origins.get(part);
    const source = node && this.#sources.get(rootOf(node));
    if (!node || !source) throw new Error("this part of the kernel has no origin");
    return { node, source };
  }

  /** Notes that a name stands for something; `index` for one of several values of the property. */
  refer(target: string, source: Source, node: AstNode, property: string, index?: number): void {
    this.references.push({ target, source, node, property, ...(index === undefined ? {} : { index }) });
  }

  /**
   * Notes that the first parts of a dotted name lead to a package, module or external, and so to those around it.
   *
   * @param count how many of its parts do; all of them where it is left out
   */
  referToContainer(
    symbol: ContainerSymbol,
    source: Source,
    node: AstNode & { parts: string[] },
    count = node.parts.length,
  ): void {
    let at: ContainerSymbol | null = symbol;
    for (let index = count - 1; index >= 0 && at; index--) {
      this.refer(at.address, source, node, "parts", index);
      at = at.kind === "external" ? null : at.parent;
    }
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
