import { type CommandShape, callables, type OptionShape, quoted } from "./shape.js";

/** A script for zsh: a file `_contractc` on its `fpath`, or sourced after `compinit`. */
export function zshCompletion(program: CommandShape): string {
  const lines = [
    "#compdef contractc",
    "# Completion of contractc in zsh: source <(contractc completion zsh), after compinit",
    ...callables(program).flatMap(({ path, shape }) => functionOf(path, shape)),
    'if [ "$funcstack[1]" = "_contractc" ]; then _contractc "$@"; else compdef _contractc contractc; fi',
  ];
  return `${lines.join("\n")}\n`;
}

function functionOf(path: string, shape: CommandShape): string[] {
  const options = shape.options.map((option) => `    ${quoted(optionSpec(option))} \\`);
  if (shape.commands.length === 0) {
    const rest = shape.words ? `1:name:(${shape.words.join(" ")})` : "*:file:_files";
    return [`${nameOf(path)}() {`, "  _arguments -s \\", ...options, `    ${quoted(rest)}`, "}"];
  }
  return [
    `${nameOf(path)}() {`,
    "  local state line",
    "  _arguments -C \\",
    ...options,
    "    '1:command:->command' '*::argument:->argument'",
    '  case "$state" in',
    "    command)",
    "      local -a commands=(",
    ...shape.commands.map(({ name, description }) => `        ${quoted(`${name}:${description}`)}`),
    "      )",
    "      _describe command commands",
    "      ;;",
    "    argument)",
    '      case "$line[1]" in',
    ...shape.commands.map(
      ({ name }) => `        ${name}) ${nameOf(path === "" ? name : `${path} ${name}`)} ;;`,
    ),
    "      esac",
    "      ;;",
    "  esac",
    "}",
  ];
}

function nameOf(path: string): string {
  return path === "" ? "_contractc" : `_contractc_${path.replaceAll(/\W/g, "_")}`;
}

function optionSpec({ flag, description, takesValue, choices }: OptionShape): string {
  const text = description.replaceAll(/[[\]:]/g, (special) => `\\${special}`);
  const value = takesValue ? `:value:${choices ? `(${choices.join(" ")})` : "_files"}` : "";
  return `${flag}[${text}]${value}`;
}
