import { type Finding, printType, type Type } from "@contractc/kernel";
import { indentAt } from "../../build/source-text.js";
import { type CodeClassView, findMember } from "../../drift/code-class.js";
import type { Comparison } from "../../drift/comparison.js";
import { liftIn } from "../../drift/subject.js";
import type { CodeFile } from "../../project/project.js";
import type { CodeClass, CodeMember, Span } from "../../reading/signature.js";
import { codeName } from "../../target/names.js";
import type { FixContext } from "../context.js";
import { type NoRemedy, none } from "../remedy.js";
import { type CodeEdit, insert, listEdits, listItems, replace } from "./edits.js";
import { identifiersIn, isNamedIn } from "./identifiers.js";
import { typeParameterList, UNREADABLE } from "./signatures.js";
import type { Writer } from "./writer.js";

type Edits = CodeEdit[] | NoRemedy;

/** A base that is missing, or one too many. */
export function baseFix(fix: FixContext, writer: Writer, finding: Finding, { pair }: Comparison): Edits {
  if (!pair) return UNREADABLE;
  const { declaration, view, subject } = pair;
  const part = view.parts.find(({ form }) => form !== "interface") ?? view.parts[0];
  if (part.form === "type-literal")
    return none("A type literal has no bases: it would have to become an interface.");
  const { expected, actual } = finding;
  if (expected === undefined) {
    const base = view.parts
      .flatMap((each) => [...each.extends, ...each.implements])
      .find((type) => {
        const lifted = liftIn(fix.drift, subject, type);
        return lifted.kind === "reference" && fix.drift.declarations.get(lifted.target)?.name === actual;
      });
    if (!base) return UNREADABLE;
    if (isNamedIn(view.file.text, part.body, view.file.language, "super"))
      return none("The body calls its base: without it the code would have to change.");
    return removeBase(view.file, part, base);
  }
  const all = [...(declaration.extends ?? []), ...(declaration.implements ?? [])];
  const base = all.find((type) => printType(type) === expected);
  if (base?.kind !== "reference") return UNREADABLE;
  const isInterface =
    fix.drift.declarations.classLike(base.target)?.kind === "interface" && part.form === "class";
  return view.file.language === "python"
    ? addPythonBase(writer, view.file, part, base)
    : addTypeScriptBase(writer, view.file, part, base, isInterface ? "implements" : "extends");
}

/** Where the list of bases of a Python class stands: inside of the brackets. */
function pythonBases({ text }: CodeFile, { nameSpan, body }: CodeClass): { list?: Span; at: number } {
  const head = text.slice(nameSpan.end, body.start);
  const generics = /^\s*\[(?:[^[\]]|\[[^\]]*\])*\]/.exec(head)?.[0].length ?? 0;
  const at = nameSpan.end + generics;
  const open = /^\s*\(/.exec(text.slice(at));
  if (!open) return { at };
  const start = at + open[0].length;
  let depth = 1;
  let end = start;
  for (; end < body.start && depth > 0; end++) {
    if ("([{".includes(text[end]!)) depth += 1;
    else if (")]}".includes(text[end]!)) depth -= 1;
  }
  return { list: { start, end: end - 1 }, at };
}

const MARKERS = /^(?:\w+\.)*(?:ABC|Generic|Protocol)\b/;

function addPythonBase(writer: Writer, file: CodeFile, part: CodeClass, base: Type): Edits {
  const written = writer.base(base);
  const { list, at } = pythonBases(file, part);
  if (!list) return [insert(at, `(${written})`)];
  const items = listItems(file.text, list, "python");
  // What gives the form comes last, and keywords after that.
  const isLast = ({ start, end }: Span) => {
    const text = file.text.slice(start, end);
    return MARKERS.test(text) || /^\w+\s*=[^=]/.test(text);
  };
  const place = items.findIndex(isLast);
  const kept = items.map((item, index) => ({ item: index, text: file.text.slice(item.start, item.end) }));
  const index = place < 0 ? kept.length : place;
  return listEdits(file.text, list, items, [
    ...kept.slice(0, index),
    { text: written },
    ...kept.slice(index),
  ]);
}

function removeBase(file: CodeFile, part: CodeClass, base: Span): Edits {
  const { text } = file;
  if (file.language === "python") {
    const { list } = pythonBases(file, part);
    if (!list) return UNREADABLE;
    const items = listItems(text, list, "python");
    const kept = items.flatMap((item, at) =>
      item.start <= base.start && base.end <= item.end
        ? []
        : [{ item: at, text: text.slice(item.start, item.end) }],
    );
    if (kept.length === items.length) return UNREADABLE;
    if (kept.length === 0) return [replace({ start: list.start - 1, end: list.end + 1 }, "")];
    return listEdits(text, list, items, kept);
  }
  for (const [word, types] of [
    ["extends", part.extends],
    ["implements", part.implements],
  ] as const) {
    const at = types.findIndex(({ start }) => start === base.start);
    if (at < 0) continue;
    if (types.length > 1) {
      const [before, next] = [types[at - 1], types[at + 1]];
      return [
        replace(next ? { start: base.start, end: next.start } : { start: before!.end, end: base.end }, ""),
      ];
    }
    const clause = new RegExp(`\\s+${word}\\s+$`).exec(text.slice(part.nameSpan.end, base.start));
    if (!clause) return UNREADABLE;
    return [replace({ start: base.start - clause[0].length, end: base.end }, "")];
  }
  return UNREADABLE;
}

function addTypeScriptBase(
  writer: Writer,
  file: CodeFile,
  part: CodeClass,
  base: Type,
  word: "extends" | "implements",
): Edits {
  const { text } = file;
  const list = word === "extends" ? part.extends : part.implements;
  const written = writer.base(base);
  const last = list.at(-1);
  if (last) {
    if (word === "extends" && part.form === "class") return none("The class has another base already.");
    return [insert(last.end, `, ${written}`)];
  }
  if (word === "extends" && part.form === "class") {
    const made = part.members.find(({ kind }) => kind === "constructor");
    if (made && !isNamedIn(text, made.span, "typescript", "super"))
      return none("Its constructor would have to call the one of the base.");
  }
  const brace = text.lastIndexOf("{", part.body.start);
  const head = text.slice(part.nameSpan.end, brace);
  const before = word === "extends" ? /\s+implements\b/.exec(head) : undefined;
  const at = part.nameSpan.end + (before ? before.index : head.trimEnd().length);
  return [insert(at, ` ${word} ${written}`)];
}

/** `abstract`, `readonly` and the type parameters of a class. */
export function classModifierFix(
  fix: FixContext,
  writer: Writer,
  finding: Finding,
  comparison: Comparison,
): Edits {
  const { pair } = comparison;
  const { expected = "" } = finding;
  if (!pair) return UNREADABLE;
  const { view, declaration } = pair;
  const part = view.parts[0];
  if (/abstract$/.test(expected)) return abstractClass(writer, view, expected === "abstract");
  if (/readonly$/.test(expected))
    return readonlyFix(fix, writer, finding, comparison, expected === "readonly");
  if (view.file.language === "python")
    return none(
      "Type parameters of Python stand outside of the class: `TypeVar`s, or brackets of newer versions.",
    );
  const { text } = view.file;
  const list = /^<[^<>()]*(?:<[^<>()]*>[^<>()]*)*>/.exec(text.slice(part.nameSpan.end));
  const end = part.nameSpan.end + (list?.[0].length ?? 0);
  const written = typeParameterList(writer, declaration.typeParameters ?? []);
  return [replace({ start: part.nameSpan.end, end }, written)];
}

function abstractClass(writer: Writer, { file, parts }: CodeClassView, wanted: boolean): Edits {
  const [part] = parts;
  const { text } = file;
  if (!wanted && part.members.some(({ abstract }) => abstract))
    return none("It has abstract members, whose bodies only their author can write.");
  if (file.language === "python") {
    const { list, at } = pythonBases(file, part);
    if (!wanted) {
      if (!list) return UNREADABLE;
      const base = listItems(text, list, "python").find(({ start, end }) =>
        /^(?:abc\.)?ABC$|^metaclass\s*=/.test(text.slice(start, end)),
      );
      return base ? removeBase(file, part, base) : UNREADABLE;
    }
    const written = writer.standard("abc", "ABC");
    if (!list) return [insert(at, `(${written})`)];
    const items = listItems(text, list, "python");
    const kept = items.map((item, index) => ({ item: index, text: text.slice(item.start, item.end) }));
    const keyword = kept.findIndex((each) => /^\w+\s*=[^=]/.test(each.text));
    const index = keyword < 0 ? kept.length : keyword;
    return listEdits(text, list, items, [...kept.slice(0, index), { text: written }, ...kept.slice(index)]);
  }
  const head = text.slice(part.span.start, part.nameSpan.start);
  const word = /\bclass\s+$/.exec(head);
  if (!word) return UNREADABLE;
  if (wanted) return [insert(part.span.start + word.index, "abstract ")];
  const there = /\babstract\s+(?=class\s+$)/.exec(head);
  return there
    ? [
        replace(
          { start: part.span.start + there.index, end: part.span.start + there.index + there[0].length },
          "",
        ),
      ]
    : UNREADABLE;
}

/** Fields that may or may not be assigned: of a Python dataclass all together. */
function readonlyFix(
  fix: FixContext,
  _writer: Writer,
  finding: Finding,
  { pair }: Comparison,
  wanted: boolean,
): Edits {
  if (!pair) return UNREADABLE;
  const { declaration, view } = pair;
  const { language } = view.file;
  const isWhole = finding.symbol === declaration.address;
  if (language === "python")
    return isWhole ? frozenFix(view, wanted) : none("Python has no word for one field alone.");
  const edits: CodeEdit[] = [];
  for (const field of declaration.members) {
    if (field.kind !== "field" || field.static || (!isWhole && field.address !== finding.symbol)) continue;
    const name = codeName(field, language, "member");
    const owned = findMember(fix.drift, view, (member) => member.kind === "field" && member.name === name);
    if (owned?.member.kind !== "field" || owned.inherited || owned.owner.file !== view.file)
      return UNREADABLE;
    if (owned.member.origin === "property")
      return none("It is an accessor: whether there is a setter decides, and what it does.");
    const { nameSpan } = owned.member;
    const before = /\breadonly\s+$/.exec(
      view.file.text.slice(Math.max(0, nameSpan.start - 40), nameSpan.start),
    );
    if (wanted && !before) edits.push(insert(nameSpan.start, "readonly "));
    else if (!wanted && before)
      edits.push(replace({ start: nameSpan.start - before[0].length, end: nameSpan.start }, ""));
  }
  return edits.length === 0 ? UNREADABLE : edits;
}

function frozenFix({ file, parts }: CodeClassView, wanted: boolean): Edits {
  const { text } = file;
  const decorator = parts[0].decorators.find(({ name }) => /(?:^|\.)dataclass$/.test(name));
  if (!decorator) return none("It is no dataclass: what may be assigned is decided in its methods.");
  if (wanted) {
    if (decorator.arguments === undefined) return [insert(decorator.end, "(frozen=True)")];
    const open = decorator.end - decorator.arguments.length;
    const list = { start: open + 1, end: decorator.end - 1 };
    const stated = /\bfrozen\s*=\s*False\b/.exec(decorator.arguments);
    if (stated) {
      const start = open + stated.index;
      return [replace({ start, end: start + stated[0].length }, "frozen=True")];
    }
    const items = listItems(text, list, "python");
    const kept = items.map((item, at) => ({ item: at, text: text.slice(item.start, item.end) }));
    return listEdits(text, list, items, [...kept, { text: "frozen=True" }]);
  }
  if (decorator.arguments === undefined) return UNREADABLE;
  const list = { start: decorator.end - decorator.arguments.length + 1, end: decorator.end - 1 };
  const items = listItems(text, list, "python");
  const kept = items.flatMap((item, at) => {
    const written = text.slice(item.start, item.end);
    return /^frozen\s*=/.test(written) ? [] : [{ item: at, text: written }];
  });
  if (kept.length === items.length) return UNREADABLE;
  if (kept.length === 0) return [replace({ start: list.start - 1, end: list.end + 1 }, "")];
  return listEdits(text, list, items, kept);
}

/** `static`, `abstract` and TypeScript's visibility of a member. */
export function memberModifierFix(writer: Writer, finding: Finding, { owned, pair }: Comparison): Edits {
  const { expected = "" } = finding;
  if (!owned || !pair) return UNREADABLE;
  if (owned.inherited) return none("The code inherits it: it is changed where the base declares it.");
  const { member } = owned;
  const { file } = owned.owner;
  const wanted = !expected.startsWith("not ");
  const word = expected.replace(/^not /, "");
  if (file.language === "python") {
    if (word === "static") return pythonStatic(file, member, wanted);
    return word === "abstract" ? pythonAbstract(writer, file, member, wanted) : UNREADABLE;
  }
  if (word === "static" && isNamedIn(file.text, member.span, "typescript", "this"))
    return none("Its body says `this`, which means something else there.");
  if (word === "abstract")
    return none(
      wanted
        ? "An abstract member has no body, and code is never thrown away."
        : "It needs a body, which only its author can write.",
    );
  if (word === "internal") return visibility(file, member, owned.owner.parts[0], wanted);
  return typeScriptWord(file, member, word, wanted);
}

/** The words before a member's name: behind its decorators. */
function wordsOf(
  { text }: CodeFile,
  { span, nameSpan, decorators }: CodeMember,
): { start: number; text: string } {
  const behind = Math.max(span.start, ...decorators.map(({ end }) => end));
  const gap = /^\s*/.exec(text.slice(behind, nameSpan.start))![0].length;
  return { start: behind + gap, text: text.slice(behind + gap, nameSpan.start) };
}

function typeScriptWord(file: CodeFile, member: CodeMember, word: string, wanted: boolean): Edits {
  const words = wordsOf(file, member);
  const there = new RegExp(`\\b${word}\\s+`).exec(words.text);
  if (!wanted)
    return there
      ? [replace({ start: words.start + there.index, end: words.start + there.index + there[0].length }, "")]
      : UNREADABLE;
  // Visibility comes first, everything else after `static`.
  const first = /^(?:(?:public|protected|private|declare|override)\s+)*/.exec(words.text)![0].length;
  return [insert(words.start + first, `${word} `)];
}

function visibility(file: CodeFile, member: CodeMember, owner: CodeClass, wanted: boolean): Edits {
  if (owner.form !== "class") return none("Members of interfaces and type literals are public.");
  const words = wordsOf(file, member);
  const there = /\b(?:public|protected|private)\s+/.exec(words.text);
  if (there) {
    const span = { start: words.start + there.index, end: words.start + there.index + there[0].length };
    return [replace(span, wanted ? "protected " : "")];
  }
  if (!wanted) return none("The language hides it by its `#`: it would need another name.");
  return [insert(words.start, "protected ")];
}

function pythonStatic(file: CodeFile, member: CodeMember, wanted: boolean): Edits {
  if (member.kind !== "method") return UNREADABLE;
  const { text } = file;
  const [signature, ...overloads] = member.signatures;
  if (!signature || overloads.length > 0) return UNREADABLE;
  const items = listItems(text, signature.parameterSpan, "python");
  const kept = items.map((item, at) => ({ item: at, text: text.slice(item.start, item.end) }));
  const body = { start: signature.parameterSpan.end, end: member.span.end };
  const [receiver] = kept;
  if (wanted) {
    if (!receiver || !/^\w+$/.test(receiver.text)) return UNREADABLE;
    if (isNamedIn(text, body, "python", receiver.text) || isNamedIn(text, body, "python", "super"))
      return none(`Its body uses \`${receiver.text}\`, which a static method has not.`);
    return [
      ...addDecorator(file, member, "staticmethod"),
      ...listEdits(text, signature.parameterSpan, items, kept.slice(1)),
    ];
  }
  const decorator = member.decorators.find(({ name }) => name === "staticmethod" || name === "classmethod");
  if (!decorator) return UNREADABLE;
  if (decorator.name === "classmethod") {
    if (!receiver || isNamedIn(text, body, "python", receiver.text))
      return none("Its body uses the class, which a method gets in another way.");
    const rest = [{ item: 0, text: "self" }, ...kept.slice(1)];
    return [...dropDecorator(file, decorator), ...listEdits(text, signature.parameterSpan, items, rest)];
  }
  if (identifiersIn(text, member.span, "python").some(({ name }) => name === "self")) return UNREADABLE;
  return [
    ...dropDecorator(file, decorator),
    ...listEdits(text, signature.parameterSpan, items, [{ text: "self" }, ...kept]),
  ];
}

function pythonAbstract(writer: Writer, file: CodeFile, member: CodeMember, wanted: boolean): Edits {
  if (wanted) return addDecorator(file, member, writer.standard("abc", "abstractmethod"));
  const decorator = member.decorators.find(({ name }) => /(?:^|\.)abstract(?:method|property)$/.test(name));
  return decorator ? dropDecorator(file, decorator) : UNREADABLE;
}

function addDecorator({ text }: CodeFile, member: CodeMember, name: string): CodeEdit[] {
  const last = member.decorators.at(-1);
  const lineEnd = /\r\n|\r|\n/.exec(text)?.[0] ?? "\n";
  const indent = indentAt(text, member.span.start);
  // Nearest to the function, as `abstractmethod` has to be.
  if (last) return [insert(last.end, `${lineEnd}${indent}@${name}`)];
  return [insert(member.span.start, `@${name}${lineEnd}${indent}`)];
}

function dropDecorator({ text }: CodeFile, { start, end }: Span): CodeEdit[] {
  const rest = /^[ \t]*(?:\r\n|\r|\n)[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  return [replace({ start, end: end + rest }, "")];
}

/** TypeScript: `export` before the declaration, by default or not. */
export function exportFix(fix: FixContext, finding: Finding, { definition }: Comparison): Edits {
  const { expected = "", actual = "" } = finding;
  const [first, ...others] = definition?.symbols ?? [];
  if (!first || !definition || others.length > 0) return UNREADABLE;
  const { text } = definition.file;
  const head = text.slice(first.span.start, first.span.end);
  const before = /\bexport\s+(?:default\s+)?$/.exec(
    text.slice(Math.max(0, first.span.start - 24), first.span.start),
  )?.[0];
  const exported = /^export\s+(?:default\s+)?/.exec(head)?.[0];
  const span = exported
    ? { start: first.span.start, end: first.span.start + exported.length }
    : before
      ? { start: first.span.start - before.length, end: first.span.start }
      : undefined;
  if (actual === "not exported") {
    const statement = /^(?:declare |abstract |async )*(?:class|interface|type|enum|function|const enum)\b/;
    if (!span && statement.test(head)) return [insert(first.span.start, "export ")];
    const shared = definition.file.signature.symbols.filter(
      ({ span: other }) => other.start === first.span.start,
    );
    if (!span && shared.length === 1 && /^(?:const|let|var)\s/.test(head))
      return [insert(first.span.start, "export ")];
    // A variable's statement may hold more than the one.
    const declared = /(?:^|[\r\n])((?:const|let|var)\s+)$/.exec(text.slice(0, first.span.start));
    return declared ? [insert(first.span.start - declared[1]!.length, "export ")] : UNREADABLE;
  }
  if (isImported(fix, definition.file, first.name))
    return none("Other files import it as it is exported: they would have to change.");
  if (!span) return UNREADABLE;
  const rest = text.slice(span.end, first.span.end);
  if (expected === "export default")
    return /^(?:abstract |async )*(?:class|function|interface)\b/.test(rest)
      ? [replace(span, "export default ")]
      : none("Only functions, classes and interfaces are exported by default where they stand.");
  return [replace(span, "export ")];
}

function isImported(fix: FixContext, home: CodeFile, name: string): boolean {
  for (const file of fix.project.files.values()) {
    for (const { specifier, names } of file.signature.imports) {
      if (!names.some((each) => each.name === name || each.name === "default")) continue;
      const target = fix.project.resolveImport(file.path, specifier);
      if (target.kind === "file" && target.path === home.path) return true;
    }
  }
  return false;
}
