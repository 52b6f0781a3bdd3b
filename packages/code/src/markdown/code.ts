import { posix } from "node:path";
import type { Language } from "@contractc/kernel";
import type { Reader } from "../reading/reader.js";
import type { Attribute, Callable, MarkdownClass, MarkdownContract, MarkdownFile } from "./document.js";
import { languageOfPath } from "./files.js";

const TYPING =
  /\b(?:Any|Callable|ClassVar|Deque|Dict|FrozenSet|Generator|AsyncIterator|AsyncGenerator|Awaitable|Iterable|Iterator|List|Literal|Mapping|NamedTuple|Optional|Sequence|Set|Tuple|Type|Union)\b/g;
/** What is in every Python, or comes with an import that is written here. */
const STANDARD: ReadonlyMap<string, string> = new Map([
  ["datetime", "from datetime import datetime"],
  ["date", "from datetime import date"],
  ["timedelta", "from datetime import timedelta"],
  ["Decimal", "from decimal import Decimal"],
  ["UUID", "from uuid import UUID"],
  ["Path", "from pathlib import Path"],
  ["Enum", "from enum import Enum"],
  ["ABC", "from abc import ABC"],
]);

/**
 * The interfaces of a Markdown contract as source code without bodies, which the readers of code then read: what a
 * signature means is decided in one place.
 *
 * A signature that does not parse is left out of the code and added to what the contract left out.
 *
 * @returns the files' texts by path
 */
export function codeOf(contract: MarkdownContract, readers: readonly Reader[]): Map<string, string> {
  const homes = new Map<string, string | null>();
  for (const file of contract.files.values()) {
    // A name that two files declare says nothing of where it is from.
    for (const name of [...file.classes.map((each) => each.name), ...classesIn(file)])
      homes.set(name, homes.has(name) ? null : file.path);
  }
  const code = new Map<string, string>();
  for (const file of contract.files.values()) {
    const language = languageOfPath(file.path)!;
    const reader = readers.find((each) => each.language === language);
    if (reader === undefined) continue;
    const writer = language === "python" ? new PythonWriter(reader) : new TypeScriptWriter(reader);
    const body = fileBody(file, writer, contract);
    const needed = contract.dependencies.filter(({ from }) => from === file.path).map(({ to }) => to);
    code.set(file.path, [...writer.imports(file.path, needed, body, homes), ...body, ""].join("\n"));
  }
  return code;
}

/** Names of types that blocks of code declare. */
export function classesIn({ code }: MarkdownFile): string[] {
  return code.flatMap(({ text }) =>
    [
      ...text.matchAll(/^(?:export\s+)?(?:default\s+|abstract\s+)*(?:class|interface|type|enum)\s+(\w+)/gm),
    ].map(([, name]) => name!),
  );
}

function fileBody(file: MarkdownFile, writer: Writer, contract: MarkdownContract): string[] {
  const refused = (line: number, text: string) =>
    contract.left.push({ line, text, why: `it does not parse as ${writer.title}` });
  const kept = <T extends { line: number }>(
    all: readonly T[],
    write: (each: T) => string,
    text: (each: T) => string,
  ) =>
    all.flatMap((each) => {
      const written = write(each);
      if (writer.parses(written, file.path)) return [{ each, written }];
      refused(each.line, text(each));
      return [];
    });
  const lines: string[] = [];
  for (const { line, text } of file.code) {
    if (writer.parses(text, file.path)) lines.push(text);
    else refused(line, text.split("\n")[0]!);
  }
  for (const { written } of kept(
    file.constants,
    (each) => writer.constant(each),
    ({ name }) => name,
  ))
    lines.push(written);
  for (const owner of file.classes) {
    const inner = (written: string) => writer.inClass({ ...owner, bases: [] }, [written]);
    const fields = kept(
      owner.attributes,
      (each) => inner(writer.attribute(each)),
      ({ name }) => name,
    );
    const methods = kept(
      owner.methods,
      (each) => inner(writer.method(each, owner)),
      ({ signature }) => signature,
    );
    for (const { each } of methods) {
      const name = nameOf(each.signature);
      if (name?.startsWith("_") && !/^__\w+__$/.test(name)) {
        contract.left.push({
          line: each.line,
          text: each.signature,
          why: "private: a contract holds what others may rely on",
        });
      }
    }
    lines.push(
      writer.inClass(owner, [
        ...fields.map(({ each }) => writer.attribute(each)),
        ...methods.map(({ each }) => writer.method(each, owner)),
      ]),
    );
  }
  for (const { written } of kept(
    file.functions,
    (each) => writer.function(each),
    ({ signature }) => signature,
  ))
    lines.push(written);
  return lines;
}

/** The name that a signature declares. */
export function nameOf(signature: string): string | undefined {
  return /([A-Za-z_$][\w$]*)\s*(?:<[^(]*>)?\(/.exec(signature)?.[1];
}

interface Writer {
  /** The language's name for people. */
  title: string;
  parses(text: string, path: string): boolean;
  imports(path: string, needed: readonly string[], body: readonly string[], homes: Homes): string[];
  constant(constant: Attribute): string;
  attribute(attribute: Attribute): string;
  function(callable: Callable): string;
  method(callable: Callable, owner: MarkdownClass): string;
  inClass(owner: MarkdownClass, members: readonly string[]): string;
}

type Homes = ReadonlyMap<string, string | null>;

/** Names of other files' classes that a text mentions, by the file. */
function mentioned(path: string, body: readonly string[], homes: Homes): Map<string, string[]> {
  const words = new Set(body.join("\n").match(/[A-Za-z_$][\w$]*/g));
  const found = new Map<string, string[]>();
  for (const [name, home] of homes) {
    if (home !== null && home !== path && words.has(name))
      found.set(home, [...(found.get(home) ?? []), name]);
  }
  return found;
}

class PythonWriter implements Writer {
  readonly title = "Python";
  constructor(private readonly reader: Reader) {}

  parses(text: string, path: string): boolean {
    return this.reader.read(path, `${text}\n`).problems.length === 0;
  }

  imports(path: string, needed: readonly string[], body: readonly string[], homes: Homes): string[] {
    const text = body.join("\n");
    const lines = new Set<string>();
    const typing = [...new Set(text.match(TYPING))].filter((name) => !homes.has(name)).sort();
    if (typing.length > 0) lines.add(`from typing import ${typing.join(", ")}`);
    for (const [name, line] of STANDARD) {
      if (!homes.has(name) && new RegExp(`\\b${name}\\b`).test(text)) lines.add(line);
    }
    // `pygame.Surface` in a type needs the package; attributes of values do not stand in signatures.
    for (const [, root] of text.matchAll(/(?<![\w.'"])([a-z_]\w*)\.[A-Za-z_]/g)) {
      if (root !== "self") lines.add(`import ${root}`);
    }
    for (const to of needed) if (languageOfPath(to) === "python") lines.add(`import ${moduleName(to)}`);
    const types = mentioned(path, body, homes);
    const late = [...types].filter(([home]) => !needed.includes(home));
    for (const [home, names] of types) {
      if (needed.includes(home)) lines.add(`from ${moduleName(home)} import ${names.join(", ")}`);
    }
    if (late.length === 0) return [...lines];
    return [
      ...lines,
      "from typing import TYPE_CHECKING",
      "if TYPE_CHECKING:",
      ...late.map(([home, names]) => `    from ${moduleName(home)} import ${names.join(", ")}`),
    ];
  }

  constant(constant: Attribute): string {
    return this.attribute({ ...constant, value: constant.value ?? "..." });
  }

  attribute({ name, value, type = typeOf(value) }: Attribute): string {
    return name + (type === undefined ? "" : `: ${type}`) + (value === undefined ? "" : ` = ${value}`);
  }

  function({ signature }: Callable): string {
    const { decorators, isAsync, head } = partsOf(signature);
    return [...decorators, `${isAsync ? "async " : ""}def ${head}: ...`].join("\n");
  }

  method(callable: Callable, owner: MarkdownClass): string {
    const { decorators, head } = partsOf(callable.signature);
    const isFree = decorators.some((each) => each === "@staticmethod");
    const hasSelf = /^[\w$]+\s*\(\s*(?:self|cls)\b/.test(head);
    const open = head.indexOf("(");
    const rest = head.slice(open + 1).trimStart();
    const first = decorators.includes("@classmethod") ? "cls" : "self";
    const own =
      hasSelf || isFree ? head : `${head.slice(0, open)}(${first}${rest.startsWith(")") ? "" : ", "}${rest}`;
    // A constructor is often written by the class's name.
    const named = own.startsWith(`${owner.name}(`) ? `__init__${own.slice(owner.name.length)}` : own;
    return this.function({
      ...callable,
      signature: [...decorators, callable.signature.includes("async ") ? `async ${named}` : named].join(" "),
    });
  }

  inClass({ name, bases }: MarkdownClass, members: readonly string[]): string {
    const body = members.length === 0 ? ["..."] : members.flatMap((member) => member.split("\n"));
    return [
      `class ${name}${bases.length > 0 ? `(${bases.join(", ")})` : ""}:`,
      ...body.map((line) => `    ${line}`),
    ].join("\n");
  }
}

/** The type that a literal of Python shows. */
function typeOf(value = ""): string | undefined {
  if (/^[-+]?\d[\d_]*$/.test(value)) return "int";
  if (/^[-+]?(?:\d[\d_]*\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?$/.test(value)) return "float";
  if (/^(?:True|False)$/.test(value)) return "bool";
  return /^(?:"[^"\\]*"|'[^'\\]*')$/.test(value) ? "str" : undefined;
}

/** A signature as decorators, `async` and the rest from the name on, without the colon that ends Python's. */
function partsOf(signature: string): { decorators: string[]; isAsync: boolean; head: string } {
  const decorators: string[] = [];
  let rest = signature.trim().replace(/\s*:?\s*(?:\.\.\.|pass)?$/, "");
  for (;;) {
    const found = /^(@[\w.]+)\s+/.exec(rest);
    if (!found) break;
    decorators.push(found[1]!);
    rest = rest.slice(found[0].length);
  }
  const words = /^(?:(?:async|def|function|export|public|static)\s+)*/.exec(rest)![0];
  if (/\bstatic\b/.test(words) && decorators.length === 0) decorators.push("@staticmethod");
  // `run(x: int): bool` is how other languages write it.
  const head = rest.slice(words.length).replace(/\)\s*:\s*(?=\S)/, ") -> ");
  return { decorators, isAsync: /\basync\b/.test(words), head };
}

function moduleName(path: string): string {
  return path
    .replace(/\.pyi?$/, "")
    .replace(/\/__init__$/, "")
    .replaceAll("/", ".");
}

class TypeScriptWriter implements Writer {
  readonly title = "TypeScript";
  constructor(private readonly reader: Reader) {}

  parses(text: string, path: string): boolean {
    return this.reader.read(path, `${text}\n`).problems.length === 0;
  }

  imports(path: string, needed: readonly string[], body: readonly string[], homes: Homes): string[] {
    const specifier = (to: string) => {
      const relative = posix.relative(posix.dirname(path), to).replace(/\.([cm]?)tsx?$/, ".$1js");
      return JSON.stringify(relative.startsWith(".") ? relative : `./${relative}`);
    };
    return [
      ...needed.filter((to) => languageOfPath(to) === "typescript").map((to) => `import ${specifier(to)};`),
      ...[...mentioned(path, body, homes)].map(
        ([home, names]) => `import type { ${names.join(", ")} } from ${specifier(home)};`,
      ),
    ];
  }

  constant({ name, type, value }: Attribute): string {
    if (type === undefined) return `export const ${name} = ${value};`;
    return `export declare const ${name}: ${type};`;
  }

  attribute({ name, type, value }: Attribute): string {
    return type === undefined ? `${name} = ${value};` : `${name}: ${type};`;
  }

  function({ signature }: Callable): string {
    return `export declare function ${this.#head(signature)};`;
  }

  method({ signature }: Callable, owner: MarkdownClass): string {
    const head = this.#head(signature).replace(/^__init__(?=\s*\()/, "constructor");
    const named = head.startsWith(`${owner.name}(`) ? `constructor${head.slice(owner.name.length)}` : head;
    const isStatic = /^(?:@\w+\s+|public\s+|async\s+)*static\s/.test(signature);
    // A constructor has no result.
    return `${isStatic ? "static " : ""}${named.startsWith("constructor") ? named.replace(/\)\s*:[^)]*$/, ")") : named};`;
  }

  inClass({ name, bases }: MarkdownClass, members: readonly string[]): string {
    const base = bases.length > 0 ? ` extends ${bases[0]}` : "";
    return [`export declare class ${name}${base} {`, ...members.map((member) => `  ${member}`), "}"].join(
      "\n",
    );
  }

  /** From the name on; an asynchronous function without a promise gives one. */
  #head(signature: string): string {
    const { isAsync, head } = partsOf(signature);
    const own = head
      .replace(/\)\s*(?:->|=>)\s*/, "): ")
      .replace(/\(\s*self\s*,?\s*/, "(")
      .replace(/;$/, "");
    const result = /\)\s*:\s*(.+)$/s.exec(own)?.[1];
    return isAsync && result !== undefined && !/^Promise\b/.test(result)
      ? own.replace(/\)\s*:\s*(.+)$/s, "): Promise<$1>")
      : own;
  }
}

/** The languages that a document's files are written in. */
export function languagesOf(contract: MarkdownContract): Language[] {
  return [...new Set([...contract.files.keys()].map((path) => languageOfPath(path)!))].sort();
}
