import { type DeclarationKind, type Finding, finding } from "@contractc/kernel";
import { joinPath } from "../project/paths.js";
import type { Report } from "../source/report.js";
import type { Source } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { languageOf } from "./languages.js";
import type {
  DeclarationOwner,
  DeclarationSymbol,
  DeclarationTable,
  FileSymbols,
  ModuleSymbol,
  NamedNode,
  PackageSymbol,
} from "./symbols.js";

interface Bound {
  symbols: FileSymbols;
  findings: readonly Finding[];
}

const bound = new WeakMap<Source, Bound>();

/** The symbols of a file, made once: they follow from its text alone. What was reported then is reported again. */
export function boundFile(source: Source, report: Report): FileSymbols {
  let known = bound.get(source);
  if (!known) {
    const findings: Finding[] = [];
    known = { symbols: bindFile(source, (finding) => findings.push(finding)), findings };
    bound.set(source, known);
  }
  for (const finding of known.findings) report(finding);
  return known.symbols;
}

/**
 * Makes the symbols of one file. Elements that stand where they may not are passed over: the syntax stage has
 * reported them.
 *
 * @param report takes duplicates within packages, modules and externals; those across files are found by `link`
 */
export function bindFile(source: Source, report: Report): FileSymbols {
  const symbols: FileSymbols = {
    source,
    top: [],
    packages: [],
    modules: [],
    externals: [],
    targets: [],
    requirements: [],
    qualities: [],
    roles: [],
    decisions: [],
    flows: [],
    risks: [],
    questions: [],
    layers: [],
    forbids: [],
    independents: [],
  };
  new FileBinder(source, symbols, report).bindElements(source.parsed.root.elements, null);
  return symbols;
}

class FileBinder {
  constructor(
    readonly source: Source,
    readonly symbols: FileSymbols,
    readonly report: Report,
  ) {}

  bindElements(elements: readonly ast.Element[], container: PackageSymbol | null): void {
    for (const node of elements) this.#bindElement(node, container);
  }

  #bindElement(node: ast.Element, container: PackageSymbol | null): void {
    const { source, symbols } = this;
    switch (node.$type) {
      case "Package":
        if (node.name !== "") this.#bindPackage(node, container);
        return;
      case "Module":
        if (node.name !== "") this.#bindModule(node, container);
        return;
      case "Flow":
        symbols.flows.push({ name: node.name, node, source, container });
        return;
      case "Layers":
        symbols.layers.push({ node, source, container });
        return;
      case "Forbid":
        symbols.forbids.push({ node, source, container });
        return;
      case "Independent":
        symbols.independents.push({ node, source, container });
        return;
      case "Risk":
        symbols.risks.push({ node, source, container });
        return;
      case "Question":
        symbols.questions.push({ node, source, container });
        return;
      default:
        if (container === null) this.#bindTopLevel(node);
    }
  }

  #bindTopLevel(node: ast.Element): void {
    const { source, symbols } = this;
    switch (node.$type) {
      case "External":
        if (node.name !== "") this.#bindExternal(node);
        return;
      case "Target":
        symbols.targets.push({ name: node.name, node, source });
        return;
      case "Requirement":
        symbols.requirements.push({ name: node.name, node, source });
        return;
      case "Quality":
        symbols.qualities.push({ name: node.name, node, source });
        return;
      case "Role":
        symbols.roles.push({ name: node.name, node, source });
        return;
      case "Decision":
        symbols.decisions.push({ name: node.name, node, source });
        return;
    }
  }

  #bindPackage(node: ast.Package, parent: PackageSymbol | null): void {
    const symbol: PackageSymbol = {
      kind: "package",
      name: node.name,
      address: addressIn(parent, node.name),
      node,
      source: this.source,
      parent,
      path: joinPath(parent?.path ?? ".", node.path ?? "."),
      children: new Map(),
    };
    if (!this.#enter(symbol, parent)) return;
    this.symbols.packages.push(symbol);
    this.bindElements(node.elements, symbol);
  }

  #bindModule(node: ast.Module, parent: PackageSymbol | null): void {
    const written = node.path ?? "";
    const path = joinPath(parent?.path ?? ".", written);
    const folder = written.endsWith("/");
    const symbol: ModuleSymbol = {
      kind: "module",
      name: node.name,
      address: addressIn(parent, node.name),
      node,
      source: this.source,
      parent,
      path,
      folder,
      language: folder ? undefined : languageOf(path),
      declarations: new Map(),
    };
    if (!this.#enter(symbol, parent)) return;
    this.symbols.modules.push(symbol);
    this.#bindDeclarations(node.elements, symbol);
  }

  #bindExternal(node: ast.External): void {
    const symbol = {
      kind: "external" as const,
      name: node.name,
      address: node.name,
      node,
      source: this.source,
      declarations: new Map(),
    };
    this.symbols.externals.push(symbol);
    this.symbols.top.push(symbol);
    this.#bindDeclarations(node.elements, symbol);
  }

  /** Puts a package or module into what is around it; reports a second one of the name. */
  #enter(symbol: PackageSymbol | ModuleSymbol, parent: PackageSymbol | null): boolean {
    if (parent === null) {
      this.symbols.top.push(symbol);
      return true;
    }
    const first = parent.children.get(symbol.name);
    if (!first) {
      parent.children.set(symbol.name, symbol);
      return true;
    }
    reportDuplicate(this.report, this.source, symbol.node, symbol.kind, symbol.address, {
      source: this.source,
      node: first.node,
    });
    return false;
  }

  #bindDeclarations(elements: readonly ast.Element[], owner: DeclarationOwner): void {
    for (const node of elements) {
      const kind = DECLARATION_KINDS[node.$type as ast.Declaration["$type"]];
      const declaration = node as ast.Declaration;
      if (kind === undefined || declaration.name === "") continue;
      const opaque = owner.kind === "external" && node.$type === "TypeAlias" && node.type === undefined;
      this.#declare(owner.declarations, {
        kind: opaque ? "class" : kind,
        name: declaration.name,
        address: `${owner.address}.${declaration.name}`,
        node: declaration,
        owner,
        internal: declaration.modifiers.includes("internal"),
        opaque,
      });
    }
  }

  #declare(table: DeclarationTable, symbol: DeclarationSymbol): void {
    const others = table.get(symbol.name);
    if (!others) {
      table.set(symbol.name, [symbol]);
      return;
    }
    const clash = others.find((other) => !mayShareName(other.kind, symbol.kind));
    if (clash) {
      reportDuplicate(this.report, this.source, symbol.node, KIND_WORDS[symbol.kind], symbol.address, {
        source: this.source,
        node: clash.node,
      });
      return;
    }
    symbol.address += `#${others.length + 1}`;
    others.push(symbol);
  }
}

function addressIn(parent: PackageSymbol | null, name: string): string {
  return parent === null ? name : `${parent.address}.${name}`;
}

/** Overloads share a name; so do a type that leaves no value behind and a value, as TypeScript has them. */
function mayShareName(first: DeclarationKind, second: DeclarationKind): boolean {
  if (first === "function" && second === "function") return true;
  return (isTypeOnly(first) && isValueOnly(second)) || (isValueOnly(first) && isTypeOnly(second));
}

function isTypeOnly(kind: DeclarationKind): boolean {
  return kind === "alias" || kind === "interface";
}

function isValueOnly(kind: DeclarationKind): boolean {
  return kind === "const" || kind === "function";
}

const DECLARATION_KINDS: Record<ast.Declaration["$type"], DeclarationKind> = {
  ClassDeclaration: "class",
  InterfaceDeclaration: "interface",
  RecordDeclaration: "record",
  ErrorDeclaration: "error",
  EnumDeclaration: "enum",
  TypeAlias: "alias",
  FunctionDeclaration: "function",
  ConstDeclaration: "const",
  EventDeclaration: "event",
  StatesDeclaration: "states",
};

/** Kinds as a contract's author knows them. */
export const KIND_WORDS: Record<DeclarationKind, string> = {
  class: "class",
  interface: "interface",
  record: "record",
  error: "error",
  enum: "enum",
  alias: "type",
  function: "function",
  const: "constant",
  event: "event",
  states: "state space",
};

/** Reports a second declaration of a name, with the first one as related place. */
export function reportDuplicate(
  report: Report,
  source: Source,
  node: NamedNode,
  what: string,
  symbol: string,
  first: { source: Source; node: NamedNode },
): void {
  report(
    finding(
      "name/duplicate",
      source.placeOf(node, "name"),
      { what, name: node.name },
      {
        symbol,
        related: [{ ...first.source.placeOf(first.node, "name"), message: "first declared here" }],
      },
    ),
  );
}
