import { DIAGNOSTICS } from "@contractc/kernel";
import type { Argument, Command, Option } from "commander";
import { bashCompletion } from "../completion/bash.js";
import { fishCompletion } from "../completion/fish.js";
import type { CommandShape, OptionShape } from "../completion/shape.js";
import { zshCompletion } from "../completion/zsh.js";
import type { Context } from "../context.js";
import { EXIT, type ExitCode } from "../exit-codes.js";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

const WRITERS: Record<Shell, (program: CommandShape) => string> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `completion SHELL`: a script that completes commands, options and their values. It is made of the commands themselves. */
export function completion(context: Context, program: Command, shell: Shell): ExitCode {
  context.out.write(WRITERS[shell](shapeOf(program)));
  return EXIT.clean;
}

function shapeOf(command: Command): CommandShape {
  const help = command.createHelp();
  return {
    name: command.name(),
    description: command.description(),
    commands: command.commands.map(shapeOf),
    options: help.visibleOptions(command).flatMap(optionShape),
    ...wordsOf(command.registeredArguments[0], command.name()),
  };
}

function optionShape(option: Option): OptionShape[] {
  if (option.long === undefined || option.long === null) return [];
  return [
    {
      flag: option.long,
      description: option.description,
      takesValue: option.required || option.optional,
      ...(option.argChoices ? { choices: option.argChoices } : {}),
    },
  ];
}

/** What may stand in place of the first argument, where that is known. */
function wordsOf(argument: Argument | undefined, name: string): { words?: readonly string[] } {
  if (name === "explain") return { words: Object.keys(DIAGNOSTICS).sort() };
  return argument?.argChoices ? { words: argument.argChoices } : {};
}
