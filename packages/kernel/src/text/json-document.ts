/** A JSON value with where it stands: UTF-16 offsets, the end exclusive. */
export type JsonNode = { start: number; end: number } & (
  | { kind: "object"; members: JsonMember[] }
  | { kind: "array"; items: JsonNode[] }
  | { kind: "string"; value: string }
  | { kind: "number" | "boolean" | "null" }
);

export interface JsonMember {
  key: string;
  /** Of the key with its quotes. */
  keyStart: number;
  keyEnd: number;
  value: JsonNode;
}

export type JsonDocument = { root: JsonNode } | { problem: string; offset: number };

/** What nests deeper is no setting of anybody's, and must not exhaust the stack. */
const DEPTH = 100;

/**
 * Parses JSON (RFC 8259) and keeps the places, for settings whose mistakes are to be shown where they are. A byte order
 * mark is passed over.
 *
 * @returns the value, or the first thing that is wrong with the text
 */
export function parseJsonDocument(text: string): JsonDocument {
  try {
    return { root: new JsonParser(text).document() };
  } catch (error) {
    if (error instanceof JsonFault) return { problem: error.message, offset: error.offset };
    throw error;
  }
}

class JsonFault extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids control characters in texts
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

class JsonParser {
  #at = 0;

  constructor(readonly text: string) {
    if (text.startsWith("\uFEFF")) this.#at = 1;
  }

  document(): JsonNode {
    const root = this.#value(0);
    this.#space();
    if (this.#at < this.text.length) throw this.#fault("the value has ended, but the text goes on");
    return root;
  }

  #value(depth: number): JsonNode {
    this.#space();
    if (depth > DEPTH) throw this.#fault("it is nested too deeply");
    const start = this.#at;
    const next = this.text[start];
    if (next === "{") return this.#object(start, depth);
    if (next === "[") return this.#array(start, depth);
    const string = this.#match(STRING);
    if (string !== undefined) {
      return { kind: "string", value: JSON.parse(string) as string, start, end: this.#at };
    }
    const word = this.#match(WORD);
    if (word !== undefined) return { kind: word === "null" ? "null" : "boolean", start, end: this.#at };
    if (this.#match(NUMBER) !== undefined) return { kind: "number", start, end: this.#at };
    throw this.#fault("expected a value");
  }

  #object(start: number, depth: number): JsonNode {
    const members: JsonMember[] = [];
    this.#list("}", () => {
      const keyStart = this.#at;
      const key = this.#match(STRING);
      if (key === undefined) throw this.#fault("expected a name in double quotes");
      const keyEnd = this.#at;
      this.#space();
      if (!this.#take(":")) throw this.#fault("expected `:`");
      members.push({ key: JSON.parse(key) as string, keyStart, keyEnd, value: this.#value(depth + 1) });
    });
    return { kind: "object", members, start, end: this.#at };
  }

  #array(start: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    this.#list("]", () => items.push(this.#value(depth + 1)));
    return { kind: "array", items, start, end: this.#at };
  }

  /** Items between brackets, with commas between them. */
  #list(close: string, item: () => void): void {
    this.#at += 1;
    this.#space();
    if (this.#take(close)) return;
    for (;;) {
      item();
      this.#space();
      if (this.#take(close)) return;
      if (!this.#take(",")) throw this.#fault(`expected \`,\` or \`${close}\``);
      this.#space();
    }
  }

  #space(): void {
    this.#match(SPACE);
  }

  #take(char: string): boolean {
    if (this.text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #fault(expected: string): JsonFault {
    const found = this.text[this.#at];
    return new JsonFault(
      `${expected}, found ${found === undefined ? "the end" : JSON.stringify(found)}.`,
      this.#at,
    );
  }
}
