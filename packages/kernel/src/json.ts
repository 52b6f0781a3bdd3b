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
  return indent > 0 ? `${write(value, "\n", " ".repeat(indent), ": ")}\n` : write(value, "", "", ":");
}

/**
 * @param lineBreak what begins a line at this depth: a line end and the indentation, or nothing for compact text
 * @param step what one depth adds to it
 */
function write(item: unknown, lineBreak: string, step: string, colon: string): string {
  if (item === null || typeof item === "boolean" || typeof item === "string") return JSON.stringify(item);
  if (typeof item === "number" && Number.isFinite(item)) return JSON.stringify(item);
  const inner = lineBreak + step;
  if (Array.isArray(item)) {
    if (item.length === 0) return "[]";
    let text = "";
    for (const element of item)
      text += (text === "" ? inner : `,${inner}`) + write(element, inner, step, colon);
    return `[${text}${lineBreak}]`;
  }
  if (!isPlainObject(item)) throw new TypeError(`JSON cannot hold ${describe(item)}`);
  let text = "";
  for (const key of sortedKeys(item)) {
    const property = item[key];
    if (property === undefined) continue;
    const start = text === "" ? inner : `,${inner}`;
    text += start + JSON.stringify(key) + colon + write(property, inner, step, colon);
  }
  return text === "" ? "{}" : `{${text}${lineBreak}}`;
}

/** Most objects have few keys and many have them in order: looking costs less than sorting. */
function sortedKeys(item: object): string[] {
  const keys = Object.keys(item);
  for (let at = 1; at < keys.length; at++) {
    if (keys[at - 1]! > keys[at]!) return keys.sort();
  }
  return keys;
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
