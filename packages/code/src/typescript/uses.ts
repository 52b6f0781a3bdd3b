import type { Expression, Node, Program, StringLiteral, TSImportType, VariableDeclarator } from "oxc-parser";
import type { Span } from "../reading/signature.js";

/** Told about what loads other files, wherever it stands. */
export interface UseListener {
  /** Comes before the calls inside of it. */
  variable(node: VariableDeclarator): void;
  call(node: Span, specifier: StringLiteral, lazy: boolean): void;
  importType(node: TSImportType): void;
}

/** Nodes that exist for the type checker only: nothing below them runs. */
const TYPES_ONLY = new Set([
  ...["TSTypeAnnotation", "TSTypeParameterDeclaration", "TSTypeParameterInstantiation"],
  ...["TSInterfaceDeclaration", "TSTypeAliasDeclaration", "TSClassImplements", "TSDeclareFunction"],
]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
/** Names that the classic transforms of elements refer to without a word in the source. */
const FACTORIES = ["React", "h", "Fragment", "jsx"];

/**
 * One walk over the whole tree, with a stack of its own: trees of long chains are deep.
 *
 * @returns the names used as values. Scopes are not told apart: a parameter called like an import counts as a use of
 *   it, which only ever keeps an import that could have been dropped.
 */
export function walkUses(program: Program, text: string, listener: UseListener): Set<string> {
  return new UseWalk(listener, /\bimport\s*\(/.test(text)).walk(program);
}

class UseWalk {
  readonly #used = new Set<string>();
  readonly #nodes: Node[] = [];
  /** Parallel to the nodes: whether they lie in a function, and in a type. */
  readonly #flags: number[] = [];

  /** @param importTypes whether `import("m")` occurs at all, so that types are worth a look */
  constructor(
    readonly listener: UseListener,
    readonly importTypes: boolean,
  ) {}

  walk(program: Program): Set<string> {
    for (let at = program.body.length - 1; at >= 0; at--) {
      const statement = program.body[at]!;
      if (statement.type !== "ImportDeclaration" && statement.type !== "ExportAllDeclaration") {
        this.#push(statement, 0);
      }
    }
    for (let node = this.#nodes.pop(); node !== undefined; node = this.#nodes.pop()) {
      this.#visit(node, this.#flags.pop()!);
    }
    return this.#used;
  }

  #push(node: Node | null | undefined, flags: number): void {
    if (!node) return;
    this.#nodes.push(node);
    this.#flags.push(flags);
  }

  #visit(node: Node, flags: number): void {
    if (TYPES_ONLY.has(node.type)) {
      if (this.importTypes) this.#children(node, flags | TYPE);
      return;
    }
    switch (node.type) {
      case "Identifier":
      case "JSXIdentifier":
        if ((flags & TYPE) === 0) this.#used.add(node.name);
        if (node.type === "Identifier") this.#push(node.typeAnnotation, flags);
        return;
      case "JSXElement":
      case "JSXFragment":
        for (const name of FACTORIES) this.#used.add(name);
        break;
      case "Literal":
      case "TemplateElement":
      case "PrivateIdentifier":
        return;
      case "TSImportType":
        this.listener.importType(node);
        this.#push(node.typeArguments, flags);
        return;
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSTypeAssertion":
        this.#push(node.typeAnnotation, flags | TYPE);
        this.#push(node.expression, flags);
        return;
      case "ImportExpression":
        if (isText(node.source)) this.listener.call(node, node.source, true);
        break;
      case "CallExpression": {
        const [argument] = node.arguments;
        const isRequire = node.callee.type === "Identifier" && node.callee.name === "require";
        if (isRequire && argument !== undefined && argument.type !== "SpreadElement" && isText(argument)) {
          this.listener.call(node, argument, (flags & FUNCTION) !== 0);
        }
        break;
      }
      case "MemberExpression":
        this.#push(node.object, flags);
        if (node.computed) this.#push(node.property, flags);
        return;
      case "JSXMemberExpression":
        this.#push(node.object, flags);
        return;
      case "JSXAttribute":
        this.#push(node.value, flags);
        return;
      case "Property":
      case "TSPropertySignature":
        if (node.computed) this.#push(node.key as Node, flags);
        if (node.type === "Property") this.#push(node.value, flags);
        else this.#push(node.typeAnnotation, flags);
        return;
      case "VariableDeclarator":
        this.listener.variable(node);
        this.#push(node.init, flags);
        this.#binding(node.id, flags);
        return;
      case "ExportNamedDeclaration":
        this.#push(node.declaration, flags);
        if (node.source || node.exportKind === "type") return;
        for (const specifier of node.specifiers) {
          if (specifier.exportKind !== "type" && specifier.local.type === "Identifier") {
            this.#used.add(specifier.local.name);
          }
        }
        return;
      case "TSImportEqualsDeclaration":
        if (node.moduleReference.type !== "TSExternalModuleReference" && node.importKind !== "type") {
          this.#children(node, flags);
        }
        return;
      case "BreakStatement":
      case "ContinueStatement":
        return;
      default:
    }
    this.#children(node, FUNCTIONS.has(node.type) ? flags | FUNCTION : flags);
  }

  /** A name that is declared is not used. */
  #binding(node: Node, flags: number): void {
    if (node.type === "Identifier") this.#push(node.typeAnnotation, flags);
    else this.#push(node, flags);
  }

  #children(node: Node, flags: number): void {
    const named = "key" in node && "computed" in node && !node.computed;
    for (const name in node) {
      if (name === "id" || name === "label" || (name === "key" && named)) continue;
      const child: unknown = node[name as keyof Node];
      if (child === null || typeof child !== "object") continue;
      if (name === "params") {
        // The list of a function's parameters, or the node that holds type arguments.
        for (const parameter of child as Node[]) this.#binding(parameter, flags);
      } else if (Array.isArray(child)) {
        for (let at = child.length - 1; at >= 0; at--) this.#push(child[at], flags);
      } else if (typeof (child as Partial<Node>).type === "string") this.#push(child as Node, flags);
    }
  }
}

const FUNCTION = 1;
const TYPE = 2;

function isText(node: Expression): node is StringLiteral {
  return node.type === "Literal" && typeof node.value === "string";
}
