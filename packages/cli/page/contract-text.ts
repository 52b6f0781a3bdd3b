import { element } from "./dom.js";

const WORDS =
  /^(?:abstract|async|class|const|emits|ensures|enum|error|event|example|export|default|extends|final|fn|implements|initial|interface|internal|let|new|on|raises|readonly|record|requires|states|static|type|verifies)$/;

/** Contract text with doc comments, strings and words of the language told apart. */
export function contractText(text: string): HTMLElement {
  const box = element("pre");
  for (const part of text.trimEnd().split(/(\/\/\/[^\n]*|"(?:\\.|[^"\\])*"|[\p{L}_$][\p{L}\p{N}_$]*)/u)) {
    const kind = part.startsWith("///")
      ? "doc"
      : part.startsWith('"')
        ? "string"
        : WORDS.test(part)
          ? "word"
          : undefined;
    box.append(kind ? element("span", { class: kind }, part) : part);
  }
  return box;
}
