import type { Fix } from "@contractc/kernel";
import type { CodeClassView } from "../../drift/code-class.js";
import type { CodeFile } from "../../project/project.js";
import type { CodeMember } from "../../reading/signature.js";
import type { FixContext } from "../context.js";
import { type NoRemedy, none } from "../remedy.js";
import { type CodeEdit, replace } from "./edits.js";
import { identifiersIn, renameIn } from "./identifiers.js";

function whole({ text }: CodeFile) {
  return { start: 0, end: text.length };
}

/** Gives a symbol of a file another name, there and in the files of the project that import it. */
export function renameSymbol(fix: FixContext, home: CodeFile, from: string, to: string): Fix | NoRemedy {
  const own = renameIn(home.text, whole(home), home.language, from, to);
  if (!own) return none(`\`${to}\` means something else in \`${home.path}\`.`);
  const edits: { file: CodeFile; edits: CodeEdit[] }[] = [
    { file: home, edits: [...own, ...listedNames(home, from, to)] },
  ];
  for (const file of fix.project.files.values()) {
    if (file === home || file.language !== home.language || !file.text.includes(from)) continue;
    const found = importerEdits(fix, file, home, from, to);
    if (!found) return none(`\`${to}\` means something else in \`${file.path}\`, which imports it.`);
    if (found.length > 0) edits.push({ file, edits: found });
  }
  return fixOfFiles(fix, `Rename ${from} to ${to}`, edits);
}

/** The names in a Python `__all__`. */
function listedNames({ text, language, signature }: CodeFile, from: string, to: string): CodeEdit[] {
  if (language !== "python" || !signature.exported?.includes(from)) return [];
  const list = /^__all__[ \t]*(?::[^=\n]*)?=[ \t]*[[(]([^\])]*)[\])]/m.exec(text);
  if (!list) return [];
  const start = list.index + list[0].indexOf(list[1]!);
  const found = [...list[1]!.matchAll(/(["'])([^"']*)\1/g)].find(([, , name]) => name === from);
  return found
    ? [replace({ start: start + found.index + 1, end: start + found.index + 1 + from.length }, to)]
    : [];
}

function importerEdits(
  fix: FixContext,
  file: CodeFile,
  home: CodeFile,
  from: string,
  to: string,
): CodeEdit[] | undefined {
  const edits: CodeEdit[] = [];
  for (const { specifier, names } of file.signature.imports) {
    const target = fix.project.resolveImport(file.path, specifier);
    if (target.kind !== "file" || target.path !== home.path) continue;
    for (const { name, local, span } of names) {
      if (name === from && local === from) {
        const renamed = renameIn(file.text, whole(file), file.language, from, to);
        if (!renamed) return undefined;
        edits.push(...renamed);
      } else if (name === from) edits.push(replace({ start: span.start, end: span.start + from.length }, to));
      else if (name === "*" && local !== undefined) {
        const receiver = local.slice(local.lastIndexOf(".") + 1);
        for (const each of identifiersIn(file.text, whole(file), file.language)) {
          if (each.role === "member" && each.name === from && each.receiver === receiver)
            edits.push(replace(each, to));
        }
      }
    }
  }
  return edits;
}

/**
 * Gives a member another name, in its class and behind `self` and `this` there. Where the project says `.name` anywhere
 * else, nothing tells whether that is this member.
 */
export function renameMember(
  fix: FixContext,
  view: CodeClassView,
  member: CodeMember,
  to: string,
): Fix | NoRemedy {
  const { file, parts } = view;
  const from = member.name;
  if (from.startsWith("#")) return none("A name with `#` is hidden by the language.");
  if (parts.some(({ members }) => members.some(({ name }) => name === to)))
    return none(`The class has a member \`${to}\` already.`);
  const spans = parts.map(({ span }) => span);
  const inClass = (at: number) => spans.some(({ start, end }) => start <= at && at < end);
  const edits: CodeEdit[] = [];
  for (const other of fix.project.files.values()) {
    if (other.language !== file.language || !other.text.includes(from)) continue;
    for (const each of identifiersIn(other.text, whole(other), other.language)) {
      if (each.name !== from || each.role !== "member") continue;
      const isOwn =
        other === file && inClass(each.start) && /^(?:self|this|cls|super)$/.test(each.receiver ?? "");
      if (!isOwn)
        return none(
          `\`.${from}\` is used in \`${other.path}\`, where nothing tells whether it is this member.`,
        );
      edits.push(replace(each, to));
    }
  }
  const definitions = parts.flatMap(({ members }) => members).filter(({ name }) => name === from);
  const head = definitions.flatMap(({ nameSpan }) => nameSpan);
  // A property and its setter are one member with two names in the text.
  const spare = decorated(file, definitions, from);
  for (const span of [...head, ...spare]) {
    if (!edits.some(({ start }) => start === span.start)) edits.push(replace(span, to));
  }
  return fixOfFiles(fix, `Rename ${from} to ${to}`, [{ file, edits }]);
}

/** Further definitions of a name in its class: overloads, setters, `@x.setter`. */
function decorated(file: CodeFile, definitions: readonly CodeMember[], from: string) {
  return definitions.flatMap(({ span }) =>
    identifiersIn(file.text, span, file.language).filter(({ name, role, start }) => {
      const before = file.text.slice(Math.max(span.start, start - 12), start);
      return name === from && role === "name" && /(?:\bdef[ \t]+|@|\b(?:get|set)[ \t]+)$/.test(before);
    }),
  );
}

export function fixOfFiles(
  fix: FixContext,
  title: string,
  files: readonly { file: CodeFile; edits: readonly CodeEdit[] }[],
): Fix {
  return {
    title,
    kind: "code",
    edits: files.flatMap(({ file, edits }) =>
      edits.map(({ start, end, text }) => ({ ...fix.drift.codePlace(file, { start, end }), text })),
    ),
  };
}
