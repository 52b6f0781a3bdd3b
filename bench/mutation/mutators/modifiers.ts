import { isClassLike } from "../declared.ts";
import { type Edit, insert, type Mutation, type Mutator, replace, type Site } from "../mutation.ts";
import type { Callable } from "../syntax/outline.ts";
import { textOf } from "../syntax/outline.ts";
import { callables, isOwn, members, symbols } from "./places.ts";

const asyncAdded: Mutator = {
  kind: "modifier/async-added",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const { callable, contract, address, code, owner } of callables(site)) {
      if (callable.async || contract.kind === "constructor" || contract.async || callable.generator) continue;
      if (owner && !isPython && owner.kind !== "class") continue;
      if (code.modifiers.some(({ word }) => word === "abstract")) continue;
      if (contract.result.kind === "apply" && contract.result.name === "future") continue;
      if (!callable.body && !callable.expression) continue;
      // A result that the compiler infers is not known to this bench, and not to the contract either.
      if (!callable.result) continue;
      const edits: Edit[] = [insert(callable.asyncAt, "async ")];
      // An asynchronous function of TypeScript says so in its result as well.
      if (!isPython) {
        if (/^(asserts\b|.*\bis\b)|\bany\b|^unknown$|^never$/.test(textOf(site.outline, callable.result)))
          continue;
        edits.push(replace(callable.result, `Promise<${textOf(site.outline, callable.result)}>`));
      }
      yield {
        ...at(site, address),
        edits,
        expected: { codes: ["drift/modifier", "drift/return-type"], symbols: [address] },
      };
    }
  },
};

const asyncRemoved: Mutator = {
  kind: "modifier/async-removed",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const { callable, contract, address } of callables(site)) {
      if (!callable.async || contract.kind === "constructor" || callable.awaits || callable.generator)
        continue;
      const result = callable.result && /^Promise<(.*)>$/s.exec(textOf(site.outline, callable.result))?.[1];
      if (!isPython && (result === undefined || /\bany\b|^unknown$/.test(result))) continue;
      yield {
        ...at(site, address),
        edits: [replace(callable.async, ""), ...(isPython ? [] : [replace(callable.result!, result!)])],
        expected: { codes: ["drift/modifier", "drift/return-type"], symbols: [address] },
      };
    }
  },
};

const staticAdded: Mutator = {
  kind: "modifier/static-added",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const member of members(site)) {
      const { code, contract, owner, address } = member;
      if (code.kind !== "method" || contract.kind !== "method" || contract.static || owner.kind !== "class")
        continue;
      if (code.decorators.length > 0 || code.modifiers.length > 0 || !code.callable) continue;
      yield {
        ...at(site, address),
        edits: isPython
          ? [
              insert(code.span.start, `@staticmethod\n${code.indent}`),
              ...withoutReceiver(site, code.callable),
            ]
          : [insert(code.core.start, "static ")],
        expected: {
          codes: ["drift/modifier", "drift/missing-member"],
          symbols: [address],
          also: ["drift/unlisted-member"],
        },
      };
    }
  },
};

/** `self` out of the parameters. */
function withoutReceiver(site: Site, callable: Callable): Edit[] {
  if (!callable.receiver) return [];
  const comma = /^\s*,\s*/.exec(site.outline.text.slice(callable.receiver.end))?.[0].length ?? 0;
  return [replace({ start: callable.receiver.start, end: callable.receiver.end + comma }, "")];
}

const classMethodAdded: Mutator = {
  kind: "modifier/classmethod-added",
  languages: ["python"],
  *mutations(site) {
    for (const { code, contract, address } of members(site)) {
      if (
        code.kind !== "method" ||
        contract.kind !== "method" ||
        contract.static ||
        code.decorators.length > 0
      )
        continue;
      yield {
        ...at(site, address),
        edits: [insert(code.span.start, `@classmethod\n${code.indent}`)],
        expected: { codes: ["drift/modifier"], symbols: [address] },
      };
    }
  },
};

const staticRemoved: Mutator = {
  kind: "modifier/static-removed",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const { code, contract, address } of members(site)) {
      if (contract.kind !== "method" || !contract.static || !code.callable) continue;
      const word = code.modifiers.find((each) => each.word === "static");
      const decorator = code.decorators.find(({ name }) => name === "staticmethod" || name === "classmethod");
      if (isPython ? !decorator : !word) continue;
      const edits = isPython
        ? [
            replace({ start: decorator!.start, end: decorator!.end + 1 + code.indent.length }, ""),
            ...(decorator!.name === "staticmethod"
              ? [insert(code.callable.inner.start, code.callable.parameters.length > 0 ? "self, " : "self")]
              : []),
          ]
        : [replace({ start: word!.start, end: word!.end + 1 }, "")];
      yield {
        ...at(site, address),
        edits,
        expected: {
          codes: ["drift/modifier", "drift/missing-member"],
          symbols: [address],
          also: ["drift/unlisted-member"],
        },
      };
    }
  },
};

const propertyAdded: Mutator = {
  kind: "modifier/method-to-property",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const { code, contract, owner, address } of members(site)) {
      if (code.kind !== "method" || contract.kind !== "method" || owner.kind !== "class") continue;
      const { callable } = code;
      if (
        !callable ||
        callable.parameters.length > 0 ||
        callable.async ||
        callable.generator ||
        code.decorators.length > 0
      )
        continue;
      if (callable.typeParameters || code.modifiers.some(({ word }) => word === "abstract")) continue;
      yield {
        ...at(site, address),
        edits: [
          isPython
            ? insert(code.span.start, `@property\n${code.indent}`)
            : insert(code.nameSpan.start, "get "),
        ],
        expected: { codes: ["drift/kind"], symbols: [address] },
      };
    }
  },
};

const propertyRemoved: Mutator = {
  kind: "modifier/property-to-method",
  *mutations(site) {
    for (const { code, contract, address } of members(site)) {
      if (code.accessor !== "get" || contract.kind !== "field") continue;
      const decorator = code.decorators.find(({ name }) => /(^|\.)(cached_)?property$/.test(name));
      const start = code.modifiers.at(-1)?.end ?? code.core.start;
      const word = /\bget\s+/.exec(site.outline.text.slice(start, code.nameSpan.start));
      if (site.outline.language === "typescript" && !word) continue;
      if (site.outline.language === "python" && !decorator) continue;
      // A field whose type is a function may be a method.
      if (
        contract.type.kind === "function" ||
        (contract.type.kind === "primitive" && contract.type.name === "any")
      )
        continue;
      yield {
        ...at(site, address),
        edits: [
          decorator
            ? replace({ start: decorator.start, end: decorator.end + 1 + code.indent.length }, "")
            : replace({ start: start + word!.index, end: start + word!.index + word![0].length }, ""),
        ],
        expected: { codes: ["drift/kind"], symbols: [address] },
      };
    }
  },
};

const readonlyAdded: Mutator = {
  kind: "modifier/readonly-added",
  languages: ["typescript"],
  *mutations(site) {
    for (const { code, contract, address } of members(site)) {
      if (code.kind !== "field" || contract.kind !== "field" || contract.readonly) continue;
      if (code.modifiers.some(({ word }) => word === "readonly" || word === "accessor")) continue;
      yield {
        ...at(site, address),
        edits: [insert(code.nameSpan.start, "readonly ")],
        expected: { codes: ["drift/modifier"], symbols: [address] },
      };
    }
  },
};

const readonlyRemoved: Mutator = {
  kind: "modifier/readonly-removed",
  languages: ["typescript"],
  *mutations(site) {
    for (const { code, contract, address } of members(site)) {
      const word = code.modifiers.find((each) => each.word === "readonly");
      if (!word || contract.kind !== "field" || !contract.readonly) continue;
      // `constructor(readonly x)` would be no field any more.
      const edit =
        code.indirect && code.modifiers.length === 1
          ? replace(word, "public")
          : replace({ start: word.start, end: word.end + 1 }, "");
      yield {
        ...at(site, address),
        edits: [edit],
        expected: { codes: ["drift/modifier"], symbols: [address] },
      };
    }
  },
};

const frozen: Mutator = {
  kind: "modifier/frozen",
  languages: ["python"],
  *mutations(site) {
    for (const { code, contract } of symbols(site)) {
      const decorator = code.decorators.find(({ name }) => /(^|\.)dataclass$/.test(name));
      if (!decorator || !isClassLike(contract)) continue;
      const text = textOf(site.outline, decorator);
      const fields = contract.members.filter((member) => member.kind === "field");
      if (fields.length === 0) continue;
      const isFrozen = /frozen\s*=\s*True/.test(text);
      const edit = isFrozen
        ? replace(decorator, text.replace(/frozen\s*=\s*True/, "frozen=False"))
        : replace(
            decorator,
            text.includes("(")
              ? text.replace(/\)$/, /\(\s*\)$/.test(text) ? "frozen=True)" : ", frozen=True)")
              : `${text}(frozen=True)`,
          );
      yield {
        ...at(site, contract.address),
        edits: [edit],
        expected: {
          codes: ["drift/modifier"],
          symbols: [contract.address, ...fields.map(({ address }) => address)],
        },
      };
    }
  },
};

const abstractClass: Mutator = {
  kind: "modifier/abstract-class",
  languages: ["typescript"],
  *mutations(site) {
    for (const { code, contract, address } of symbols(site)) {
      if (code.kind !== "class" || !isClassLike(contract) || contract.kind === "interface") continue;
      const word = code.modifiers.find((each) => each.word === "abstract");
      if (word && code.members.some((member) => member.modifiers.some((each) => each.word === "abstract")))
        continue;
      yield {
        ...at(site, address),
        edits: [
          word ? replace({ start: word.start, end: word.end + 1 }, "") : insert(code.core.start, "abstract "),
        ],
        expected: { codes: ["drift/modifier"], symbols: [address] },
      };
    }
  },
};

const abstractMethod: Mutator = {
  kind: "modifier/abstract-method",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const member of members(site)) {
      const { code, contract, of, address, owner } = member;
      if (contract.kind !== "method" || of.kind === "interface" || !code.callable || !isOwn(site, member))
        continue;
      const decorator = code.decorators.find(({ name }) => /(^|\.)abstractmethod$/.test(name));
      if (isPython) {
        if (decorator && contract.abstract) {
          yield {
            ...at(site, address),
            edits: [replace({ start: decorator.start, end: decorator.end + 1 + code.indent.length }, "")],
            expected: {
              codes: ["drift/modifier"],
              symbols: [address],
              also: ["drift/hollow", "drift/modifier"],
            },
          };
        } else if (!contract.abstract && of.abstract && code.decorators.length === 0) {
          yield {
            ...at(site, address),
            edits: [insert(code.span.start, `@abstractmethod\n${code.indent}`)],
            expected: { codes: ["drift/modifier"], symbols: [address] },
          };
        }
        continue;
      }
      const word = code.modifiers.find((each) => each.word === "abstract");
      if (!of.abstract || owner.kind !== "class") continue;
      if (word && contract.abstract && code.callable.result) {
        yield {
          ...at(site, address),
          edits: [
            replace({ start: word.start, end: word.end + 1 }, ""),
            replace({ start: code.callable.result.end, end: code.span.end }, " { return work() as never; }"),
          ],
          expected: { codes: ["drift/modifier"], symbols: [address] },
        };
      } else if (
        !word &&
        !contract.abstract &&
        !contract.static &&
        code.callable.body &&
        code.callable.result &&
        !code.callable.async
      ) {
        if (code.modifiers.some((each) => each.word === "private")) continue;
        yield {
          ...at(site, address),
          edits: [
            insert(code.nameSpan.start, "abstract "),
            replace({ start: code.callable.result.end, end: code.span.end }, ";"),
          ],
          expected: { codes: ["drift/modifier"], symbols: [address] },
        };
      }
    }
  },
};

function at({ outline }: Site, address: string): Pick<Mutation, "at" | "file"> {
  return { at: address, file: outline.path };
}

export const modifierMutators: Mutator[] = [
  asyncAdded,
  asyncRemoved,
  staticAdded,
  staticRemoved,
  classMethodAdded,
  propertyAdded,
  propertyRemoved,
  readonlyAdded,
  readonlyRemoved,
  frozen,
  abstractClass,
  abstractMethod,
];
