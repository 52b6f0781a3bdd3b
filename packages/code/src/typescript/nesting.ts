/**
 * A cheap look at the characters of a file before it is parsed.
 *
 * The native parser descends recursively and has no depth limit: text that nests a few thousand brackets (a few
 * hundred on a thread with a stack of 1 MB) ends the whole process. The scan bounds from above how deep it can get.
 * Every construct that costs a level of recursion has a weight by what it was seen to need: brackets most, then
 * what nests to the right (`=`, `?`, `=>`, `else if`), then prefix operators, then chains to the left (`a + b + c`,
 * `a.b.c`). Weights add up along the open brackets; inside one bracket they start anew at each statement or element.
 */

/** Weights are such that this sum needs less than 1 MB of stack. */
const BUDGET = 8_000;
const BRACKET = 30;
const ANGLE = 20;
const RIGHTWARD = 12;
const ELEMENT = 6;
const PREFIX = 5;
const CHAIN = 1.25;

/** After these an operand follows, even on the next line; those with a weight nest what follows. */
const PREFIX_WORDS = new Map<string, number>([
  ...weigh("typeof void delete await new keyof infer yield abstract", PREFIX),
  ...weigh("if for while do else with", RIGHTWARD),
  ...weigh("return throw case in of instanceof extends is as satisfies asserts", CHAIN),
]);
/** These go on with what precedes them, even on a new line or after a brace. */
const INFIX_WORDS = new Set(
  "in of instanceof as satisfies extends is else catch finally while from".split(" "),
);
const CONTROL_WORDS = new Set(["if", "for", "while", "with", "switch", "catch", "await"]);

export interface Skim {
  /** Where the nesting gets too deep for the parser. */
  tooDeep?: number;
  /** Offsets of code that starts a line at its first column: a word, a decorator or a doc comment. */
  starts: number[];
}

/** What stood last before the current character, as far as it decides what a `/`, `+` or a new line means. */
enum Last {
  /** An operand has ended: a name, a literal, `]`, a `)` that closes no `if (…)`. */
  Operand,
  /** `}`: of a block or of an object. */
  Brace,
  /** An operator, an opening bracket, a separator, a prefix word. */
  Open,
  LessThan,
}

/**
 * @param text a source file of TypeScript or JavaScript
 * @param jsx whether elements (`<a>`) may occur
 */
export function skim(text: string, jsx: boolean): Skim {
  return new Scan(text, jsx).run();
}

class Scan {
  readonly #starts: number[] = [];
  /** Weight since the last separator, per open bracket. */
  readonly #runs: number[] = [0];
  /** Open `<` and elements, per open bracket. */
  readonly #angles: number[] = [0];
  readonly #elements: number[] = [0];
  /** What opened each bracket; `$` for `${`, `c` for the parenthesis of `if`, `for`, …. */
  readonly #openers: string[] = [];
  #total = 0;
  #last: Last = Last.Open;
  #word = "";
  #newLine = true;

  constructor(
    readonly text: string,
    readonly jsx: boolean,
  ) {}

  run(): Skim {
    const { text } = this;
    let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    if (text.startsWith("#!", at)) at = endOfLine(text, at);
    let lineStart = at;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) {
        this.#newLine = true;
        lineStart = ++at;
        continue;
      }
      if (code === 32 || code === 9) {
        at++;
        continue;
      }
      if (at === lineStart && (isWordStart(code) || code === 64 || text.startsWith("/**", at))) {
        this.#starts.push(at);
      }
      const from = at;
      at = isWordStart(code) ? this.#readWord(at) : this.#readMark(at, code);
      if (this.#total > BUDGET) return { tooDeep: from, starts: this.#starts };
    }
    return { starts: this.#starts };
  }

  #readWord(at: number): number {
    let end = at + 1;
    while (end < this.text.length && isWordPart(this.text.charCodeAt(end))) end++;
    // A long word is no keyword; the text of it is not needed.
    const word = end - at <= 12 ? this.text.slice(at, end) : "";
    const weight = PREFIX_WORDS.get(word);
    const startsAnew =
      (this.#last === Last.Brace || (this.#newLine && this.#last === Last.Operand)) && !INFIX_WORDS.has(word);
    if (startsAnew) this.#separate(true);
    if (weight !== undefined) this.#add(weight);
    this.#word = word;
    this.#last = weight === undefined ? Last.Operand : Last.Open;
    this.#newLine = false;
    return end;
  }

  #readMark(at: number, code: number): number {
    const { text } = this;
    const next = text.charCodeAt(at + 1);
    if (code === 47 && next === 47) return endOfLine(text, at);
    if (code === 47 && next === 42) return this.#skipComment(at);
    const word = this.#word;
    this.#word = "";
    const startsLine = this.#newLine;
    this.#newLine = false;
    switch (code) {
      case 34:
      case 39:
        if (startsLine && this.#last === Last.Operand) this.#separate(true);
        this.#last = Last.Operand;
        return endOfString(text, at, code);
      case 96:
        this.#last = Last.Operand;
        return this.#readTemplate(at + 1);
      case 47:
        if (next === 62) {
          this.#closeElement();
          this.#last = Last.Operand;
          return at + 2;
        }
        if (this.#last === Last.Open || this.#last === Last.Brace) {
          this.#last = Last.Operand;
          return endOfRegExp(text, at);
        }
        if (this.#last === Last.LessThan) this.#closeElement();
        else this.#add(CHAIN);
        this.#last = Last.Open;
        return at + 1;
      case 40:
        this.#open(CONTROL_WORDS.has(word) ? "c" : "(");
        return at + 1;
      case 91:
        this.#open("[");
        return at + 1;
      case 123:
        this.#open("{");
        return at + 1;
      case 41:
      case 93: {
        const opener = this.#close(code === 41 ? "(c" : "[");
        this.#add(CHAIN);
        this.#last = opener === "c" ? Last.Open : Last.Operand;
        return at + 1;
      }
      case 125: {
        const opener = this.#close("{$");
        if (opener === "$") {
          this.#last = Last.Operand;
          return this.#readTemplate(at + 1);
        }
        this.#last = Last.Brace;
        return at + 1;
      }
      case 59:
        // Only `for (;;)` has it in parentheses; others are the text of an element.
        while ("([".includes(this.#openers.at(-1) ?? "{")) this.#pop();
        this.#separate(true);
        this.#last = Last.Open;
        return at + 1;
      case 44:
        this.#separate(false);
        this.#last = Last.Open;
        return at + 1;
      default:
        return this.#readOperator(at, code, next);
    }
  }

  #readOperator(at: number, code: number, next: number): number {
    const previous = at === 0 ? 0 : this.text.charCodeAt(at - 1);
    const afterOperand = this.#last === Last.Operand || this.#last === Last.Brace;
    this.#last = Last.Open;
    switch (code) {
      case 60:
        // Not `<=` and `<<`.
        if (next === 61 || next === 60 || previous === 60) this.#add(CHAIN);
        else this.#openAngle(next);
        this.#last = Last.LessThan;
        break;
      case 62:
        // Not of `=>` and `>=`.
        if (previous !== 61 && next !== 61) this.#closeAngle();
        if (previous === 61) this.#add(RIGHTWARD);
        else this.#last = Last.Operand;
        break;
      case 61:
        if (next === 61 || next === 62 || (previous >= 60 && previous <= 62) || previous === 33)
          this.#add(CHAIN);
        else this.#add(RIGHTWARD);
        break;
      case 63:
        // `?.` and `??` chain to the left.
        this.#add(next === 46 || next === 63 || previous === 63 ? CHAIN : RIGHTWARD);
        break;
      case 58:
        this.#add(RIGHTWARD);
        break;
      case 33:
        this.#add(PREFIX);
        if (afterOperand && next !== 61) this.#last = Last.Operand;
        break;
      case 42:
        this.#add(previous === 42 ? PREFIX : CHAIN);
        break;
      case 43:
      case 45:
        if (next === code) {
          // `a++ / b` divides.
          this.#add(CHAIN);
          if (afterOperand) this.#last = Last.Operand;
          return at + 2;
        }
        this.#add(afterOperand ? CHAIN : PREFIX);
        break;
      case 126:
        this.#add(afterOperand ? CHAIN : PREFIX);
        break;
      default:
        this.#add(CHAIN);
    }
    return at + 1;
  }

  #add(weight: number): void {
    this.#runs[this.#runs.length - 1]! += weight;
    this.#total += weight;
  }

  /** @param statement whether open `<` end here too: they go on behind a comma */
  #separate(statement: boolean): void {
    const top = this.#runs.length - 1;
    const open = statement ? 0 : this.#angles[top]! * ANGLE + this.#elements[top]! * ELEMENT;
    this.#total += open - this.#runs[top]!;
    this.#runs[top] = open;
    if (statement) {
      this.#angles[top] = 0;
      this.#elements[top] = 0;
    }
  }

  #open(opener: string): void {
    this.#openers.push(opener);
    this.#runs.push(BRACKET);
    this.#angles.push(0);
    this.#elements.push(0);
    this.#total += BRACKET;
    this.#last = Last.Open;
  }

  /**
   * Closes the innermost bracket of some kinds, and those inside of it, which then stand in the text of an element
   * or do not parse. Only a brace closes what has a brace inside.
   *
   * @returns what opened the bracket; nothing where none is open
   */
  #close(kinds: string): string {
    for (let at = this.#openers.length - 1; at >= 0; at--) {
      const opener = this.#openers[at]!;
      if (kinds.includes(opener)) {
        while (this.#openers.length > at) this.#pop();
        return opener;
      }
      if ("{$".includes(opener)) return "";
    }
    return "";
  }

  #pop(): void {
    this.#total -= this.#runs.pop()!;
    this.#angles.pop();
    this.#elements.pop();
    this.#openers.pop();
  }

  #openAngle(next: number): void {
    const top = this.#angles.length - 1;
    this.#angles[top]!++;
    this.#add(ANGLE);
    if (this.jsx && (isWordStart(next) || next === 62)) {
      this.#elements[top]!++;
      this.#add(ELEMENT);
    }
  }

  #closeAngle(): void {
    const top = this.#angles.length - 1;
    if (this.#angles[top]! === 0) return;
    this.#angles[top]!--;
    this.#add(-ANGLE);
  }

  #closeElement(): void {
    const top = this.#elements.length - 1;
    if (this.#elements[top]! === 0) return;
    this.#elements[top]!--;
    this.#add(-ELEMENT);
  }

  #skipComment(at: number): number {
    const close = this.text.indexOf("*/", at + 2);
    const end = close < 0 ? this.text.length : close + 2;
    // A new line inside a comment is one for the code around it.
    if (!this.#newLine && this.text.slice(at, end).includes("\n")) this.#newLine = true;
    return end;
  }

  /** @param at behind the back-tick or behind the brace that ends a substitution */
  #readTemplate(at: number): number {
    const { text } = this;
    for (let end = at; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === 92) end++;
      else if (code === 96) return end + 1;
      else if (code === 36 && text.charCodeAt(end + 1) === 123) {
        this.#open("$");
        return end + 2;
      }
    }
    return text.length;
  }
}

function weigh(words: string, weight: number): [string, number][] {
  return words.split(" ").map((word) => [word, weight]);
}

function isWordStart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code === 35 ||
    code > 127
  );
}

function isWordPart(code: number): boolean {
  return isWordStart(code) && code !== 35 && code !== 0x2028 && code !== 0x2029;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** What its line does not close is no string, but an apostrophe in the text of an element. */
function endOfString(text: string, at: number, quote: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 92) end++;
    else if (code === quote) return end + 1;
    else if (code === 10) break;
  }
  return at + 1;
}

function endOfRegExp(text: string, at: number): number {
  let inClass = false;
  // The limit keeps a long line of slashes linear.
  const last = Math.min(text.length, at + 10_000);
  for (let end = at + 1; end < last; end++) {
    const code = text.charCodeAt(end);
    if (code === 92) end++;
    else if (code === 10) return at + 1;
    else if (code === 91) inClass = true;
    else if (code === 93) inClass = false;
    else if (code === 47 && !inClass) return end + 1;
  }
  return at + 1;
}
