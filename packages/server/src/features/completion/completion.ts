import {
  type Declaration,
  DIAGNOSTICS,
  describeSubject,
  type Kernel,
  lastName,
  type Member,
  printHeading,
  printMember,
  printName,
} from "@contractc/kernel";
import { useFix } from "@contractc/language";
import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  MarkupKind,
  type Range,
} from "vscode-languageserver";
import type { Contract } from "../../session/contract.js";
import { folderOf } from "../../session/files.js";
import { isCode as isCodeFile, isContract, type Session } from "../../session/session.js";
import { fenced } from "../hover.js";
import { ANNOTATIONS, KEYWORD_DOCS, TYPE_DOCS } from "../language-words.js";
import { FOLLOWING, wordsIn } from "./keywords.js";
import { pathItems } from "./paths.js";
import { type CompletionPlace, placeAt } from "./place.js";
import { receiverBefore } from "./receiver.js";
import { membersOf, type Visible, visibleFrom } from "./scope.js";

export interface CompletionOptions {
  /** The client takes snippets. */
  snippets: boolean;
}

/** What an item carries, for its documentation to be asked for. */
export interface CompletionData {
  root: string;
  key: string;
}

/** What may be written at an offset of a contract; in code, of its comments that accept findings. */
export function completionsAt(
  session: Session,
  path: string,
  offset: number,
  options: CompletionOptions,
): CompletionItem[] {
  const text = session.textOf(path);
  if (!text) return [];
  if (isCodeFile(path)) return suppressionCodes(session, path, text.value, offset);
  if (!isContract(path)) return [];
  const [contract] = session.contractsOf(path);
  if (!contract) return [];
  const place = placeAt(text.value, offset);
  return new Completion(session, contract, path, place, options).items();
}

/** Adds its documentation to an item. */
export function resolveCompletion(session: Session, item: CompletionItem): CompletionItem {
  const data = item.data as Partial<CompletionData> | undefined;
  const contract = session.contracts.get(data?.root ?? "");
  const subject = contract?.subject(data?.key ?? "");
  if (!contract || !subject) return item;
  const { kernel } = contract;
  const bare =
    subject.kind === "module"
      ? { ...kernel, signatures: { ...kernel.signatures, [subject.address]: [] } }
      : kernel;
  const { text } = describeSubject(bare, subject);
  return { ...item, documentation: { kind: MarkupKind.Markdown, value: fenced(text) } };
}

class Completion {
  readonly #range: Range;
  readonly #kernel: Kernel;
  readonly #module: string | undefined;

  constructor(
    readonly session: Session,
    readonly contract: Contract,
    readonly path: string,
    readonly place: CompletionPlace,
    readonly options: CompletionOptions,
  ) {
    this.#range = session.rangeOf(path, place.start, place.end);
    this.#kernel = contract.kernel;
    this.#module = this.#moduleAround();
  }

  items(): CompletionItem[] {
    const { expected } = this.place;
    switch (expected.kind) {
      case "statement":
        return this.#statement();
      case "type":
        return this.place.qualifier ? this.#qualified(TYPES) : this.#types();
      case "base":
        return this.#declared((each) => BASES.has(each.kind));
      case "error":
        return this.#declared((each) => each.kind === "error" || each.kind === "class");
      case "event":
        return this.#declared((each) => each.kind === "event");
      case "trigger":
        return this.#declared((each) => each.kind === "event" || each.kind === "function", true);
      case "expression":
        return this.#expression();
      case "annotation":
        return this.#annotations();
      case "container":
        return this.#containers(expected.usable);
      case "role":
        return this.#kernel.projection.roles.map(({ name, text }) =>
          this.#item(name, CompletionItemKind.Value, { detail: text ?? "", key: name }),
        );
      case "requirement":
        return [...this.#kernel.projection.requirements, ...this.#kernel.projection.qualities].map(
          ({ name, text }) => this.#item(name, CompletionItemKind.Value, { detail: text, key: name }),
        );
      case "function":
        return this.#functions();
      case "state":
        return this.#states();
      case "text":
        return this.#text(expected.what);
      case "nothing":
        return [];
    }
  }

  // ---------------------------------------------------------------- statements

  #statement(): CompletionItem[] {
    const block = this.place.blocks.at(-1);
    const items = wordsIn(block).map(({ word, snippet }) => {
      const detail = Object.hasOwn(KEYWORD_DOCS, word) ? KEYWORD_DOCS[word]! : "";
      return this.#item(word, CompletionItemKind.Keyword, {
        documentation: detail,
        ...(snippet === undefined ? {} : { snippet }),
        sort: "1",
      });
    });
    return [...this.#following(), ...items];
  }

  /** What may go on with the header that stands before. */
  #following(): CompletionItem[] {
    const { tokens, before, blocks } = this.place;
    for (let at = before - 1; at > (blocks.at(-1)?.brace ?? -1); at--) {
      const { kind, text } = tokens[at]!;
      if (text === "{" || text === "}" || text === ")") return [];
      if (kind !== "keyword" || !Object.hasOwn(FOLLOWING, text)) continue;
      return FOLLOWING[text]!.map((word) =>
        this.#item(word, CompletionItemKind.Keyword, { documentation: KEYWORD_DOCS[word] ?? "", sort: "0" }),
      );
    }
    return [];
  }

  #annotations(): CompletionItem[] {
    return Object.entries(ANNOTATIONS).map(([name, { snippet, doc }]) =>
      this.#item(name, CompletionItemKind.Keyword, { documentation: doc, snippet: `${name}${snippet}` }),
    );
  }

  // ---------------------------------------------------------------- names

  #types(): CompletionItem[] {
    const builtin = Object.entries(TYPE_DOCS).map(([name, doc]) =>
      this.#item(name, CompletionItemKind.Keyword, { detail: doc, sort: "1" }),
    );
    return [...this.#declared((each) => TYPES.has(each.kind)), ...builtin];
  }

  /** Declarations that are in reach, and those that a `uses` would bring into reach. */
  #declared(accepts: (declaration: Declaration) => boolean, reachableOnly = false): CompletionItem[] {
    const visible = visibleFrom(this.#kernel, this.#module).filter(({ declaration }) => accepts(declaration));
    const reachable = new Set(visible.filter((each) => each.reachable).map((each) => each.declaration.name));
    return visible.flatMap((each) => {
      if (!each.reachable && (reachableOnly || reachable.has(each.declaration.name))) return [];
      return [this.#declaration(each)];
    });
  }

  #declaration({ declaration, owner, reachable }: Visible): CompletionItem {
    const { name, address, kind, deprecated } = declaration;
    const item = this.#item(name, DECLARATION_KINDS[kind], {
      detail: printHeading(declaration),
      key: address,
      description: owner === this.#module ? "" : owner,
      sort: reachable ? "0" : "3",
    });
    if (deprecated !== undefined) item.tags = [CompletionItemTag.Deprecated];
    if (reachable || this.#module === undefined) return item;
    const fix = useFix(this.contract.compilation, this.#module, owner);
    if (!fix) return item;
    return {
      ...item,
      additionalTextEdits: fix.edits
        .filter(({ file }) => file === this.path)
        .map((edit) => ({ range: this.session.range(edit), newText: edit.text })),
    };
  }

  /** `entities.` in a type: what that module offers. */
  #qualified(kinds: ReadonlySet<string>): CompletionItem[] {
    const path = (this.place.qualifier ?? []).join(".");
    return visibleFrom(this.#kernel, this.#module)
      .filter(({ owner }) => owner === path || owner.endsWith(`.${path}`))
      .filter(({ declaration }) => kinds.has(declaration.kind))
      .map((each) => this.#declaration({ ...each, reachable: true }));
  }

  #containers(usable: boolean): CompletionItem[] {
    const { packages, modules, externals, graph } = this.#kernel;
    const used = new Set(graph.uses.filter(({ from }) => from === this.#module).map(({ to }) => to));
    const prefix = this.place.qualifier ? `${this.place.qualifier.join(".")}.` : "";
    const all = [
      ...modules.map(({ address, path }) => ({ address, detail: path, kind: CompletionItemKind.Module })),
      ...externals.map(({ address, requirement }) => ({
        address,
        detail: requirement,
        kind: CompletionItemKind.Module,
      })),
      ...(usable
        ? []
        : packages.map(({ address, path }) => ({ address, detail: path, kind: CompletionItemKind.Folder }))),
    ].filter(({ address }) => address !== this.#module && !(usable && used.has(address)));
    const names = new Map<string, number>();
    for (const { address } of all) names.set(lastName(address), (names.get(lastName(address)) ?? 0) + 1);
    return all.flatMap(({ address, detail, kind }) => {
      // A name that several share is written with its package.
      const short = lastName(address);
      const written = names.get(short) === 1 ? short : address;
      if (prefix !== "" && !address.startsWith(prefix) && !address.includes(`.${prefix}`)) return [];
      return [
        this.#item(prefix === "" ? written : short, kind, { detail, key: address, description: address }),
      ];
    });
  }

  #functions(): CompletionItem[] {
    const path = (this.place.qualifier ?? []).join(".");
    if (path === "") {
      return this.#kernel.modules.map(({ address }) =>
        this.#item(lastName(address), CompletionItemKind.Module, { key: address, description: address }),
      );
    }
    const owner = this.#kernel.modules.find(
      ({ address }) => address === path || address.endsWith(`.${path}`),
    );
    return (this.#kernel.signatures[owner?.address ?? ""] ?? [])
      .filter(({ kind }) => kind === "function" || kind === "class")
      .map((declaration) => this.#declaration({ declaration, owner: owner!.address, reachable: true }));
  }

  #states(): CompletionItem[] {
    const block = this.place.blocks.findLast(({ head }) => head === "states");
    const states = (this.#kernel.signatures[this.#module ?? ""] ?? []).flatMap((each) =>
      each.kind === "states" && (block === undefined || each.name === block.name) ? each.states : [],
    );
    return [...new Set(states)].map((name) => this.#item(name, CompletionItemKind.EnumMember, {}));
  }

  // ---------------------------------------------------------------- expressions

  #expression(): CompletionItem[] {
    const { tokens, before, blocks } = this.place;
    if (tokens[before - 1]?.text === ".") {
      const block = blocks.findLast(({ head }) => head === "example")?.brace ?? -1;
      const receiver = receiverBefore(this.#kernel, tokens, before - 1, this.#module, block);
      if (receiver?.kind === "enum") {
        return receiver.declaration.members.map(({ name }) =>
          this.#item(name, CompletionItemKind.EnumMember, { key: `${receiver.declaration.address}.${name}` }),
        );
      }
      if (receiver) {
        const isClass = receiver.kind === "class";
        return membersOf(this.#kernel, receiver.declaration)
          .filter(({ member }) => member.kind !== "constructor")
          .filter(({ member }) => !isClass || ("static" in member && member.static === true))
          .map(({ member }) => this.#member(member));
      }
      return this.#qualified(VALUES);
    }
    return [
      ...this.#arguments(),
      ...this.#variables(),
      ...this.#declared((each) => VALUES.has(each.kind)),
      ...this.#literals(),
    ];
  }

  #member(member: Member): CompletionItem {
    const { name, address, deprecated } = member;
    const item = this.#item(
      name,
      member.kind === "field" ? CompletionItemKind.Field : CompletionItemKind.Method,
      {
        detail: printMember(member),
        key: address,
        ...(member.kind === "field" ? {} : { snippet: `${name}($0)` }),
      },
    );
    return deprecated === undefined ? item : { ...item, tags: [CompletionItemTag.Deprecated] };
  }

  #literals(): CompletionItem[] {
    return ["true", "false", "null"].map((word) =>
      this.#item(word, CompletionItemKind.Keyword, { sort: "2" }),
    );
  }

  /** Names of the parameters of the call around. */
  #arguments(): CompletionItem[] {
    const { tokens, before } = this.place;
    if (!/^[(,]$/.test(tokens[before - 1]?.text ?? "")) return [];
    let depth = 0;
    for (let at = before - 1; at > 0; at--) {
      const { text } = tokens[at]!;
      if (/^[)\]}]$/.test(text)) depth++;
      else if (/^[[{]$/.test(text) && depth-- === 0) return [];
      else if (text === "(" && depth-- === 0) return this.#parametersOf(at - 1);
    }
    return [];
  }

  #parametersOf(callee: number): CompletionItem[] {
    const token = this.place.tokens[callee];
    if (!token) return [];
    const symbol = this.contract.symbols(this.path).find(({ start }) => start === token.offset);
    const subject = symbol && this.contract.subject(symbol.key.replace(/#\d+$/, ""));
    const names: { name: string; key: string }[] = [];
    if (subject?.kind === "member") {
      for (const member of subject.members) {
        if (member.kind === "field") continue;
        names.push(...member.parameters.map(({ name }) => ({ name, key: subject.address })));
      }
    } else if (subject?.kind === "declaration") {
      const [declaration] = subject.declarations;
      if (declaration.kind === "function") {
        names.push(...declaration.parameters.map(({ name }) => ({ name, key: subject.address })));
      } else if ("members" in declaration && declaration.kind !== "enum") {
        const members = membersOf(this.#kernel, declaration).map((each) => each.member);
        const constructed = members.find((each) => each.kind === "constructor");
        names.push(
          ...(constructed?.kind === "constructor"
            ? constructed.parameters
            : members.filter((each) => each.kind === "field")
          ).map(({ name }) => ({ name, key: subject.address })),
        );
      }
    }
    return [...new Map(names.map((each) => [each.name, each])).values()].map(({ name, key }) =>
      this.#item(`${name}:`, CompletionItemKind.Variable, { key, snippet: `${name}: $0`, sort: "00" }),
    );
  }

  /** What `let` names before. */
  #variables(): CompletionItem[] {
    const { tokens, before, blocks } = this.place;
    const block = blocks.at(-1);
    if (block?.head !== "example") return [];
    const names = new Set<string>();
    for (let at = block.brace + 1; at < before - 1; at++) {
      if (tokens[at]!.text === "let") names.add(tokens[at + 1]!.text);
    }
    return [...names].map((name) => this.#item(name, CompletionItemKind.Variable, { sort: "00" }));
  }

  // ---------------------------------------------------------------- texts

  #text(what: string): CompletionItem[] {
    if (what === "@allow") {
      return Object.entries(DIAGNOSTICS).map(([code, { title }]) =>
        this.#item(code, CompletionItemKind.Value, { detail: title, filter: code, raw: true }),
      );
    }
    const { prefix, start, end } = this.place;
    const from = start + prefix.lastIndexOf("/") + 1;
    const range = this.session.rangeOf(this.path, from, end);
    const folder = folderOf(this.path);
    switch (what) {
      case "import":
        return pathItems(this.session.files, { base: folder, prefix, range, accepts: isContract });
      case "module":
        return pathItems(this.session.files, {
          base: this.#folderAround(),
          prefix,
          range,
          accepts: isCodeFile,
        });
      case "package":
        return pathItems(this.session.files, {
          base: this.#folderAround(),
          prefix,
          range,
          accepts: () => false,
        });
      case "roots":
        return pathItems(this.session.files, {
          base: this.contract.folder,
          prefix,
          range,
          accepts: () => false,
        });
      case "tsconfig":
        return pathItems(this.session.files, {
          base: this.contract.folder,
          prefix,
          range,
          accepts: (name) => /^tsconfig.*\.json$/.test(name),
        });
      case "read":
      case "write":
        return pathItems(this.session.files, {
          base: this.contract.folder,
          prefix,
          range,
          accepts: () => true,
        });
      default:
        return [];
    }
  }

  /** The folder that a path at this place is relative to: the packages around it. */
  #folderAround(): string {
    const names = this.place.blocks.filter(({ head }) => head === "package").map(({ name }) => name);
    const around = this.#kernel.packages.find(({ address }) => address === names.join("."));
    return around ? this.contract.absolute(around.path) : this.contract.folder;
  }

  // ---------------------------------------------------------------- parts

  #moduleAround(): string | undefined {
    const names = this.place.blocks
      .filter(({ head }) => head === "package" || head === "module" || head === "external")
      .map(({ name }) => name);
    const address = names.join(".");
    const { modules, externals } = this.#kernel;
    return [...modules, ...externals].some((each) => each.address === address) ? address : undefined;
  }

  #item(
    name: string,
    kind: CompletionItemKind,
    parts: {
      detail?: string;
      description?: string;
      documentation?: string;
      key?: string;
      snippet?: string;
      sort?: string;
      filter?: string;
      /** Not a name of the language: written as it is. */
      raw?: boolean;
    },
  ): CompletionItem {
    const { detail, description, documentation, key, snippet, sort = "1", filter, raw } = parts;
    const isSnippet = snippet !== undefined && this.options.snippets && /\$/.test(snippet);
    const plain = kind === CompletionItemKind.Keyword || raw || name.endsWith(":") ? name : printed(name);
    const written = isSnippet ? snippet : name.endsWith(":") ? `${name} ` : plain;
    const data: CompletionData | undefined =
      key === undefined ? undefined : { root: this.contract.root, key: key.replace(/#\d+$/, "") };
    return {
      label: name,
      kind,
      ...(detail ? { detail } : {}),
      ...(description ? { labelDetails: { description } } : {}),
      ...(documentation ? { documentation: { kind: MarkupKind.Markdown, value: documentation } } : {}),
      ...(data ? { data } : {}),
      ...(filter === undefined ? {} : { filterText: filter }),
      ...(isSnippet ? { insertTextFormat: InsertTextFormat.Snippet } : {}),
      sortText: `${sort}${name}`,
      textEdit: { range: this.#range, newText: written },
    };
  }
}

/** A dotted name with back-ticks where its parts need them. */
function printed(name: string): string {
  return name.split(".").map(printName).join(".");
}

/** The codes of diagnostics behind `contract-ignore` in a comment of code. */
function suppressionCodes(session: Session, path: string, text: string, offset: number): CompletionItem[] {
  const line = text
    .slice(0, offset)
    .split(/\r\n|\n|\r/)
    .at(-1)!;
  const written = /(?:#|\/\/|\/\*|\*).*\bcontract-ignore\s+([\w/-]*)$/.exec(line)?.[1];
  if (written === undefined) return [];
  const range = session.rangeOf(path, offset - written.length, offset);
  return Object.entries(DIAGNOSTICS)
    .filter(([code]) => /^(?:drift|import)\//.test(code))
    .map(([code, { title }]) => ({
      label: code,
      kind: CompletionItemKind.Value,
      detail: title,
      filterText: code,
      textEdit: { range, newText: `${code}: ` },
    }));
}

const TYPES: ReadonlySet<string> = new Set(["class", "interface", "record", "error", "enum", "alias"]);
const BASES: ReadonlySet<string> = new Set(["class", "interface", "record", "error"]);
const VALUES: ReadonlySet<string> = new Set(["class", "record", "error", "enum", "function", "const"]);

const DECLARATION_KINDS: Record<Declaration["kind"], CompletionItemKind> = {
  class: CompletionItemKind.Class,
  interface: CompletionItemKind.Interface,
  record: CompletionItemKind.Struct,
  error: CompletionItemKind.Class,
  enum: CompletionItemKind.Enum,
  alias: CompletionItemKind.TypeParameter,
  function: CompletionItemKind.Function,
  const: CompletionItemKind.Constant,
  event: CompletionItemKind.Event,
  states: CompletionItemKind.EnumMember,
};
