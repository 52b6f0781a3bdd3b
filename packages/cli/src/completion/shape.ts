/** A command as the shells are told of it. */
export interface CommandShape {
  name: string;
  description: string;
  /** Commands of its own, as `install` of `hook`. */
  commands: CommandShape[];
  options: OptionShape[];
  /** What its first argument may be; files where this is absent. */
  words?: readonly string[];
}

export interface OptionShape {
  /** With its dashes. */
  flag: string;
  description: string;
  takesValue: boolean;
  /** What its value may be; a file where this is absent. */
  choices?: readonly string[];
}

/** A command that can be called, with the words that lead to it. */
export interface Callable {
  /** `hook install`; empty for the program itself. */
  path: string;
  shape: CommandShape;
}

/** Every command and command of a command, the program first. */
export function callables(shape: CommandShape, path = ""): Callable[] {
  return [
    { path, shape },
    ...shape.commands.flatMap((each) => callables(each, path === "" ? each.name : `${path} ${each.name}`)),
  ];
}

/** A text between single quotes of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
