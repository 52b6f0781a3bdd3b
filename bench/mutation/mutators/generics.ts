import { insert, type Mutation, type Mutator, type Site } from "../mutation.ts";
import type { Declaration, Span } from "../syntax/outline.ts";
import { textOf } from "../syntax/outline.ts";
import { callables, symbols } from "./places.ts";

/** What has type parameters, or may have them. */
function* generic(site: Site): Generator<{
  code: Declaration;
  address: string;
  at: number;
  span?: Span;
  own: boolean;
}> {
  const isPython = site.outline.language === "python";
  for (const { code, contract, address } of symbols(site)) {
    if (code.callable || code.typeParametersAt === undefined || contract.kind === "enum" || isPython)
      continue;
    yield {
      code,
      address,
      at: code.typeParametersAt,
      own: true,
      ...(code.typeParameters ? { span: code.typeParameters } : {}),
    };
  }
  for (const { code, callable, contract, address } of callables(site)) {
    if (contract.kind === "constructor" || callable.separated) continue;
    const span = callable.typeParameters;
    // In a file of `.tsx`, `<T>` in front of an arrow function is an element.
    if (!span && site.outline.path.endsWith("x")) continue;
    // Python's new form and type variables do not mix.
    if (isPython && !span && /\bTypeVar\b/.test(site.outline.text)) continue;
    yield { code, address, at: callable.typeParametersAt, own: false, ...(span ? { span } : {}) };
  }
}

const typeParameterAdded: Mutator = {
  kind: "modifier/type-parameter-added",
  *mutations(site) {
    const [open, close] = site.outline.language === "python" ? "[]" : "<>";
    for (const { address, at: place, span } of generic(site)) {
      const trailing = span ? /,\s*$/.test(site.outline.text.slice(span.start, span.end - 1)) : false;
      // What follows a default needs one.
      const value =
        span && site.outline.language === "typescript" && /=(?!>)/.test(textOf(site.outline, span))
          ? " = never"
          : "";
      yield {
        ...at(site, address),
        edits: [
          span
            ? insert(span.end - 1, `${trailing ? "" : ", "}AddedType${value}`)
            : insert(place, `${open}AddedType${close}`),
        ],
        expected: { codes: ["drift/modifier"], symbols: [address] },
      };
    }
  },
};

const bound: Mutator = {
  kind: "modifier/type-parameter-bound",
  *mutations(site) {
    const isPython = site.outline.language === "python";
    for (const { address, span } of generic(site)) {
      if (!span) continue;
      const text = textOf(site.outline, span);
      const name = /^[<[]\s*(?:const\s+|in\s+|out\s+)*([A-Za-z_]\w*)\s*(?=[,=>\]])/.exec(text);
      if (!name) continue;
      const end = span.start + text.indexOf(name[1]!, 1) + name[1]!.length;
      yield {
        ...at(site, address),
        edits: [insert(end, isPython ? ": bytes" : " extends symbol")],
        expected: { codes: ["drift/modifier"], symbols: [address] },
      };
    }
  },
};

function at({ outline }: Site, address: string): Pick<Mutation, "at" | "file"> {
  return { at: address, file: outline.path };
}

export const genericMutators: Mutator[] = [typeParameterAdded, bound];
