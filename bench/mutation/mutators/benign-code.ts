import { insert, type Mutator, replace } from "../mutation.ts";
import type { Outline } from "../syntax/outline.ts";
import { textOf, walk } from "../syntax/outline.ts";
import { benign, whole } from "./benign-layout.ts";
import { memberPlace, renamed } from "./places.ts";

const privateFunction = benign("private-function", function* ({ outline }) {
  yield {
    edits: [
      insert(
        outline.text.length,
        outline.language === "python"
          ? "\n\ndef _added_helper(value: int, *, more: int = 2) -> int:\n    return value + more\n"
          : "\nfunction addedHelper(value: number, more = 2): number {\n  return value + more;\n}\nvoid addedHelper;\n",
      ),
    ],
  };
});

const privateConstant = benign("private-constant", function* ({ outline }) {
  yield {
    edits: [
      insert(
        outline.afterImports,
        outline.language === "python"
          ? "\n_ADDED_LIMIT: int = 3\n"
          : "\nconst ADDED_LIMIT = 3;\nvoid ADDED_LIMIT;\n",
      ),
    ],
  };
});

const privateClass = benign("private-class", function* ({ outline }) {
  yield {
    edits: [
      insert(
        outline.text.length,
        outline.language === "python"
          ? "\n\nclass _AddedHelper:\n    def run(self, value: int) -> int:\n        return value\n"
          : "\nclass AddedHelper {\n  run(value: number): number {\n    return value;\n  }\n}\nvoid AddedHelper;\n",
      ),
    ],
  };
});

const privateMember = benign("private-member", function* ({ outline }) {
  for (const owner of outline.declarations) {
    if (owner.kind !== "class") continue;
    const place = memberPlace(outline, owner);
    if (!place) continue;
    const { at, indent } = place;
    // A field with a default may not stand in front of a dataclass's fields without one; at the end it may.
    const forms =
      outline.language === "python"
        ? [
            `\n\n${indent}def _added_step(self, value: int) -> int:\n${indent}    return value + 1\n`,
            `\n\n${indent}def __added_step(self) -> int:\n${indent}    return 1\n`,
          ]
        : [
            `\n${indent}#added = 3;\n`,
            `\n${indent}private addedField = 3;\n`,
            `\n${indent}#addedStep(value: number): number {\n${indent}  return value;\n${indent}}\n`,
            `\n${indent}private static addedStep(value: number): number {\n${indent}  return value;\n${indent}}\n`,
          ];
    for (const form of forms) yield { at: owner.name, edits: [insert(at, form)] };
  }
});

const local = benign("local-variable", function* ({ outline }) {
  for (const { declaration, path } of walk(outline)) {
    const body = declaration.callable?.body;
    if (!body) continue;
    if (outline.language === "typescript") {
      // A directive or a call of `super` comes first.
      if (/^\s*(["']|super)/.test(outline.text.slice(body.start, body.end))) continue;
      // What does nothing still does nothing, and is another finding.
      if (
        textOf(outline, body)
          .replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "")
          .trim() === ""
      )
        continue;
      yield {
        at: path.join("."),
        edits: [insert(body.start, "\n  const addedLocal: number = 3;\n  void addedLocal;\n")],
      };
      continue;
    }
    const line = outline.text.lastIndexOf("\n", body.start - 1) + 1;
    const indent = outline.text.slice(line, body.start);
    const doc = outline.strings.find(({ start }) => start === body.start);
    if (
      indent.trim() !== "" ||
      /^\s*(pass|\.\.\.|raise NotImplementedError)/.test(outline.text.slice(doc?.end ?? body.start))
    )
      continue;
    yield {
      at: path.join("."),
      edits: [
        doc
          ? insert(doc.end, `\n${indent}added_local: int = 3`)
          : insert(body.start, `added_local: int = 3\n${indent}`),
      ],
    };
  }
});

const rename = benign("rename-local", function* ({ outline }) {
  for (const { name, uses } of outline.locals) {
    yield { at: name, edits: uses.map((use) => replace(use, `${name}Renamed`)) };
  }
});

const importOrder = benign("import-order", function* ({ outline }) {
  const top = outline.imports.filter(
    ({ top, reExport, specifier }) => top && !reExport && specifier !== "__future__",
  );
  const unique = top.filter(
    (each, index) => top.findIndex(({ span }) => span.start === each.span.start) === index,
  );
  for (const [index, first] of unique.entries()) {
    const second = unique[index + 1];
    if (!second || outline.text.slice(first.span.end, second.span.start).trim() !== "") continue;
    yield {
      at: first.specifier,
      edits: [
        replace(first.span, textOf(outline, second.span)),
        replace(second.span, textOf(outline, first.span)),
      ],
    };
  }
});

/** `import a, b` becomes two statements. */
const importSplit = benign("import-split", function* ({ outline }) {
  for (const { names, span, specifierSpan, other, typeOnly, reExport } of outline.imports) {
    if (names.length < 2 || other) continue;
    const line = outline.text.lastIndexOf("\n", span.start - 1) + 1;
    const indent = outline.text.slice(line, span.start);
    if (indent.trim() !== "") continue;
    const specifier = textOf(outline, specifierSpan);
    const statements = names.map((each) => {
      const name = textOf(outline, each.span);
      if (outline.language === "python") return `from ${specifier} import ${name}`;
      return `${reExport ? "export" : "import"} ${typeOnly ? "type " : ""}{ ${name} } from ${specifier};`;
    });
    yield { at: specifier, edits: [replace(span, statements.join(`\n${indent}`))] };
  }
});

/** A name gets another one here, wherever it is used. */
const importAlias = benign("import-alias", function* ({ outline }) {
  for (const { names, other, top, reExport, specifier } of outline.imports) {
    if (other || !top || reExport || specifier === "__future__") continue;
    for (const each of names) {
      if (each.name !== each.local || isPassedOn(outline, each.local)) continue;
      const uses = outline.uses.filter(
        ({ name, start }) => name === each.local && !(each.span.start <= start && start < each.span.end),
      );
      if (uses.some(({ declares }) => declares) || uses.length === 0 || isInString(outline, each.local))
        continue;
      const alias = outline.language === "python" ? `_${each.local}_alias` : `${each.local}Alias`;
      yield {
        at: `${specifier} ${each.name}`,
        edits: [insert(each.span.end, ` as ${alias}`), ...uses.map((use) => replace(use, alias))],
      };
    }
  }
});

/** In Python whatever a package's file imports may be meant for others. */
function isPassedOn(outline: Outline, name: string): boolean {
  if (outline.exportLists.some(({ names }) => names.some((each) => each.name === name))) return true;
  return outline.language === "python" && /__init__\.pyi?$/.test(outline.path);
}

/** Annotations in quotes and comments of types name it, too. */
function isInString(outline: Outline, name: string): boolean {
  const word = new RegExp(`\\b${name}\\b`);
  return outline.strings.some((span) => word.test(textOf(outline, span))) || /# type:/.test(outline.text);
}

/** What stands only in types may be imported as one. */
const importType = benign(
  "import-type",
  function* ({ outline }) {
    for (const { names, span, other, top, typeOnly, reExport } of outline.imports) {
      if (other || !top || typeOnly || reExport || names.length === 0) continue;
      const uses = outline.uses.filter(
        (use) =>
          names.some(({ local: name }) => name === use.name) &&
          !(span.start <= use.start && use.start < span.end),
      );
      if (uses.length === 0 || !uses.every(({ type, declares }) => type && !declares)) continue;
      if (textOf(outline, span).includes("type ")) continue;
      yield { edits: [insert(span.start + "import".length, " type")] };
    }
  },
  ["typescript"],
);

/** A function becomes a constant with an arrow function. */
const arrow = benign(
  "arrow-function",
  function* ({ outline }) {
    for (const declaration of outline.declarations) {
      const { callable, modifiers, name } = declaration;
      if (declaration.kind !== "function" || !callable?.body || callable.bound || callable.generator)
        continue;
      const core = outline.text.slice(declaration.core.start, declaration.nameSpan.start);
      if (declaration.overload || !/^(async\s+)?function\s+$/.test(core.replace(/^async\s+/, ""))) continue;
      if (
        modifiers.some(({ word }) => word === "default" || word === "declare") ||
        outline.path.endsWith("x")
      )
        continue;
      if (outline.declarations.some((other) => other !== declaration && other.name === name)) continue;
      const isAsync = callable.async !== undefined;
      const exported = modifiers.some(({ word }) => word === "export") ? "export " : "";
      const head = outline.text.slice(declaration.nameSpan.end, callable.body.start - 1).trimEnd();
      const body = outline.text.slice(callable.body.start - 1, declaration.span.end);
      if (/\basserts\b/.test(head)) continue;
      yield {
        at: name,
        edits: [
          replace(
            declaration.span,
            `${exported}const ${name} = ${isAsync ? "async " : ""}${head} => ${body};`,
          ),
        ],
      };
    }
  },
  ["typescript"],
);

/** `export` in front of a declaration, or a list at the end. */
const exportList = benign(
  "export-list",
  function* ({ outline }) {
    for (const declaration of outline.declarations) {
      const word = declaration.modifiers.find((each) => each.word === "export");
      if (!word || declaration.overload || declaration.modifiers.some((each) => each.word === "default"))
        continue;
      if (outline.declarations.some((other) => other !== declaration && other.name === declaration.name))
        continue;
      const isType =
        declaration.kind === "interface" ||
        declaration.kind === "alias" ||
        declaration.kind === "type-literal";
      yield {
        at: declaration.name,
        edits: [
          replace({ start: word.start, end: word.end + 1 }, ""),
          insert(outline.text.length, `\nexport ${isType ? "type " : ""}{ ${declaration.name} };\n`),
        ],
      };
    }
  },
  ["typescript"],
);

/** `async` with the same result is nothing that a caller could tell. */
const promise = benign(
  "promise-without-async",
  function* ({ outline }) {
    for (const { declaration, path } of walk(outline)) {
      const { callable } = declaration;
      if (
        !callable?.async ||
        callable.awaits ||
        callable.generator ||
        !callable.result ||
        declaration.overload
      )
        continue;
      yield { at: path.join("."), edits: [replace(callable.async, "")] };
    }
  },
  ["typescript"],
);

/** Nobody can pass these by name. */
const unnamed = benign("rename-unnamed-parameter", function* ({ outline }) {
  for (const { declaration, path } of walk(outline)) {
    for (const parameter of declaration.callable?.parameters ?? []) {
      if (!parameter.kind.includes("variadic") && parameter.kind !== "positional-only") continue;
      yield { at: path.join("."), edits: [replace(parameter.nameSpan, `${parameter.name}Other`)] };
    }
  }
});

/** Importers give a default export whatever name they like. */
const defaultName = benign(
  "rename-default-export",
  function* ({ outline }) {
    for (const declaration of outline.declarations) {
      if (declaration.overload || !declaration.modifiers.some(({ word }) => word === "default")) continue;
      yield { at: declaration.name, edits: renamed(outline, declaration, `${declaration.name}Other`) };
    }
  },
  ["typescript"],
);

const decorators = benign(
  "decorators-without-effect",
  function* ({ outline }) {
    for (const declaration of outline.declarations) {
      if (declaration.kind !== "class" || declaration.bases.length > 0) continue;
      yield {
        at: declaration.name,
        edits: [
          insert(outline.importsAt, "from typing import final as _final\n"),
          insert(declaration.span.start, "@_final\n"),
        ],
      };
    }
  },
  ["python"],
);

const dunder = benign(
  "special-methods",
  function* ({ outline }) {
    for (const owner of outline.declarations) {
      const place = memberPlace(outline, owner);
      if (owner.kind !== "class" || !place || owner.members.some(({ name }) => name === "__repr__")) continue;
      const { at, indent } = place;
      yield {
        at: owner.name,
        edits: [
          insert(at, `\n\n${indent}def __repr__(self) -> str:\n${indent}    return "${owner.name}()"\n`),
        ],
      };
    }
  },
  ["python"],
);

const newline = benign("last-line-end", function* ({ outline }) {
  const trimmed = outline.text.trimEnd();
  if (trimmed !== "")
    yield { edits: [whole(outline, outline.text.endsWith("\n") ? trimmed : `${outline.text}\n\n\n`)] };
});

export const codeMutators: Mutator[] = [
  privateFunction,
  privateConstant,
  privateClass,
  privateMember,
  local,
  rename,
  importOrder,
  importSplit,
  importAlias,
  importType,
  arrow,
  exportList,
  promise,
  unnamed,
  defaultName,
  decorators,
  dunder,
  newline,
];
