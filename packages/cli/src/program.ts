import { FileSystemError, SEVERITIES, type Severity } from "@contractc/kernel";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { type Context, UsageError } from "./context.js";
import { EXIT, type ExitCode, exitCodeHelp } from "./exit-codes.js";
import { shown } from "./paths.js";
import { FORMATS } from "./render/findings.js";
import { VERSION } from "./version.js";

/**
 * Runs one command line.
 *
 * @param args without node and script
 * @returns the exit code; never throws and never exits the process
 */
export async function run(args: readonly string[], context: Context): Promise<ExitCode> {
  let code: ExitCode = EXIT.clean;
  const program = buildProgram(context, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    return explainFailure(error, context);
  }
}

/** What ended a command: a wrong call, the user's file system, or a bug of ours. */
function explainFailure(error: unknown, context: Context): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.usage;
  if (error instanceof UsageError) {
    context.err.write(`contractc: ${error.message}\n`);
    return EXIT.usage;
  }
  if (error instanceof FileSystemError) {
    const detail = error.message.slice(error.path.length + 2);
    context.err.write(`contractc: ${shown(context.cwd, error.path)}: ${detail}\n`);
    return EXIT.usage;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  context.err.write(
    `contractc ${VERSION}: internal error. This is a bug; please report it with the lines below.\n${stack}\n`,
  );
  return EXIT.internal;
}

type Done = (code: ExitCode) => void;

function buildProgram(context: Context, done: Done): Command {
  const program = new Command("contractc")
    .description(
      "Contracts between the modules of a repository: check them, build from them, and hold the code to them.",
    )
    .version(VERSION, "-V, --version")
    .configureOutput({
      writeOut: (text) => context.out.write(text),
      writeErr: (text) => context.err.write(text),
    })
    .exitOverride()
    .showHelpAfterError("(see contractc --help)")
    .addHelpText("after", `\n${exitCodeHelp()}`);

  // Each command is loaded when it is called: `explain` must not wait for the parsers.
  findingOptions(program.command("check").description("parse contracts, check types and the graph"))
    .argument("[path...]", "contract files or folders", ["."])
    .action(async (paths, options) =>
      done(await (await import("./commands/check.js")).check(context, paths, options)),
    );

  program
    .command("build")
    .description("write kernel, skeletons of what is missing, tests from examples, docs and diagram")
    .argument("[path...]", "contract files or folders", ["."])
    .addOption(
      new Option("--target <language>", "skeletons and tests of one language only").choices([
        "python",
        "typescript",
      ]),
    )
    .option("--out <folder>", "where generated files go", "contract-build")
    .option("--dry-run", "say what would be written, and write nothing")
    .option("--check", "write nothing; fail on missing, changed or orphaned outputs")
    .addOption(new Option("--format <format>", "output form").choices(FORMATS).default("text"))
    .action(async (paths, options) =>
      done(await (await import("./commands/build.js")).build(context, paths, options)),
    );

  findingOptions(program.command("drift").description("compare contracts with the code"))
    .argument("[path...]", "contracts, folders or source files to report on", ["."])
    .action(async (paths, options) =>
      done(await (await import("./commands/drift.js")).drift(context, paths, options)),
    );

  program
    .command("extract")
    .description("write the contract of existing code, free of drift")
    .argument("<folder>", "folder of Python or TypeScript code")
    .option("-o, --output <file>", "file to write; standard output where it is left out")
    .option("--name <name>", "name of the contract")
    .addOption(
      new Option(
        "--modules <what>",
        "what becomes a module: each file, or each folder with an index or __init__",
      )
        .choices(["file", "folder"])
        .default("file"),
    )
    .addOption(new Option("--target <language>", "read one language only").choices(["python", "typescript"]))
    .action(async (folder, options) =>
      done(await (await import("./commands/extract.js")).extract(context, folder, options)),
    );

  program
    .command("init")
    .description("write a first contract: an empty one, or one extracted from code")
    .option("--from-code [folder]", "extract it from the code in a folder")
    .addOption(
      new Option("--modules <what>", "with --from-code: what becomes a module")
        .choices(["file", "folder"])
        .default("file"),
    )
    .option("--name <name>", "name of the contract")
    .addOption(new Option("--target <language>", "implementation language").choices(["python", "typescript"]))
    .action(async (options) => done(await (await import("./commands/init.js")).init(context, options)));

  program
    .command("explain")
    .description("explain a diagnostic")
    .argument("[code]", "as a finding shows it: graph/cycle")
    .option("--list", "every code there is")
    .addOption(new Option("--format <format>", "output form").choices(FORMATS).default("text"))
    .action(async (code, options) => {
      const { explain, explainAll } = await import("./commands/explain.js");
      if (options.list) return done(explainAll(context));
      if (code === undefined)
        throw new UsageError("Name a code, as in `contractc explain graph/cycle`, or give --list.");
      done(explain(context, code, options));
    });

  return program;
}

/** The options of every command that lists findings. */
function findingOptions(command: Command): Command {
  return command
    .addOption(new Option("--format <format>", "output form").choices(FORMATS).default("text"))
    .option(
      "--fail-on <severity>",
      "lowest severity that fails: error, warning or info",
      severity,
      "error" as Severity,
    );
}

function severity(text: string): Severity {
  if (!(SEVERITIES as readonly string[]).includes(text)) {
    throw new InvalidArgumentError(`It is one of ${SEVERITIES.join(", ")}.`);
  }
  return text as Severity;
}
