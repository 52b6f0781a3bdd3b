import type {
  Address,
  ClassLike,
  Declaration,
  Example,
  Expression,
  Kernel,
  Member,
  Parameter,
  Signature,
  Type,
} from "@contractc/kernel";
import type { Lowered } from "../lowering/kernel.js";
import type { Tables } from "../resolver/tables.js";
import type { Reference } from "../resolver/trace.js";
import type * as ast from "../syntax/index.js";
import { isClassLike, substitute, World } from "../types/world.js";

type Variables = Map<string, Type | undefined>;

/** What a call calls. */
interface Callee {
  /** Overloads; for a class its constructor, or its fields where it states none. */
  parameters: { name: string; address: Address }[];
  result: Type | undefined;
}

/** The members and named arguments in examples and defaults, and what they stand for. */
export function expressionReferences({ kernel, tables }: Lowered): Reference[] {
  const walk = new Walk(kernel, tables);
  const declarations = [
    ...Object.values(kernel.signatures).flat(),
    ...kernel.externals.flatMap((external) => external.declarations),
  ];
  for (const declaration of declarations) walk.declaration(declaration);
  return walk.found;
}

class Walk {
  readonly found: Reference[] = [];
  readonly #world: World;

  constructor(
    kernel: Kernel,
    readonly tables: Tables,
  ) {
    this.#world = World.of(kernel);
  }

  declaration(declaration: Declaration): void {
    const none: Variables = new Map();
    if (isClassLike(declaration)) {
      for (const member of declaration.members) {
        if (member.kind !== "field") this.#signature(member);
        else if (member.default) this.#typeOf(member.default, none);
      }
    } else if (declaration.kind === "function") this.#signature(declaration);
    else if (declaration.kind === "const" && declaration.value) this.#typeOf(declaration.value, none);
    else if (declaration.kind === "event") this.#defaults(declaration.parameters);
  }

  #signature(signature: Signature): void {
    this.#defaults(signature.parameters);
    for (const example of signature.examples ?? []) this.#example(example);
  }

  #defaults(parameters: readonly Parameter[]): void {
    for (const parameter of parameters) if (parameter.default) this.#typeOf(parameter.default, new Map());
  }

  #example(example: Example): void {
    const variables: Variables = new Map();
    for (const step of example.steps) {
      switch (step.kind) {
        case "let":
          variables.set(step.name, this.#typeOf(step.value, variables));
          break;
        case "do":
          this.#typeOf(step.value, variables);
          break;
        case "equal":
          this.#typeOf(step.actual, variables);
          this.#typeOf(step.expected, variables);
          break;
        case "raises":
          this.#typeOf(step.actual, variables);
      }
    }
  }

  /** The type of an expression, an awaited `future` taken off; notes what its parts refer to. */
  #typeOf(expression: Expression, variables: Variables): Type | undefined {
    switch (expression.kind) {
      case "variable":
        return variables.get(expression.name);
      case "declaration": {
        const declaration = this.#world.declaration(expression.target);
        return declaration?.kind === "const" ? declaration.type : undefined;
      }
      case "list":
        for (const item of expression.items) this.#typeOf(item, variables);
        return undefined;
      case "map":
        for (const { key, value } of expression.entries) {
          this.#typeOf(key, variables);
          this.#typeOf(value, variables);
        }
        return undefined;
      case "member":
        return this.#member(expression, variables);
      case "call":
        return this.#call(expression, variables);
      default:
        return undefined;
    }
  }

  #member(expression: Expression & { kind: "member" }, variables: Variables): Type | undefined {
    const owner = this.#ownerOf(expression.object, variables);
    const [member] = owner ? this.#members(owner, expression.name) : [];
    if (!member) return this.#enumType(expression);
    this.#refer(member.address, expression);
    return member.kind === "field" ? member.type : undefined;
  }

  #enumType({ object }: Expression & { kind: "member" }): Type | undefined {
    const declared = object.kind === "declaration" ? this.#world.declaration(object.target) : undefined;
    return declared?.kind === "enum"
      ? { kind: "reference", target: declared.address, arguments: [] }
      : undefined;
  }

  #call(expression: Expression & { kind: "call" }, variables: Variables): Type | undefined {
    const callee = this.#callee(expression.callee, variables);
    const node = bare(this.tables.originOf(expression).node as ast.Expression);
    expression.arguments.forEach((argument, at) => {
      this.#typeOf(argument.value, variables);
      const parameter = callee?.parameters.find(({ name }) => name === argument.name);
      const written = node.$type === "CallExpression" ? node.arguments[at] : undefined;
      if (!parameter || !written) return;
      const { source } = this.tables.originOf(expression);
      this.found.push({ target: parameter.address, source, node: written, property: "name" });
    });
    return callee?.result && awaited(callee.result);
  }

  #callee(callee: Expression, variables: Variables): Callee | undefined {
    if (callee.kind === "declaration") {
      const declaration = this.#world.declaration(callee.target);
      if (!declaration) return undefined;
      if (declaration.kind === "function") {
        const overloads: Declaration[] = [declaration];
        for (let at = 2; ; at++) {
          const next = this.#world.declaration(`${declaration.address}#${at}`);
          if (!next) break;
          overloads.push(next);
        }
        const signatures = overloads.filter((each) => each.kind === "function");
        return {
          parameters: signatures.flatMap(parametersOf),
          result: signatures.length === 1 ? declaration.result : undefined,
        };
      }
      return isClassLike(declaration) ? this.#construction(declaration) : undefined;
    }
    if (callee.kind !== "member") {
      this.#typeOf(callee, variables);
      return undefined;
    }
    const owner = this.#ownerOf(callee.object, variables);
    const methods = owner ? this.#members(owner, callee.name).filter((each) => each.kind === "method") : [];
    const [first] = methods;
    if (!first) {
      this.#member(callee, variables);
      return undefined;
    }
    this.#refer(first.address, callee);
    return {
      parameters: methods.flatMap(parametersOf),
      result: methods.length === 1 ? first.result : undefined,
    };
  }

  #construction(declaration: ClassLike): Callee {
    const result: Type = { kind: "reference", target: declaration.address, arguments: [] };
    const lineage = [declaration, ...this.#world.ancestors(declaration).map((each) => each.declaration)];
    for (const { members } of lineage) {
      const declared = members.find((member) => member.kind === "constructor");
      if (declared) return { parameters: parametersOf(declared), result };
    }
    const fields = lineage.flatMap(({ members }) => members.filter((member) => member.kind === "field"));
    return { parameters: fields.map(({ name, address }) => ({ name, address })), result };
  }

  /** The class whose member is meant: of a value its type, of a class itself that class. */
  #ownerOf(object: Expression, variables: Variables): ClassLike | undefined {
    if (object.kind === "declaration") {
      const declared = this.#world.classLike(object.target);
      if (declared) return declared;
    }
    const type = this.#typeOf(object, variables);
    if (!type) return undefined;
    const expanded = this.#world.expand(type.kind === "optional" ? type.type : type);
    const inner = expanded.kind === "optional" ? this.#world.expand(expanded.type) : expanded;
    return inner.kind === "reference" ? this.#world.classLike(inner.target) : undefined;
  }

  /** The member of a name, or its overloads: of the class itself, or of the nearest ancestor that has it. */
  #members(owner: ClassLike, name: string): Member[] {
    const own = owner.members.filter((member) => member.name === name);
    if (own.length > 0) return own;
    for (const { declaration, substitution } of this.#world.ancestors(owner)) {
      const inherited = declaration.members.filter((member) => member.name === name);
      if (inherited.length > 0) {
        return inherited.map((member) =>
          member.kind === "field"
            ? { ...member, type: substitute(member.type, substitution) }
            : { ...member, result: substitute(member.result, substitution) },
        );
      }
    }
    return [];
  }

  #refer(target: Address, expression: Expression): void {
    const { node, source } = this.tables.originOf(expression);
    this.found.push({ target, source, node: bare(node as ast.Expression), property: "name" });
  }
}

function parametersOf(of: Signature & { address: Address }): Callee["parameters"] {
  return of.parameters.map(({ name }) => ({ name, address: `${of.address}.${name}` }));
}

function awaited(type: Type): Type | undefined {
  return type.kind === "apply" && type.name === "future" ? type.arguments[0] : type;
}

function bare(node: ast.Expression): ast.Expression {
  let at = node;
  while (at.$type === "ParenthesizedExpression" && at.expression) at = at.expression;
  return at;
}
