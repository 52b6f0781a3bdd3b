import { type Constructor, printMember } from "@contractc/kernel";
import type { CodeField, CodeMethod, CodeParameter, CodeSignature } from "../reading/signature.js";
import { allBases, type CodeClassView, findMember, formOf, membersOf } from "./code-class.js";
import type { DriftContext } from "./context.js";
import { checkCallable } from "./functions.js";
import { checkHollow } from "./hollow.js";
import type { ClassPair } from "./members.js";
import type { Subject } from "./subject.js";

/** Bases from outside whose constructor takes nothing that a contract would name. */
const PLAIN_BASES = new Set(["object", "EventTarget", "EventEmitter"]);

/**
 * Compares a declared constructor with the one that the code writes, inherits, or has because of its fields. A class
 * without `new` in the contract is not asked for its constructor.
 */
export function checkConstructor(
  context: DriftContext,
  pair: ClassPair,
  declared: readonly Constructor[],
): void {
  const [first, ...overloads] = declared;
  if (!first) return;
  const { declaration, view, subject } = pair;
  const shown = view.parts[0];
  const written = findMember(context, view, (member) => member.kind === "constructor");
  const form = formOf(view);
  const isOwn = written && !written.inherited;
  // The class may have one in what cannot be read.
  if (pair.unparsable && !isOwn) return;
  const own: Subject = {
    ...subject,
    symbol: first.address,
    shown: `${declaration.name}.new`,
    within: [shown.span],
  };
  if (written && (isOwn || !hasFieldConstructor(form))) {
    const method = written.member as CodeMethod;
    const file = written.owner.file;
    const at: Subject = {
      ...own,
      file,
      within: [method.span],
      ...(written.inherited
        ? { scope: context.scope(file, written.owner.parts[0].typeParameters, subject.scope.self) }
        : {}),
      ...(written.resolve ? { resolve: written.resolve } : {}),
    };
    context.comparing({ owned: written }, () => {
      checkCallable(context, at, [first, ...overloads], method);
      if (needsBody(method, view)) checkHollow(context, at, method, written);
    });
    return;
  }
  if (form === "interface" || form === "type-literal") return;
  const { foreign } = allBases(context, view);
  const isForeign = foreign.some(
    ({ kind, ...type }) => !(kind === "name" && "name" in type && PLAIN_BASES.has(type.name)),
  );
  if (isForeign && !hasFieldConstructor(form)) {
    context.report(
      "drift/unknown",
      { file: view.file, span: shown.nameSpan, within: [shown.span] },
      {
        what: `The constructor of \`${declaration.name}\``,
        why: "it is inherited from outside of the project",
      },
      { symbol: first.address, expected: printMember(first) },
    );
    return;
  }
  const fields = hasFieldConstructor(form) ? fieldParameters(context, view) : [];
  const parameters = fields.map(({ parameter }) => parameter);
  const signature: CodeSignature = {
    ...shown.nameSpan,
    typeParameters: [],
    parameters,
    parameterSpan: shown.nameSpan,
  };
  const origins = new Map(
    fields
      .filter(({ owner }) => owner !== view)
      .map(({ parameter, owner }) => [
        parameter,
        { ...own, file: owner.file, scope: context.scope(owner.file, owner.parts[0].typeParameters) },
      ]),
  );
  checkCallable(context, { ...own, file: view.file, origins }, [first, ...overloads], {
    signatures: [signature],
    raises: [],
    nameSpan: shown.nameSpan,
  });
}

/** `constructor(private x: number) {}` sets its fields, and without parameters there is nothing to do. */
function needsBody(method: CodeMethod, view: CodeClassView): boolean {
  const sets = membersOf(view).some((member) => member.kind === "field" && member.origin === "parameter");
  return !sets && method.signatures.some(({ parameters }) => parameters.length > 0);
}

function hasFieldConstructor(form: ReturnType<typeof formOf>): boolean {
  return form === "dataclass" || form === "named-tuple" || form === "typed-dict";
}

/**
 * The parameters of a constructor that is made of fields, those of the bases first. A field that a base has keeps the
 * base's place.
 */
function fieldParameters(
  context: DriftContext,
  view: CodeClassView,
): { parameter: CodeParameter; owner: CodeClassView }[] {
  const parameters = new Map<string, { parameter: CodeParameter; owner: CodeClassView }>();
  const above = allBases(context, view)
    .bases.map((base) => base.view)
    .filter((base) => base !== undefined)
    .reverse();
  for (const owner of [...above, view]) {
    let byName = formOf(view) === "typed-dict" || isKeywordOnly(owner);
    for (const member of membersOf(owner)) {
      if (member.kind !== "field" || !isInit(member, owner)) continue;
      if (isKeywordMarker(member)) {
        byName = true;
        continue;
      }
      parameters.set(member.name, { parameter: asParameter(member, byName), owner });
    }
  }
  return [...parameters.values()];
}

function asParameter(field: CodeField, byName: boolean): CodeParameter {
  return {
    start: field.span.start,
    end: field.span.end,
    name: field.name,
    nameSpan: field.nameSpan,
    kind: byName ? "keyword-only" : "standard",
    ...(field.type ? { type: field.type } : {}),
    ...(field.default || field.optional ? { optional: true } : {}),
    ...(field.default ? { default: field.default } : {}),
  };
}

/** Takes part in the constructor: not a class variable, a property or `field(init=False)`. */
function isInit(field: CodeField, { file }: CodeClassView): boolean {
  if (field.origin !== "declaration" || field.static) return false;
  return !/\binit\s*=\s*False\b/.test(file.text.slice(field.span.start, field.span.end));
}

/** `_: KW_ONLY` of a dataclass: what follows is passed by name. */
function isKeywordMarker({ type }: CodeField): boolean {
  return type?.kind === "name" && /^(?:dataclasses\.)?KW_ONLY$/.test(type.name);
}

function isKeywordOnly(view: CodeClassView): boolean {
  return view.parts[0].decorators.some(({ arguments: given }) => /\bkw_only\s*=\s*True\b/.test(given ?? ""));
}
