import type { ArrowFunctionExpression, Expression, Function as FunctionNode, Statement } from "oxc-parser";
import type { CodeRaise, CodeType, Span } from "../reading/signature.js";
import { inferType, sameType } from "./infer.js";
import { dottedName, readLiteral, unwrap } from "./literals.js";
import type { TypeReader } from "./types.js";

export type Body = FunctionNode["body"] | ArrowFunctionExpression["body"];

/** What a look into a function's body tells about its signature. */
export interface BodyFacts {
  hollow?: Span;
  raises: CodeRaise[];
  /** It returns no value. */
  returnsNothing: boolean;
  /** The type of every returned value, where the syntax settles it. */
  result?: CodeType;
}

const NOT_IMPLEMENTED =
  /\bnot[\s_-]*(?:yet[\s_-]*)?(?:been[\s_-]*)?implemented\b|\bunimplemented\b|\bnotimplemented|\btodo\b|\bimplement me\b/i;

/** @param inConstructor an empty body is no fault there: the parameters may say it all */
export function lookInto(body: Body, types: TypeReader, inConstructor = false): BodyFacts {
  if (body === null) return { raises: [], returnsNothing: false };
  if (body.type !== "BlockStatement") {
    const hollow = isNotImplemented(body);
    const result = hollow ? undefined : inferType(body, types);
    return {
      ...(hollow && { hollow: types.source.span(body) }),
      raises: [],
      returnsNothing: false,
      ...(result && { result }),
    };
  }
  const hollow = isHollow(body, types, inConstructor);
  const { returned, raises } = new BodyWalk(types).walk(body.body);
  const facts: BodyFacts = {
    raises: hollow ? [] : raises,
    returnsNothing: returned.length === 0 && !endsInThrow(body.body),
  };
  if (hollow) facts.hollow = types.source.span(body);
  const result = commonType(body.body, returned, types);
  if (result !== undefined) facts.result = result;
  return facts;
}

function isHollow(
  body: Span & { body: readonly Statement[] },
  types: TypeReader,
  inConstructor: boolean,
): boolean {
  const does = body.body.filter((statement) => !isNoise(statement));
  const [first] = does;
  if (does.length > 1) return false;
  if (first === undefined) {
    if (!inConstructor) return true;
    // A constructor that calls nothing but has a TODO in it is unfinished.
    for (const comment of types.comments?.inside(body.start, body.end) ?? []) {
      if (NOT_IMPLEMENTED.test(comment.value)) return true;
    }
    return false;
  }
  if (first.type === "ReturnStatement") return first.argument === null || isRejection(first.argument);
  return first.type === "ThrowStatement" && isNotImplemented(first.argument);
}

/** Directives, empty statements, `super(…)`, which the language demands, and `void parameter;`, which silences a linter. */
function isNoise(statement: Statement): boolean {
  if (statement.type === "EmptyStatement") return true;
  if (statement.type !== "ExpressionStatement") return false;
  const { expression } = statement;
  if (expression.type === "Literal") return true;
  if (expression.type === "CallExpression" && expression.callee.type === "Super") return true;
  return (
    expression.type === "UnaryExpression" &&
    expression.operator === "void" &&
    (expression.argument.type === "Identifier" || expression.argument.type === "Literal")
  );
}

/** `new Error("not implemented")`, `Error("TODO")`, `new NotImplementedError()`, `"not implemented"`. */
function isNotImplemented(wrapped: Expression): boolean {
  const expression = unwrap(wrapped);
  const literal = expression.type === "NewExpression" ? undefined : readLiteral(expression);
  if (literal?.kind === "string") return NOT_IMPLEMENTED.test(literal.value);
  if (expression.type !== "NewExpression" && expression.type !== "CallExpression") return false;
  const name = dottedName(expression.callee);
  if (name === undefined || !/(?:Error|Exception)$/.test(name)) return false;
  if (NOT_IMPLEMENTED.test(name.replaceAll(".", " "))) return true;
  return expression.arguments.some((argument) => {
    if (argument.type === "SpreadElement") return false;
    if (argument.type === "TemplateLiteral") {
      return argument.quasis.some((quasi) => NOT_IMPLEMENTED.test(quasi.value.raw));
    }
    const value = readLiteral(argument);
    return value?.kind === "string" && NOT_IMPLEMENTED.test(value.value);
  });
}

/** `Promise.reject(new Error("not implemented"))` */
function isRejection(expression: Expression): boolean {
  const call = unwrap(expression);
  const reason = call.type === "CallExpression" ? call.arguments[0] : undefined;
  return (
    call.type === "CallExpression" &&
    dottedName(call.callee) === "Promise.reject" &&
    reason !== undefined &&
    reason.type !== "SpreadElement" &&
    isNotImplemented(reason)
  );
}

function endsInThrow(statements: readonly Statement[]): boolean {
  return statements.at(-1)?.type === "ThrowStatement";
}

/** Only of a body whose last statement leaves it: one that can run off its end also returns `undefined`. */
function commonType(
  statements: readonly Statement[],
  returned: readonly Expression[],
  types: TypeReader,
): CodeType | undefined {
  const last = statements.at(-1)?.type;
  if (returned.length === 0 || (last !== "ReturnStatement" && last !== "ThrowStatement")) return undefined;
  const first = inferType(returned[0]!, types);
  if (first === undefined) return undefined;
  for (const expression of returned.slice(1)) {
    if (!sameType(inferType(expression, types), first)) return undefined;
  }
  return first;
}

/** Collects what is returned and thrown in one function, not in those inside of it. */
class BodyWalk {
  readonly returned: Expression[] = [];
  readonly raises: CodeRaise[] = [];

  constructor(readonly types: TypeReader) {}

  walk(statements: readonly Statement[]): this {
    // Returns and throws are statements, so that no expression needs a look.
    const open: { node: Statement; caught: boolean }[] = [];
    const push = (node: Statement | null | undefined, caught: boolean) => {
      if (node) open.push({ node, caught });
    };
    const pushAll = (nodes: readonly Statement[], caught: boolean) => {
      for (let at = nodes.length - 1; at >= 0; at--) push(nodes[at], caught);
    };
    pushAll(statements, false);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, caught } = next;
      switch (node.type) {
        case "ReturnStatement":
          if (node.argument) this.returned.push(node.argument);
          break;
        case "ThrowStatement":
          if (!caught) this.#raise(node.argument);
          break;
        case "BlockStatement":
          pushAll(node.body, caught);
          break;
        case "IfStatement":
          push(node.alternate, caught);
          push(node.consequent, caught);
          break;
        case "ForStatement":
        case "ForInStatement":
        case "ForOfStatement":
        case "WhileStatement":
        case "DoWhileStatement":
        case "LabeledStatement":
        case "WithStatement":
          push(node.body, caught);
          break;
        case "SwitchStatement":
          for (const branch of [...node.cases].reverse()) pushAll(branch.consequent, caught);
          break;
        case "TryStatement":
          push(node.finalizer, caught);
          push(node.handler?.body, caught);
          push(node.block, caught || node.handler !== null);
          break;
        default:
      }
    }
    return this;
  }

  #raise(argument: Expression): void {
    const thrown = unwrap(argument);
    const name = thrown.type === "NewExpression" ? dottedName(thrown.callee) : undefined;
    if (name !== undefined) this.raises.push({ name, ...this.types.source.span(thrown) });
  }
}
