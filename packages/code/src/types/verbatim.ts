/** A string, a comment, a word, white space, or one character. */
const TOKEN = /(["'`])((?:\\.|(?!\1)[^\\])*)\1|(\/\*[\s\S]*?\*\/|(?:\/\/|#)[^\n]*)|[\p{L}\p{N}_$]+|\s+|./gsu;

/**
 * The text of a type with everything removed that does not change it: white space, the choice of quotes, `;` for
 * `,` between members, separators before a closing bracket, a leading `|` or `&` and parentheses around a single name.
 */
export function normalText(text: string): string {
  // A template literal nests quotes in quotes, of which a contract keeps only that they are quotes.
  const bare = oneLine(text);
  if (bare.includes("${")) return bare.replace(/["'`]/g, '"').replace(/\s*([^\p{L}\p{N}_$\s])\s*/gu, "$1");
  const tokens: string[] = [];
  // A contract cannot write back-ticks within back-ticks.
  for (const match of text.trim().replaceAll("`", "'").matchAll(TOKEN)) {
    const [token, quote, inner, comment] = match;
    if (comment !== undefined) continue;
    if (quote !== undefined) tokens.push(`"${inner}"`);
    else if (token.trim() === "") continue;
    else if (token === ";") tokens.push(",");
    else {
      if (/^[)\]}>]$/.test(token) && tokens.at(-1) === ",") tokens.pop();
      tokens.push(token);
    }
  }
  if (tokens[0] === "|" || tokens[0] === "&") tokens.shift();
  // A contract writes `(Name)` for what is not the type of that name that it declares.
  if (tokens.length === 3 && tokens[0] === "(" && tokens[2] === ")" && isWord(tokens[1]!))
    tokens.splice(0, 3, tokens[1]!);
  let result = "";
  let before = "";
  for (const token of tokens) {
    if (isWord(before) && isWord(token)) result += " ";
    result += token;
    before = token;
  }
  return result;
}

function isWord(token: string): boolean {
  return /^[\p{L}\p{N}_$]/u.test(token);
}

/** The text of a type on one line and without comments, as a contract can write it. */
export function oneLine(text: string): string {
  let result = "";
  for (const [token, , , comment] of text.trim().matchAll(TOKEN)) {
    result += comment === undefined ? token : " ";
  }
  return result.replace(/\s+/g, " ").trim();
}
