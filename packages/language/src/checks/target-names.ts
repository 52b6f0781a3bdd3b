import {
  type Address,
  type Fix,
  finding,
  type Language,
  type Named,
  type NameRole,
  possibleName,
  wantedName,
} from "@contractc/kernel";
import type { AstNode } from "langium";
import { type Source, spanOf } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import type { OwnerContext } from "./context.js";

/**
 * A name that the language of its module cannot have: a reserved word, or with signs that are part of no identifier.
 *
 * @param symbol address of the declaration or member that it stands in
 */
export function checkTargetName(context: OwnerContext, named: Named, role: NameRole, symbol: Address): void {
  const { language } = context;
  if (!language) return;
  const name = wantedName(named, language, role);
  const suggestion = possibleName(named, language, role);
  if (suggestion === name) return;
  // A default export needs no name: importers give it one.
  if (name === "default" && "exportDefault" in named) return;
  const { node, source } = context.originOf(named);
  context.report(
    finding(
      "type/target-name",
      source.placeOf(node, "name"),
      { name, language, suggestion },
      { symbol, key: name, fixes: [nameFix(source, node as Annotated, language, suggestion)] },
    ),
  );
}

type Annotated = AstNode & { annotations: ast.Annotation[] };

/** Adds `@name`, or what it lacks, or replaces the name that it gives. */
function nameFix(source: Source, node: Annotated, language: Language, name: string): Fix {
  const entry = `${language}: ${JSON.stringify(name)}`;
  const annotation = node.annotations.find((each) => each.name === "name");
  const given = annotation?.arguments.find((argument) => argument.name === language);
  const last = annotation?.arguments.at(-1);
  const edit = given
    ? { ...source.place(given), text: entry }
    : last
      ? { ...at(source, spanOf(last).end), text: `, ${entry}` }
      : { ...at(source, spanOf(node).start), text: `@name(${entry}) ` };
  return { title: `Add \`@name(${entry})\``, kind: "contract", edits: [edit] };
}

function at(source: Source, offset: number) {
  return source.placeAt({ start: offset, end: offset });
}
