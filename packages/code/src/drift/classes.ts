import { type ClassLike, printHeading, printType, type Type } from "@contractc/kernel";
import type { CodeSymbol } from "../reading/signature.js";
import { withTypeParameters } from "../types/scope.js";
import {
  allBases,
  type CodeClassView,
  classView,
  extendsOf,
  findMember,
  formOf,
  isAbstract,
  leavesAbstract,
  membersOf,
} from "./code-class.js";
import type { DriftContext } from "./context.js";
import { checkTypeParameters } from "./functions.js";
import { codeName } from "./locate.js";
import { type ClassPair, checkMembers } from "./members.js";
import { compareIn, liftIn, matchTypeParameters, type Subject } from "./subject.js";

/**
 * Compares a class, interface, record or error.
 *
 * @returns whether the symbols hold something that can stand for it
 */
export function checkClass(
  context: DriftContext,
  outer: Subject,
  declaration: ClassLike,
  symbols: readonly CodeSymbol[],
  unparsable: boolean,
): boolean {
  const view = classView(context, outer.file, symbols) ?? computedView(context, outer, declaration, symbols);
  if (!view) return reportComputed(context, outer, declaration, symbols);
  if (!fits(declaration, view)) return false;
  const [shown] = view.parts;
  const { typeParameters } = shown;
  const wanted = declaration.typeParameters ?? [];
  const scope = withTypeParameters(
    view.file === outer.file ? outer.scope : context.scope(view.file),
    typeParameters.map(({ name }) => name),
  );
  const subject: Subject = {
    ...outer,
    file: view.file,
    within: [shown.span],
    scope: { ...scope, self: context.selfOf(declaration) },
    parameterNames: matchTypeParameters(wanted, typeParameters),
  };
  const pair: ClassPair = { declaration, view, subject, unparsable };
  context.comparing({ pair, subject }, () => {
    checkTypeParameters(context, subject, wanted, typeParameters, shown.nameSpan, (...finding) =>
      context.report(...finding),
    );
    // A decorator or a method may stand in what cannot be read.
    if (!unparsable) {
      checkAbstract(context, pair);
      checkReadonly(context, pair);
    }
    checkBases(context, pair);
    checkMembers(context, pair);
  });
  return true;
}

/** Which forms of a class stand for which kind of the contract. */
function fits(declaration: ClassLike, view: CodeClassView): boolean {
  const form = formOf(view);
  switch (declaration.kind) {
    case "record":
      return true;
    case "class":
      // A protocol with bodies is the abstract class that it looks like.
      if (form === "interface") return membersOf(view).some(({ implemented }) => implemented);
      return form === "class" || form === "dataclass" || form === "named-tuple";
    case "error":
      // `interface HttpError extends Error` describes errors as well as a class does.
      return form === "class" || form === "dataclass" || (form === "interface" && extendsOf(view).length > 0);
    case "interface": {
      if (form === "interface" || form === "type-literal") return true;
      if (form === "typed-dict") return declaration.members.every(({ kind }) => kind === "field");
      return isAbstract(view) || membersOf(view).some(({ abstract }) => abstract);
    }
  }
}

/** A type that is computed, with the members that the compiler finds. */
function computedView(
  context: DriftContext,
  { file }: Subject,
  declaration: ClassLike,
  symbols: readonly CodeSymbol[],
): CodeClassView | undefined {
  const alias = symbols.find((symbol) => symbol.kind === "alias");
  if (alias?.kind !== "alias" || declaration.kind === "class" || declaration.kind === "error")
    return undefined;
  const members = context.project.resolver?.(file.language)?.membersOf(file.path, alias.nameSpan);
  if (members?.kind !== "known") return undefined;
  const { name, nameSpan, span, exported, typeParameters, exportDefault } = alias;
  return {
    file,
    parts: [
      {
        kind: "class",
        form: "type-literal",
        name,
        nameSpan,
        span,
        exported,
        ...(exportDefault ? { exportDefault } : {}),
        typeParameters,
        extends: [],
        implements: [],
        members: [...members.value],
        decorators: [],
        body: { ...span, indent: "" },
      },
    ],
  };
}

/** A type that is computed (`z.infer<…>`, a mapped type): its members cannot be told from the syntax. */
function reportComputed(
  context: DriftContext,
  subject: Subject,
  declaration: ClassLike,
  symbols: readonly CodeSymbol[],
): boolean {
  const alias = symbols.find((symbol) => symbol.kind === "alias");
  if (alias?.kind !== "alias" || declaration.kind === "class" || declaration.kind === "error") return false;
  const isComputed =
    alias.type.kind === "other" ||
    alias.type.kind === "intersection" ||
    (alias.type.kind === "name" &&
      context.project.resolveName(subject.file.path, alias.type.name).kind !== "symbol");
  if (!isComputed) return false;
  const text = subject.file.text.slice(alias.type.start, alias.type.end);
  context.report(
    "drift/unknown",
    { file: subject.file, span: alias.nameSpan, within: subject.within },
    {
      what: `The ${declaration.kind} \`${declaration.name}\``,
      why: `its members are computed by \`${text.length > 60 ? `${text.slice(0, 57)}...` : text}\``,
    },
    { symbol: subject.symbol, expected: printHeading(declaration) },
  );
  return true;
}

function checkAbstract(context: DriftContext, { declaration, view, subject }: ClassPair): void {
  if (declaration.kind === "interface") return;
  const isWanted = declaration.abstract === true;
  const isFound = isAbstract(view);
  const form = formOf(view);
  // What its bases demand and it does not define leaves a class abstract, said or not.
  if (isWanted && subject.scope.language === "python" && leavesAbstract(context, view)) return;
  if (isWanted === isFound || form === "interface" || form === "type-literal") return;
  context.report(
    "drift/modifier",
    { file: view.file, span: view.parts[0].nameSpan, within: subject.within },
    {
      name: declaration.name,
      problem: isWanted
        ? "the contract declares it `abstract`, the code is not"
        : "it is `abstract` in the code, but not in the contract",
      remedy: "Make the two agree.",
    },
    {
      symbol: declaration.address,
      expected: isWanted ? "abstract" : "not abstract",
      actual: isFound ? "abstract" : "not abstract",
      key: "abstract",
    },
  );
}

/**
 * `readonly` of fields. Where every field differs in the same way (a frozen dataclass), the class is reported once.
 */
function checkReadonly(context: DriftContext, { declaration, view, subject }: ClassPair): void {
  const { language } = subject.scope;
  const isFrozen = view.parts.some(({ frozen }) => frozen);
  const differing: {
    name: string;
    address: string;
    wanted: boolean;
    span: { start: number; end: number };
  }[] = [];
  let compared = 0;
  for (const field of declaration.members) {
    if (field.kind !== "field") continue;
    const name = codeName(field, language);
    const owned = findMember(
      context,
      view,
      (member) => member.kind !== "constructor" && member.name === name,
    );
    if (owned?.member.kind !== "field") continue;
    // A frozen class freezes its objects; what is written for them may be meant for what the class holds itself.
    if (isFrozen && (field.static || owned.member.static)) continue;
    compared += 1;
    const isReadonly = owned.member.readonly === true || (isFrozen && !owned.inherited);
    const isWanted = field.readonly === true;
    if (isReadonly === isWanted) continue;
    // Nobody assigns to the fields of an error or of a named tuple, and a getter may realise any field.
    const isHarmless =
      declaration.kind === "error" ||
      owned.member.origin === "property" ||
      formOf(owned.owner) === "named-tuple";
    if (!isWanted && isHarmless) continue;
    differing.push({
      name: field.name,
      address: field.address,
      wanted: isWanted,
      span: owned.member.nameSpan,
    });
  }
  const [first] = differing;
  if (!first) return;
  const together =
    differing.length > 1 &&
    (isFrozen || differing.length === compared) &&
    differing.every(({ wanted }) => wanted === first.wanted);
  const shown = together
    ? [{ ...first, name: declaration.name, address: declaration.address, span: view.parts[0].nameSpan }]
    : differing;
  for (const { name, address, wanted, span } of shown) {
    const subjectOf = together ? "its fields" : "it";
    const [is, says] = together ? ["are", "are"] : ["is", "is"];
    context.report(
      "drift/modifier",
      { file: view.file, span, within: subject.within },
      {
        name: together ? name : `${declaration.name}.${name}`,
        problem: wanted
          ? `${subjectOf} ${is} \`readonly\` in the contract, but not in the code`
          : `${subjectOf} ${says} \`readonly\` in the code, but not in the contract`,
        remedy: "Make the two agree.",
      },
      {
        symbol: address,
        expected: wanted ? "readonly" : "not readonly",
        actual: wanted ? "not readonly" : "readonly",
        key: "readonly",
      },
    );
  }
}

/** Bases that the contract names must be reached; bases that the contract knows must be named. */
function checkBases(context: DriftContext, pair: ClassPair): void {
  const { declaration, view, subject } = pair;
  const [shown] = view.parts;
  const wanted: Type[] = [...(declaration.extends ?? []), ...(declaration.implements ?? [])];
  const { bases, foreign } = allBases(context, view);
  const direct = [
    ...view.parts.flatMap((part) => [...part.extends, ...part.implements]),
    ...bases.flatMap(({ view: above }) => above?.parts.flatMap((part) => part.implements) ?? []),
  ];
  const found = [
    ...direct.map((type) => ({ type, lifted: liftIn(context, subject, type), isDirect: true })),
    ...bases.flatMap(({ view: above }) =>
      (above?.parts ?? []).flatMap((part) =>
        part.extends.map((type) => ({
          type,
          lifted: context.lift(type, context.scope(above!.file, part.typeParameters)),
          isDirect: false,
        })),
      ),
    ),
  ];
  const at = { file: view.file, span: shown.nameSpan, within: subject.within };
  for (const base of wanted) {
    if (base.kind !== "reference") continue;
    const target = context.declarations.canonical(base.target);
    const same = found.filter(
      ({ lifted }) => lifted.kind === "reference" && context.declarations.canonical(lifted.target) === target,
    );
    const isEqual = same.some(
      ({ lifted, isDirect }) => !isDirect || compareIn(context, subject, base, lifted) === "equivalent",
    );
    if (isEqual || context.isAway(base.target) || isStructural(context, pair, base.target)) continue;
    // The base may be reached through something that cannot be seen.
    const unseen = foreign.some((type) => liftIn(context, subject, type).kind === "unresolved");
    if (unseen) continue;
    const text = printType(base);
    context.report(
      "drift/base",
      at,
      { name: declaration.name, base: text, problem: "missing" },
      { symbol: declaration.address, expected: text },
    );
  }
  const above = new Set(
    [declaration, ...context.declarations.basesOf(declaration.address)].map(({ address }) => address),
  );
  const own = view.parts.flatMap((part) => [...part.extends, ...part.implements]);
  for (const type of own) {
    const lifted = liftIn(context, subject, type);
    if (lifted.kind === "unresolved") {
      // The base is missing, or has another name now: that is told where it is declared.
      if (wanted.some((one) => one.kind === "reference" && context.isAway(one.target))) continue;
      context.report(
        "drift/unknown",
        { file: view.file, span: type, within: subject.within },
        { what: `A base of \`${declaration.name}\``, why: `\`${lifted.name}\` leads nowhere` },
        { symbol: declaration.address, actual: lifted.name },
      );
      continue;
    }
    if (lifted.kind !== "reference" || above.has(lifted.target)) continue;
    const base = context.declarations.classLike(lifted.target);
    // That an error derives from the language's own errors goes without saying.
    if (declaration.kind === "error" && context.declarations.isExternal(lifted.target)) continue;
    if (!base || wanted.some((one) => one.kind === "reference" && one.target === lifted.target)) continue;
    context.report(
      "drift/base",
      { file: view.file, span: type, within: subject.within },
      { name: declaration.name, base: base.name, problem: "extra" },
      { symbol: declaration.address, actual: base.name },
    );
  }
}

/** Python asks no class to name the interface that it has all members of. */
function isStructural(context: DriftContext, { view, subject }: ClassPair, target: string): boolean {
  const base = context.declarations.classLike(target);
  if (base?.kind !== "interface" || subject.scope.language !== "python") return false;
  const members = [base, ...context.declarations.basesOf(target)].flatMap((above) => above.members);
  return members.every((member) => {
    const name = codeName(member, "python");
    return findMember(context, view, (candidate) => candidate.name === name) !== undefined;
  });
}
