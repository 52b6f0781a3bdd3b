import type { Node } from "web-tree-sitter";
import type { CodeDecorator, CodeReturn } from "../reading/signature.js";
import type { BodyFacts } from "./body.js";
import { decoratorKnownAs } from "./decorators.js";
import { defaultOf } from "./literals.js";
import { field, type Source, spanOf } from "./source.js";

/** Decorators under which a function returns what its body does. */
const TRANSPARENT = new Set(
  `staticmethod classmethod abstractmethod override overload final cache lru_cache wraps deprecated
  no_type_check`.split(/\s+/),
);

const MANAGERS = new Set(["contextmanager", "asynccontextmanager"]);

/** Whether what a function yields is what a `with` statement gets. */
export function isContextManager(decorators: readonly CodeDecorator[], source: Source): boolean {
  return decoratorKnownAs(decorators, MANAGERS, source) !== undefined;
}

/**
 * What a function without a result annotation plainly returns: literals, parameters, the receiver, calls by name. What
 * is computed in another way is left out.
 *
 * @param receiver the name of `self`
 */
export function plainReturns(
  facts: BodyFacts,
  parameters: ReadonlySet<string>,
  receiver: string | undefined,
  decorators: readonly CodeDecorator[],
  source: Source,
): CodeReturn[] {
  const isKept = decorators.every((each) => decoratorKnownAs([each], TRANSPARENT, source));
  // Before Python 3 had annotations, comments said the types.
  if (facts.generator || !isKept) return [];
  const locals = new Set([...facts.assigned, ...parameters]);
  return facts.returned.flatMap((node) => plain(node, facts, parameters, locals, receiver, source) ?? []);
}

function plain(
  node: Node,
  facts: BodyFacts,
  parameters: ReadonlySet<string>,
  locals: ReadonlySet<string>,
  receiver: string | undefined,
  source: Source,
): CodeReturn | undefined {
  const span = spanOf(node);
  const text = source.textOf(node);
  switch (node.type) {
    case "identifier": {
      if (facts.assigned.has(text)) return undefined;
      if (text === receiver) return { kind: "self", ...span };
      return parameters.has(text) ? { kind: "parameter", name: text, ...span } : undefined;
    }
    case "await": {
      const inner = node.firstNamedChild;
      const call = inner && plain(inner, facts, parameters, locals, receiver, source);
      return call?.kind === "call" ? { ...call, awaited: true } : undefined;
    }
    case "call": {
      const callee = field(node, "function");
      const name = callee ? source.textOf(callee) : "";
      if (!/^[\p{XIDS}_][\p{XIDC}]*(?:\.[\p{XIDS}_][\p{XIDC}]*)*$/u.test(name)) return undefined;
      const [head = ""] = name.split(".");
      return locals.has(head) || head === receiver ? undefined : { kind: "call", name, ...span };
    }
    case "string":
    case "concatenated_string":
      return { kind: "text", bytes: /^[rRuU]*[bB]/.test(text), ...span };
    case "integer":
    case "float":
    case "true":
    case "false":
    case "none":
    case "unary_operator": {
      const literal = defaultOf(source.text, span)?.literal;
      return literal && literal.kind !== "name" ? { kind: "literal", literal, ...span } : undefined;
    }
    default:
      return undefined;
  }
}
