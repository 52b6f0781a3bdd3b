import type { Node } from "web-tree-sitter";
import type { CodeDecorator } from "../reading/signature.js";
import { isTrivia, type Source } from "./source.js";
import { skipBlank, skipTo } from "./tokens.js";

/** A function or class with its decorators taken off. */
export interface Decorated {
  /** The `function_definition` or `class_definition`. */
  definition: Node;
  /** The whole with decorators. */
  whole: Node;
  decorators: CodeDecorator[];
}

export function undecorate(node: Node, source: Source): Decorated | undefined {
  if (node.type === "function_definition" || node.type === "class_definition") {
    return { definition: node, whole: node, decorators: [] };
  }
  if (node.type !== "decorated_definition") return undefined;
  const definition = node.childForFieldName("definition");
  if (!definition) return undefined;
  const decorators = node.namedChildren
    .filter((child) => child.type === "decorator")
    .map((child) => readDecorator(child, source));
  return { definition, whole: node, decorators };
}

function readDecorator(node: Node, source: Source): CodeDecorator {
  const { text } = source;
  const value = node.namedChildren.find((child) => !isTrivia(child));
  const start = node.startIndex;
  const end = value?.endIndex ?? node.endIndex;
  const from = value?.startIndex ?? start + 1;
  const name =
    /^[\p{XIDS}_][\p{XIDC}]*(?:\s*\.\s*[\p{XIDS}_][\p{XIDC}]*)*/u.exec(text.slice(from, end))?.[0] ?? "";
  const open = skipBlank(text, from + name.length, end);
  const decorator = { name: name.replace(/\s+/g, ""), start, end };
  if (open >= end || text[open] !== "(") return decorator;
  const close = skipTo(text, open + 1, end, ")");
  return { ...decorator, arguments: text.slice(open, close + 1) };
}

/**
 * The first decorator whose name, wherever it comes from, is one of these; a class of this file may carry it too
 * (a `cached_property` of the project's own).
 */
export function decoratorKnownAs(
  decorators: readonly CodeDecorator[],
  names: ReadonlySet<string>,
  source: Source,
): CodeDecorator | undefined {
  return decorators.find((decorator) => names.has(decorator.name) || names.has(source.known(decorator.name)));
}
