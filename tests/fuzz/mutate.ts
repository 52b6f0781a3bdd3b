import type { Random } from "./random.ts";

/** Cuts a text into tokens and the white space between them; joined they are the text. */
export function cut(text: string): string[] {
  return text.match(/\s+|[\p{L}_$][\p{L}\p{N}_$]*|\d+|"(?:[^"\\\n]|\\.)*"|->|==|\.\.\.|\*\*|./gsu) ?? [];
}

/** Characters that have surprised readers of text before. */
export const ODD_CHARACTERS: readonly string[] = [
  "\u0000",
  "\u0007",
  "\u000b",
  "\u000c",
  "\r",
  "\u0085",
  "\u00a0",
  "\u00ad",
  "\u0301",
  "\u061c",
  "\u200b",
  "\u200d",
  "\u202e",
  "\u2028",
  "\u2029",
  "\u2066",
  "\u3000",
  "\ufeff",
  "\ufffd",
  "\uffff",
  "\ud800",
  "\udc00",
  "😀",
  "👨‍👩‍👧",
  "é",
  "e\u0301",
  "ﬁ",
  "Ⅷ",
  "ß",
  "İ",
  "中文",
  "שלום",
  "“",
  "”",
  "’",
  "–",
  "…",
  "；",
  "（",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
];

/** One to `most` edits of the tokens of a text: tokens left out, doubled, swapped, replaced and put in. */
export function editTokens(text: string, words: readonly string[], random: Random, most: number): string {
  const tokens = cut(text);
  const edits = random.between(1, most);
  for (let edit = 0; edit < edits && tokens.length > 0; edit++) {
    const at = random.below(tokens.length);
    const to = random.below(tokens.length);
    switch (random.below(6)) {
      case 0:
        tokens.splice(at, 1);
        break;
      case 1:
        tokens.splice(at, 0, tokens[at]!);
        break;
      case 2:
        [tokens[at], tokens[to]] = [tokens[to]!, tokens[at]!];
        break;
      case 3:
        tokens[at] = random.pick(words);
        break;
      case 4:
        tokens.splice(at, 0, random.pick(words), " ");
        break;
      default:
        tokens[at] = tokens[to]!;
    }
  }
  return tokens.join("");
}

/** Characters left out, doubled, replaced or put in. */
export function editCharacters(text: string, random: Random): string {
  let edited = text;
  for (let edit = random.between(1, 4); edit > 0; edit--) {
    const at = random.below(edited.length + 1);
    const kept = random.once(3) ? at : Math.min(edited.length, at + random.between(1, 3));
    const put = random.pick(["", edited.charAt(random.below(edited.length)), random.pick(ODD_CHARACTERS)]);
    edited = edited.slice(0, at) + put + edited.slice(kept);
  }
  return edited;
}

/** The text up to any offset, or from one. */
export function truncate(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  return random.once(6) ? text.slice(at) : text.slice(0, at);
}

/** The start of one text and the end of another, or one put into the other. */
export function splice(first: string, second: string, random: Random): string {
  const at = random.below(first.length + 1);
  const from = random.below(second.length + 1);
  if (random.once(2)) return first.slice(0, at) + second.slice(from);
  return first.slice(0, at) + second.slice(from, from + random.between(1, 200)) + first.slice(at);
}

/** Whole lines left out, doubled, moved or indented anew. */
export function editLines(text: string, random: Random): string {
  const lines = text.split(/(?<=\n)/);
  for (let edit = random.between(1, 3); edit > 0 && lines.length > 0; edit--) {
    const at = random.below(lines.length);
    const line = lines[at]!;
    switch (random.below(4)) {
      case 0:
        lines.splice(at, random.between(1, 3));
        break;
      case 1:
        lines.splice(random.below(lines.length), 0, line);
        break;
      case 2:
        lines[at] = " ".repeat(random.below(9)) + line.trimStart();
        break;
      default:
        lines.splice(random.below(lines.length), 0, ...lines.splice(at, random.between(1, 4)));
    }
  }
  return lines.join("");
}

/** Odd characters at many places at once, odd line ends, a mark of byte order. */
export function makeOdd(text: string, random: Random): string {
  switch (random.below(5)) {
    case 0:
      return `\ufeff${text}`;
    case 1:
      return text.replaceAll("\n", random.pick(["\r\n", "\r", "\u2028", "\n\r", "\u0085"]));
    case 2: {
      const odd = random.pick(ODD_CHARACTERS);
      const gap = random.between(3, 40);
      return cut(text)
        .map((token, at) => (at % gap === 0 ? token + odd : token))
        .join("");
    }
    case 3: {
      // A name that is odd everywhere it stands.
      const name = random.pick(text.match(/[\p{L}_]\w*/gu) ?? ["x"]);
      return text.replaceAll(name, random.pick(ODD_CHARACTERS));
    }
    default:
      return text.replaceAll(random.once(2) ? " " : "  ", random.pick(["\t", "", "\u00a0", "\u3000"]));
  }
}

/** Any bytes, or the bytes of a text with some of them changed. */
export function randomBytes(text: string, random: Random): Uint8Array {
  if (random.once(2)) {
    const highest = random.pick([0x7f, 0xff]);
    return Uint8Array.from({ length: random.below(200) }, () => random.below(highest + 1));
  }
  const bytes = new TextEncoder().encode(text);
  for (let change = random.between(1, 6); change > 0 && bytes.length > 0; change--) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  return bytes;
}
