/** Something in a file that looks like a key. The value itself is never repeated. */
export interface FoundSecret {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** `an AWS access key`. */
  what: string;
}

/** Keys that can be told by their shape alone. */
const SHAPES: readonly { what: string; pattern: RegExp }[] = [
  { what: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----\s*[\w+/=]{16}/g },
  { what: "an AWS access key", pattern: /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z2-7]{16}\b/g },
  { what: "a GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{60,})\b/g },
  { what: "a GitLab token", pattern: /\bglpat-[\w-]{20,}/g },
  { what: "a Slack token", pattern: /\bxox[abeoprs]-[\w-]{20,}/g },
  { what: "a Slack webhook", pattern: /hooks\.slack\.com\/services\/T\w{8,}\/B\w{8,}\/\w{20,}/g },
  { what: "a Stripe key", pattern: /\b[rs]k_live_[A-Za-z0-9]{20,}/g },
  { what: "an OpenAI key", pattern: /\bsk-(?:proj-|svcacct-)?[A-Za-z0-9_-]*T3BlbkFJ[A-Za-z0-9_-]{16,}/g },
  { what: "an Anthropic key", pattern: /\bsk-ant-[a-z]+\d\d-[\w-]{80,}/g },
  { what: "a Google API key", pattern: /\bAIza[\w-]{35}\b/g },
  { what: "an npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { what: "a PyPI token", pattern: /\bpypi-AgEIcHlwaS5vcmc[\w-]{50,}/g },
  { what: "a SendGrid key", pattern: /\bSG\.[\w-]{22}\.[\w-]{43}\b/g },
  { what: "a Telegram bot token", pattern: /\b\d{8,10}:AA[\w-]{33}\b/g },
  { what: "a signed token", pattern: /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/g },
];

/** A password in an address: `postgres://user:password@host`. */
const IN_ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s:/@"'`]{1,64}):([^\s/@"'`]{4,128})@([\w.-]+)/gi;

/** A text that is given to a name which says that it is a secret. */
const ASSIGNED =
  /["']?\b([A-Za-z_$][\w$-]{0,60})["']?\s*(?::\s*[\w.|[\] ]{1,40}?)?\s*(?:=|:|=>|:=)\s*(?:[rbuf]|String\()?(["'`])((?:(?!\2)[^\\\n]|\\.){8,256})\2/g;
const SECRET_NAME =
  /(?:^|[_-]|(?<=[a-z0-9]))(?:api[_-]?key|secret(?:[_-]?key)?|access[_-]?key|private[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|client[_-]?secret|password|passwd|passphrase|token)s?$/i;

/** What stands for a secret in examples, tests and templates, and is none. */
const PLACEHOLDER =
  /^(?:x+|\*+|\.+|-+|0+|(?:your|my|the|some|an?|this|test|dummy|fake|mock|sample|example|placeholder|changeme|change|redacted|none|null|undefined|todo)\b.*)$|[<>{}$%]|example|placeholder|changeme|dummy|fake|redacted|test[_-]|secret[_-]?(?:key|name|id)?$|^process\.env|^os\.environ|\s/i;

const LEAST_ENTROPY = 3.2;
const LEAST_LENGTH = 12;

/**
 * Finds keys and passwords that are written into a file. By their shape where they have one; else by a name that says what
 * the text is, and a text that looks random.
 *
 * @returns each place once, in order
 */
export function secretsIn(text: string): FoundSecret[] {
  const found = new Map<number, string>();
  for (const { what, pattern } of SHAPES) {
    for (const match of text.matchAll(pattern)) {
      if (!isMadeUp(match[0])) found.set(match.index, what);
    }
  }
  for (const match of text.matchAll(IN_ADDRESS)) {
    const [, , password = "", host = ""] = match;
    if (
      PLACEHOLDER.test(password) ||
      /^(?:pass(?:word)?|secret|pw|user|postgres|root|guest)\d*$/i.test(password)
    )
      continue;
    if (/^(?:localhost|127\.|0\.0\.0\.0|example\.|.*\.(?:example|test|invalid)(?:\.|$))/.test(host)) continue;
    if (/^example\.(?:com|org|net)$/.test(host)) continue;
    found.set(match.index, "a password in an address");
  }
  for (const match of text.matchAll(ASSIGNED)) {
    const [, name = "", , value = ""] = match;
    if (!SECRET_NAME.test(name) || !looksRandom(value) || PLACEHOLDER.test(value)) continue;
    const at = match.index + match[0].lastIndexOf(value);
    if ([...found.keys()].some((other) => Math.abs(other - at) < value.length)) continue;
    found.set(at, `a secret as the value of '${name}'`);
  }
  const starts = lineStarts(text);
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([at, what]) => {
      const line = lineAt(starts, at);
      return { line, column: at - (starts[line - 1] ?? 0) + 1, what };
    });
}

/** Letters and digits mixed, without words or a pattern. */
function looksRandom(value: string): boolean {
  if (value.length < LEAST_LENGTH || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (/^[\w-]+(?:\.[\w-]+)+$/.test(value) && !/[A-Z]/.test(value)) return false;
  if (/^(?:https?:|\/|\.\/|#)/.test(value)) return false;
  return entropy(value) >= LEAST_ENTROPY && !isMadeUp(value);
}

/** `AKIAIOSFODNN7EXAMPLE`, `abcdefgh12345678`: what people write where they mean none. */
function isMadeUp(value: string): boolean {
  return /EXAMPLE|XXXX|0000000|1234567|abcdefg|ABCDEFG|(.)\1{5}/i.test(value);
}

/** Bits for each character. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
