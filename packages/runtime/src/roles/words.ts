export type CommandWords = { kind: "words"; words: string[] } | { kind: "refused"; reason: string };

const OPERATORS = new Set(["|", "&", ";", "<", ">", "(", ")", "`", "\n", "\r"]);

/**
 * Splits a command into words as a shell does, without being one: quotes and backslashes group, nothing is expanded.
 *
 * What would ask for a shell (pipes, redirections, substitutions, variables before the program) is refused rather than
 * passed on as a word that the program would take for something else.
 */
export function commandWords(command: string): CommandWords {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < command.length; at++) {
    const char = command[at]!;
    if (char === "\0") return refused("it holds a null character");
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else if (char === "\\" && quote === '"' && /["\\]/.test(command[at + 1] ?? "")) word += command[++at]!;
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (char === "\\" && at + 1 < command.length) {
      word = (word ?? "") + command[++at]!;
    } else if (OPERATORS.has(char)) {
      return refused(`${JSON.stringify(char)} is for a shell, and there is none: run one program at a time`);
    } else if (char === "$" && /[\w({]/.test(command[at + 1] ?? "")) {
      return refused("variables and substitutions are for a shell, and there is none");
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + char;
  }
  if (quote !== undefined) return refused(`a ${quote} is not closed`);
  if (word !== undefined) words.push(word);
  const [program] = words;
  if (program === undefined || program === "") return refused("it names no program");
  if (/^[A-Za-z_]\w*=/.test(program)) {
    return refused(`${JSON.stringify(program)} sets a variable for a shell, and there is none`);
  }
  return { kind: "words", words };
}

function refused(reason: string): CommandWords {
  return { kind: "refused", reason };
}

/** Whether the first words of a command are those of a prefix. `python -m py` is no prefix of `python -m pytest`. */
export function startsWithWords(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length > 0 && prefix.every((word, at) => words[at] === word);
}
