/** Breaks a one-line signature at the commas of its parameter list: one parameter a line. */
export function splitParameters(text: string, parameters: number): string[] {
  if (parameters < 2) return [text];
  const open = topLevel(text, "(");
  const close = matching(text, open);
  if (open < 0 || close < 0) return [text];
  const parts: string[] = [];
  let from = open + 1;
  for (const comma of commas(text, open + 1, close)) {
    parts.push(`  ${text.slice(from, comma).trim()},`);
    from = comma + 1;
  }
  parts.push(`  ${text.slice(from, close).trim()}`);
  return [text.slice(0, open + 1), ...parts, text.slice(close)];
}

/** Offsets of the characters that stand outside of strings and back-ticks, with the bracket depth before each. */
function* bare(text: string, from = 0): Generator<{ at: number; depth: number; char: string }> {
  let depth = 0;
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (quote !== "") {
      if (char === "\\" && quote === '"') at++;
      else if (char === quote) quote = "";
    } else if (char === '"' || char === "`") quote = char;
    else {
      // `->` closes nothing.
      const arrow = char === ">" && text[at - 1] === "-";
      if (/[)\]}>]/.test(char) && !arrow) depth--;
      yield { at, depth, char };
      if (/[([{<]/.test(char)) depth++;
    }
  }
}

function topLevel(text: string, char: string): number {
  for (const one of bare(text)) if (one.depth === 0 && one.char === char) return one.at;
  return -1;
}

function matching(text: string, open: number): number {
  for (const one of bare(text, open)) if (one.depth === 0 && one.char === ")") return one.at;
  return -1;
}

function commas(text: string, from: number, to: number): number[] {
  const found: number[] = [];
  for (const one of bare(text, from)) {
    if (one.at >= to) break;
    if (one.depth === 0 && one.char === ",") found.push(one.at);
  }
  return found;
}
