import { finding } from "@contractc/kernel";
import { headerOf } from "../binder/program.js";
import type { CheckContext } from "./context.js";

/** semver.org, version 2.0.0: its own regular expression. */
const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;

/** The version of the contract. */
export function checkHeader({ program, report }: CheckContext): void {
  const source = program.files[0]?.source;
  const header = source && headerOf(source);
  if (!header) return;
  if (header.version === undefined) {
    // Where the parser stumbled over the header it has said so.
    if (source.parsed.problems.length === 0) {
      report(finding("name/version", source.placeOf(header, "name"), { version: null }));
    }
  } else if (!SEMVER.test(header.version)) {
    report(finding("name/version", source.placeOf(header, "version"), { version: header.version }));
  }
}
