import { FileSystemError, SEVERITIES } from "@contractc/kernel";
import { Argument, Command, CommanderError, Option } from "commander";
import { type Context, UsageError } from "./context.js";
import { EXIT, type ExitCode, exitCodeHelp } from "./exit-codes.js";
import { port, tokens } from "./numbers.js";
import { shown } from "./paths.js";
import { FORMATS, REPORT_FORMATS } from "./render/findings.js";
import { type Done, runCommands } from "./run-commands.js";
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
    context.err.write(`contractc: ${shown(context.cwd, error.path)}: ${error.detail}\n`);
    return EXIT.usage;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  context.err.write(
    `contractc ${VERSION}: internal error. This is a bug; please report it with the lines below.\n${stack}\n`,
  );
  return EXIT.internal;
}

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
    .option("--fix", "apply the fixes of what is found, where there is one that leaves no choice")
    .option("--watch", "go on, and tell what changes when files do")
    .option("--no-cache", "check again, even if nothing has changed since the last time")
    .action(async (paths, options) =>
      done(await (await import("./commands/check.js")).check(context, paths, options)),
    );

  program
    .command("fmt")
    .description("give contract files their one layout; comments are kept, broken files left alone")
    .argument("[path...]", "contract files or folders", ["."])
    .option("--check", "write nothing; fail on files that are not formatted")
    .action(async (paths, options) => done((await import("./commands/fmt.js")).fmt(context, paths, options)));

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
    .addOption(
      new Option("--fix <what>", "bring the code to the contract, or the contract to the code").choices([
        "code",
        "contract",
      ]),
    )
    .option("--dry-run", "with --fix: write nothing, and show a diff of what would change")
    .option("--baseline <file>", "accepted findings, in place of the file that the configuration names")
    .option("--update-baseline", "make the baseline accept exactly what is found")
    .option("--no-cache", "read all code again, even what has not changed since the last time")
    .option("--reason <text>", "with --update-baseline: why what is new is accepted")
    .option("--watch", "go on, and tell what changes when files do")
    .action(async (paths, options) =>
      done(await (await import("./commands/drift.js")).drift(context, paths, options)),
    );

  program
    .command("apply")
    .description("change a contract by actions: all of them, or not a byte")
    .argument("<actions>", "JSON file of one action or a list of them")
    .argument("[path]", "the contract, or the folder it is in", ".")
    .option("--dry-run", "say what would become of it, and write nothing")
    .addOption(new Option("--format <format>", "output form").choices(FORMATS).default("text"))
    .action(async (actions, path, options) =>
      done((await import("./commands/apply.js")).apply(context, actions, path, options)),
    );

  program
    .command("diff")
    .description("what changed between two contracts: breaking, compatible or documentation only")
    .argument("[before]", "a contract or its folder, or git:REV[:path]")
    .argument("[after]", "the same", ".")
    .option("--against <git:REV>", "compare with a revision of git")
    .addOption(
      new Option("--fail-on <impact>", "what fails: breaking, compatible, documentation, or never")
        .choices(["breaking", "compatible", "documentation", "never"])
        .default("breaking"),
    )
    .addOption(
      new Option("--format <format>", "output form").choices(["text", "json", "markdown"]).default("text"),
    )
    .action(async (before, after, options) =>
      done((await import("./commands/diff.js")).diff(context, before, after, options)),
    );

  program
    .command("info")
    .description("name, version, hash, revision and size of contracts")
    .argument("[path...]", "contract files or folders", ["."])
    .addOption(new Option("--format <format>", "output form").choices(FORMATS).default("text"))
    .action(async (paths, options) =>
      done((await import("./commands/info.js")).info(context, paths, options)),
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
        "what becomes a module: each file, each folder with an index or __init__, or the highest such folder",
      )
        .choices(["file", "folder", "package"])
        .default("file"),
    )
    .addOption(new Option("--target <language>", "read one language only").choices(["python", "typescript"]))
    .action(async (folder, options) =>
      done(await (await import("./commands/extract.js")).extract(context, folder, options)),
    );

  program
    .command("import")
    .description("write the contract that a Markdown contract describes; whatever is left out is told")
    .argument("<file>", "Markdown file")
    .option("-o, --output <file>", "file to write; standard output where it is left out")
    .option("--name <name>", "name of the contract")
    .action(async (file, options) =>
      done(await (await import("./commands/import.js")).importDocument(context, file, options)),
    );

  program
    .command("init")
    .description("write a first contract: an empty one, or one extracted from code")
    .option("--from-code [folder]", "extract it from the code in a folder")
    .option("--from-doc <file>", "import it from a Markdown contract")
    .addOption(
      new Option("--modules <what>", "with --from-code: what becomes a module")
        .choices(["file", "folder", "package"])
        .default("file"),
    )
    .option("--name <name>", "name of the contract")
    .addOption(new Option("--target <language>", "implementation language").choices(["python", "typescript"]))
    .action(async (options) => done(await (await import("./commands/init.js")).init(context, options)));

  program
    .command("graph")
    .description("show the graph of a contract: modules, dependencies, events, flows, layers, cycles")
    .argument("[path...]", "a contract or its folder", ["."])
    .addOption(
      new Option("--format <format>", "output form; told by the name of the output, else mermaid").choices([
        "mermaid",
        "dot",
        "json",
        "svg",
        "html",
      ]),
    )
    .option("--code", "show the imports of the code beside it, and what only one of the two has")
    .option("-o, --output <file>", "file to write; standard output where it is left out")
    .action(async (paths, options) =>
      done(await (await import("./commands/graph.js")).graph(context, paths, options)),
    );

  program
    .command("describe")
    .description("show a module, declaration or requirement: its contract, its code, and who uses it")
    .argument("<name>", "an address, or the end of one: Player.move")
    .argument("[path...]", "contract files or folders", ["."])
    .addOption(new Option("--format <format>", "output form").choices(["text", "json"]).default("text"))
    .action(async (name, paths, options) =>
      done(await (await import("./commands/describe.js")).describe(context, name, paths, options)),
    );

  program
    .command("context")
    .description("print what whoever works on one module needs to read, within a budget of tokens")
    .argument("<module>", "its address, or the end of it")
    .argument("[path...]", "contract files or folders", ["."])
    .option("--budget <tokens>", "most tokens that the text may have", tokens, 16_000)
    .addOption(new Option("--format <format>", "output form").choices(["text", "json"]).default("text"))
    .action(async (module, paths, options) =>
      done(await (await import("./commands/context.js")).context(context, module, paths, options)),
    );

  program
    .command("lsp")
    .description("serve an editor: diagnostics, completion, navigation in contracts and their code")
    .option("--stdio", "over the standard streams")
    .option("--socket <port>", "over a port of this machine, for any number of editors", port)
    // Some editors say by this who is to be waited for; `initialize` says it too.
    .addOption(new Option("--clientProcessId <pid>").hideHelp())
    .action(async (options) => done(await (await import("./commands/lsp.js")).lsp(context, options)));

  program
    .command("doctor")
    .description(
      "look at Node, git, contracts, hook, caches, sandbox, agents and editors, and say what to do",
    )
    .addOption(new Option("--format <format>", "output form").choices(FORMATS).default("text"))
    .action(async (options) => {
      const { thisMachine } = await import("./doctor/machine.js");
      done((await import("./commands/doctor.js")).doctor(context, thisMachine(), options));
    });

  program
    .command("completion")
    .description("write a script that completes commands and options in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(["bash", "zsh", "fish"]))
    .action(async (shell) =>
      done((await import("./commands/completion.js")).completion(context, program, shell)),
    );

  runCommands(program, context, done);

  const hook = program.command("hook").description("have git ask `drift --staged` before each commit");
  hook
    .command("install")
    .description("write the pre-commit hook; one that is not ours is never changed")
    .action(async () => done((await import("./commands/hook.js")).installHook(context)));
  hook
    .command("uninstall")
    .description("take out what install has put in")
    .action(async () => done((await import("./commands/hook.js")).uninstallHook(context)));

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
    .addOption(new Option("--format <format>", "output form").choices(REPORT_FORMATS).default("text"))
    .option("--staged", "read the index of git, and tell what the next commit has to do with")
    .option("--since <revision>", "tell only what changes since a revision of git have to do with")
    .addOption(
      new Option("--fail-on <severity>", "lowest severity that fails").choices(SEVERITIES).default("error"),
    );
}
