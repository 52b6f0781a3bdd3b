/**
 * The value of a string as it stands in the text: `"…"` with the escapes of JSON, or `"""…"""`, which may
 * span lines: the line break after the opening quotes, the line of the closing quotes and the indentation
 * that all lines share are not part of the value. Escapes hold in both, so `\"""` is possible.
 *
 * @param image the string with its quotes; closing quotes may be missing
 */
export function stringValue(image: string): string {
  if (image.startsWith('"""')) {
    const body = image.endsWith('"""') && image.length >= 6 ? image.slice(3, -3) : image.slice(3);
    return unescapeJson(dedent(body));
  }
  const quote = image.charAt(0);
  const closed = image.length > 1 && image.endsWith(quote);
  const body = image.slice(1, closed ? -1 : undefined);
  return unescapeJson(quote === "'" ? body.replaceAll("\\'", "'") : body);
}

/** The value of a number as it is written; of one that is too large, which has been reported, the largest there is. */
export function numberValue(text: string): number {
  const value = Number(text.replaceAll("_", ""));
  return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE;
}

/** The name without its back-ticks, if it has any. */
export function bareName(image: string): string {
  return image.startsWith("`") ? image.replaceAll("`", "") : image;
}

/** Removes the first line break, the last line if blank, and the common indentation; line ends become `\n`. */
function dedent(body: string): string {
  const lines = body.split(/\r\n|\r|\n/);
  if (lines.length === 1) return body;
  const firstIsBlank = lines[0]!.trim() === "";
  const rest = lines.slice(1);
  const lastIsBlank = rest.at(-1)!.trim() === "";
  // The line of the closing quotes takes part in the common indentation, so that it can be chosen.
  let common: string | undefined;
  rest.forEach((line, index) => {
    if (line.trim() === "" && !(lastIsBlank && index === rest.length - 1)) return;
    const indent = /^[ \t]*/.exec(line)![0];
    common = common === undefined ? indent : commonPrefix(common, indent);
  });
  const cut = common?.length ?? 0;
  const kept = rest.map((line) => (line.trim() === "" ? "" : line.slice(cut)));
  if (lastIsBlank) kept.pop();
  if (!firstIsBlank) kept.unshift(lines[0]!);
  return kept.join("\n");
}

function commonPrefix(a: string, b: string): string {
  let end = 0;
  while (end < a.length && end < b.length && a[end] === b[end]) end++;
  return a.slice(0, end);
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** An unknown escape, which has been reported, keeps its backslash. */
function unescapeJson(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (whole, hex: string | undefined, char: string) =>
    hex === undefined ? (escapes[char] ?? whole) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Offsets and texts of the escapes in a string that JSON does not have. */
export function badEscapes(image: string): { offset: number; text: string }[] {
  if (!image.includes("\\")) return [];
  const found: { offset: number; text: string }[] = [];
  for (const match of image.matchAll(/\\(?:u[0-9a-fA-F]{4}|[\s\S])/g)) {
    const char = match[0].charAt(1);
    if (match[0].length === 2 && escapes[char] === undefined) {
      found.push({ offset: match.index, text: match[0] });
    }
  }
  return found;
}
