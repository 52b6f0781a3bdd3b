import { EXIT } from "./exit-codes.js";
import { waits } from "./interrupt.js";
import { interrupt, processContext } from "./process.js";
import { run } from "./program.js";

const context = processContext(process);
const args = process.argv.slice(2);
if (waits(args)) {
  process.on("SIGINT", () => {
    if (!interrupt()) process.exit(EXIT.interrupted);
  });
}
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
process.exitCode = await run(args, context);
