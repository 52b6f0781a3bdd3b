import type { Address, ClassLike, Declaration as Declared, Kernel, Member } from "@contractc/kernel";
import { isClassLike } from "../declared.ts";
import { type Edit, insert, removeLines, replace, type Site } from "../mutation.ts";
import type { Callable, Declaration, Outline, Span } from "../syntax/outline.ts";

/** A declaration of the code that the contract has, too. */
export interface SymbolPlace {
  code: Declaration;
  contract: Declared;
  address: Address;
}

export interface MemberPlace {
  code: Declaration;
  owner: Declaration;
  contract: Member;
  /** The contract's class. */
  of: ClassLike;
  address: Address;
}

/** The file's declarations that stand once in the code and once in the contract. */
export function* symbols({ outline, declared }: Site): Generator<SymbolPlace> {
  for (const code of outline.declarations) {
    if (outline.declarations.some((other) => other !== code && other.name === code.name)) continue;
    const contract = declared.symbol(outline.path, code.name);
    if (contract) yield { code, contract, address: contract.address };
  }
}

/** The members of classes, interfaces, records and errors. */
export function* members(site: Site): Generator<MemberPlace> {
  for (const { code: owner, contract: of } of symbols(site)) {
    if (!isClassLike(of)) continue;
    for (const code of owner.members) {
      if (owner.members.some((other) => other !== code && other.name === code.name)) continue;
      const name = code.kind === "constructor" ? "new" : code.name;
      const contract = site.declared.member(site.outline.path, owner.name, name);
      if (contract) yield { code, owner, contract, of, address: contract.address };
    }
  }
}

/** Functions, methods and constructors with one signature on both sides. */
export interface CallablePlace {
  code: Declaration;
  callable: Callable;
  owner?: Declaration;
  contract: Extract<Declared, { kind: "function" }> | Extract<Member, { kind: "method" | "constructor" }>;
  address: Address;
}

export function* callables(site: Site): Generator<CallablePlace> {
  for (const { code, contract, address } of symbols(site)) {
    if (code.callable && contract.kind === "function")
      yield { code, callable: code.callable, contract, address };
  }
  for (const { code, owner, contract, address } of members(site)) {
    if (!code.callable || code.accessor || contract.kind === "field") continue;
    yield { code, callable: code.callable, owner, contract, address };
  }
}

/** The classes above, as the contract has them; `null` where one lies outside of it. */
export function ancestors(kernel: Kernel, of: ClassLike): ClassLike[] | null {
  const found: ClassLike[] = [];
  for (const type of [...(of.extends ?? []), ...(of.implements ?? [])]) {
    if (type.kind !== "reference") return null;
    const base = classAt(kernel, type.target);
    if (!base) return null;
    const above = ancestors(kernel, base);
    if (!above) return null;
    found.push(base, ...above);
  }
  return found;
}

export function classAt(kernel: Kernel, address: Address): ClassLike | undefined {
  for (const declarations of Object.values(kernel.signatures)) {
    const found = declarations.find((each) => each.address === address);
    if (found && isClassLike(found)) return found;
  }
  return undefined;
}

/** Nothing above the class has a member of the name, so that without its own it has none. */
export function isOwn(site: Site, { of, contract, owner, code }: MemberPlace): boolean {
  const above = ancestors(site.declared.kernel, of);
  if (!above || above.some((base) => base.members.some(({ name }) => name === contract.name))) return false;
  // What the contract does not know of the bases, the code may.
  if (owner.bases.length > (of.extends?.length ?? 0) + (of.implements?.length ?? 0)) return false;
  if (site.outline.language !== "python") return true;
  // Attributes that methods assign are fields as well.
  const text = site.outline.text.slice(owner.span.start, owner.span.end);
  return code.callable !== undefined || !new RegExp(`\\b(self|cls)\\.${code.name}\\b`).test(text);
}

/** Takes a declaration out; a body of Python may not be left empty. */
export function removed(outline: Outline, code: Declaration, owner?: Declaration): Edit[] {
  const edit = removeLines(outline.text, code.span);
  if (outline.language === "python" && owner?.body) {
    const rest =
      outline.text.slice(owner.body.start, Math.max(owner.body.start, edit.start)) +
      outline.text.slice(Math.min(edit.end, owner.body.end), owner.body.end);
    if (rest.replace(/#.*/g, "").trim() === "") return [replace(code.span, "pass")];
  }
  return [edit, ...withoutExport(outline, code.name)];
}

/** The name out of `export { … }` and `__all__`. */
export function withoutExport(outline: Outline, name: string): Edit[] {
  return outline.exportLists.flatMap(({ names }) =>
    names.flatMap((each) => {
      if (each.name !== name) return [];
      const comma = /^\s*,/.exec(outline.text.slice(each.span.end))?.[0].length ?? 0;
      return [{ start: each.span.start, end: each.span.end + comma, text: "" }];
    }),
  );
}

/** A name and what refers to it in its file. */
export function renamed(outline: Outline, code: Declaration, to: string): Edit[] {
  const uses = outline.uses.filter(({ name }) => name === code.name);
  const listed = outline.exportLists.flatMap(({ names }) => names.filter(({ name }) => name === code.name));
  const inList = (use: Span) => listed.some(({ span }) => span.start <= use.start && use.end <= span.end);
  const others = uses.filter((use) => use.declares && use.start !== code.nameSpan.start && !inList(use));
  const quote = (span: Span) => outline.text[span.start] ?? '"';
  return [
    replace(code.nameSpan, to),
    ...(others.length > 0 ? [] : uses)
      .filter((use) => use.start !== code.nameSpan.start && !inList(use))
      .map((use) => replace(use, to)),
    ...listed.map(({ span }) =>
      replace(span, outline.language === "python" ? quote(span) + to + quote(span) : to),
    ),
  ];
}

/** A statement behind the last one, and in Python its name in `__all__`; `null` where that is computed. */
export function appended(outline: Outline, name: string, text: string): Edit[] | null {
  const edits = [insert(outline.text.length, `${outline.text.endsWith("\n") ? "" : "\n"}\n\n${text}`)];
  if (outline.language !== "python" || !outline.text.includes("__all__")) return edits;
  const [list] = outline.exportLists;
  if (outline.exportLists.length !== 1 || !list) return null;
  const first = list.names[0];
  if (!first) return null;
  return [insert(first.span.start, `"${name}", `), ...edits];
}

/** A name in the file's way of writing. */
export function styled({ language }: Outline, words: string): string {
  if (language === "python") return words.replaceAll(" ", "_");
  return words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Inside of a class, where a member can be added, and its indentation. */
export function memberPlace(outline: Outline, owner: Declaration): { at: number; indent: string } | null {
  const { text, language } = outline;
  if (!owner.body) return null;
  const first = owner.members.find(({ indirect }) => !indirect);
  const indent = first?.indent ?? `${owner.indent}${language === "python" ? "    " : "  "}`;
  if (language === "typescript") return { at: owner.body.end, indent };
  const lineStart = text.lastIndexOf("\n", owner.body.start) + 1;
  if (text.slice(lineStart, owner.body.start).trim() !== "") return null;
  return { at: owner.body.end, indent };
}
