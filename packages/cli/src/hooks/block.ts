/** What marks the part of a hook that is ours; everything else in the file is somebody else's. */
const START = "# >>> contractc >>>";
const END = "# <<< contractc <<<";

/**
 * The lines that a pre-commit hook needs, between marks by which they are found again. They start the project's own
 * contractc where there is one, and are understood by every `sh`, that of git for Windows included.
 *
 * @param folder from the top of the repository to where contractc was called; `""` for the top
 */
export function hookBlock(folder: string): string {
  const bin = quoted(folder === "" ? "node_modules/.bin/contractc" : `${folder}/node_modules/.bin/contractc`);
  // The folder is an argument: git's variables in hooks hold paths from the top, and must not be taken elsewhere.
  const rest = folder === "" ? "" : ` ${quoted(folder.startsWith("-") ? `./${folder}` : folder)}`;
  return `${START}
# Written by \`contractc hook install\`; \`contractc hook uninstall\` removes it.
if [ -f ${bin} ]; then
  ${bin} drift --staged${rest} || exit $?
elif command -v contractc >/dev/null 2>&1; then
  contractc drift --staged${rest} || exit $?
else
  echo "contractc is not installed here: npm install, or git commit --no-verify" >&2
  exit 1
fi
${END}
`;
}

/** A text for `sh` as it stands. */
function quoted(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A hook of nothing but the block. */
export function hookOf(block: string): string {
  return `#!/bin/sh\n${block}`;
}

/** A hook with our part of it taken apart. */
export interface ParsedHook {
  before: string;
  block: string;
  after: string;
}

/** @returns `undefined` where there is no part of ours, or its end is missing */
export function parseHook(text: string): ParsedHook | undefined {
  const start = text.search(/^# >>> contractc >>>$/m);
  if (start < 0) return undefined;
  const close = text.indexOf(`\n${END}`, start);
  if (close < 0) return undefined;
  let end = close + 1 + END.length;
  if (text[end] === "\n") end++;
  return { before: text.slice(0, start), block: text.slice(start, end), after: text.slice(end) };
}

/** Whether what is left of a hook does nothing, so that the file was ours alone. */
export function isEmptyHook({ before, after }: ParsedHook): boolean {
  return /^#!\/bin\/sh\r?\n$/.test(before) && after === "";
}
