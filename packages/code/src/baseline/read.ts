import {
  decodeText,
  type FileSystem,
  FileSystemError,
  type Finding,
  finding,
  type JsonMember,
  type JsonNode,
  LineIndex,
  type Place,
  parseJsonDocument,
} from "@contractc/kernel";

/** The form of the file; a later one is not understood. */
export const BASELINE_FORMAT = 1;

/** A finding that is accepted, by what makes it the same one tomorrow. */
export interface BaselineEntry {
  /** The contract's name: a baseline may serve several. */
  contract: string;
  symbol: string;
  code: string;
  expected?: string;
  actual?: string;
  fingerprint: string;
  /** How many findings of this fingerprint there are. */
  count: number;
  reason: string;
}

/** An entry with where it stands in its file. */
export interface PlacedEntry extends BaselineEntry {
  place: Place;
}

export interface Baseline {
  /** Absolute. */
  file: string;
  entries: readonly PlacedEntry[];
}

/**
 * Reads a baseline. A file that is not there accepts nothing.
 *
 * @param file absolute
 * @returns the first fault of a damaged file, or of one of a later format, as a finding
 * @throws FileSystemError for a file that is there and cannot be read
 */
export function readBaseline(fs: FileSystem, file: string): { baseline: Baseline } | { fault: Finding } {
  let bytes: Uint8Array;
  try {
    bytes = fs.readFile(file);
  } catch (error) {
    if (error instanceof FileSystemError && error.fault === "missing")
      return { baseline: { file, entries: [] } };
    throw error;
  }
  const text = decodeText(bytes).text;
  const lines = new LineIndex(text);
  const place = ({ start, end }: { start: number; end: number }) =>
    lines.place(file, Math.min(start, text.length), Math.min(end, text.length));
  try {
    return { baseline: { file, entries: new BaselineReader(text, place).read() } };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { fault: finding("config/baseline", place(error.span), { problem: error.message }) };
  }
}

type Span = { start: number; end: number };

class Fault extends Error {
  constructor(
    message: string,
    readonly span: Span,
  ) {
    super(message);
  }
}

const TEXTS = ["contract", "symbol", "code", "expected", "actual", "fingerprint", "reason"] as const;
const NEEDED = ["contract", "symbol", "code", "fingerprint", "reason"] as const;

class BaselineReader {
  constructor(
    readonly text: string,
    readonly placeOf: (span: Span) => Place,
  ) {}

  read(): PlacedEntry[] {
    const document = parseJsonDocument(this.text);
    if ("problem" in document) {
      const { problem, offset } = document;
      const merged = /^(?:<{7}|={7}|>{7})/m.test(this.text)
        ? " It holds the marks of a merge: resolve them."
        : "";
      throw new Fault(`it is no valid JSON: ${problem}${merged}`, { start: offset, end: offset + 1 });
    }
    const members = this.#members(document.root, "the file", ["$schema", "format", "findings"]);
    const format = members.get("format");
    if (!format) throw new Fault('its "format" is missing.', document.root);
    const written = this.text.slice(format.start, format.end);
    if (written !== String(BASELINE_FORMAT)) {
      const isLater = format.kind === "number" && Number(written) > BASELINE_FORMAT;
      throw new Fault(
        isLater
          ? `its format is ${written}, and this contractc knows ${BASELINE_FORMAT}: use the later contractc that wrote it.`
          : `its format is ${written}, not ${BASELINE_FORMAT}.`,
        format,
      );
    }
    const findings = members.get("findings");
    if (findings?.kind !== "array") throw new Fault('its "findings" are no list.', findings ?? document.root);
    const seen = new Set<string>();
    return findings.items.map((item) => {
      const entry = this.#entry(item);
      const key = keyOf(entry);
      if (seen.has(key)) throw new Fault(`it has two entries for one finding (${entry.fingerprint}).`, item);
      seen.add(key);
      return entry;
    });
  }

  #entry(node: JsonNode): PlacedEntry {
    const members = this.#members(node, "an entry", [...TEXTS, "count"]);
    const texts: Partial<Record<(typeof TEXTS)[number], string>> = {};
    for (const key of TEXTS) {
      const value = members.get(key);
      if (value === undefined) continue;
      if (value.kind !== "string") throw new Fault(`"${key}" is a text.`, value);
      texts[key] = value.value;
    }
    for (const key of NEEDED)
      if (texts[key] === undefined) throw new Fault(`an entry has no "${key}".`, node);
    const { contract = "", symbol = "", code = "", fingerprint = "", reason = "", expected, actual } = texts;
    if (!/^[0-9a-f]{16}$/.test(fingerprint)) {
      throw new Fault("a fingerprint has 16 hexadecimal digits.", members.get("fingerprint") ?? node);
    }
    if (reason.trim() === "") {
      throw new Fault("an entry without a reason accepts nothing: say why.", members.get("reason") ?? node);
    }
    const count = members.get("count");
    const number = count === undefined ? 1 : Number(this.text.slice(count.start, count.end));
    if (count && (count.kind !== "number" || !Number.isSafeInteger(number) || number < 1)) {
      throw new Fault('"count" is a number of findings.', count);
    }
    return {
      contract,
      symbol,
      code,
      ...(expected === undefined ? {} : { expected }),
      ...(actual === undefined ? {} : { actual }),
      fingerprint,
      count: number,
      reason,
      place: this.placeOf(node),
    };
  }

  #members(node: JsonNode, what: string, known: readonly string[]): Map<string, JsonNode> {
    if (node.kind !== "object") throw new Fault(`${what} is no object.`, node);
    const members = new Map<string, JsonNode>();
    for (const { key, keyStart, keyEnd, value } of node.members satisfies JsonMember[]) {
      const at = { start: keyStart, end: keyEnd };
      if (!known.includes(key)) throw new Fault(`${what} has an unknown "${key}".`, at);
      if (members.has(key)) throw new Fault(`${what} has two "${key}".`, at);
      members.set(key, value);
    }
    return members;
  }
}

/** By which findings and entries find each other. */
export function keyOf({ contract, fingerprint }: { contract: string; fingerprint: string }): string {
  return `${fingerprint} ${contract}`;
}
