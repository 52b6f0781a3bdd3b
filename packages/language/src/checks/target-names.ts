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
import { isClassLike } from "../types/world.js";
import type { OwnerContext } from "./context.js";

/** Names that the language of their module cannot have: reserved words, and signs that are part of no identifier. */
export function checkTargetNames(context: OwnerContext): void {
  const { language } = context;
  if (!language) return;
  const look = (named: Named, role: NameRole, symbol: Address) =>
    check(context, language, named, role, symbol);
  for (const declaration of context.declarations) {
    // Events and states are no symbols of the code.
    if (declaration.kind === "event" || declaration.kind === "states") continue;
    look(declaration, "symbol", declaration.address);
    if (declaration.kind === "enum") {
      for (const member of declaration.members) {
        look(member, "enum-member", `${declaration.address}.${member.name}`);
      }
    }
    if (declaration.kind === "function") {
      for (const parameter of declaration.parameters) look(parameter, "parameter", declaration.address);
    }
    if (!isClassLike(declaration)) continue;
    for (const member of declaration.members) {
      if (member.kind !== "constructor") look(member, "member", member.address);
      if (member.kind === "field") continue;
      for (const parameter of member.parameters) look(parameter, "parameter", member.address);
    }
  }
}

function check(
  context: OwnerContext,
  language: Language,
  named: Named,
  role: NameRole,
  symbol: Address,
): void {
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
