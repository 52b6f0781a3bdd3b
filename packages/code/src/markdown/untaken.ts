import { type ClassLike, type Declaration, type Kernel, lastName } from "@contractc/kernel";
import { classesIn, nameOf } from "./code.js";
import type { LeftOut, MarkdownContract, MarkdownFile } from "./document.js";
import { languageOfPath } from "./files.js";

interface Named {
  name: string | undefined;
  text: string;
  line: number;
}

/** What a document declares and the contract has no declaration of, although it parses: nothing goes without a word. */
export function untaken(kernel: Kernel, contract: MarkdownContract): LeftOut[] {
  const told = new Set(contract.left.map(({ line }) => line));
  return kernel.modules.flatMap(({ address, path }) => {
    const file = contract.files.get(path);
    if (!file) return [];
    const taken = new Set((kernel.signatures[address] ?? []).map(({ name }) => name));
    const named = namedIn(file).filter(({ line }) => !told.has(line));
    const blocks = file.code
      .filter(({ line }) => !told.has(line))
      .flatMap((block) =>
        classesIn({ ...file, code: [block] }).map((name) => ({ name, text: name, line: block.line })),
      );
    return [
      ...missing([...named, ...blocks], taken),
      ...baseless(file, kernel.signatures[address] ?? []),
      ...(languageOfPath(path) === "python" ? replaced(named) : []),
    ];
  });
}

function namedIn({ classes, functions, constants }: MarkdownFile): Named[] {
  return [
    ...classes.map(({ name, line }) => ({ name, text: `class ${name}`, line })),
    ...functions.map(({ signature, line }) => ({ name: nameOf(signature), text: signature, line })),
    ...constants.map(({ name, line }) => ({ name, text: name, line })),
  ];
}

function missing(named: readonly Named[], taken: ReadonlySet<string>): LeftOut[] {
  return named.flatMap(({ name, text, line }) => {
    if (name === undefined || taken.has(name)) return [];
    const why = name.startsWith("_")
      ? "private: a contract holds what others may rely on"
      : "a contract has no declaration for it";
    return [{ line, text, why }];
  });
}

/** What a language has for every class to derive from, and a contract says by the kind of declaration. */
const UNDERSTOOD =
  /^(?:typing\.|abc\.|enum\.)?(?:object|ABC|Enum|IntEnum|StrEnum|Flag|IntFlag|Protocol|Generic|NamedTuple|TypedDict|BaseException|Exception|\w*(?:Error|Warning))$/;

/** Bases that nobody declares. */
function baseless({ classes }: MarkdownFile, declarations: readonly Declaration[]): LeftOut[] {
  const known = new Map(declarations.map((each) => [each.name, each]));
  return classes.flatMap(({ name, bases, line }) => {
    const declaration = known.get(name);
    if (!declaration) return [];
    const taken = "members" in declaration && declaration.kind !== "enum" ? basesOf(declaration) : new Set();
    return bases
      .filter((base) => !taken.has(lastName(base)) && !UNDERSTOOD.test(base))
      .map((base) => ({
        line,
        text: `${base}, the base of ${name}`,
        why: "no file of the document declares it",
      }));
  });
}

function basesOf({ extends: superTypes = [], implements: interfaces = [] }: ClassLike): Set<string> {
  return new Set(
    [...superTypes, ...interfaces].flatMap((type) =>
      type.kind === "reference" ? [lastName(type.target)] : [],
    ),
  );
}

/** Python keeps the last of several declarations of a name. */
function replaced(named: readonly Named[]): LeftOut[] {
  const last = new Map(named.map(({ name, line }) => [name, line]));
  return named.flatMap(({ name, text, line }) =>
    name === undefined || last.get(name) === line
      ? []
      : [{ line, text, why: "the name is declared again in the same file" }],
  );
}
