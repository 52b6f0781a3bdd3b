import { nearestName } from "@contractc/kernel";
import type { AstNode } from "langium";
import type * as ast from "../generated/ast.js";
import type { Element, Member } from "../generated/ast.js";
import { hasLeaf } from "./normalise.js";
import { nameRangeOf, rangeOf, rangeOfProperty } from "./positions.js";
import type { SyntaxFix, SyntaxProblem } from "./types.js";

/** What nodes are called in messages. */
const nouns: Readonly<Record<string, string>> = {
  ContractFile: "the top level of a file",
  Header: "contract header",
  Import: "import",
  OwnerClause: "'owner' clause",
  SatisfiesClause: "'satisfies' clause",
  UsesClause: "'uses' clause",
  HandlesClause: "'handles' clause",
  ClassDeclaration: "class",
  InterfaceDeclaration: "interface",
  RecordDeclaration: "record",
  ErrorDeclaration: "error",
  EnumDeclaration: "enum",
  TypeAlias: "type",
  FunctionDeclaration: "function",
  ConstDeclaration: "constant",
  EventDeclaration: "event",
  StatesDeclaration: "state machine",
  Layers: "'layers' rule",
  Forbid: "'forbid' rule",
  Independent: "'independent' rule",
};

function noun(node: AstNode): string {
  return nouns[node.$type] ?? node.$type.toLowerCase();
}

const moduleClauses = new Set(["OwnerClause", "SatisfiesClause", "UsesClause", "HandlesClause"]);
const externalDeclarations = new Set([
  "ClassDeclaration",
  "InterfaceDeclaration",
  "RecordDeclaration",
  "ErrorDeclaration",
  "EnumDeclaration",
  "TypeAlias",
  "FunctionDeclaration",
  "ConstDeclaration",
]);
const declarations = new Set([...externalDeclarations, "EventDeclaration", "StatesDeclaration"]);

/** Which modifiers fit which nodes; those that are not listed take none. */
const modifiersOf: Readonly<Record<string, readonly string[]>> = {
  ClassDeclaration: ["export", "default", "internal", "abstract"],
  ErrorDeclaration: ["export", "default", "internal", "abstract"],
  InterfaceDeclaration: ["export", "default", "internal"],
  RecordDeclaration: ["export", "default", "internal"],
  EnumDeclaration: ["export", "default", "internal"],
  TypeAlias: ["export", "default", "internal"],
  ConstDeclaration: ["export", "default", "internal"],
  FunctionDeclaration: ["export", "default", "internal", "async"],
  EventDeclaration: ["internal"],
  StatesDeclaration: ["internal"],
  Field: ["static", "readonly", "internal", "abstract"],
  Method: ["static", "async", "internal", "abstract"],
  Constructor: ["internal"],
};

const entriesOf: Readonly<Record<string, readonly string[]>> = {
  Target: ["roots", "tsconfig", "check", "test", "smoke"],
  Role: ["read", "write", "run"],
  Requirement: ["accept"],
  Quality: ["accept"],
};

const priorities = ["must", "should", "could"];
const qualityKinds = [
  "performance",
  "security",
  "reliability",
  "usability",
  "scalability",
  "maintainability",
  "portability",
];

/** Reports what the grammar accepts so that recovery works, but the language does not. */
export function checkPlacement(root: ast.ContractFile, text: string, problems: SyntaxProblem[]) {
  new Placement(text, problems).elements(root, root.elements);
}

class Placement {
  constructor(
    private readonly text: string,
    private readonly problems: SyntaxProblem[],
  ) {}

  elements(owner: AstNode, list: readonly Element[]) {
    let declared = false;
    let late = false;
    list.forEach((element, index) => {
      this.separated(list[index - 1], element);
      this.stands(owner, element);
      if (moduleClauses.has(element.$type)) {
        if (declared && !late && owner.$type === "Module") {
          late = true;
          this.report(element, `The ${noun(element)} comes too late`, {
            hint: "The clauses of a module stand before its declarations.",
          });
        }
      } else declared = true;
      this.modifiers(element);
      this.element(element);
    });
  }

  private stands(owner: AstNode, element: Element) {
    const { $type } = element;
    if ($type === "Incomplete") return;
    let fits: boolean;
    let hint: string;
    switch (owner.$type) {
      case "ContractFile":
        fits = !moduleClauses.has($type) && !declarations.has($type);
        hint = `Put it into a module: module name "path" { … }.`;
        break;
      case "Package":
        fits = $type === "Package" || $type === "Module";
        hint =
          moduleClauses.has($type) || declarations.has($type)
            ? `Put it into a module of the package; a package holds packages and modules.`
            : "Move it to the top level of the file; a package holds packages and modules.";
        break;
      case "Module":
        fits = moduleClauses.has($type) || declarations.has($type);
        hint = "A module holds clauses such as 'uses' and declarations such as 'class' and 'fn'.";
        break;
      default:
        fits = externalDeclarations.has($type);
        hint = "An external holds the types and functions of a package.";
    }
    if (fits) return;
    const where = owner.$type === "ContractFile" ? "at the top level" : `in ${article(noun(owner))}`;
    this.report(element, `${capital(article(noun(element)))} cannot stand ${where}`, { hint });
  }

  private element(element: Element) {
    switch (element.$type) {
      case "Package":
      case "Module":
      case "External":
        return this.elements(element, element.elements);
      case "Requirement":
      case "Quality":
        this.labels(element);
        return this.entries(element);
      case "Target":
      case "Role":
        return this.entries(element);
      case "ClassDeclaration":
      case "InterfaceDeclaration":
      case "RecordDeclaration":
      case "ErrorDeclaration":
        return element.members.forEach((member, index) => {
          this.separated(element.members[index - 1], member);
          this.member(member);
        });
      case "EnumDeclaration":
        return element.members.forEach((member, index) => {
          this.separated(element.members[index - 1], member);
          if (member.value !== undefined) this.expression(member.value);
        });
      case "StatesDeclaration":
        return element.transitions.forEach((transition, index) => {
          this.separated(element.transitions[index - 1], transition);
        });
      case "FunctionDeclaration":
        this.parameters(element.parameters);
        return this.clauses(element.clauses);
      case "EventDeclaration":
        return this.parameters(element.parameters);
      case "ConstDeclaration":
        if (element.value !== undefined) this.expression(element.value);
        if (element.type === undefined && !hasLeaf(element, ":") && element.name !== "") {
          this.report(element, `The constant '${element.name}' needs a type`, {
            hint: `Write 'const ${element.name}: int = …'.`,
          });
        }
        return;
      case "TypeAlias":
        if (element.type === undefined && !hasLeaf(element, "=") && element.$container.$type !== "External") {
          this.report(element, `The type '${element.name}' says nothing`, {
            hint: `Write 'type ${element.name} = …'; only an external may leave a type open.`,
          });
        }
        return;
      default:
    }
  }

  /** The words between the name and the text. */
  private labels(node: ast.Requirement | ast.Quality) {
    const { kind } = node;
    const range = rangeOfProperty(node, "kind");
    if (kind === undefined || range === undefined) return;
    const known = node.$type === "Quality" ? qualityKinds : priorities;
    if (node.$type === "Quality" && known.includes(kind)) return;
    const meant = nearestName(kind, known);
    this.problems.push({
      message: `Unknown ${node.$type === "Quality" ? "kind of quality" : "priority"} '${kind}'`,
      ...range,
      hint: `It is one of ${known.map((name) => `'${name}'`).join(", ")}.`,
      ...(meant === undefined
        ? {}
        : { fix: { title: `Write '${meant}'`, edits: [{ ...range, text: meant }] } }),
    });
  }

  private entries(owner: ast.Target | ast.Role | ast.Requirement | ast.Quality) {
    const known = entriesOf[owner.$type] ?? [];
    owner.entries.forEach((entry, index) => {
      this.separated(owner.entries[index - 1], entry);
      if (known.includes(entry.name) || entry.name === "") return;
      const meant = nearestName(entry.name, known);
      this.report(entry, `${capital(article(noun(owner)))} has no entry '${entry.name}'`, {
        hint: `It has ${known.map((name) => `'${name}'`).join(", ")}.`,
        ...(meant === undefined ? {} : { fix: this.replaceName(entry, meant) }),
      });
    });
  }

  private member(member: Member) {
    this.modifiers(member);
    if (member.$type === "Field") {
      if (member.value !== undefined) this.expression(member.value);
      if (member.type === undefined && !hasLeaf(member, ":") && member.name !== "") {
        this.report(member, `The field '${member.name}' needs a type`, {
          hint: `Write '${member.name}: type', or '${member.name}()' for a method.`,
        });
      }
    } else if (member.$type !== "Incomplete") {
      this.parameters(member.parameters);
      this.clauses(member.clauses);
    }
  }

  private parameters(parameters: readonly ast.Parameter[]) {
    for (const parameter of parameters) {
      if (parameter.value !== undefined) this.expression(parameter.value);
      if (parameter.type !== undefined || parameter.marker !== undefined || parameter.name === "") continue;
      if (hasLeaf(parameter, ":")) continue;
      const self = parameter.name === "self" || parameter.name === "this" || parameter.name === "cls";
      this.report(parameter, `The parameter '${parameter.name}' needs a type`, {
        hint: self
          ? `Methods are written without '${parameter.name}'.`
          : `Write '${parameter.name}: type'; 'any' accepts everything.`,
      });
    }
  }

  private clauses(clauses: readonly ast.FunctionClause[]) {
    for (const clause of clauses) {
      if (clause.$type !== "ExampleClause") continue;
      if (clause.check !== undefined) this.step(clause.check);
      clause.steps.forEach((step, index) => {
        this.separated(clause.steps[index - 1], step);
        this.step(step);
      });
    }
  }

  private step(step: ast.Step) {
    const parts = step.$type === "LetStep" ? [step.value] : [step.left, step.right];
    for (const part of parts) if (part !== undefined) this.expression(part);
  }

  private expression(expression: ast.Expression): void {
    switch (expression.$type) {
      case "CallExpression":
        this.expression(expression.callee);
        for (const argument of expression.arguments) this.argument(argument);
        break;
      case "MemberExpression":
        this.expression(expression.receiver);
        break;
      case "ListLiteral":
        for (const element of expression.elements) this.expression(element);
        break;
      case "MapLiteral":
        for (const entry of expression.entries) {
          if (entry.key !== undefined) this.expression(entry.key);
          if (entry.value !== undefined) this.expression(entry.value);
        }
        break;
      case "ParenthesizedExpression":
        if (expression.expression !== undefined) this.expression(expression.expression);
        break;
      default:
    }
  }

  private argument(argument: ast.Argument) {
    if (argument.value !== undefined) this.expression(argument.value);
    const assign = rangeOfProperty(argument, "assign");
    if (argument.assign === undefined || assign === undefined) return;
    this.problems.push({
      message: `A named argument is written '${argument.name}: …'`,
      ...assign,
      fix: {
        title: "Write ':'",
        edits: [{ ...assign, text: this.text.charAt(assign.offset + 1) === " " ? ":" : ": " }],
      },
    });
  }

  private modifiers(node: Element | Member) {
    const { modifiers } = node;
    if (modifiers.length === 0 && node.$type !== "Incomplete") return;
    if (node.$type === "Incomplete") return;
    const allowed = modifiersOf[node.$type] ?? [];
    modifiers.forEach((modifier, index) => {
      const range = rangeOfProperty(node, "modifiers", index) ?? rangeOf(node);
      const remove: SyntaxFix = {
        title: `Remove '${modifier}'`,
        edits: [{ ...range, length: range.length + this.spaceAfter(range.offset + range.length), text: "" }],
      };
      if (!allowed.includes(modifier)) {
        this.problems.push({
          message: `'${modifier}' does not fit ${article(noun(node))}`,
          ...range,
          fix: remove,
        });
      } else if (modifiers.indexOf(modifier) !== index) {
        this.problems.push({ message: `'${modifier}' is written twice`, ...range, fix: remove });
      } else if (modifier === "export" && modifiers[index + 1] !== "default") {
        this.problems.push({
          message: "Everything that is not 'internal' is exported",
          ...range,
          hint: "Only 'export default' is written out.",
          fix: remove,
        });
      } else if (modifier === "default" && modifiers[index - 1] !== "export") {
        this.problems.push({
          message: "'default' stands after 'export'",
          ...range,
          fix: {
            title: "Write 'export default'",
            edits: [{ offset: range.offset, length: 0, text: "export " }],
          },
        });
      }
    });
  }

  /** Members on one line need a comma; a closing brace separates as well. */
  private separated(before: AstNode | undefined, node: AstNode) {
    if (before === undefined) return;
    const first = rangeOf(before);
    const end = first.offset + first.length;
    const start = rangeOf(node).offset;
    const between = this.text.slice(end, start);
    if (/[\n\r,;]/.test(between) || this.text.charAt(end - 1) === "}" || start < end) return;
    this.problems.push({
      message: `Missing ',' or line end before ${this.shown(node)}`,
      offset: start,
      length: nameRangeOf(node).length,
      fix: { title: "Insert ','", edits: [{ offset: end, length: 0, text: "," }] },
    });
  }

  private shown(node: AstNode): string {
    const name = (node as { name?: unknown }).name;
    return typeof name === "string" && name !== "" ? `'${name}'` : `the next ${noun(node)}`;
  }

  private replaceName(node: AstNode, text: string): SyntaxFix {
    return { title: `Write '${text}'`, edits: [{ ...nameRangeOf(node), text }] };
  }

  private spaceAfter(offset: number): number {
    return /^[ \t]*/.exec(this.text.slice(offset, offset + 80))![0].length;
  }

  private report(node: AstNode, message: string, more: { hint?: string; fix?: SyntaxFix }) {
    this.problems.push({ message, ...nameRangeOf(node), ...more });
  }
}

function article(text: string): string {
  if (text.startsWith("the ")) return text;
  return /^['"]?[aeiou]/.test(text) && !text.startsWith("uses", 1) ? `an ${text}` : `a ${text}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
