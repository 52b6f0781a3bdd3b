import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Language, type Node, Parser } from "web-tree-sitter";
import type { Callable, Declaration, Import, NameUse, Outline, Parameter, Span } from "./outline.ts";
import { localsOf, stringsOf, typesOf, usesOf } from "./python-names.ts";

/** Outlines Python. `null` where the text does not parse. */
export type PythonOutliner = (path: string, text: string) => Outline | null;

export async function pythonOutliner(): Promise<PythonOutliner> {
  const require = createRequire(import.meta.url);
  await Parser.init();
  const grammar = readFileSync(require.resolve("tree-sitter-python/tree-sitter-python.wasm"));
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar));
  return (path, text) => {
    const tree = parser.parse(text);
    if (!tree) return null;
    try {
      return tree.rootNode.hasError ? null : outline(path, text, tree.rootNode);
    } finally {
      tree.delete();
    }
  };
}

export function span(node: Node): Span {
  return { start: node.startIndex, end: node.endIndex };
}

function outline(path: string, text: string, root: Node): Outline {
  const statements = root.namedChildren.filter((node): node is Node => node !== null);
  const declarations = statements.flatMap((node) => declarationsOf(node, text, undefined));
  const imports = importsOf(root);
  const uses: NameUse[] = [];
  usesOf(root, uses);
  return {
    language: "python",
    path,
    text,
    declarations: withOverloads(declarations),
    imports,
    ...importPlaces(statements, text),
    uses,
    strings: stringsOf(root),
    types: typesOf(root),
    returns: root
      .descendantsOfType("return_statement")
      .flatMap((node) => (node?.namedChild(0) ? [span(node.namedChild(0)!)] : [])),
    locals: localsOf(root),
    exportLists: exportLists(statements, text),
  };
}

function importPlaces(
  statements: readonly Node[],
  text: string,
): { importsAt: number; afterImports: number } {
  let importsAt = 0;
  let afterImports = 0;
  for (const [index, node] of statements.entries()) {
    const isDoc =
      index === 0 && node.type === "expression_statement" && node.firstNamedChild?.type === "string";
    if (node.type === "comment") continue;
    if (isDoc || node.type === "future_import_statement") importsAt = lineEnd(text, node.endIndex);
    else if (node.type !== "import_statement" && node.type !== "import_from_statement") break;
    afterImports = lineEnd(text, node.endIndex);
  }
  return { importsAt, afterImports: Math.max(afterImports, importsAt) };
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

function withOverloads(declarations: Declaration[]): Declaration[] {
  for (const declaration of declarations) {
    const same = declarations.filter(
      (other) => other.name === declaration.name && other.accessor === declaration.accessor,
    );
    if (same.length > 1) declaration.overload = true;
    withOverloads(declaration.members);
  }
  return declarations;
}

function declarationsOf(node: Node, text: string, owner: string | undefined): Declaration[] {
  switch (node.type) {
    case "decorated_definition": {
      const inner = node.childForFieldName("definition");
      return inner ? declarationsOf(inner, text, owner) : [];
    }
    case "function_definition":
      return [functionOf(node, text, owner)];
    case "class_definition":
      return [classOf(node, text)];
    case "type_alias_statement": {
      const name = firstIdentifier(node.childForFieldName("left"));
      const value = node.childForFieldName("right");
      if (!name || !value) return [];
      return [{ ...common("alias", name, node, node, text), type: span(value) }];
    }
    case "expression_statement": {
      const assignment = node.firstNamedChild;
      const left = assignment?.childForFieldName("left");
      if (assignment?.type !== "assignment" || left?.type !== "identifier") return [];
      const type = assignment.childForFieldName("type");
      const value = assignment.childForFieldName("right");
      return [
        {
          ...common(owner === undefined ? "constant" : "field", left, node, node, text),
          ...(type ? { type: span(type) } : {}),
          ...(value ? { value: span(value) } : {}),
        },
      ];
    }
    default:
      return [];
  }
}

function firstIdentifier(node: Node | null): Node | undefined {
  if (!node) return undefined;
  return node.type === "identifier" ? node : (node.descendantsOfType("identifier")[0] ?? undefined);
}

function common(kind: Declaration["kind"], name: Node, core: Node, whole: Node, text: string): Declaration {
  const line = text.lastIndexOf("\n", whole.startIndex - 1) + 1;
  const decorators = (whole.type === "decorated_definition" ? whole.namedChildren : []).flatMap((node) =>
    node?.type === "decorator" ? [{ ...span(node), name: /^@\s*([\w.]*)/.exec(node.text)?.[1] ?? "" }] : [],
  );
  return {
    kind,
    name: name.text,
    nameSpan: span(name),
    span: span(whole),
    core: span(core),
    decorators,
    indent: text.slice(line, whole.startIndex),
    members: [],
    basesAt: name.endIndex,
    bases: [],
    implements: [],
    modifiers: [],
    exported: !name.text.startsWith("_"),
    overload: false,
  };
}

function functionOf(node: Node, text: string, owner: string | undefined): Declaration {
  const name = node.childForFieldName("name")!;
  const whole = node.parent?.type === "decorated_definition" ? node.parent : node;
  const base = common(owner === undefined ? "function" : "method", name, node, whole, text);
  const decorators = base.decorators.map((each) => each.name);
  const isStatic = decorators.includes("staticmethod");
  const callable = callableOf(node, owner !== undefined && !isStatic);
  if (owner === undefined) return { ...base, callable };
  const accessor = decorators.some((each) => /(^|\.)(cached_)?property$/.test(each))
    ? "get"
    : decorators.some((each) => /\.(setter|deleter)$/.test(each))
      ? "set"
      : undefined;
  if (accessor) {
    const result = callable.result;
    return { ...base, kind: "property", accessor, callable, ...(result ? { type: result } : {}) };
  }
  return { ...base, kind: name.text === "__init__" ? "constructor" : "method", callable };
}

function callableOf(node: Node, hasReceiver: boolean): Callable {
  const list = node.childForFieldName("parameters")!;
  const result = node.childForFieldName("return_type");
  const body = node.childForFieldName("body");
  const typeParameters = node.childForFieldName("type_parameters");
  const children = list.namedChildren.filter(
    (each): each is Node => each !== null && each.type !== "comment",
  );
  const isAsync = node.child(0)?.type === "async" ? node.child(0) : null;
  const first = hasReceiver ? children[0] : undefined;
  const receiver = first && first.type !== "positional_separator" ? first : undefined;
  const own = receiver ? children.slice(1) : children;
  const name = node.childForFieldName("name")!;
  const inside = body ? stopAtFunctions(body) : [];
  return {
    parameters: parametersOf(own),
    ...(receiver ? { receiver: span(receiver) } : {}),
    inner: { start: list.startIndex + 1, end: list.endIndex - 1 },
    separated: own.some(({ type }) => type === "keyword_separator" || type === "positional_separator"),
    ...(result ? { result: span(result) } : {}),
    resultAt: list.endIndex,
    ...(body ? { body: span(body) } : {}),
    ...(isAsync ? { async: { start: isAsync.startIndex, end: isAsync.endIndex + 1 } } : {}),
    asyncAt: node.startIndex,
    generator: inside.some(({ type }) => type === "yield"),
    awaits: inside.some((each) => each.type === "await" || each.child(0)?.type === "async"),
    ...(typeParameters ? { typeParameters: span(typeParameters) } : {}),
    typeParametersAt: name.endIndex,
    bound: false,
  };
}

/** Every node of a body but those of functions inside it. */
function stopAtFunctions(node: Node): Node[] {
  return [
    node,
    ...node.children.flatMap((child) =>
      !child || child.type === "function_definition" || child.type === "lambda" ? [] : stopAtFunctions(child),
    ),
  ];
}

function parametersOf(nodes: readonly Node[]): Parameter[] {
  const slash = nodes.findIndex(({ type }) => type === "positional_separator");
  let kind: Parameter["kind"] = slash >= 0 ? "positional-only" : "standard";
  const parameters: Parameter[] = [];
  for (const node of nodes) {
    if (node.type === "positional_separator") {
      kind = "standard";
      continue;
    }
    if (node.type === "keyword_separator") {
      kind = "keyword-only";
      continue;
    }
    const inner = node.type === "typed_parameter" ? node.firstNamedChild! : node;
    const name = node.childForFieldName("name") ?? firstIdentifier(inner);
    if (!name) continue;
    const type = node.childForFieldName("type");
    const value = node.childForFieldName("value");
    const own =
      inner.type === "list_splat_pattern"
        ? "variadic"
        : inner.type === "dictionary_splat_pattern"
          ? "keyword-variadic"
          : kind;
    parameters.push({
      name: name.text,
      nameSpan: span(name),
      span: span(node),
      kind: own,
      ...(type ? { type: span(type) } : {}),
      ...(value ? { default: span(value) } : {}),
    });
    if (own === "variadic") kind = "keyword-only";
  }
  return parameters;
}

function classOf(node: Node, text: string): Declaration {
  const name = node.childForFieldName("name")!;
  const whole = node.parent?.type === "decorated_definition" ? node.parent : node;
  const body = node.childForFieldName("body")!;
  const list = node.childForFieldName("superclasses");
  const typeParameters = node.childForFieldName("type_parameters");
  const bases = (list?.namedChildren ?? []).filter(
    (each): each is Node => each !== null && each.type !== "keyword_argument" && each.type !== "comment",
  );
  const names = bases.map((base) => base.text);
  const isEnum = names.some((base) => /(^|\.)(Str|Int)?(Enum|Flag)$/.test(base));
  const members = body.namedChildren.flatMap((each) => (each ? declarationsOf(each, text, name.text) : []));
  return {
    ...common(isEnum ? "enum" : "class", name, node, whole, text),
    members,
    body: span(body),
    basesAt: typeParameters?.endIndex ?? name.endIndex,
    bases: bases.map(span),
    ...(list ? { baseList: span(list) } : {}),
    ...(typeParameters ? { typeParameters: span(typeParameters) } : {}),
    typeParametersAt: name.endIndex,
  };
}

function importsOf(root: Node): Import[] {
  const found: Import[] = [];
  for (const node of root.descendantsOfType(["import_statement", "import_from_statement"])) {
    if (!node) continue;
    const top = node.parent?.type === "module";
    const module = node.childForFieldName("module_name");
    const names = node.childrenForFieldName("name").flatMap((each) => {
      if (!each) return [];
      const aliased = each.type === "aliased_import";
      const name = (aliased ? each.childForFieldName("name")?.text : each.text) ?? each.text;
      const local = (aliased ? each.childForFieldName("alias")?.text : each.text) ?? each.text;
      return [{ name, local, span: span(each) }];
    });
    const common = { span: span(node), typeOnly: false, top, reExport: false };
    if (module) {
      found.push({
        ...common,
        specifier: module.text,
        specifierSpan: span(module),
        names,
        other: names.length === 0,
      });
    } else {
      for (const each of names) {
        found.push({ ...common, specifier: each.name, specifierSpan: each.span, names: [], other: true });
      }
    }
  }
  return found;
}

function exportLists(statements: readonly Node[], text: string): Outline["exportLists"] {
  return statements.flatMap((node) => {
    const assignment = node.firstNamedChild;
    if (node.type !== "expression_statement" || assignment?.type !== "assignment") return [];
    const list = assignment.childForFieldName("right");
    if (assignment.childForFieldName("left")?.text !== "__all__" || !list) return [];
    const names = list.namedChildren.flatMap((each) => {
      if (each?.type !== "string") return [];
      const name = text.slice(each.startIndex + 1, each.endIndex - 1);
      return [{ name, local: name, span: span(each) }];
    });
    return [{ span: span(list), names }];
  });
}
