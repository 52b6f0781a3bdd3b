/**
 * JSON that is the same to the byte for the same value, whoever built it: keys in order of their UTF-16 code units
 * (as RFC 8785 orders them), `undefined` properties left out, strings and numbers as ECMAScript prints them.
 *
 * @param value plain data: objects, arrays, strings, finite numbers, booleans, `null`
 * @param indent spaces for each level, with a final line end; `0` for one compact line without one, as hashes use it
 * @returns the text
 * @throws TypeError for what JSON cannot say (a function, a number that is not finite, a `Map`)
 */
export function canonicalJson(value: unknown, indent = 2): string {
  const parts: string[] = [];
  const colon = indent > 0 ? ": " : ":";

  function lineBreak(depth: number): void {
    if (indent > 0) parts.push("\n", " ".repeat(indent * depth));
  }

  function writeAll(open: string, close: string, writers: (() => void)[], depth: number): void {
    parts.push(open);
    writers.forEach((write, at) => {
      if (at > 0) parts.push(",");
      lineBreak(depth + 1);
      write();
    });
    if (writers.length > 0) lineBreak(depth);
    parts.push(close);
  }

  function write(item: unknown, depth: number): void {
    if (item === null || typeof item === "boolean" || typeof item === "string") {
      parts.push(JSON.stringify(item));
    } else if (typeof item === "number" && Number.isFinite(item)) {
      parts.push(JSON.stringify(item));
    } else if (Array.isArray(item)) {
      const writers = item.map((element: unknown) => () => write(element, depth + 1));
      writeAll("[", "]", writers, depth);
    } else if (isPlainObject(item)) {
      const writers = Object.keys(item)
        .filter((key) => item[key] !== undefined)
        .sort()
        .map((key) => () => {
          parts.push(JSON.stringify(key), colon);
          write(item[key], depth + 1);
        });
      writeAll("{", "}", writers, depth);
    } else {
      throw new TypeError(`JSON cannot hold ${describe(item)}`);
    }
  }

  write(value, 0);
  if (indent > 0) parts.push("\n");
  return parts.join("");
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describe(value: unknown): string {
  if (typeof value === "object" && value !== null) return `a ${value.constructor.name}`;
  return typeof value === "number" ? String(value) : `a value of type ${typeof value}`;
}
