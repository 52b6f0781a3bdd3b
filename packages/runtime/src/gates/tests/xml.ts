/** An element of a report: the parts of XML that reports use. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** All text directly in it. */
  text: string;
}

const MARKUP =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*>|<\/([^\s>]+)\s*>|<([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const DEEPEST = 100;

/**
 * Reads XML that a test runner wrote. No entities but the built-in ones are known, so that a report cannot grow in being
 * read; what is not well-formed is no report.
 *
 * @returns the root; `undefined` where the text is no document
 */
export function parseXml(text: string): XmlElement | undefined {
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let last = 0;
  const take = (part: string, isPlain: boolean): boolean => {
    const top = open.at(-1);
    if (top) top.text += isPlain ? decoded(part) : part;
    // Text between elements may hold a lone `<` in no document.
    return !(isPlain && part.includes("<")) && (top !== undefined || part.trim() === "" || !isPlain);
  };
  for (const match of text.matchAll(MARKUP)) {
    if (!take(text.slice(last, match.index), true)) return undefined;
    last = match.index + match[0].length;
    const [, data, closing, opening, attributes = "", slash] = match;
    if (data !== undefined) take(data, false);
    else if (closing !== undefined) {
      if (open.pop()?.name !== closing) return undefined;
    } else if (opening !== undefined) {
      const element = { name: opening, attributes: attributesOf(attributes), children: [], text: "" };
      const top = open.at(-1);
      if (top) top.children.push(element);
      else if (root) return undefined;
      else root = element;
      if (slash !== "/") open.push(element);
      if (open.length > DEEPEST) return undefined;
    }
  }
  if (open.length > 0 || text.slice(last).trim() !== "") return undefined;
  return root;
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE)) {
    attributes.set(name, decoded(double ?? single ?? ""));
  }
  return attributes;
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
