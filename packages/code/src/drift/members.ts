import {
  type ClassLike,
  type Field,
  type Member,
  type Method,
  nearestName,
  printMember,
} from "@contractc/kernel";
import type { CodeMember } from "../reading/signature.js";
import {
  allBases,
  type CodeClassView,
  findMember,
  formOf,
  membersOf,
  type OwnedMember,
} from "./code-class.js";
import { checkConstructor } from "./constructors.js";
import type { DriftContext } from "./context.js";
import { checkField, checkFieldParameter } from "./fields.js";
import { checkCallable } from "./functions.js";
import { checkHollow } from "./hollow.js";
import { codeName, memberNames } from "./locate.js";
import type { Subject } from "./subject.js";
import { isBuiltInErrorField, keptParameter } from "./unseen-fields.js";

/** A class of the contract with its code. */
export interface ClassPair {
  declaration: ClassLike;
  view: CodeClassView;
  /** Of the class itself. */
  subject: Subject;
  /** The file does not parse: what is not there may only be unreadable. */
  unparsable: boolean;
}

/** Members that every object has; nobody lists them. */
const UNIVERSAL = new Set(["constructor", "toString", "toJSON", "valueOf", "toLocaleString"]);

/** Compares the members of a class with those that the contract declares. */
export function checkMembers(context: DriftContext, pair: ClassPair): void {
  const { declaration } = pair;
  const matched = new Set<string>();
  for (const [name, members] of membersByName(declaration.members)) {
    const [first] = members;
    const names = first.kind === "constructor" ? [] : memberNames(first, pair.subject.scope.language);
    for (const accepted of names) matched.add(accepted);
    context.comparing({ members }, () => checkNamed(context, pair, members, name, names));
  }
  checkUnlistedMembers(context, pair, matched);
}

/** @param names under which the code may know the member */
function checkNamed(
  context: DriftContext,
  pair: ClassPair,
  members: readonly [Member, ...Member[]],
  name: string,
  names: readonly string[],
): void {
  const [first] = members;
  if (first.kind === "constructor") {
    checkConstructor(
      context,
      pair,
      members.filter((member) => member.kind === "constructor"),
    );
    return;
  }
  const owned = findMember(
    context,
    pair.view,
    (member) => names.includes(member.name) && member.kind !== "constructor",
  );
  if (!owned) checkMissingMember(context, pair, first, name);
  // What the class itself has may stand in what cannot be read; only the one of a base was found.
  else if (owned.inherited && pair.unparsable) return;
  else context.comparing({ owned }, () => checkMember(context, pair, members, owned));
}

function membersByName(members: readonly Member[]): Map<string, [Member, ...Member[]]> {
  const groups = new Map<string, [Member, ...Member[]]>();
  for (const member of members) {
    // A constructor is not the method that happens to be called `new`.
    const key = member.kind === "constructor" ? "constructor of the class" : member.name;
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}

function memberSubject(context: DriftContext, pair: ClassPair, member: Member, owned: OwnedMember): Subject {
  const { subject } = pair;
  const { file, parts } = owned.owner;
  const { abstract } = owned.member;
  const scope = owned.inherited
    ? context.scope(file, parts[0].typeParameters, subject.scope.self)
    : subject.scope;
  return {
    symbol: member.address,
    shown: `${pair.declaration.name}.${member.name}`,
    file,
    within: [owned.member.span],
    scope,
    parameterNames: subject.parameterNames,
    bodiless: abstract === true || parts[0].form === "interface" || parts[0].form === "type-literal",
    ...(owned.resolve ? { resolve: owned.resolve } : {}),
  };
}

/** Compares a member with the one of the code that realises it. */
export function checkMember(
  context: DriftContext,
  pair: ClassPair,
  members: readonly [Member, ...Member[]],
  owned: OwnedMember,
): void {
  const [first] = members;
  const subject = memberSubject(context, pair, first, owned);
  if (first.kind === "field") {
    context.comparing({ subject, field: first }, () => checkField(context, pair, subject, first, owned));
    return;
  }
  context.comparing({ subject }, () => checkMethod(context, pair, subject, members, owned));
}

function checkMethod(
  context: DriftContext,
  pair: ClassPair,
  subject: Subject,
  members: readonly [Member, ...Member[]],
  owned: OwnedMember,
): void {
  const [first] = members;
  const { member } = owned;
  const methods = members.filter((candidate): candidate is Method => candidate.kind === "method");
  const [method, ...overloads] = methods;
  if (!method) return;
  checkMemberModifiers(context, pair, subject, method, member);
  if (member.kind === "field") {
    if (member.type?.kind === "function") {
      const { type } = member;
      checkCallable(context, subject, [method, ...overloads], {
        nameSpan: member.nameSpan,
        raises: [],
        signatures: [
          {
            start: type.start,
            end: type.end,
            typeParameters: type.typeParameters,
            parameters: type.parameters,
            parameterSpan: { start: type.start, end: type.end },
            result: type.result,
          },
        ],
      });
      return;
    }
    context.report(
      "drift/kind",
      { file: subject.file, span: member.nameSpan, within: subject.within },
      {
        name: subject.shown,
        expected: "a method",
        actual: member.origin === "property" ? "a property" : "a field",
      },
      { symbol: first.address, expected: "method", actual: "field" },
    );
    return;
  }
  checkCallable(context, subject, [method, ...overloads], member);
  if (!method.abstract && pair.declaration.kind !== "interface") checkHollow(context, subject, member, owned);
}

/** `static`, `abstract` and visibility of a member. */
export function checkMemberModifiers(
  context: DriftContext,
  pair: ClassPair,
  subject: Subject,
  wanted: Field | Method,
  member: CodeMember,
): void {
  const differ = (word: string, isWanted: boolean, isFound: boolean) => {
    if (isWanted === isFound) return;
    context.report(
      "drift/modifier",
      { file: subject.file, span: member.nameSpan, within: subject.within },
      {
        name: subject.shown,
        problem: isWanted
          ? `the contract declares it \`${word}\`, the code does not`
          : `it is \`${word}\` in the code, but not in the contract`,
        remedy: "Make the two agree.",
      },
      {
        symbol: wanted.address,
        expected: isWanted ? word : `not ${word}`,
        actual: isFound ? word : `not ${word}`,
        key: word,
      },
    );
  };
  const isInterface = pair.declaration.kind === "interface";
  if (member.kind === "field") {
    // Python's class attributes are defaults of the instances' as much as values of the class.
    const isAttribute = subject.scope.language === "python" && member.origin === "declaration";
    if (!isAttribute) differ("static", wanted.static === true, member.static === true);
  } else {
    differ("static", wanted.static === true, member.static === true || member.classMethod === true);
  }
  // Whether a member of a protocol is abstract is said by its body, if by anything.
  const isProtocol = formOf(pair.view) === "interface" && !member.abstract;
  if (!isInterface && !isProtocol) differ("abstract", wanted.abstract === true, member.abstract === true);
  const isHidden = member.visibility !== "public" && !member.name.startsWith("__");
  // In Python an underscore is all that hides: a contract that names `_x` itself has said what it means.
  const { language } = subject.scope;
  const isNamed = language === "python" && !wanted.internal && codeName(wanted, language).startsWith("_");
  if (!(isHidden && isNamed)) differ("internal", wanted.internal === true, isHidden);
}

function checkMissingMember(context: DriftContext, pair: ClassPair, member: Member, name: string): void {
  const { view, subject, declaration, unparsable } = pair;
  if (unparsable) return;
  if (member.kind === "field") {
    const parameter = keptParameter(context, view, codeName(member, subject.scope.language));
    if (parameter) {
      checkFieldParameter(context, pair, member, parameter.owner, parameter.parameter);
      return;
    }
    if (isBuiltInErrorField(declaration, member.name)) return;
  }
  const candidates = membersOf(view)
    .filter((candidate) => candidate.kind !== "constructor")
    .map((candidate) => candidate.name)
    .filter((candidate) => !declaration.members.some((declared) => declared.name === candidate));
  const nearest = nearestName(codeName(member, subject.scope.language), candidates);
  if (nearest !== undefined) context.suggests(`${declaration.address}.${nearest}`);
  const near = membersOf(view).find((candidate) => candidate.name === nearest);
  const [shown] = view.parts;
  context.report(
    "drift/missing-member",
    near
      ? { file: view.file, span: near.nameSpan, within: [near.span, shown.span] }
      : { file: view.file, span: shown.nameSpan, within: [shown.span] },
    { kind: member.kind === "field" ? "field" : "method", name, owner: declaration.name, nearest },
    { symbol: member.address, expected: printMember(member) },
  );
}

/**
 * Reports public members that the contract does not declare: not those of a base that the contract declares, nor the
 * special methods of the language.
 */
function checkUnlistedMembers(context: DriftContext, pair: ClassPair, matched: ReadonlySet<string>): void {
  const { declaration, view, subject } = pair;
  const { language } = subject.scope;
  const inherited = new Set<string>();
  for (const base of context.declarations.basesOf(declaration.address)) {
    for (const member of base.members) {
      inherited.add(codeName(member, language));
      if (member.internal) inherited.add(`_${codeName(member, language)}`);
    }
  }
  // What a base of the contract has too many is reported there.
  for (const { view: above } of allBases(context, view).bases) {
    if (!above || context.addressOfSymbol(above.file.path, above.parts[0].name) === undefined) continue;
    for (const { name } of membersOf(above)) inherited.add(name);
  }
  const reported = new Set<string>();
  for (const member of membersOf(view)) {
    const { name } = member;
    if (member.kind === "constructor" || member.visibility !== "public") continue;
    if (matched.has(name) || inherited.has(name) || reported.has(name)) continue;
    if (context.suggested.has(`${declaration.address}.${name}`)) continue;
    if (isSpecial(name) || isBuiltInErrorField(declaration, name)) continue;
    reported.add(name);
    context.comparing({ unlisted: member }, () =>
      context.report(
        "drift/unlisted-member",
        { file: view.file, span: member.nameSpan, within: [member.span] },
        { kind: member.kind === "field" ? "field" : "method", name, owner: declaration.name },
        {
          symbol: `${declaration.address}.${name}`,
          actual: name,
          declared: [declaration.address],
        },
      ),
    );
  }
}

/** `__eq__`, `[Symbol.iterator]`, `toString`: what the language calls, not other modules. */
function isSpecial(name: string): boolean {
  return /^__.*__$/.test(name) || name.startsWith("[") || name.startsWith("#") || UNIVERSAL.has(name);
}
