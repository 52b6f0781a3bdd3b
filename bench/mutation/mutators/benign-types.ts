import { type Edit, insert, type Mutator, replace } from "../mutation.ts";
import type { Outline, TypeNode } from "../syntax/outline.ts";
import { textOf, walk } from "../syntax/outline.ts";
import { benign } from "./benign-layout.ts";

function* nodes(outline: Outline): Generator<TypeNode> {
  const inside = function* (node: TypeNode): Generator<TypeNode> {
    yield node;
    for (const argument of node.arguments) yield* inside(argument);
  };
  for (const node of outline.types) yield* inside(node);
}

const last = (name: string) => name.slice(name.lastIndexOf(".") + 1);

const unionOrder = benign("union-order", function* ({ outline }) {
  for (const node of nodes(outline)) {
    const parts = node.arguments;
    if (node.name !== "|" && last(node.name) !== "Union") continue;
    if (parts.length < 2) continue;
    const texts = parts.map((part) => textOf(outline, part)).toReversed();
    // Python's unions nest to the left: `a | b | c` has `a | b` inside.
    if (parts.some(({ name }) => name === "|")) continue;
    yield { edits: parts.map((part, index) => replace(part, texts[index]!)) };
  }
});

const optional = benign(
  "optional-or-union",
  function* ({ outline }) {
    for (const node of nodes(outline)) {
      const text = textOf(outline, node);
      const [first, second] = node.arguments;
      if (last(node.name) === "Optional" && first && node.arguments.length === 1) {
        yield { edits: [replace(node, `${textOf(outline, first)} | None`)] };
      } else if (last(node.name) === "Union" && node.arguments.length > 1) {
        yield { edits: [replace(node, node.arguments.map((part) => textOf(outline, part)).join(" | "))] };
      } else if (
        node.name === "|" &&
        first &&
        second &&
        textOf(outline, second) === "None" &&
        !text.includes("\n")
      ) {
        yield {
          edits: [
            ...typingImport(outline, "Optional", "_Optional"),
            replace(node, `_Optional[${textOf(outline, first)}]`),
          ],
        };
      }
    }
  },
  ["python"],
);

function typingImport(outline: Outline, name: string, as: string): Edit[] {
  return [insert(outline.importsAt, `from typing import ${name} as ${as}\n`)];
}

const CAPITALS: Record<string, string> = {
  list: "List",
  dict: "Dict",
  set: "Set",
  tuple: "Tuple",
  frozenset: "FrozenSet",
  type: "Type",
};
const SMALL = Object.fromEntries(Object.entries(CAPITALS).map(([small, capital]) => [capital, small]));

const generics = benign(
  "generic-aliases",
  function* ({ outline }) {
    for (const node of nodes(outline)) {
      const text = textOf(outline, node);
      const capital = CAPITALS[node.name];
      const small = SMALL[last(node.name)];
      if (node.arguments.length === 0) continue;
      if (capital && text.startsWith(node.name)) {
        yield {
          edits: [
            ...typingImport(outline, capital, `_${capital}`),
            replace({ start: node.start, end: node.start + node.name.length }, `_${capital}`),
          ],
        };
      } else if (small && text.startsWith(node.name)) {
        yield { edits: [replace({ start: node.start, end: node.start + node.name.length }, small)] };
      }
    }
  },
  ["python"],
);

const strings = benign(
  "string-annotations",
  function* ({ outline }) {
    for (const node of outline.types) {
      const text = textOf(outline, node);
      if (
        /["'\\\n]|\b(Literal|TypeAlias|ClassVar|Final|Annotated|Unpack|Concatenate)\b/.test(text) ||
        text.startsWith("*")
      )
        continue;
      if (insideDeclaration(outline, node)) yield { edits: [replace(node, `"${text}"`)] };
    }
  },
  ["python"],
);

/** An annotation of a parameter, a result or a variable; not a bound, a base or an alias. */
function insideDeclaration(outline: Outline, node: TypeNode): boolean {
  for (const { declaration } of walk(outline)) {
    const { callable, type } = declaration;
    const spans = [type, callable?.result, ...(callable?.parameters ?? []).map((each) => each.type)];
    if (
      declaration.kind !== "alias" &&
      spans.some((span) => span?.start === node.start && span.end === node.end)
    )
      return true;
  }
  return false;
}

const future = benign(
  "future-annotations",
  function* ({ outline }) {
    const text = "from __future__ import annotations\n";
    if (outline.text.includes(text)) yield { edits: [replace(spanOf(outline, text), "")] };
    else yield { edits: [insert(outline.importsAt, text)] };
  },
  ["python"],
);

function spanOf(outline: Outline, text: string) {
  const start = outline.text.indexOf(text);
  return { start, end: start + text.length };
}

const arrays = benign(
  "array-forms",
  function* ({ outline }) {
    for (const node of nodes(outline)) {
      const [element] = node.arguments;
      if (!element || node.arguments.length !== 1) continue;
      const text = textOf(outline, element);
      const simple = /^[\w.]+(<[^()|&?:]*>)?$/.test(text) ? text : `(${text})`;
      const forms: Record<string, string> = {
        "[]": `Array<${text}>`,
        Array: `${simple}[]`,
        "readonly[]": `ReadonlyArray<${text}>`,
        ReadonlyArray: `readonly ${simple}[]`,
      };
      const form = forms[node.name];
      // `readonly T[]` inside of another type may need parentheses.
      if (!form || (node.name === "ReadonlyArray" && !outline.types.includes(node))) continue;
      yield { edits: [replace(node, form)] };
    }
  },
  ["typescript"],
);

const parenthesised = benign(
  "parenthesised-types",
  function* ({ outline }) {
    for (const node of outline.types) {
      const text = textOf(outline, node);
      if (/^(asserts\b|\w+ is\b|unique\b|infer\b|this is\b|const$)/.test(text)) continue;
      if (node.name !== "other" && insideDeclaration(outline, node))
        yield { edits: [replace(node, `(${text})`)] };
    }
  },
  ["typescript"],
);

const leadingBar = benign(
  "leading-bar",
  function* ({ outline }) {
    for (const node of outline.types) {
      const text = textOf(outline, node);
      if (node.name !== "|" || text.startsWith("|")) continue;
      yield {
        edits: [replace(node, `\n  | ${node.arguments.map((part) => textOf(outline, part)).join("\n  | ")}`)],
      };
    }
  },
  ["typescript"],
);

/** The result that the compiler infers is the one that was written. */
const fieldForms = benign(
  "empty-bases",
  function* ({ outline }) {
    for (const declaration of outline.declarations) {
      if (declaration.kind !== "class") continue;
      const list = declaration.baseList;
      if (!list) yield { at: declaration.name, edits: [insert(declaration.basesAt, "(object)")] };
      else if (textOf(outline, list) === "(object)")
        yield { at: declaration.name, edits: [replace(list, "")] };
    }
  },
  ["python"],
);

export const typeFormMutators: Mutator[] = [
  unionOrder,
  optional,
  generics,
  strings,
  future,
  arrays,
  parenthesised,
  leadingBar,
  fieldForms,
];
