import type { Span } from "../reading/signature.js";
import { formOf, type OwnedMember } from "./code-class.js";
import type { DriftContext } from "./context.js";
import type { Subject } from "./subject.js";

/**
 * Reports a body that does nothing. Declarations without bodies (stubs, interfaces, abstract members) have nothing to
 * fill in.
 */
export function checkHollow(
  context: DriftContext,
  subject: Subject,
  code: { hollow?: Span; nameSpan: Span; abstract?: true },
  owned?: OwnedMember,
): void {
  if (!code.hollow || code.abstract || isStub(subject.file.path)) return;
  if (owned) {
    const form = formOf(owned.owner);
    if (owned.inherited || form === "interface" || form === "type-literal" || form === "typed-dict") return;
  }
  context.report(
    "drift/hollow",
    { file: subject.file, span: code.nameSpan, within: [code.hollow, ...subject.within] },
    { name: subject.shown },
    { symbol: subject.symbol },
  );
}

function isStub(path: string): boolean {
  return path.endsWith(".pyi") || /\.d\.[cm]?ts$/.test(path);
}
