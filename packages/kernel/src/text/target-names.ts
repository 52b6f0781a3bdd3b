import type { Language } from "../model/declarations.js";

/** What a name of code is looked up by. */
export interface Named {
  name: string;
  names?: Partial<Record<Language, string>>;
  internal?: true;
  /** Of declarations: functions and constants may have names that types may not. */
  kind?: string;
}

/** What a name names: languages forbid different names for each. */
export type NameRole = "symbol" | "value" | "member" | "enum-member" | "parameter";

const PYTHON_KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** Words that no binding of a strict-mode module may have. Members may have any name. */
const TYPESCRIPT_KEYWORDS = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof var void while with yield"
  ).split(" "),
);

/** Names of built-in types that no TypeScript class, alias or enum may have. */
const TYPESCRIPT_TYPES = new Set(
  "any bigint boolean never null number object string symbol undefined unknown void".split(" "),
);

/** The name by which code defines something: the contract's, or that of `@name`, made legal. */
export function codeName(named: Named, language: Language, role: NameRole): string {
  const isValue = role === "symbol" && (named.kind === "function" || named.kind === "const");
  const wanted = wantedName(named, language, role);
  const part = isValue ? "value" : role;
  if (role !== "symbol" || !isDotted(named, language)) return legalName(wanted, language, part);
  return legalPath(wanted.split("."), language, part);
}

function legalPath(parts: readonly string[], language: Language, role: NameRole): string {
  return parts.map((part) => legalName(part, language, role)).join(".");
}

/** `@name(typescript: "Shapes.area")` stands in a namespace. */
function isDotted(named: Named, language: Language): boolean {
  const given = named.names?.[language];
  return language === "typescript" && given !== undefined && /^[^.]+(?:\.[^.]+)+$/.test(given);
}

/** The name that the contract asks for, legal or not. */
export function wantedName(named: Named, language: Language, role: NameRole): string {
  const given = named.names?.[language];
  if (given !== undefined) return given;
  const hidden = language === "python" && named.internal === true && role === "member";
  return hidden && !named.name.startsWith("_") ? `_${named.name}` : named.name;
}

/**
 * The name by which others import a symbol. A file of TypeScript may export what it defines under a word that nothing can
 * be defined by: `export { null_ as null }`.
 */
export function exportedName(named: Named, language: Language): string {
  const wanted = wantedName(named, language, "symbol");
  const legal = codeName(named, language, "symbol");
  if (language !== "typescript" || wanted === legal || named.internal) return legal;
  // That word makes the default export.
  return wanted !== "default" && isPlainName(wanted, language) ? wanted : legal;
}

/** The name that the contract asks for, or the nearest that the language can give to what has that role. */
export function possibleName(named: Named, language: Language, role: NameRole): string {
  return role === "symbol" ? exportedName(named, language) : codeName(named, language, role);
}

/**
 * The nearest name that the language allows: characters that no identifier has become `_`, reserved words get one
 * behind them. Members of TypeScript types may have any name and are quoted where they are printed.
 */
export function legalName(name: string, language: Language, role: NameRole): string {
  if (language === "typescript") {
    if (role === "member")
      return name === "constructor" || name.startsWith("#") ? `${name.replace("#", "_")}_` : name;
    if (role === "enum-member") return name;
    const plain = identifier(name, TYPESCRIPT_CHARACTER);
    const taken = TYPESCRIPT_KEYWORDS.has(plain) || (role === "symbol" && TYPESCRIPT_TYPES.has(plain));
    return taken ? `${plain}_` : plain;
  }
  const plain = identifier(name, PYTHON_CHARACTER);
  if (PYTHON_KEYWORDS.has(plain)) return `${plain}_`;
  // `enum` takes `mro` and names like `_x_` for itself.
  if (role === "enum-member" && (plain === "mro" || /^_.*_$/.test(plain)))
    return `${plain.replace(/^_+/, "")}_`;
  return plain;
}

const TYPESCRIPT_CHARACTER = /[\p{L}\p{N}_$]/u;
const PYTHON_CHARACTER = /[\p{L}\p{N}_]/u;

/** What most names are: no language forbids a character of it. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;

function identifier(name: string, allowed: RegExp): string {
  if (PLAIN.test(name)) return name;
  const text = [...name].map((character) => (allowed.test(character) ? character : "_")).join("");
  return text === "" || /^\p{N}/u.test(text) ? `_${text}` : text;
}

/** Whether the language can write a name without quotes. */
export function isPlainName(name: string, language: Language): boolean {
  return identifier(name, language === "python" ? PYTHON_CHARACTER : TYPESCRIPT_CHARACTER) === name;
}
