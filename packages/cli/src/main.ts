import { EXIT } from "./exit-codes.js";
import { processContext } from "./process.js";
import { run } from "./program.js";

const context = processContext(process);
process.on("SIGINT", () => process.exit(EXIT.interrupted));
// A reader that closed the pipe (`contractc check | head`) wants no more; that is no fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.clean);
  throw error;
});
// Not `process.exit`: output to a pipe may still be on its way.
process.exitCode = await run(process.argv.slice(2), context);
