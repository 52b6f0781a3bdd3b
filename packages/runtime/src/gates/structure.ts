import { checkCode, mapModules } from "@contractc/code";
import {
  type Address,
  configured,
  decodeText,
  type FileSystem,
  type Finding,
  fingerprint,
} from "@contractc/kernel";
import { auditDrift } from "../audit/consistency.js";
import type { Failure, GateReport } from "../model/index.js";
import { failureOf, failuresOfFindings } from "./failures/index.js";
import { ownerOf } from "./failures/workspace-paths.js";
import { secretsIn } from "./secrets/scan.js";
import { isFromExamples } from "./tests/examples.js";
import { codeOfTree } from "./tree/code-of-tree.js";
import type { Trial } from "./trial.js";

/** Everything else that code is compared for is told by its severity. */
const BLOCKING = new Set([
  "drift/hollow",
  "drift/unlisted-file",
  "drift/unlisted-symbol",
  "import/external",
  "import/undeclared",
]);

/**
 * The first gate: files are there and filled in, agree with the contract, import no package that it lacks, and hold no
 * secrets. Nothing of the code runs.
 */
export async function structureGate(trial: Trial, disk: FileSystem): Promise<GateReport> {
  const { input } = trial;
  const code = await codeOfTree(input, disk);
  const { project, config } = code;
  const map = mapModules(input.kernel, project);
  const tried = new Set<Address>(input.modules);
  const relative = (file: string) =>
    file.startsWith(`${project.root}/`) ? file.slice(project.root.length + 1) : file;
  const moduleOf = (finding: Finding): Address =>
    map.moduleOf(relative(finding.file))?.address ?? ownerOf(input.kernel, finding.symbol);
  const found = configured(checkCode(input.kernel, project), config);
  const own = found.filter((finding) => tried.has(moduleOf(finding)));
  const { rolledBack, proposals } = auditDrift(input.kernel, code, own);
  const blocking = rolledBack.filter((each) => each.severity === "error" || BLOCKING.has(each.code));
  for (const finding of rolledBack) {
    if (!blocking.includes(finding) && finding.severity === "warning") {
      trial.warnings.push(`${relative(finding.file)}:${finding.line}: ${finding.code}: ${finding.message}`);
    }
  }
  const failures = failuresOfFindings("structure", blocking, project.root, moduleOf);
  for (const { module, findings, actions, reason } of proposals) {
    const asked = failuresOfFindings("structure", findings, project.root, () => module);
    for (const failure of asked) failures.push({ ...failure, class: "contract", actions, cause: reason });
  }
  const files = new Map<string, Address>();
  for (const address of input.modules) for (const path of map.filesOf(address)) files.set(path, address);
  for (const path of input.tests) {
    // What a build made of the contract is no work of a tester.
    if (!files.has(path) && !isFromExamples(path)) files.set(path, trial.subject);
  }
  for (const [path, module] of files) failures.push(...secretsOf(trial, path, module));
  return trial.end(failures);
}

function secretsOf({ input }: Trial, path: string, module: Address): Failure[] {
  const id = input.tree[path];
  if (id === undefined) return [];
  const found = secretsIn(decodeText(input.content(id)).text);
  const [first] = found;
  if (!first) return [];
  const lines = found.map(
    ({ line, column, what }) => `${path}:${line}:${column}: ${what} is written into the file`,
  );
  return [
    failureOf({
      class: "code",
      source: "structure",
      module,
      ...(input.tests.includes(path) ? { blames: "tests" as const } : {}),
      fingerprint: fingerprint(["structure", "secret", path, ...found.map(({ what }) => what)]),
      summary: `${lines[0]}${found.length > 1 ? ` and ${found.length - 1} more` : ""}`,
      excerpt: lines.slice(0, 20),
      anchors: found.slice(0, 8).map(({ line }) => ({ file: path, line })),
      cause: "Secrets come from the environment or from a file that is not part of the repository",
    }),
  ];
}
