import { type CommandShape, callables, type OptionShape, quoted } from "./shape.js";

/** A script for fish: `~/.config/fish/completions/contractc.fish`, or sourced. */
export function fishCompletion(program: CommandShape): string {
  const lines = ["# Completion of contractc in fish: contractc completion fish | source"];
  for (const { path, shape } of callables(program)) {
    const here = conditionOf(path, shape, program);
    const offer = (word: string, description: string) =>
      lines.push(`complete -c contractc -n ${quoted(here)} -f -a ${quoted(word)} -d ${quoted(description)}`);
    for (const { name, description } of shape.commands) offer(name, description);
    for (const word of shape.words ?? []) offer(word, "");
    for (const option of shape.options) lines.push(optionLine(option, here));
  }
  return `${lines.join("\n")}\n`;
}

/** Where the words so far lead to a command and to none of its own. */
function conditionOf(path: string, shape: CommandShape, program: CommandShape): string {
  const words = path.split(" ").filter((word) => word !== "");
  const seen = words.map((word) => `__fish_seen_subcommand_from ${word}`);
  const own = (path === "" ? program : shape).commands.map(({ name }) => name);
  if (own.length > 0) seen.push(`not __fish_seen_subcommand_from ${own.join(" ")}`);
  return seen.join("; and ");
}

function optionLine({ flag, description, takesValue, choices }: OptionShape, condition: string): string {
  const value = takesValue ? (choices ? ` -x -a ${quoted(choices.join(" "))}` : " -r -F") : "";
  const name = flag.replace(/^--/, "");
  return `complete -c contractc -n ${quoted(condition)} -l ${name}${value} -d ${quoted(description)}`;
}
