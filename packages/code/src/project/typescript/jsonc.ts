/**
 * Parses JSON as `tsconfig.json` has it: with comments, trailing commas and a byte order mark.
 *
 * @returns `undefined` for a text that is no JSON even so
 */
export function parseJsonc(text: string): unknown {
  try {
    return JSON.parse(withoutComments(text.replace(/^\uFEFF/, "")));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** One token at a time, so that `//` in a string is no comment. A comma before a closing bracket goes too. */
function withoutComments(text: string): string {
  const token = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*.*?\*\/|[^"/,\s]+|\s+|./gs;
  const parts: string[] = [];
  let comma = -1;
  for (const [part] of text.matchAll(token)) {
    if (part.startsWith("//") || part.startsWith("/*") || /^\s/.test(part)) {
      parts.push(" ");
      continue;
    }
    if (comma >= 0 && /^[\]}]/.test(part)) parts[comma] = " ";
    comma = part === "," ? parts.length : -1;
    parts.push(part);
  }
  return parts.join("");
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** @returns the strings of an array; none where the value is no array */
export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
