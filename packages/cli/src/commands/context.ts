import { moduleContext } from "@contractc/kernel";
import { type Context, UsageError } from "../context.js";
import { loadContracts } from "../contracts.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { findIn } from "../find.js";
import { counted } from "../render/counted.js";
import { report } from "../render/findings.js";
import { ENCODING, tokenCounter } from "../tokens.js";

/** `context MODULE [path...]`: the slice of a contract that whoever works on one module is given. */
export async function context(
  context: Context,
  name: string,
  paths: readonly string[],
  options: { budget: number; format: "text" | "json" },
): Promise<ExitCode> {
  const { contracts, findings } = loadContracts(context, paths);
  const { contract } = findIn(context, contracts, name, "module", ({ kind }) => kind === "module");
  const { kernel, sound } = contract.compilation;
  if (!sound) {
    const errors = findings.filter(({ severity }) => severity === "error");
    return report(context, errors, { ...options, failOn: "error", subject: "no context was cut" });
  }
  const { subject } = findIn(context, [contract], name, "module", ({ kind }) => kind === "module");
  const { budget } = options;
  const result = moduleContext(kernel, subject.address, { budget, count: await tokenCounter() });
  if (result.kind === "unknown") throw new UsageError(`There is no module "${name}".`);
  if (result.kind === "too-large") {
    throw new UsageError(
      `${subject.address} with the signatures that it names takes ${result.tokens} tokens: give a --budget of that, or split the module.`,
    );
  }
  const { text, tokens, left, module } = result.context;
  if (options.format === "json") {
    const { name: contractName, version, hash } = kernel;
    const hashes = kernel.modules.find(({ address }) => address === module)!.hashes;
    const told = { contract: { name: contractName, version, hash }, module, hashes };
    context.out.write(
      `${JSON.stringify({ ...told, encoding: ENCODING, budget, tokens, left, text }, null, 2)}\n`,
    );
    return EXIT.clean;
  }
  context.out.write(text);
  const gone = [
    ...(left.index > 0 ? [`${counted(left.index, "line")} of the index`] : []),
    ...(left.docs ? ["docs of what it uses"] : []),
    ...(left.declarations > 0 ? [`${counted(left.declarations, "declaration")} that it does not name`] : []),
  ];
  const leftOut = gone.length === 0 ? "" : `; left out: ${gone.join(", ")}`;
  context.err.write(`${module}: ${tokens} of ${budget} tokens (${ENCODING})${leftOut}\n`);
  return EXIT.clean;
}
