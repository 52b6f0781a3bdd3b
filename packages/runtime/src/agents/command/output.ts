export type ObjectLine = Record<string, unknown>;

/** The JSON objects of an output that has one in each line; other lines are what programs say besides. */
export function lines(output: string): ObjectLine[] {
  return output.split(/\r?\n/).flatMap((line) => {
    if (!line.startsWith("{")) return [];
    try {
      return [JSON.parse(line) as ObjectLine];
    } catch {
      return [];
    }
  });
}
