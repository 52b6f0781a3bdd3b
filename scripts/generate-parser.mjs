// Writes packages/language/src/syntax/generated/parser.ts: the grammar as a recursive descent parser without recovery.
// Langium's own parser interprets the grammar and keeps a concrete tree; it is started only for broken texts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { EmptyFileSystem, GrammarUtils, URI } from "langium";
import { createLangiumGrammarServices } from "langium/grammar";
import { decision, keyOf, sequencesOf } from "./parser-lookahead.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Types that `normalise.ts` settles after the parse. */
const SETTLED = new Set(["NamedType", "FunctionType", "NameExpression"]);
/** An alternative of so many lines is worth a method of its own. */
const LONG = 12;

const grammar = await readGrammar(`${root}grammar/contract.langium`);
const rules = new Map(
  grammar.rules.filter((rule) => rule.$type === "ParserRule").map((rule) => [rule.name, rule]),
);
const interfaces = new Map(grammar.interfaces.map((each) => [each.name, each]));
const kinds = new Map(["EOF", ...tokenNames()].map((name, index) => [name, index]));
const properties = [];
const sets = new Map();

/** Methods of long alternatives, by their names. */
const alternatives = new Map();

const bodies = [...rules.values()].filter((rule) => !rule.fragment).map(ruleMethod);
bodies.push(...alternatives.values());
mkdirSync(`${root}packages/language/src/syntax/generated`, { recursive: true });
writeFileSync(`${root}packages/language/src/syntax/generated/parser.ts`, fileText());

async function readGrammar(path) {
  const { shared } = createLangiumGrammarServices(EmptyFileSystem);
  const document = shared.workspace.LangiumDocumentFactory.fromString(
    readFileSync(path, "utf8"),
    URI.file(path),
  );
  shared.workspace.LangiumDocuments.addDocument(document);
  await shared.workspace.DocumentBuilder.build([document]);
  return document.parseResult.value;
}

function tokenNames() {
  const terminals = grammar.rules.filter((rule) => rule.$type === "TerminalRule" && !rule.hidden);
  const keywords = new Set();
  const collect = (element) => {
    if (element?.$type === "Keyword") keywords.add(element.value);
    for (const child of element?.elements ?? []) collect(child);
    if (element?.terminal) collect(element.terminal);
  };
  for (const rule of rules.values()) collect(rule.definition);
  return [...terminals.map((rule) => rule.name), ...[...keywords].sort()];
}

function fileText() {
  const tables = [...sets].map(([key, name]) => `const ${name} = table([${key}]);`);
  return `// Generated from grammar/contract.langium by scripts/generate-parser.mjs.
import { EMPTY, ParserBase, type SyntaxNode, table } from "../parser-base.js";

/** The numbers of the token types, by name. */
export const KINDS: ReadonlyMap<string, number> = new Map([
${[...kinds].map(([name, index]) => `  [${JSON.stringify(name)}, ${index}],`).join("\n")}
]);

/** The properties of nodes; their numbers stand in the tables of places. */
export const PROPERTIES: readonly string[] = ${JSON.stringify(properties)};

${tables.join("\n")}

/**
 * One method for each rule of the grammar, and for each long alternative that makes a node of its own; fragments are
 * written out where they are called.
 */
export class GeneratedParser extends ParserBase {
${bodies.join("\n\n")}
}
`;
}

function ruleMethod(rule) {
  if (GrammarUtils.isDataTypeRule(rule)) {
    const lines = emit(rule.definition, { rule, text: true, rest: [] });
    return method(`${rule.name}(): string`, ['let text = "";', ...lines, "return text;"]);
  }
  const context = {
    rule,
    rest: [],
    early: earlyProperties(rule),
    node: false,
    wraps: wraps(rule.definition),
  };
  const lines = [
    "this.enter();",
    "const from = this.start;",
    context.wraps || hasAction(rule.definition)
      ? "let node!: SyntaxNode;"
      : `const node: SyntaxNode = ${literal(rule.returnType.ref.name, [])};`,
    ...(hasAction(rule.definition) ? [] : settling(rule.returnType.ref.name)),
    ...context.early.map((name) => `let ${name}: ${earlyType(name)} = EMPTY;`),
    ...emit(rule.definition, context),
    "return this.leave(node, from);",
  ];
  return method(`${rule.name}(): SyntaxNode`, lines);
}

function method(head, lines) {
  return `  ${head} {\n${lines.map((line) => `    ${line}`).join("\n")}\n  }`;
}

function hasAction(element) {
  if (element.$type === "Action") return true;
  return (element.elements ?? []).some(hasAction);
}

/** Whether a rule hands on the node of another: `Type returns Type: PostfixType …`. */
function wraps(element) {
  if (element.$type === "RuleCall")
    return !element.rule.ref.fragment && element.rule.ref.$type === "ParserRule";
  return (element.elements ?? []).some(wraps);
}

/** Lists that a rule fills before its node has a type. */
function earlyProperties(rule) {
  const [first] = rule.definition.elements ?? [];
  if (!hasAction(rule.definition) || first === undefined || hasAction(first)) return [];
  const found = new Set();
  const collect = (element) => {
    if (element.$type === "Assignment") found.add(element.feature);
    for (const child of element.elements ?? []) collect(child);
  };
  collect(first);
  return [...found];
}

function earlyType(name) {
  return `readonly ${name === "annotations" ? "SyntaxNode" : "string"}[]`;
}

/** A node of a type, with all its properties, so that all nodes of a type have one shape. */
function literal(type, early) {
  const fields = featuresOf(type).map(({ name, type: shape }) => {
    if (early.includes(name)) return name;
    if (shape.$type === "ArrayType") return `${name}: EMPTY`;
    if (shape.primitiveType === "boolean") return `${name}: false`;
    if (type === "Parameter" && name === "name") return `name: ""`;
    return `${name}: undefined`;
  });
  const own = [
    "$container: undefined",
    `$type: ${JSON.stringify(type)}`,
    "$from: from",
    "$to: 0",
    "$places: 0",
  ];
  return `{ ${[...own, ...fields].join(", ")} }`;
}

function featuresOf(type) {
  const declaration = interfaces.get(type);
  if (declaration === undefined) throw new Error(`The grammar has no interface ${type}`);
  return [...declaration.superTypes.flatMap((each) => featuresOf(each.ref.name)), ...declaration.attributes];
}

/** The statements that read an element, its repetitions included. */
function emit(element, context) {
  const { cardinality } = element;
  if (cardinality === undefined) return emitOnce(element, context);
  const again = cardinality === "?" ? [] : [{ ...element, $again: true, cardinality: "*" }];
  const rest = [...again, ...context.rest];
  const body = emitOnce(element, { ...context, rest });
  if (cardinality === "+") return ["do {", ...indent(body), `} while (${enters(element, context.rest)});`];
  const keyword = cardinality === "?" ? "if" : "while";
  // `a.b.c` nests without brackets, and what walks the tree is recursive.
  const chain = cardinality === "*" && hasAction(element);
  return [
    ...(chain ? ["let links = 0;"] : []),
    `${keyword} (${enters(element, context.rest)}) {`,
    ...indent([...(chain ? ["this.limitChain(++links);"] : []), ...body]),
    "}",
  ];
}

function emitOnce(element, context) {
  switch (element.$type) {
    case "Group":
      return element.elements.flatMap((each, index) =>
        emit(each, { ...context, rest: [...element.elements.slice(index + 1), ...context.rest] }),
      );
    case "Alternatives":
      return emitAlternatives(element, context);
    case "Keyword":
      return context.text
        ? [`text += this.token(${kind(element.value)});`]
        : [`this.expect(${kind(element.value)});`];
    case "Action":
      return emitAction(element, context);
    case "Assignment":
      return emitAssignment(element, context);
    case "RuleCall": {
      const called = element.rule.ref;
      if (called.$type === "TerminalRule") {
        return context.text
          ? [`text += this.token(${kind(called.name)});`]
          : [`this.expect(${kind(called.name)});`];
      }
      if (called.fragment) return emit(called.definition, context);
      return [`node = this.${called.name}();`];
    }
    default:
      throw new Error(`No translation for ${element.$type}`);
  }
}

function emitAction(action, context) {
  const type = action.type?.ref?.name ?? action.inferredType?.name;
  if (action.feature === undefined) {
    const lines = [`node = ${literal(type, context.early)};`, ...settling(type)];
    for (const name of context.early) {
      if (name === "annotations") lines.push("this.adopt(node, annotations);");
    }
    if (context.early.length > 0) lines.push("node.$places = this.early;", "this.early = 0;");
    return lines;
  }
  const property = propertyNumber(action.feature);
  const set =
    action.operator === "+="
      ? `${field("wrapper", action.feature)} = [part];`
      : `${field("wrapper", action.feature)} = part;`;
  return [
    "{",
    "  const part = this.close(node, from);",
    `  const wrapper: SyntaxNode = ${literal(type, [])};`,
    "  part.$container = wrapper;",
    `  ${set}`,
    `  this.place(wrapper, ${property}, part.$from, part.$to);`,
    "  node = wrapper;",
    "}",
  ];
}

function emitAssignment(element, context) {
  const { feature, operator, terminal } = element;
  const property = propertyNumber(feature);
  const early = context.early.includes(feature);
  const put = (value) => {
    if (operator === "?=") return `${value}; ${field("node", feature)} = true;`;
    if (early) return `${feature} = this.with(${feature}, ${value});`;
    return operator === "+="
      ? `${field("node", feature)} = this.with(${field("node", feature)} as unknown[], ${value});`
      : `${field("node", feature)} = ${value};`;
  };
  const tokenPlace = early
    ? `this.placeEarly(${property}, this.tokenStart, this.end);`
    : `this.place(node, ${property}, this.tokenStart, this.end);`;
  if (terminal.$type === "RuleCall" && terminal.rule.ref.$type === "ParserRule") {
    const name = terminal.rule.ref.name;
    if (GrammarUtils.isDataTypeRule(terminal.rule.ref)) {
      return [
        "{",
        "  const begin = this.start;",
        `  ${put(`this.${name}()`)}`,
        `  this.place(node, ${property}, begin, this.end);`,
        "}",
      ];
    }
    const lines = ["{", `  const part = this.${name}();`];
    if (!early) lines.push("  part.$container = node;");
    lines.push(`  ${put("part")}`);
    lines.push(
      early
        ? `  this.placeEarly(${property}, part.$from, part.$to);`
        : `  this.place(node, ${property}, part.$from, part.$to);`,
      "}",
    );
    return lines;
  }
  return [put(readToken(terminal)), tokenPlace];
}

/** The expression that reads one token and gives its value. */
function readToken(terminal) {
  switch (terminal.$type) {
    case "Keyword":
      return `this.token(${kind(terminal.value)})`;
    case "Alternatives":
      return `this.oneOf(${setOf(terminal.elements.map((each) => each.value))})`;
    case "RuleCall": {
      const { name } = terminal.rule.ref;
      const read = `this.token(${kind(name)})`;
      if (name === "ID" || name === "START") return `this.name(${kind(name)})`;
      return name === "STRING" ? `this.string(${kind(name)})` : read;
    }
    default:
      throw new Error(`No translation for the value ${terminal.$type}`);
  }
}

function emitAlternatives(element, context) {
  const choices = element.elements.map((each) => sequencesOf([each], 3));
  const tree = decision(choices);
  const bodies = element.elements.map((each) => emitAlternative(each, context));
  const written = (index) => bodies[index] ?? [];
  const branch = (node, depth) => {
    if (typeof node === "number") return written(node);
    const groups = new Map();
    for (const [token, next] of node.next) {
      if (next === node.otherwise) continue;
      const key = typeof next === "number" ? String(next) : JSON.stringify([token, depth]);
      const group = groups.get(key) ?? { tokens: [], next };
      group.tokens.push(token);
      groups.set(key, group);
    }
    const cases = [...groups.values()].flatMap(({ tokens, next }) => [
      ...tokens.map((token) => `case ${kind(token)}:`),
      ...indent([...branch(next, depth + 1), "break;"]),
    ]);
    const other =
      node.otherwise === undefined
        ? ["throw this.mismatch();"]
        : [...branch(node.otherwise, depth + 1), "break;"];
    return [`switch (this.ahead(${depth})) {`, ...indent([...cases, "default:", ...indent(other)]), "}"];
  };
  return branch(tree, 1);
}

/**
 * One method that reads all that may stand somewhere is a long one, of which most texts need a part: engines compile what
 * they run often, and whole.
 */
function emitAlternative(element, context) {
  const lines = emit(element, context);
  const [action] = element.elements ?? [];
  if (action?.$type !== "Action" || action.feature !== undefined || lines.length < LONG) return lines;
  const name = `${context.rule.name}${action.type?.ref?.name ?? action.inferredType?.name}`;
  const parameters = ["from: number", ...context.early.map((each) => `${each}: ${earlyType(each)}`)];
  const body = ["let node!: SyntaxNode;", ...lines, "return node;"];
  alternatives.set(name, method(`${name}(${parameters.join(", ")}): SyntaxNode`, body));
  return [`node = this.${name}(${["from", ...context.early].join(", ")});`];
}

/** The condition under which an optional or repeated element is entered. */
function enters(element, rest) {
  const once = { ...element, cardinality: undefined };
  for (let depth = 1; depth <= 3; depth++) {
    const inside = sequencesOf([once], depth);
    const outside = sequencesOf(rest, depth).filter((sequence) => sequence.length === depth);
    const taken = new Set(outside.map(keyOf));
    if (inside.some((sequence) => taken.has(keyOf(sequence)))) continue;
    return condition(inside, 1);
  }
  throw new Error(`Three tokens do not decide whether to enter ${element.$cstNode?.text ?? element.$type}`);
}

function condition(sequences, depth) {
  if (sequences.some((sequence) => sequence.length === 0)) return "true";
  const byFirst = new Map();
  for (const [first, ...others] of sequences) byFirst.set(first, [...(byFirst.get(first) ?? []), others]);
  const plain = [];
  const deeper = [];
  for (const [first, others] of byFirst) {
    const next = condition(others, depth + 1);
    if (next === "true") plain.push(first);
    else deeper.push(`(this.ahead(${depth}) === ${kind(first)} && ${next})`);
  }
  const tests = [...deeper];
  if (plain.length === 1) tests.unshift(`this.ahead(${depth}) === ${kind(plain[0])}`);
  else if (plain.length > 1) tests.unshift(`${setOf(plain)}[this.ahead(${depth})] === 1`);
  return tests.length === 1 ? tests[0] : `(${tests.join(" || ")})`;
}

function kind(name) {
  const number = kinds.get(name);
  if (number === undefined) throw new Error(`No token ${name}`);
  return number;
}

function setOf(names) {
  const key = names
    .map(kind)
    .sort((a, b) => a - b)
    .join(", ");
  const known = sets.get(key);
  if (known !== undefined) return known;
  const name = `SET_${sets.size}`;
  sets.set(key, name);
  return name;
}

function propertyNumber(name) {
  const at = properties.indexOf(name);
  return at >= 0 ? at : properties.push(name) - 1;
}

function field(object, name) {
  return `${object}.${name}`;
}

function indent(lines) {
  return lines.map((line) => `  ${line}`);
}

function settling(type) {
  return SETTLED.has(type) ? ["this.settled.push(node);"] : [];
}
