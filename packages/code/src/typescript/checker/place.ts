import type { Span } from "../../reading/signature.js";

/**
 * Puts what was read from a text of its own at a place of a file. The text of each type stays with it, since it does
 * not stand at that place.
 */
export function placed<T>(read: T, text: string, place: Span): T {
  return move(read, text, place) as T;
}

function move(value: unknown, text: string, place: Span): unknown {
  if (Array.isArray(value)) return value.map((item) => move(item, text, place));
  if (typeof value !== "object" || value === null) return value;
  const moved: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) moved[key] = move(part, text, place);
  if (isSpan(value)) {
    moved.start = place.start;
    moved.end = place.end;
    moved.written = text.slice(value.start, value.end);
  }
  return moved;
}

function isSpan(value: object): value is Span {
  return (
    "start" in value && "end" in value && typeof value.start === "number" && typeof value.end === "number"
  );
}

/** The names that a type is made of, without those that functions in it bind. */
export function namesIn(type: unknown): Set<string> {
  const names = new Set<string>();
  const visit = (part: unknown, bound: ReadonlySet<string>): void => {
    if (Array.isArray(part)) {
      for (const item of part) visit(item, bound);
      return;
    }
    if (typeof part !== "object" || part === null) return;
    let inner = bound;
    if ("typeParameters" in part && Array.isArray(part.typeParameters) && part.typeParameters.length > 0) {
      inner = new Set([...bound, ...part.typeParameters.map(({ name }: { name: string }) => name)]);
    }
    const isName = "arguments" in part || ("kind" in part && part.kind === "typeof");
    if (isName && "name" in part && typeof part.name === "string" && !bound.has(part.name)) {
      names.add(part.name);
    }
    for (const value of Object.values(part)) visit(value, inner);
  };
  visit(type, new Set());
  return names;
}
