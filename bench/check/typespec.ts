import { join } from "node:path";
import { compile, NodeHost } from "@typespec/compiler";

/** The peer for lines per second: TypeSpec's compiler, without emitters, on the same interfaces. */
const program = await compile(NodeHost, join(process.argv[2] ?? ".", "main.tsp"), { noEmit: true });
if (program.diagnostics.length > 0) {
  throw new Error(`TypeSpec finds ${program.diagnostics.length} faults: ${program.diagnostics[0]?.message}`);
}
