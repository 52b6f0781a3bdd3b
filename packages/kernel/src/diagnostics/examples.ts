const SEPARATOR = /^=== (\S+)$/;

/** The file that an example without separators is. */
export const EXAMPLE_CONTRACT = "example.contract";

/**
 * The files of a registry example. A line `=== path` starts a file; text without such lines is one contract.
 *
 * @returns texts by path, in the order written
 */
export function exampleFiles(example: string): Map<string, string> {
  const files = new Map<string, string>();
  let path = EXAMPLE_CONTRACT;
  let lines: string[] = [];
  const flush = () => {
    if (lines.some((line) => line.trim() !== "")) files.set(path, `${lines.join("\n").trimEnd()}\n`);
  };
  for (const line of example.split("\n")) {
    const match = SEPARATOR.exec(line);
    if (match) {
      flush();
      path = match[1]!;
      lines = [];
    } else {
      lines.push(line);
    }
  }
  flush();
  return files;
}
