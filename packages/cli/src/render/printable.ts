/**
 * A text from a repository as it may be shown on a terminal: control characters, which could move the cursor, change
 * colours or hide what follows, and those that turn the direction of writing, stand as one visible character each, so
 * that columns stay where they are.
 *
 * @param text line ends stay, except for those of `name`s
 */
export function printable(text: string, what: "text" | "name" = "text"): string {
  return text.replace(CONTROLS, (character) => {
    if (character === "\n" && what === "text") return character;
    const code = character.charCodeAt(0);
    // The pictures of Unicode's block for control characters.
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "\u2421" : "\ufffd";
  });
}

const CONTROLS = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;
