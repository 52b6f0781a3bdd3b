import { type Edit, insert, type Mutator, replace, type Site } from "../mutation.ts";
import type { Declaration, Outline } from "../syntax/outline.ts";
import { textOf, walk } from "../syntax/outline.ts";

type Edits = (site: Site) => Iterable<{ at?: string; edits: Edit[] }>;

/** An edit of a whole file, or several of its places, that changes nothing. */
export function benign(kind: string, edits: Edits, languages?: Mutator["languages"]): Mutator {
  return {
    kind: `benign/${kind}`,
    benign: true,
    ...(languages ? { languages } : {}),
    *mutations(site) {
      for (const { at, edits: own } of edits(site)) {
        if (own.length > 0) yield { at: at ?? site.outline.path, file: site.outline.path, edits: own };
      }
    },
  };
}

export function whole(outline: Outline, text: string): Edit {
  return replace({ start: 0, end: outline.text.length }, text);
}

/** Stretches that no layout may touch: strings over several lines. */
function inString(outline: Outline): (at: number) => boolean {
  const spans = outline.strings.filter(({ start, end }) => outline.text.slice(start, end).includes("\n"));
  return (at) => spans.some(({ start, end }) => start < at && at < end);
}

const lineEnds = benign("line-ends", function* ({ outline }) {
  if (!outline.text.includes("\r")) yield { edits: [whole(outline, outline.text.replaceAll("\n", "\r\n"))] };
});

const mark = benign("byte-order-mark", function* () {
  yield { edits: [insert(0, "\uFEFF")] };
});

const indentation = benign("indentation", function* ({ outline }) {
  const keep = inString(outline);
  let at = 0;
  const lines = outline.text.split("\n").map((line) => {
    const start = at;
    at += line.length + 1;
    if (keep(start)) return line;
    return line.replace(/^(?: {2})+/, (spaces) =>
      outline.language === "python" ? spaces + spaces : "\t".repeat(spaces.length / 2),
    );
  });
  yield { edits: [whole(outline, lines.join("\n"))] };
});

const quotes = benign("quotes", function* ({ outline }) {
  yield {
    edits: outline.strings
      .filter(({ special }) => !special)
      .map((span) => {
        const text = textOf(outline, span);
        const other = text.startsWith('"') ? "'" : '"';
        return replace(span, other + text.slice(1, -1) + other);
      }),
  };
});

const blankLines = benign("blank-lines", function* ({ outline }) {
  const keep = inString(outline);
  const edits: Edit[] = [];
  for (let at = outline.text.indexOf("\n"); at >= 0; at = outline.text.indexOf("\n", at + 1)) {
    if (!keep(at) && outline.text[at - 1] !== "\\") edits.push(insert(at + 1, "\n"));
  }
  yield { edits };
});

const trailingSpace = benign("trailing-space", function* ({ outline }) {
  const keep = inString(outline);
  const edits: Edit[] = [];
  for (let at = outline.text.indexOf("\n"); at >= 0; at = outline.text.indexOf("\n", at + 1)) {
    if (!keep(at) && !/[\\\r]/.test(outline.text[at - 1] ?? "")) edits.push(insert(at, "   "));
  }
  yield { edits };
});

/** Every parameter on a line of its own, with a comma behind the last. */
const wrapped = benign("one-parameter-a-line", function* ({ outline }) {
  for (const { declaration, path } of walk(outline)) {
    const { callable } = declaration;
    const last = callable?.parameters.at(-1);
    if (!callable || !last || callable.separated) continue;
    const { start, end } = callable.inner;
    const rest = outline.text.slice(last.span.end, end);
    const comma =
      rest.includes(",") || /\.\.\.|\*/.test(outline.text.slice(last.span.start, last.span.start + 3))
        ? ""
        : ",";
    yield {
      at: path.join("."),
      edits: [
        insert(start, "\n        "),
        ...callable.parameters
          .slice(callable.receiver ? 0 : 1)
          .map(({ span }) => insert(span.start, "\n        ")),
        insert(last.span.end, comma),
        insert(end, `\n${declaration.indent}`),
      ],
    };
  }
});

const comments = benign("comments", function* ({ outline }) {
  const sign = outline.language === "python" ? "#" : "//";
  const edits = outline.declarations.flatMap(({ span, indent }) => [
    insert(span.start, `${sign} What follows is public.\n${indent}`),
  ]);
  yield { edits };
  for (const { declaration, path } of walk(outline)) {
    const body = declaration.callable?.body;
    if (body) yield { at: path.join("."), edits: [insert(body.start, bodyComment(outline, declaration))] };
  }
});

function bodyComment(outline: Outline, { callable }: Declaration): string {
  if (outline.language === "typescript") return " /* A note. */ ";
  const { start } = callable!.body!;
  const line = outline.text.lastIndexOf("\n", start - 1) + 1;
  const indent = outline.text.slice(line, start);
  return indent.trim() === "" ? `# A note.\n${indent}` : "";
}

const docs = benign("doc-comments", function* ({ outline }) {
  for (const { declaration, path } of walk(outline)) {
    if (declaration.indirect) continue;
    if (outline.language === "typescript") {
      const doc =
        "/**\n * What this does, said in other words: see `there`.\n *\n * @param first of all\n */\n";
      yield { at: path.join("."), edits: [insert(declaration.span.start, doc + declaration.indent)] };
      continue;
    }
    const body = declaration.callable?.body ?? declaration.body;
    if (!body) continue;
    const first = outline.strings.find(({ start }) => start === body.start);
    const line = outline.text.lastIndexOf("\n", body.start - 1) + 1;
    const indent = outline.text.slice(line, body.start);
    if (indent.trim() !== "") continue;
    const doc = '"""What this does, said in other words.\n\n    :param first: of all\n    """';
    yield {
      at: path.join("."),
      edits: [first ? replace(first, doc) : insert(body.start, `${doc}\n${indent}`)],
    };
  }
});

/** Two functions that stand side by side change places. */
const order = benign("order-of-declarations", function* ({ outline }) {
  const { declarations, text } = outline;
  for (const [index, first] of declarations.entries()) {
    const second = declarations[index + 1];
    if (
      !second ||
      first.kind !== "function" ||
      second.kind !== "function" ||
      first.overload ||
      second.overload
    )
      continue;
    if (text.slice(first.span.end, second.span.start).trim() !== "") continue;
    yield {
      at: first.name,
      edits: [
        replace(first.span, textOf(outline, second.span)),
        replace(second.span, textOf(outline, first.span)),
      ],
    };
  }
  for (const owner of declarations) {
    for (const [index, first] of owner.members.entries()) {
      const second = owner.members[index + 1];
      if (first.kind !== "method" || second?.kind !== "method" || first.overload || second.overload) continue;
      if (text.slice(first.span.end, second.span.start).trim() !== "") continue;
      yield {
        at: `${owner.name}.${first.name}`,
        edits: [
          replace(first.span, textOf(outline, second.span)),
          replace(second.span, textOf(outline, first.span)),
        ],
      };
    }
  }
});

const parentheses = benign("parentheses", function* ({ outline }) {
  for (const span of outline.returns) {
    const text = textOf(outline, span);
    if (/^[A-Za-z_$][\w.$]*$|^\d+$/.test(text)) yield { edits: [replace(span, `(${text})`)] };
  }
});

/** `;` and `,` both separate members of interfaces. */
const separators = benign(
  "member-separators",
  function* ({ outline }) {
    for (const owner of outline.declarations) {
      if (owner.kind !== "interface" && owner.kind !== "type-literal") continue;
      const edits = owner.members.flatMap(({ span }) => {
        const last = outline.text[span.end - 1];
        if (last === ";") return [replace({ start: span.end - 1, end: span.end }, ",")];
        return last === "," ? [replace({ start: span.end - 1, end: span.end }, ";")] : [];
      });
      yield { at: owner.name, edits };
    }
  },
  ["typescript"],
);

export const layoutMutators: Mutator[] = [
  lineEnds,
  mark,
  indentation,
  quotes,
  blankLines,
  trailingSpace,
  wrapped,
  comments,
  docs,
  order,
  parentheses,
  separators,
];
