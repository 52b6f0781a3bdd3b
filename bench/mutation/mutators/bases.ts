import { isClassLike } from "../declared.ts";
import { insert, type Mutation, type Mutator, replace, type Site } from "../mutation.ts";
import type { Declaration, Span } from "../syntax/outline.ts";
import { textOf } from "../syntax/outline.ts";
import { ancestors, symbols } from "./places.ts";

/** Bases of Python that only give the form. */
const FORMS =
  /^(object|ABC|abc\.ABC|Protocol|Generic|NamedTuple|TypedDict|Enum|.*\.(ABC|Protocol|Generic|NamedTuple|TypedDict))(\[|$)/;

const removed: Mutator = {
  kind: "base/remove",
  *mutations(site) {
    for (const { code, contract, address } of symbols(site)) {
      if (!isClassLike(contract) || code.bases.length === 0) continue;
      const declared = [...(contract.extends ?? []), ...(contract.implements ?? [])];
      if (declared.length === 0) continue;
      for (const [index, base] of code.bases.entries()) {
        const text = textOf(site.outline, base);
        if (FORMS.test(text)) continue;
        // Another base may lead to the same class, and a class that has all members fits a Protocol without naming it.
        if (code.bases.length > 1 && !isUnrelated(site, address, text)) continue;
        if (site.outline.language === "python" && isProtocol(site, address, text)) continue;
        const edits =
          code.bases.length === 1
            ? [replace(clauseOf(site, code, base), "")]
            : [replace(item(site, code.bases, index), "")];
        yield {
          ...at(site, address),
          edits,
          expected: {
            codes: ["drift/base"],
            symbols: [address],
            // What was inherited is missing.
            also: ["drift/missing-member", "drift/kind"],
          },
        };
      }
    }
  },
};

function isUnrelated(site: Site, address: string, text: string): boolean {
  const { kernel } = site.declared;
  const of = Object.values(kernel.signatures)
    .flat()
    .find((each) => each.address === address);
  if (!of || !isClassLike(of)) return false;
  const name = text
    .replace(/[<[].*$/s, "")
    .split(".")
    .at(-1);
  const others = [...(of.extends ?? []), ...(of.implements ?? [])].filter(
    (type) => type.kind === "reference" && !type.target.endsWith(`.${name}`),
  );
  const above = others.flatMap((type) => {
    const base = type.kind === "reference" ? kernelClass(site, type.target) : undefined;
    return base ? [base, ...(ancestors(kernel, base) ?? [])] : [];
  });
  return (
    above.every((base) => base.name !== name) &&
    others.every((type) => type.kind === "reference" && kernelClass(site, type.target) !== undefined)
  );
}

function kernelClass(site: Site, address: string) {
  const found = Object.values(site.declared.kernel.signatures)
    .flat()
    .find((each) => each.address === address);
  return found && isClassLike(found) ? found : undefined;
}

function isProtocol(site: Site, address: string, text: string): boolean {
  const name = text
    .replace(/[[].*$/s, "")
    .split(".")
    .at(-1);
  const of = kernelClass(site, address);
  const target = [...(of?.extends ?? []), ...(of?.implements ?? [])].find(
    (type) => type.kind === "reference" && type.target.endsWith(`.${name}`),
  );
  const base = target?.kind === "reference" ? kernelClass(site, target.target) : undefined;
  return base?.kind === "interface";
}

/** The whole of ` extends A` or `(A)`. */
function clauseOf({ outline }: Site, code: Declaration, base: Span): Span {
  if (outline.language === "python") {
    const rest = outline.text.slice(base.end, (code.baseList?.end ?? base.end) - 1);
    if (rest.trim() === "" || rest.trim() === ",") return code.baseList ?? base;
    const comma = /^\s*,\s*/.exec(rest)?.[0].length ?? 0;
    return { start: base.start, end: base.end + comma };
  }
  const word = /\s*\bextends\s+$/.exec(outline.text.slice(code.basesAt, base.start));
  return { start: code.basesAt + (word?.index ?? 0), end: base.end };
}

function item({ outline }: Site, list: readonly Span[], index: number): Span {
  const here = list[index]!;
  const next = list[index + 1];
  if (next) return { start: here.start, end: next.start };
  return {
    start: list[index - 1]?.end ?? here.start,
    end: outline.language === "python" ? here.end : here.end,
  };
}

const added: Mutator = {
  kind: "base/add",
  *mutations(site) {
    const { outline } = site;
    const isPython = outline.language === "python";
    for (const { code, contract, address } of symbols(site)) {
      if (!isClassLike(contract) || (code.kind !== "class" && code.kind !== "interface")) continue;
      for (const other of addable(site, code)) {
        const above = kernelClass(site, address);
        if (!above || (ancestors(site.declared.kernel, above) ?? []).some((base) => base.name === other.name))
          continue;
        if (code.kind === "class" && !isPython && code.bases.length > 0) continue;
        // A class that fits a Protocol is below it without saying so.
        if (
          isPython &&
          kernelClass(site, `${address.slice(0, address.lastIndexOf("."))}.${other.name}`)?.kind ===
            "interface"
        )
          continue;
        yield {
          ...at(site, address),
          edits: [baseEdit(site, code, other.name)],
          expected: {
            codes: ["drift/base"],
            symbols: [address],
            also: ["drift/kind", "drift/missing-member"],
          },
        };
        break;
      }
    }
  },
};

/** Classes of the same file that stand before it and are no descendants. */
function* addable({ outline, declared }: Site, code: Declaration): Generator<Declaration> {
  for (const other of outline.declarations) {
    if (other === code || other.kind !== code.kind || other.name === code.name) continue;
    if (other.span.start > code.span.start || other.typeParameters) continue;
    const contract = declared.symbol(outline.path, other.name);
    if (contract && isClassLike(contract) && other.bases.length === 0) yield other;
  }
}

function baseEdit({ outline }: Site, code: Declaration, name: string) {
  if (outline.language === "python") {
    const list = code.baseList;
    if (!list) return insert(code.basesAt, `(${name})`);
    const isEmpty = outline.text.slice(list.start + 1, list.end - 1).trim() === "";
    return insert(list.start + 1, isEmpty ? name : `${name}, `);
  }
  const last = code.bases.at(-1);
  return last ? insert(last.end, `, ${name}`) : insert(code.basesAt, ` extends ${name}`);
}

const implementsRemoved: Mutator = {
  kind: "base/remove-implements",
  languages: ["typescript"],
  *mutations(site) {
    for (const { code, contract, address } of symbols(site)) {
      if (!isClassLike(contract) || (contract.implements ?? []).length === 0) continue;
      for (const [index, base] of code.implements.entries()) {
        const only = code.implements.length === 1;
        const from = code.bases.at(-1)?.end ?? code.basesAt;
        const word = /\s*\bimplements\s+$/.exec(site.outline.text.slice(from, base.start));
        if (only && !word) continue;
        yield {
          ...at(site, address),
          edits: [
            replace(
              only ? { start: from + word!.index, end: base.end } : item(site, code.implements, index),
              "",
            ),
          ],
          expected: { codes: ["drift/base"], symbols: [address] },
        };
      }
    }
  },
};

const implementsAdded: Mutator = {
  kind: "base/add-implements",
  languages: ["typescript"],
  *mutations(site) {
    const { outline, declared } = site;
    for (const { code, contract, address } of symbols(site)) {
      if (!isClassLike(contract) || code.kind !== "class" || code.implements.length > 0) continue;
      const above = new Set((ancestors(declared.kernel, contract) ?? []).map((base) => base.address));
      const other = outline.declarations.find((each) => {
        const target = declared.symbol(outline.path, each.name);
        if (each.kind !== "interface" && each.kind !== "type-literal") return false;
        // One of the same name is merged with the class.
        return (
          target &&
          isClassLike(target) &&
          !each.typeParameters &&
          each.name !== code.name &&
          !above.has(target.address)
        );
      });
      if (!other) continue;
      yield {
        ...at(site, address),
        edits: [insert(code.bases.at(-1)?.end ?? code.basesAt, ` implements ${other.name}`)],
        expected: { codes: ["drift/base"], symbols: [address] },
      };
    }
  },
};

function at({ outline }: Site, address: string): Pick<Mutation, "at" | "file"> {
  return { at: address, file: outline.path };
}

export const baseMutators: Mutator[] = [removed, added, implementsRemoved, implementsAdded];
