import { type Command, Option } from "commander";
import type { Context } from "./context.js";
import type { ExitCode } from "./exit-codes.js";
import { tokens } from "./numbers.js";

/** Takes the exit code of a command. */
export type Done = (code: ExitCode) => void;

/** Commands of runs, in which agents write what contracts call for. */
export function runCommands(program: Command, context: Context, done: Done): void {
  const formats = ["text", "json"] as const;
  const format = () => new Option("--format <format>", "output form").choices(formats).default("text");
  const working = (command: Command) =>
    command
      .option("--yes", "ask nobody: the record and the report say so")
      .option(
        "--agent <name...>",
        "only these agents of contract.config.json; `pull`: agents fetch their work",
      )
      .option("--record <folder>", "keep every answer of a model, to replay it")
      .option("--replay <folder>", "answer from what was kept, without a model")
      .option("--unsafe-no-sandbox", "run checks and tests without a sandbox")
      .addOption(format());

  working(program.command("run").description("have agents write what a contract calls for, and verify it"))
    .argument(
      "[intent]",
      "what is wanted, or a file that says it; the contract as it is where it is left out",
    )
    .option("--contract <file>", "the contract, or the folder it is in")
    .action(async (intent, options) =>
      done(await (await import("./commands/run.js")).runCommand(context, intent, options)),
    );
  working(program.command("resume").description("go on with a run"))
    .argument("[run]", "its name; the latest where it is left out")
    .action(async (run, options) =>
      done(await (await import("./commands/resume.js")).resume(context, run, options)),
    );
  program
    .command("status")
    .description("where a run stands, and what it waits for")
    .argument("[run]", "its name; the latest where it is left out")
    .addOption(format())
    .action(async (run, options) =>
      done((await import("./commands/status.js")).status(context, run, options)),
    );
  for (const [name, approved] of [
    ["approve", true],
    ["reject", false],
  ] as const) {
    program
      .command(name)
      .description(approved ? "let a run go on at a checkpoint" : "say no at a checkpoint, or end a run")
      .argument("[checkpoint]", "its id, where several are open")
      .option("--run <name>", "another run than the latest")
      .option("--note <text>", "why")
      .action(async (id, options) =>
        done((await import("./commands/decide.js")).decide(context, id, approved, options)),
      );
  }
  program
    .command("report")
    .description("what a run came to, in figures with their targets")
    .argument("[run]", "its name; the latest where it is left out")
    .addOption(new Option("--format <format>", "output form").choices([...formats, "html"]))
    .option("-o, --output <file>", "file to write; standard output where it is left out")
    .action(async (run, options) =>
      done((await import("./commands/report.js")).reportCommand(context, run, options)),
    );
  program
    .command("sample")
    .description("pick verified tasks for a person to look at, and note what was found")
    .argument("[task]", "a task that was looked at")
    .option("--run <name>", "another run than the latest")
    .option("--count <number>", "how many to pick", tokens, 3)
    .option("--ok", "nothing was found")
    .option("--defect", "a defect was found")
    .option("--note <text>", "which")
    .addOption(format())
    .action(async (task, options) =>
      done((await import("./commands/sample.js")).sample(context, task, options)),
    );
  taskCommands(
    program.command("task").description("work for agents that fetch it; one task of a run"),
    context,
    done,
  );
}

function taskCommands(task: Command, context: Context, done: Done): void {
  const commands = () => import("./commands/task.js");
  const command = (name: string, description: string) =>
    task
      .command(name)
      .description(description)
      .option("--run <name>", "another run than the latest")
      .addOption(new Option("--format <format>", "output form").choices(["text", "json"]).default("text"));
  command("list", "every task, where it stands, and which are ready").action(async (options) =>
    done((await commands()).listTasks(context, options)),
  );
  command("show", "one task, and why it is where it is")
    .argument("<task>")
    .action(async (id, options) => done((await commands()).showTask(context, id, options)));
  command("claim", "take a task that is ready, and print its ticket")
    .argument("[task]", "a certain one")
    .option("--worker <name>", "who takes it: the same name each time", "worker")
    .option("--minutes <number>", "how long it is taken for", tokens, 30)
    .action(async (id, options) => done(await (await commands()).claimTask(context, id, options)));
  command("submit", "hand in what a task that was taken asks for")
    .argument("<task>")
    .requiredOption("--result <file>", "JSON of the result: files, error, actions or review")
    .option("--attempt <number>", "the attempt that the ticket names", tokens)
    .action(async (id, options) => done((await commands()).submitTask(context, id, options)));
  command("ask", "ask a person what must not be invented; the task waits")
    .argument("<task>")
    .argument("<question>")
    .option("--attempt <number>", "the attempt that the ticket names", tokens)
    .action(async (id, question, options) =>
      done((await commands()).askAboutTask(context, id, question, options)),
    );
  command("answer", "answer a question of a task")
    .argument("<question>", "its id, as `contractc status` shows it")
    .argument("<answer>")
    .action(async (id, answer, options) =>
      done((await commands()).answerQuestion(context, id, answer, options)),
    );
  command("retry", "have one task done again")
    .argument("<task>")
    .option("--note <text>", "what was wrong")
    .action(async (id, options) => done((await commands()).retryTask(context, id, options)));
}
