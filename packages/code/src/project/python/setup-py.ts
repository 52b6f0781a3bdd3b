/** The keywords of `setup(…)` that list requirements. */
const LISTS = /\b(?:install_requires|setup_requires|tests_require|extras_require|requires)\s*=\s*([[{(])/g;
const STRING = /(["'])((?:\\.|(?!\1)[^\\\n])*)\1/g;
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}", "(": ")" };

/** Any mention of such a list, also `**kwargs` and keys of a dictionary that is handed on. */
const MENTIONS = /\b(?:install_requires|extras_require)\b/g;
/** What a bracket of literals holds beside its strings. */
const LITERAL_PUNCTUATION = /^(?:[\s,:[\](){}]|#[^\n]*)*$/;

/** What a `setup.py` says in literals, and whether that is all it says of requirements. Nothing is run. */
export function setupArguments(text: string): {
  name?: string;
  requirements: string[];
  roots: string[];
  complete: boolean;
} {
  const requirements: string[] = [];
  let literal = 0;
  for (const match of text.matchAll(LISTS)) {
    const start = match.index + match[0].length - 1;
    const body = bracketed(text, start);
    const rest = text.slice(start + body.length);
    const isLiteral = LITERAL_PUNCTUATION.test(body.replaceAll(STRING, "")) && /^\s*(?:,|\)|#)/.test(rest);
    if (isLiteral && /^(?:install|extras)/.test(match[0])) literal += 1;
    for (const [, , value = ""] of body.matchAll(STRING)) {
      // The keys of `extras_require` are names of extras.
      requirements.push(value);
    }
  }
  const [, folder] = /\bpackage_dir\s*=\s*\{\s*["']["']\s*:\s*["']([^"']+)["']/.exec(text) ?? [];
  const [, where] =
    /\bfind_(?:namespace_)?packages\s*\(\s*(?:where\s*=\s*)?["']([^"']+)["']/.exec(text) ?? [];
  const [, name] = /\bsetup\s*\([^()]*?\bname\s*=\s*["']([^"']+)["']/.exec(text) ?? [];
  const roots = [folder, where].filter((root) => root !== undefined);
  const mentioned = text.match(MENTIONS)?.length ?? 0;
  const complete = mentioned === literal && !/\bsetup\s*\([\s\S]*\*\*/.test(text);
  return { ...(name === undefined ? {} : { name }), requirements, roots, complete };
}

/** The text of a bracket and what it holds; strings are skipped. */
function bracketed(text: string, start: number): string {
  const closing: string[] = [];
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (char === '"' || char === "'") {
      for (at++; at < text.length && text[at] !== char; at++) if (text[at] === "\\") at++;
    } else if (CLOSING[char]) closing.push(CLOSING[char]);
    else if (char === closing.at(-1)) {
      closing.pop();
      if (closing.length === 0) return text.slice(start, at + 1);
    }
  }
  return text.slice(start);
}
