/** The vocabulary by which tokens are counted: that of OpenAI's models since GPT-4o; others differ by some per cent. */
export const ENCODING = "o200k_base";

/** Loads the vocabulary, which is large: only what counts tokens waits for it. */
export async function tokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  // Texts may speak of special tokens; here they are text as any other.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, options);
}
