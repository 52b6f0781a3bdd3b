import type { Parameter as Declared } from "@contractc/kernel";
import { insert, type Mutation, type Mutator, replace, type Site } from "../mutation.ts";
import type { Parameter, Span } from "../syntax/outline.ts";
import { textOf } from "../syntax/outline.ts";
import { type CallablePlace, callables, styled } from "./places.ts";

/** A parameter on both sides. */
interface ParameterPlace extends CallablePlace {
  parameter: Parameter;
  index: number;
  declared: Declared;
}

export function* parameters(site: Site): Generator<ParameterPlace> {
  const language = site.outline.language;
  for (const place of callables(site)) {
    const { callable, contract } = place;
    if (callable.parameters.length !== contract.parameters.length) continue;
    for (const [index, parameter] of callable.parameters.entries()) {
      const declared = contract.parameters[index]!;
      const name = declared.names?.[language] ?? declared.name;
      if (parameter.destructured || name === parameter.name) yield { ...place, parameter, index, declared };
    }
  }
}

/** Arrow functions of one bare name have no parentheses to write in. */
function* listed(site: Site): Generator<CallablePlace> {
  for (const place of callables(site)) {
    if (site.outline.language === "python" || !place.callable.separated) yield place;
  }
}

const rename: Mutator = {
  kind: "parameter/rename",
  *mutations(site) {
    for (const { parameter, declared, address } of parameters(site)) {
      // Nobody can name the others, so that their names do not count.
      if (parameter.destructured || parameter.property || declared.kind === "positional-only") continue;
      if (parameter.name.startsWith("__")) continue;
      if (parameter.kind.includes("variadic")) continue;
      yield {
        ...at(site, `${address}(${parameter.name})`),
        edits: [replace(parameter.nameSpan, `${parameter.name}Other`)],
        expected: { codes: ["drift/parameter-name"], symbols: [address] },
      };
    }
  },
};

const remove: Mutator = {
  kind: "parameter/remove",
  *mutations(site) {
    for (const place of parameters(site)) {
      const { parameter, callable, index, address, declared } = place;
      if (callable.separated || parameter.property) continue;
      const next = callable.parameters[index + 1];
      const previous = callable.parameters[index - 1];
      const cut: Span = next
        ? { start: parameter.span.start, end: next.span.start }
        : {
            start: previous?.span.end ?? callable.receiver?.end ?? callable.inner.start,
            end: parameter.span.end,
          };
      yield {
        ...at(site, `${address}(${parameter.name})`),
        edits: [replace(cut, "")],
        expected: {
          codes: ["drift/parameter-missing"],
          symbols: [address],
          // What follows `*args` may be passed by position without it.
          ...(declared.kind === "variadic" ? { also: ["drift/parameter-kind"] as const } : {}),
        },
      };
    }
  },
};

function add(where: "first" | "last", optional: boolean): Mutator {
  return {
    kind: `parameter/add-${where}${optional ? "-optional" : ""}`,
    *mutations(site) {
      const { outline } = site;
      const isPython = outline.language === "python";
      for (const { callable, address, code, contract } of listed(site)) {
        if (callable.parameters.length !== contract.parameters.length) continue;
        const name = styled(outline, "added parameter");
        const text = isPython
          ? `${name}: int${optional ? " = 3" : ""}`
          : `${name}${optional ? "?" : ""}: number`;
        const own = callable.parameters;
        const last = own.at(-1);
        if (where === "last" && (last?.kind === "variadic" || last?.kind === "keyword-variadic")) continue;
        if (
          where === "last" &&
          !optional &&
          last &&
          (last.default || last.optional) &&
          last.kind !== "keyword-only"
        )
          continue;
        if (
          where === "first" &&
          optional &&
          own.some((each) => !each.default && !each.optional && each.kind === "standard")
        )
          continue;
        if (code.accessor) continue;
        const first = own[0];
        const behind = last ?? (callable.receiver ? { span: callable.receiver } : undefined);
        const edit =
          where === "first" && first
            ? insert(
                separatorStart(outline.text, callable.receiver?.end ?? callable.inner.start, first),
                `${text}, `,
              )
            : insert(behind?.span.end ?? callable.inner.start, behind ? `, ${text}` : text);
        yield {
          ...at(site, address),
          edits: [edit],
          expected: { codes: ["drift/parameter-extra"], symbols: [address] },
        };
      }
    },
  };
}

/** In front of a leading `*, ` (Python), where a parameter may be passed by position. */
function separatorStart(text: string, from: number, first: Parameter): number {
  const star = /\*\s*,\s*$/.exec(text.slice(from, first.span.start));
  return star ? from + star.index : first.span.start;
}

const order: Mutator = {
  kind: "parameter/order",
  *mutations(site) {
    for (const { callable, address, contract } of listed(site)) {
      if (callable.parameters.length !== contract.parameters.length) continue;
      for (const [index, first] of callable.parameters.entries()) {
        const second = callable.parameters[index + 1];
        const plain = (each: Parameter | undefined): each is Parameter =>
          each?.kind === "standard" && !each.destructured && !each.property;
        if (!plain(first) || !plain(second)) continue;
        const may = (each: Parameter) => each.default !== undefined || each.optional !== undefined;
        if (may(first) !== may(second)) continue;
        yield {
          ...at(site, `${address}(${first.name}, ${second.name})`),
          edits: [
            replace(first.span, textOf(site.outline, second.span)),
            replace(second.span, textOf(site.outline, first.span)),
          ],
          expected: { codes: ["drift/parameter-order"], symbols: [address] },
        };
      }
    }
  },
};

const defaultValue: Mutator = {
  kind: "parameter/default-value",
  *mutations(site) {
    for (const { parameter, declared, address, contract } of parameters(site)) {
      if (!parameter.default || !declared.default) continue;
      const other = otherLiteral(textOf(site.outline, parameter.default));
      if (other === undefined) continue;
      yield {
        ...at(site, `${address}(${parameter.name})`),
        edits: [replace(parameter.default, other)],
        expected: {
          codes: ["drift/parameter-default"],
          symbols: [address],
          // The constructor keeps it in a field.
          ...(contract.kind === "constructor" ? { also: ["drift/field-default"] as const } : {}),
        },
      };
    }
  },
};

/** A literal of the same type with another value. */
export function otherLiteral(text: string): string | undefined {
  if (/^-?\d+(\.\d+)?$/.test(text)) return `${text}1`.replace(/^(-?)0(\d)/, "$1$2");
  if (/^(["'])[^"'\\]*\1$/.test(text)) return `${text.slice(0, -1)}x${text[0]}`;
  const opposite: Record<string, string> = { True: "False", False: "True", true: "false", false: "true" };
  return opposite[text];
}

const defaultRemoved: Mutator = {
  kind: "parameter/default-removed",
  *mutations(site) {
    for (const { parameter, callable, address, index } of parameters(site)) {
      if (!parameter.default || parameter.property) continue;
      // In Python nothing with a default may stand in front of what has none.
      const before = callable.parameters.slice(0, index);
      if (
        parameter.kind !== "keyword-only" &&
        before.some((each) => each.default && each.kind !== "keyword-only")
      )
        continue;
      const end = parameter.type?.end ?? parameter.nameSpan.end;
      // TypeScript infers the type from the default.
      if (site.outline.language === "typescript" && !parameter.type) continue;
      yield {
        ...at(site, `${address}(${parameter.name})`),
        edits: [replace({ start: end, end: parameter.default.end }, "")],
        expected: { codes: ["drift/parameter-default"], symbols: [address] },
      };
    }
  },
};

const defaultAdded: Mutator = {
  kind: "parameter/default-added",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const { parameter, callable, address, index, declared } of parameters(site)) {
      if (parameter.default || parameter.optional || parameter.kind.includes("variadic")) continue;
      const after = callable.parameters.slice(index + 1);
      const needed = (each: Parameter) =>
        !each.default && !each.optional && (each.kind === "standard" || each.kind === "positional-only");
      if (parameter.kind !== "keyword-only" && after.some(needed)) continue;
      if (!isPython && (!parameter.type || parameter.destructured)) continue;
      // What may be nothing may be left out: by the language the two are the same for a parameter.
      if (declared.optional || declared.type.kind === "optional") continue;
      yield {
        ...at(site, `${address}(${parameter.name})`),
        edits: [
          isPython
            ? insert(parameter.span.end, parameter.type ? " = 3" : "=3")
            : insert(parameter.type!.end, " = 3 as never"),
        ],
        expected: { codes: ["drift/parameter-default"], symbols: [address] },
      };
    }
  },
};

function optional(added: boolean): Mutator {
  return {
    kind: `parameter/optional-${added ? "added" : "removed"}`,
    languages: ["typescript"],
    *mutations(site) {
      for (const { parameter, callable, address, index } of parameters(site)) {
        if (parameter.default || parameter.kind === "variadic" || parameter.destructured || !parameter.type)
          continue;
        if (added !== (parameter.optional === undefined)) continue;
        const after = callable.parameters.slice(index + 1);
        if (added && after.some((each) => !each.default && !each.optional && each.kind === "standard"))
          continue;
        const type = textOf(site.outline, parameter.type);
        // `a: T | undefined` may not be left out and takes the same values: its contract says no more.
        if (/\bundefined\b|^(any|unknown|void|never)$/.test(type)) continue;
        const before = callable.parameters.slice(0, index);
        if (!added && before.some((each) => each.optional)) continue;
        yield {
          ...at(site, `${address}(${parameter.name})`),
          edits: [parameter.optional ? replace(parameter.optional, "") : insert(parameter.nameSpan.end, "?")],
          expected: { codes: ["drift/parameter-default", "drift/parameter-type"], symbols: [address] },
        };
      }
    },
  };
}

const keywordOnly: Mutator = {
  kind: "parameter/keyword-only",
  languages: ["python"],
  *mutations(site) {
    for (const { parameter, callable, address, declared } of parameters(site)) {
      if (callable.separated || parameter.kind !== "standard" || declared.kind !== "standard") continue;
      if (callable.parameters.some(({ kind }) => kind === "variadic" || kind === "keyword-only")) continue;
      yield {
        ...at(site, `${address}(${parameter.name})`),
        edits: [insert(parameter.span.start, "*, ")],
        expected: { codes: ["drift/parameter-kind"], symbols: [address] },
      };
    }
  },
};

const positionalOnly: Mutator = {
  kind: "parameter/positional-only",
  languages: ["python"],
  *mutations(site) {
    for (const { parameter, callable, address, declared } of parameters(site)) {
      if (callable.separated || parameter.kind !== "standard" || declared.kind !== "standard") continue;
      yield {
        ...at(site, `${address}(${parameter.name})`),
        edits: [insert(parameter.span.end, ", /")],
        expected: { codes: ["drift/parameter-kind"], symbols: [address] },
      };
    }
  },
};

/** Without `*` everything may be passed by position. */
const notKeywordOnly: Mutator = {
  kind: "parameter/not-keyword-only",
  languages: ["python"],
  *mutations(site) {
    for (const { parameter, callable, address } of parameters(site)) {
      if (parameter.kind !== "keyword-only") continue;
      const from = callable.receiver?.end ?? callable.inner.start;
      const star = /\*\s*,\s*/.exec(site.outline.text.slice(from, parameter.span.start));
      if (!star) continue;
      const start = from + star.index;
      yield {
        ...at(site, address),
        edits: [replace({ start, end: start + star[0].length }, "")],
        expected: { codes: ["drift/parameter-kind"], symbols: [address] },
      };
      // One edit for all of them.
      break;
    }
  },
};

const variadic: Mutator = {
  kind: "parameter/not-variadic",
  *mutations(site) {
    for (const { parameter, callable, address } of parameters(site)) {
      if (!parameter.kind.includes("variadic")) continue;
      const stars = /^(\*\*?|\.\.\.)/.exec(textOf(site.outline, parameter.span))?.[0];
      if (!stars) continue;
      // Behind what has a default, a parameter of Python needs one.
      const value = site.outline.language === "python" && callable.parameters.some((each) => each.default);
      if (value) continue;
      yield {
        ...at(site, `${address}(${parameter.name})`),
        edits: [replace({ start: parameter.span.start, end: parameter.span.start + stars.length }, "")],
        expected: { codes: ["drift/parameter-kind"], symbols: [address] },
      };
    }
  },
};

function at({ outline }: Site, address: string): Pick<Mutation, "at" | "file"> {
  return { at: address, file: outline.path };
}

export const parameterMutators: Mutator[] = [
  rename,
  remove,
  add("first", false),
  add("last", false),
  add("last", true),
  order,
  defaultValue,
  defaultRemoved,
  defaultAdded,
  optional(true),
  optional(false),
  keywordOnly,
  positionalOnly,
  notKeywordOnly,
  variadic,
];
