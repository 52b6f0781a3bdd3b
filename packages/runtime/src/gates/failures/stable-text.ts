import { stripVTControlCharacters } from "node:util";

/**
 * A text without what differs from one run to the next: times, addresses of memory, temporary paths, places in files,
 * numbers of processes. Two runs of one failure give the same.
 */
export function stableText(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/\b0x[0-9a-fA-F]{4,}\b/g, "0x")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>")
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, "<time>")
    .replace(/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, "<time>")
    .replace(/(?:file:\/\/)?\/\S*\/contractc-gate-\w+\/source\//g, "")
    .replace(/(?:file:\/\/)?\/gate\/(?:work|source)\//g, "")
    .replace(/(?:\/private)?\/(?:tmp|var\/folders|var\/tmp)\/[^\s'"`,:;)\]]+/g, "<temporary>")
    .replace(/\b\d+(?:\.\d+)?\s?(?:ms|µs|us|ns|s|sec(?:onds?)?|min(?:utes?)?)\b/g, "<duration>")
    .replace(/(\.[A-Za-z]\w{0,4})(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\))/g, "$1")
    .replace(/\bline \d+(?:, column \d+)?/g, "line <number>")
    .replace(/\bpid[ =:]*\d+/gi, "pid <number>")
    .replace(/\b(port|localhost|127\.0\.0\.1)([ =:]+)\d{2,5}\b/gi, "$1 <number>")
    .replace(/[ \t]+/g, " ")
    .trim();
}
