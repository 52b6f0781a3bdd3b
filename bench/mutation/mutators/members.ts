import { isClassLike } from "../declared.ts";
import { insert, type Mutation, type Mutator, replace, type Site } from "../mutation.ts";
import type { Declaration } from "../syntax/outline.ts";
import { isOwn, type MemberPlace, memberPlace, members, removed, styled, symbols } from "./places.ts";

type What = "method" | "field" | "property" | "constructor";

function* ofKind(site: Site, what: What): Generator<MemberPlace> {
  for (const member of members(site)) {
    if (member.code.kind === what && !member.code.indirect && isOwn(site, member)) yield member;
  }
}

function remove(what: What): Mutator {
  return {
    kind: `member/remove-${what}`,
    *mutations(site) {
      for (const { code, owner, address } of ofKind(site, what)) {
        // The one that a class without a constructor has, anyway.
        if (what === "constructor" && code.callable?.parameters.length === 0) continue;
        yield {
          ...at(site, address),
          edits: removed(site.outline, code, owner),
          expected: {
            // A class without a constructor of its own has the one of its base, or one without parameters.
            codes: what === "constructor" ? CONSTRUCTOR : ["drift/missing-member"],
            symbols: [address],
            ...(what === "constructor" ? { also: ["drift/missing-member"] as const } : {}),
          },
        };
      }
    },
  };
}

const CONSTRUCTOR = [
  "drift/missing-member",
  "drift/parameter-missing",
  "drift/parameter-extra",
  "drift/parameter-name",
  "drift/parameter-type",
  // The base, of which it now is the constructor's, lies outside.
  "drift/unknown",
] as const;

function rename(what: "method" | "field" | "property"): Mutator {
  return {
    kind: `member/rename-${what}`,
    *mutations(site) {
      for (const { code, address } of ofKind(site, what)) {
        yield {
          ...at(site, address),
          edits: nameEdits(site, code, `${code.name}Other`),
          expected: {
            codes: ["drift/missing-member"],
            symbols: [address],
            also: ["drift/unlisted-member"],
          },
        };
      }
    },
  };
}

/** Of a property of Python, `@x.setter` has the name, too; such are several declarations and left out. */
function nameEdits(_: Site, code: Declaration, to: string) {
  return [replace(code.nameSpan, to)];
}

const hide: Mutator = {
  kind: "member/hide",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const member of members(site)) {
      const { code, contract, owner, address } = member;
      if (code.kind === "constructor" || contract.internal || !isOwn(site, member)) continue;
      if (isPython ? code.name.startsWith("_") : owner.kind !== "class") continue;
      const visible = code.modifiers.find(({ word }) => word === "public");
      if (!isPython && code.modifiers.some(({ word }) => word === "abstract" || word === "override"))
        continue;
      yield {
        ...at(site, address),
        edits: isPython
          ? [replace(code.nameSpan, `_${code.name}`)]
          : visible
            ? [replace(visible, "private")]
            : [insert(code.modifiers[0]?.start ?? code.core.start, "private ")],
        expected: { codes: ["drift/missing-member", "drift/modifier"], symbols: [address] },
      };
    }
  },
};

/** What is protected becomes public, and the other way round. */
const protect: Mutator = {
  kind: "member/protect",
  languages: ["typescript"],
  *mutations(site) {
    for (const member of members(site)) {
      const { code, contract, owner, address } = member;
      if (owner.kind !== "class" || code.kind === "constructor") continue;
      const word = code.modifiers.find((each) => each.word === "protected" || each.word === "public");
      if (code.modifiers.some((each) => each.word === "private")) continue;
      yield {
        ...at(site, address),
        edits: contract.internal
          ? word
            ? [replace(word, "public")]
            : []
          : word
            ? [replace(word, "protected")]
            : [insert(code.modifiers[0]?.start ?? code.core.start, "protected ")],
        expected: { codes: ["drift/missing-member", "drift/modifier"], symbols: [address] },
      };
    }
  },
};

function add(what: "method" | "field"): Mutator {
  return {
    kind: `member/add-${what}`,
    *mutations(site) {
      const { outline } = site;
      for (const { code, contract, address } of symbols(site)) {
        if (!isClassLike(contract) || !code.body || code.kind === "alias") continue;
        const place = memberPlace(outline, code);
        if (!place) continue;
        const name = styled(outline, `added ${what}`);
        yield {
          ...at(site, `${address}.${name}`),
          edits: [insert(place.at, memberText(site, code, what, name, place.indent))],
          expected: { codes: ["drift/unlisted-member"], symbols: [`${address}.${name}`, address] },
        };
      }
    },
  };
}

function memberText(
  { outline }: Site,
  code: Declaration,
  what: "method" | "field",
  name: string,
  indent: string,
): string {
  if (outline.language === "python") {
    return what === "field"
      ? `\n${indent}${name}: int = 3\n`
      : `\n\n${indent}def ${name}(self, value: int) -> int:\n${indent}${indent}return value + 1\n`;
  }
  // A type literal may stand in one line.
  const last = code.members.at(-1);
  const separator =
    code.kind === "class" || /[;,{}]\s*$/.test(outline.text.slice(last?.span.start ?? 0, code.body!.end))
      ? ""
      : ";";
  if (what === "field")
    return `${last ? separator : ""}\n${indent}${name}: number${code.kind === "class" ? " = 3" : ""};\n`;
  return code.kind === "class"
    ? `\n${indent}${name}(value: number): number {\n${indent}${indent}return value + 1;\n${indent}}\n`
    : `${last ? separator : ""}\n${indent}${name}(value: number): number;\n`;
}

/** A method becomes a field, a field a method. */
const kind: Mutator = {
  kind: "member/kind",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const member of members(site)) {
      const { code, owner, contract, address } = member;
      if (code.indirect || !isOwn(site, member)) continue;
      if (contract.kind !== "field" && contract.kind !== "method") continue;
      const end = owner.kind === "class" ? ";" : ";";
      const text =
        contract.kind === "method"
          ? isPython
            ? `${code.name}: int`
            : `${code.name}: number${end}`
          : isPython
            ? `def ${code.name}(self, value: int) -> int:\n${code.indent}${code.indent}return value + 1`
            : owner.kind === "class"
              ? `${code.name}(value: number): number { return value + 1; }`
              : `${code.name}(value: number): number;`;
      // A field whose type is a function may be a method.
      if (contract.kind === "field" && contract.type.kind !== "primitive") continue;
      if (code.modifiers.some(({ word }) => word === "abstract" || word === "declare")) continue;
      const { start, end: to } = code.span;
      const after = /^\s*[;,]/.exec(site.outline.text.slice(to))?.[0].length ?? 0;
      yield {
        ...at(site, address),
        edits: [replace({ start, end: to + (isPython ? 0 : after) }, text)],
        expected: { codes: ["drift/kind", "drift/missing-member", "drift/field-type"], symbols: [address] },
      };
    }
  },
};

/** `constructor(public x)` is a field, `constructor(x)` is none. */
const parameterProperty: Mutator = {
  kind: "member/remove-parameter-property",
  languages: ["typescript"],
  *mutations(site) {
    for (const member of members(site)) {
      const { code, address } = member;
      if (!code.indirect || !isOwn(site, member)) continue;
      const first = code.modifiers[0];
      if (!first) continue;
      yield {
        ...at(site, address),
        edits: [replace({ start: first.start, end: code.nameSpan.start }, "")],
        expected: { codes: ["drift/missing-member"], symbols: [address] },
      };
    }
  },
};

function at({ outline }: Site, address: string): Pick<Mutation, "at" | "file"> {
  return { at: address, file: outline.path };
}

export const memberMutators: Mutator[] = [
  remove("method"),
  remove("field"),
  remove("property"),
  remove("constructor"),
  rename("method"),
  rename("field"),
  rename("property"),
  add("method"),
  add("field"),
  hide,
  protect,
  kind,
  parameterProperty,
];
