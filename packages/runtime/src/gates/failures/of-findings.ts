import { type Address, type Finding, fingerprint } from "@contractc/kernel";
import type { Failure, Gate } from "../../model/index.js";
import { anchorsOf, failureOf } from "./excerpt.js";

const MOST_LINES = 20;

/**
 * What comparison with the contract found, one failure for each module.
 *
 * @param root of the workspace: places are told from there
 * @param moduleOf the module of a finding
 */
export function failuresOfFindings(
  gate: Gate,
  findings: readonly Finding[],
  root: string,
  moduleOf: (finding: Finding) => Address,
): Failure[] {
  const groups = new Map<Address, Finding[]>();
  for (const finding of findings) {
    const module = moduleOf(finding);
    groups.set(module, [...(groups.get(module) ?? []), finding]);
  }
  return [...groups].map(([module, own]) => {
    const relative = (file: string) => (file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file);
    const lines = own.map(
      ({ file, line, code, message }) => `${relative(file)}:${line}: ${code}: ${message}`,
    );
    return failureOf({
      class: "code",
      source: gate,
      module,
      fingerprint: fingerprint([gate, module, ...own.map((each) => each.fingerprint).sort()]),
      summary: `${lines[0]}${own.length > 1 ? ` and ${own.length - 1} more` : ""}`.slice(0, 400),
      excerpt: lines.slice(0, MOST_LINES),
      anchors: anchorsOf(own.map(({ file, line }) => ({ file: relative(file), line }))),
      findings: own,
    });
  });
}
