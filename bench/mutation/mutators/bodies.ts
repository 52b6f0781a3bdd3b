import { type Edit, insert, type Mutator, replace, type Site } from "../mutation.ts";
import type { Declaration } from "../syntax/outline.ts";
import { textOf } from "../syntax/outline.ts";
import { type CallablePlace, callables, symbols } from "./places.ts";

/** Functions with a body that does something and that has to. */
function* filled(site: Site): Generator<CallablePlace> {
  for (const place of callables(site)) {
    const { code, callable, owner, contract } = place;
    if (!callable.body && !callable.expression) continue;
    if (contract.kind === "method" && contract.abstract) continue;
    if (owner && owner.kind !== "class") continue;
    if (code.overload || code.decorators.some(({ name }) => /(^|\.)(overload|abstractmethod)$/.test(name)))
      continue;
    yield place;
  }
}

function hollow(kind: string, python: string, typescript: string): Mutator {
  return {
    kind: `hollow/${kind}`,
    *mutations(site) {
      const isPython = site.outline.language === "python";
      for (const { callable, address, contract, owner, code } of filled(site)) {
        // A constructor may leave everything to its parameters and base; a Protocol has no bodies.
        if (contract.kind === "constructor") continue;
        if (isPython && owner?.bases.some((base) => /\bProtocol\b/.test(textOf(site.outline, base))))
          continue;
        if (!callable.body || isHollow(textOf(site.outline, callable.body))) continue;
        if (owner && isOverridden(site, owner, code)) continue;
        yield {
          at: address,
          file: site.outline.path,
          edits: [replace(callable.body, isPython ? python : typescript)],
          expected: {
            codes: ["drift/hollow"],
            symbols: [address],
            // With the body goes what it raised, yielded and imported.
            also: ["drift/return-type", "drift/missing-annotation", "drift/modifier", "import/unused-use"],
          },
        };
      }
    },
  };
}

/** It does nothing to begin with. */
function isHollow(body: string): boolean {
  const bare = body
    .replace(/^\s*("""[\s\S]*?"""|"[^"\n]*")/, "")
    .replace(/(#|\/\/).*|\/\*[\s\S]*?\*\//g, "")
    .trim();
  return /^(pass|\.\.\.|raise NotImplementedError.*|throw new Error\([^)]*\);?)?$/.test(bare);
}

/** What another class overrides is there to be overridden. */
function isOverridden({ outlines }: Site, owner: Declaration, code: Declaration): boolean {
  return [...outlines.values()].some(({ declarations }) =>
    declarations.some(
      (each) =>
        each.name !== owner.name &&
        each.bases.length > 0 &&
        each.members.some(({ name }) => name === code.name),
    ),
  );
}

/** The body raises a declared error that the contract does not list. */
const raises: Mutator = {
  kind: "raises/added",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    const errors = [...symbols(site)].filter(({ contract }) => contract.kind === "error");
    for (const { callable, contract, address, code } of filled(site)) {
      const error = errors.find(
        (each) =>
          (contract.raises ?? []).length === 0 && each.code.name !== code.name && !each.code.typeParameters,
      );
      if (!error || !callable.body || callable.generator) continue;
      if (!isPython && callable.body.end <= callable.body.start) continue;
      const line = site.outline.text.lastIndexOf("\n", callable.body.start) + 1;
      const indent = site.outline.text.slice(line, callable.body.start);
      if (isPython && indent.trim() !== "") continue;
      yield {
        at: address,
        file: site.outline.path,
        edits: [
          insert(
            callable.body.start,
            isPython
              ? `if unlikely():\n${indent}    raise ${error.code.name}()\n${indent}`
              : ` if (unlikely()) throw new ${error.code.name}(); `,
          ),
        ],
        expected: { codes: ["drift/raises"], symbols: [address] },
      };
    }
  },
};

/** Overloads: the contract declares each, so that one more or less is drift. */
const overloadRemoved: Mutator = {
  kind: "overload/removed",
  *mutations(site) {
    for (const { signature, address, count } of overloads(site)) {
      if (count < 2) continue;
      const { start, end } = signature.span;
      yield {
        at: address,
        file: site.outline.path,
        edits: [replace({ start, end }, "")],
        expected: {
          codes: [
            "drift/missing-member",
            "drift/missing-symbol",
            "drift/parameter-missing",
            "drift/parameter-type",
            "drift/return-type",
            "drift/parameter-extra",
            "drift/parameter-kind",
            "drift/parameter-default",
            "drift/parameter-name",
            "drift/modifier",
          ],
          symbols: [address],
        },
      };
    }
  },
};

const overloadAdded: Mutator = {
  kind: "overload/added",
  *mutations(site) {
    for (const { signature, address, owner } of overloads(site)) {
      const copy = added(site, signature);
      if (!copy) continue;
      yield {
        at: address,
        file: site.outline.path,
        edits: [copy],
        expected: {
          codes: owner ? ["drift/unlisted-member"] : ["drift/unlisted-symbol"],
          symbols: [address],
        },
      };
      break;
    }
  },
};

/** A signature with one parameter more in front of an existing one. */
function added({ outline }: Site, signature: Declaration): Edit | null {
  const { callable } = signature;
  if (!callable || callable.separated) return null;
  const { start, end } = signature.span;
  const first = callable.parameters[0];
  const receiver = callable.receiver;
  const text = outline.language === "python" ? "added_one: complex" : "addedOne: symbol";
  const place = first ? first.span.start : (receiver?.end ?? callable.inner.start);
  const more = first ? `${text}, ` : receiver ? `, ${text}` : text;
  const copy = outline.text.slice(start, place) + more + outline.text.slice(place, end);
  return insert(start, `${copy}\n${signature.indent}`);
}

/** Each public signature of what has several. */
function* overloads(
  site: Site,
): Generator<{ signature: Declaration; address: string; count: number; owner?: Declaration }> {
  const { outline, declared } = site;
  const isPublic = (each: Declaration) =>
    outline.language === "python"
      ? each.decorators.some(({ name }) => /(^|\.)overload$/.test(name))
      : !each.callable?.body && !each.callable?.expression;
  for (const declaration of outline.declarations) {
    if (declaration.overload && declaration.callable && isPublic(declaration)) {
      const all = declared.symbols(outline.path, declaration.name);
      const count = outline.declarations.filter(
        (each) => each.name === declaration.name && isPublic(each),
      ).length;
      if (all.length === count && all[0]) yield { signature: declaration, address: all[0].address, count };
    }
    for (const member of declaration.members) {
      if (!member.overload || !member.callable || member.accessor || !isPublic(member)) continue;
      const name = member.kind === "constructor" ? "new" : member.name;
      const all = declared.members(outline.path, declaration.name, name);
      const count = declaration.members.filter((each) => each.name === member.name && isPublic(each)).length;
      if (all.length === count && all[0])
        yield { signature: member, address: all[0].address, count, owner: declaration };
    }
  }
}

export const bodyMutators: Mutator[] = [
  hollow("pass", "pass", ""),
  hollow("ellipsis", "...", " /* nothing yet */ "),
  hollow("not-implemented", "raise NotImplementedError", ' throw new Error("Not implemented"); '),
  hollow("todo", "# TODO\n        pass", " // TODO: write it\n"),
  raises,
  overloadRemoved,
  overloadAdded,
];
