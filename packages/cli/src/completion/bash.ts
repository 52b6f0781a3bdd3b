import { type CommandShape, callables, quoted } from "./shape.js";

/** A script for bash 3.2 and later; where nothing is offered, bash goes on with file names. */
export function bashCompletion(program: CommandShape): string {
  const all = callables(program);
  const nested = all.filter(({ path, shape }) => path !== "" && shape.commands.length > 0);
  const values = all.flatMap(({ path, shape }) =>
    shape.options.filter(({ takesValue }) => takesValue).map((option) => ({ path, option })),
  );
  const lines = [
    "# Completion of contractc in bash: source <(contractc completion bash)",
    "_contractc() {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: braces of the shell
    '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="" at word words=""',
    "  COMPREPLY=()",
    "  # Bash takes `--format=json` for three words.",
    '  if [[ "$current" == "=" ]]; then current=""',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: braces of the shell
    '  elif [[ "$previous" == "=" ]]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi',
    "  for ((at = 1; at < COMP_CWORD; at++)); do",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: braces of the shell
    '    word="${COMP_WORDS[at]}"',
    '    [[ "$word" == -* ]] && continue',
    '    case "$command" in',
    '      "") command="$word" ;;',
    ...nested.map(({ path }) => `      ${quoted(path)}) command="$command $word" ;;`),
    "    esac",
    "  done",
    '  case "$command $previous" in',
    ...values.map(
      ({ path, option }) =>
        `    ${quoted(`${path} ${option.flag}`)}) ${option.choices ? `words=${quoted(option.choices.join(" "))}` : "return"} ;;`,
    ),
    "    *)",
    '      if [[ "$current" == -* ]]; then',
    '        case "$command" in',
    ...all.map(
      ({ path, shape }) =>
        `          ${quoted(path)}) words=${quoted(shape.options.map(({ flag }) => flag).join(" "))} ;;`,
    ),
    "        esac",
    "      else",
    '        case "$command" in',
    ...all.flatMap(({ path, shape }) => {
      const words = shape.commands.length > 0 ? shape.commands.map(({ name }) => name) : shape.words;
      return words ? [`          ${quoted(path)}) words=${quoted(words.join(" "))} ;;`] : [];
    }),
    "        esac",
    "      fi",
    "      ;;",
    "  esac",
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    "}",
    "complete -o default -F _contractc contractc",
  ];
  return `${lines.join("\n")}\n`;
}
