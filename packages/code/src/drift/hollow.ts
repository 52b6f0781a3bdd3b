import { notedAsAll } from "../project/consulted.js";
import type { CodeMember, Span } from "../reading/signature.js";
import { basesOf, type CodeClassView, formOf, membersOf, type OwnedMember } from "./code-class.js";
import type { DriftContext } from "./context.js";
import type { Subject } from "./subject.js";

/**
 * Reports a body that does nothing. Declarations without bodies (stubs, interfaces, abstract members) have nothing to
 * fill in, and a method that another class overrides is there to be overridden.
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
    // A constructor is not overridden but called by the ones below it.
    if (owned.member.kind !== "constructor" && isOverridden(context, owned.owner, owned.member)) return;
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

function isOverridden(context: DriftContext, owner: CodeClassView, member: CodeMember): boolean {
  const derived = derivedClasses(context);
  const queue = [owner];
  const seen = new Set(queue.map(keyOf));
  for (let at = queue.pop(); at; at = queue.pop()) {
    for (const below of derived.get(keyOf(at)) ?? []) {
      if (membersOf(below).some(({ name }) => name === member.name)) return true;
      if (seen.has(keyOf(below))) continue;
      seen.add(keyOf(below));
      queue.push(below);
    }
  }
  return false;
}

function keyOf({ file, parts }: CodeClassView): string {
  return `${file.path}#${parts[0].span.start}`;
}

const known = new WeakMap<DriftContext, Map<string, CodeClassView[]>>();

/** The classes directly below each class of the project; made when first needed, as it reads every file. */
function derivedClasses(context: DriftContext): Map<string, CodeClassView[]> {
  return notedAsAll(context.project.consulted, () => {
    const before = known.get(context);
    if (before) return before;
    const derived = derivedIn(context);
    known.set(context, derived);
    return derived;
  });
}

function derivedIn(context: DriftContext): Map<string, CodeClassView[]> {
  const derived = new Map<string, CodeClassView[]>();
  for (const file of context.project.files.values()) {
    for (const symbol of file.signature.symbols) {
      if (symbol.kind !== "class" || symbol.extends.length === 0) continue;
      const view: CodeClassView = { file, parts: [symbol] };
      for (const base of basesOf(context, view)) {
        if (!base.view) continue;
        const list = derived.get(keyOf(base.view));
        if (list) list.push(view);
        else derived.set(keyOf(base.view), [view]);
      }
    }
  }
  return derived;
}
