/**
 * The sections of a file as `configparser` reads it: keys with the lines of their values, comments left out.
 *
 * @returns by section, then by key in lower case
 */
export function iniSections(text: string): Map<string, Map<string, string[]>> {
  const sections = new Map<string, Map<string, string[]>>();
  let section: Map<string, string[]> | undefined;
  let lines: string[] | undefined;
  for (const written of text.split(/\r?\n/)) {
    const line = written.trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const heading = /^\[([^\]]+)\]/.exec(written)?.[1];
    if (heading !== undefined) {
      section = sections.get(heading) ?? new Map();
      sections.set(heading, section);
      lines = undefined;
      continue;
    }
    // What is indented goes on with the value above.
    if (/^\s/.test(written) && lines) {
      lines.push(line);
      continue;
    }
    const [, key, value = ""] = /^([^=:]+?)\s*[=:]\s*(.*)$/.exec(line) ?? [];
    if (!section || key === undefined) continue;
    lines = value === "" ? [] : [value];
    section.set(key.toLowerCase(), lines);
  }
  return sections;
}
