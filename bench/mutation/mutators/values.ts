import {
  type Edit,
  insert,
  type Mutation,
  type Mutator,
  removeLines,
  replace,
  type Site,
} from "../mutation.ts";
import type { Declaration } from "../syntax/outline.ts";
import { textOf } from "../syntax/outline.ts";
import { otherLiteral } from "./parameters.ts";
import { members, symbols } from "./places.ts";

/** Enums with their members in the code. */
function* enums(site: Site): Generator<{ code: Declaration; address: string; own: Declaration[] }> {
  for (const { code, contract, address } of symbols(site)) {
    if (code.kind !== "enum" || contract.kind !== "enum") continue;
    const own = code.members.filter(
      (member) =>
        member.kind === "field" && site.declared.enumMember(site.outline.path, code.name, member.name),
    );
    if (own.length > 0) yield { code, address, own };
  }
}

const removed: Mutator = {
  kind: "enum/remove-member",
  *mutations(site) {
    for (const { own, code, address } of enums(site)) {
      if (own.length < 2) continue;
      for (const member of own) {
        yield {
          ...at(site, `${address}.${member.name}`),
          edits: [removeLines(site.outline.text, withComma(site, member, code))],
          expected: { codes: ["drift/enum-member"], symbols: [address] },
        };
      }
    }
  },
};

function withComma({ outline }: Site, member: Declaration, code: Declaration) {
  if (outline.language === "python") return member.span;
  const comma = /^\s*,/.exec(outline.text.slice(member.span.end, code.span.end))?.[0].length ?? 0;
  return { start: member.span.start, end: member.span.end + comma };
}

const renamed: Mutator = {
  kind: "enum/rename-member",
  *mutations(site) {
    for (const { own, address } of enums(site)) {
      for (const member of own) {
        yield {
          ...at(site, `${address}.${member.name}`),
          edits: [replace(member.nameSpan, `${member.name.replace(/\W/g, "")}Other`)],
          expected: { codes: ["drift/enum-member"], symbols: [address] },
        };
      }
    }
  },
};

const added: Mutator = {
  kind: "enum/add-member",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const { own, address } of enums(site)) {
      const first = own[0]!;
      const name = isPython ? "ADDED_MEMBER" : "AddedMember";
      yield {
        ...at(site, `${address}.${name}`),
        edits: [
          insert(
            first.span.start,
            isPython ? `${name} = 9471\n${first.indent}` : `${name} = 9471,\n${first.indent}`,
          ),
        ],
        // Without values of their own, the members behind it count on from it.
        expected: { codes: ["drift/enum-member"], symbols: [address] },
      };
    }
  },
};

const enumValue: Mutator = {
  kind: "enum/value",
  *mutations(site) {
    for (const { own, code, address } of enums(site)) {
      for (const member of own) {
        const declared = site.declared.enumMember(site.outline.path, code.name, member.name);
        const other = member.value && otherLiteral(textOf(site.outline, member.value));
        if (declared?.value === undefined || other === undefined || !member.value) continue;
        yield {
          ...at(site, `${address}.${member.name}`),
          edits: [replace(member.value, other)],
          expected: { codes: ["drift/enum-member"], symbols: [address] },
        };
      }
    }
  },
};

const constantValue: Mutator = {
  kind: "constant/value",
  *mutations(site) {
    for (const { code, contract, address } of symbols(site)) {
      if (contract.kind !== "const" || !contract.value || !code.value) continue;
      const other = otherLiteral(textOf(site.outline, code.value));
      if (other === undefined) continue;
      yield {
        ...at(site, address),
        edits: [replace(code.value, other)],
        expected: { codes: ["drift/const-value", "drift/field-type"], symbols: [address] },
      };
    }
  },
};

const fieldDefault: Mutator = {
  kind: "field/default-value",
  *mutations(site) {
    for (const { code, contract, address } of members(site)) {
      if (code.kind !== "field" || contract.kind !== "field" || !contract.default || !code.value) continue;
      const other = otherLiteral(textOf(site.outline, code.value));
      if (other === undefined) continue;
      yield {
        ...at(site, address),
        edits: [replace(code.value, other)],
        expected: { codes: ["drift/field-default"], symbols: [address] },
      };
    }
  },
};

const fieldDefaultRemoved: Mutator = {
  kind: "field/default-removed",
  *mutations(site) {
    for (const { code, contract, address, owner } of members(site)) {
      if (
        code.kind !== "field" ||
        contract.kind !== "field" ||
        !contract.default ||
        !code.value ||
        !code.type
      )
        continue;
      // Something else may give it a value.
      const body = site.outline.text.slice(owner.span.start, owner.span.end);
      if (new RegExp(`\\.${code.name}\\s*(:[^=\\n]*)?=`).test(body)) continue;
      const rest = site.outline.text.slice(code.span.start, code.span.end).trimEnd().endsWith(";") ? ";" : "";
      yield {
        ...at(site, address),
        edits: [replace({ start: code.type.end, end: code.span.end }, rest)],
        // Without a value it must be told that it will have one.
        expected: { codes: ["drift/field-default"], symbols: [address] },
      };
    }
  },
};

const fieldOptional: Mutator = {
  kind: "field/optional",
  languages: ["typescript"],
  *mutations(site) {
    for (const { code, contract, address } of members(site)) {
      if (code.kind !== "field" || contract.kind !== "field" || code.indirect || code.value || !code.type)
        continue;
      const edits: Edit[] = code.optional ? [replace(code.optional, "")] : [insert(code.nameSpan.end, "?")];
      // `x!: T` says already that it will be there.
      if (!code.optional && site.outline.text[code.nameSpan.end] === "!") continue;
      if (/^(any|unknown|never)$/.test(textOf(site.outline, code.type))) continue;
      yield {
        ...at(site, address),
        edits,
        expected: {
          codes: ["drift/field-type", "drift/modifier", "drift/field-default"],
          symbols: [address],
        },
      };
    }
  },
};

function at({ outline }: Site, address: string): Pick<Mutation, "at" | "file"> {
  return { at: address, file: outline.path };
}

export const valueMutators: Mutator[] = [
  removed,
  renamed,
  added,
  enumValue,
  constantValue,
  fieldDefault,
  fieldDefaultRemoved,
  fieldOptional,
];
