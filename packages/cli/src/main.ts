import { cachedCheck } from "./commands/cached-check.js";
import { EXIT } from "./exit-codes.js";
import { processContext } from "./process.js";

const context = processContext(process);
process.on("SIGINT", () => process.exit(EXIT.interrupted));
// A reader that closed the pipe (`contractc check | head`) wants no more; that is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.clean);
  process.stderr.write(`contractc: the output cannot be written: ${error.message}\n`, () =>
    process.exit(EXIT.usage),
  );
});
// There is nobody left to tell.
process.stderr.on("error", () => process.exit(EXIT.usage));
// Not `process.exit`: output to a pipe may still be on its way.
const args = process.argv.slice(2);
process.exitCode = cachedCheck(args, context) ?? (await (await import("./program.js")).run(args, context));
