import type { AstNode } from "langium";

/**
 * A tree may be this deep; what the text may nest (see the limits of brackets and of chains) stays below it, so that only recovery,
 * which joins what does not belong together, gets here. All that walk the tree are recursive.
 */
export const maximalDepth = 600;

/**
 * Leaves out of a recovered tree, in place, what lies deeper than `maximalDepth`. Not recursive itself.
 */
export function limitDepth(root: AstNode): void {
  let level: AstNode[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    const next: AstNode[] = [];
    for (const node of level) {
      const properties = node as unknown as Record<string, unknown>;
      for (const [name, value] of Object.entries(properties)) {
        if (name.startsWith("$")) continue;
        if (Array.isArray(value)) {
          if (!value.some(isNode)) continue;
          if (depth === maximalDepth) properties[name] = value.filter((each) => !isNode(each));
          else next.push(...value.filter(isNode));
        } else if (isNode(value)) {
          if (depth < maximalDepth) next.push(value);
          else if (name === "callee" || name === "receiver")
            empty(value, { $type: "NullLiteral", text: "null" });
          else if (name === "type" || name === "element")
            empty(value, { $type: "NamedType", parts: ["any"], arguments: [] });
          else delete properties[name];
        }
      }
    }
    level = next;
  }
}

/** Makes a node that its parent cannot do without one that holds no others and means nothing; its place stays. */
function empty(node: AstNode, leaf: { $type: string } & Record<string, unknown>): void {
  const properties = node as unknown as Record<string, unknown>;
  for (const name of Object.keys(properties)) if (!name.startsWith("$")) delete properties[name];
  Object.assign(properties, leaf);
}

function isNode(value: unknown): value is AstNode {
  return typeof value === "object" && value !== null && typeof (value as AstNode).$type === "string";
}
