import { type Enum, type EnumMember, nearestName, printEnumMember } from "@contractc/kernel";
import type { CodeEnum, CodeLiteral, CodeSymbol, CodeType, Span } from "../reading/signature.js";
import type { DriftContext } from "./context.js";
import { lookUp } from "./locate.js";
import type { Subject } from "./subject.js";

interface Found {
  name: string;
  span: Span;
  value?: { literal?: CodeLiteral; text: string };
}

/**
 * Compares an enum with the code's enum, const object or union of literals.
 *
 * @returns whether the symbol can be an enum at all
 */
export function checkEnum(
  context: DriftContext,
  subject: Subject,
  declaration: Enum,
  symbols: readonly CodeSymbol[],
): boolean {
  const written = symbols.find((symbol): symbol is CodeEnum => symbol.kind === "enum");
  if (written) {
    const found = written.members.map(
      ({ name, nameSpan, value }): Found => ({ name, span: nameSpan, ...(value ? { value } : {}) }),
    );
    checkNamed(context, subject, declaration, found, written.nameSpan);
    return true;
  }
  const alias = symbols.find((symbol) => symbol.kind === "alias");
  if (alias?.kind !== "alias") return false;
  const literals = literalsOf(context, subject, alias.type);
  if (!literals) return false;
  checkLiterals(context, subject, declaration, literals, alias.nameSpan);
  return true;
}

function checkNamed(
  context: DriftContext,
  subject: Subject,
  declaration: Enum,
  found: readonly Found[],
  nameSpan: Span,
): void {
  const byName = new Map(found.map((member) => [member.name, member]));
  const declared = new Set(declaration.members.map(({ name }) => name));
  const unlisted = found.filter(({ name }) => !declared.has(name));
  for (const member of declaration.members) {
    const other = byName.get(member.name);
    if (!other) {
      const nearest = nearestName(
        member.name,
        unlisted.map(({ name }) => name),
      );
      const hint = nearest === undefined ? "" : ` (the nearest is \`${nearest}\`)`;
      report(context, subject, member.name, nameSpan, {
        problem: `lacks \`${printEnumMember(member)}\` in the code${hint}`,
        remedy: "Add it to the code, or remove it from the contract.",
        expected: printEnumMember(member),
      });
    } else if (member.value !== undefined && !sameValue(member.value, other)) {
      report(context, subject, member.name, other.span, {
        problem: `has \`${printEnumMember(member)}\` in the contract and \`${other.name} = ${other.value?.text ?? "?"}\` in the code`,
        remedy: "Make the values agree.",
        expected: printEnumMember(member),
        actual: `${other.name} = ${other.value?.text ?? "?"}`,
      });
    }
  }
  for (const member of unlisted) reportUnlisted(context, subject, member);
}

/** In a union of literals a member is its value, or its name where the contract states no value. */
function checkLiterals(
  context: DriftContext,
  subject: Subject,
  declaration: Enum,
  literals: ReadonlyMap<string, Span>,
  nameSpan: Span,
): void {
  const wanted = new Map<string, EnumMember>();
  for (const member of declaration.members) wanted.set(String(member.value ?? member.name), member);
  for (const [value, member] of wanted) {
    if (literals.has(value)) continue;
    report(context, subject, member.name, nameSpan, {
      problem: `lacks \`${printEnumMember(member)}\` in the code`,
      remedy: "Add its value to the union, or remove it from the contract.",
      expected: printEnumMember(member),
    });
  }
  for (const [value, span] of literals) {
    if (!wanted.has(value)) reportUnlisted(context, subject, { name: value, span });
  }
}

function reportUnlisted(context: DriftContext, subject: Subject, { name, span }: Found): void {
  report(context, subject, name, span, {
    problem: `has \`${name}\` in the code, which the contract does not declare`,
    remedy: "Declare it, or remove it from the code.",
    actual: name,
  });
}

function report(
  context: DriftContext,
  subject: Subject,
  member: string,
  span: Span,
  details: { problem: string; remedy: string; expected?: string; actual?: string },
): void {
  const { problem, remedy, ...sides } = details;
  context.report(
    "drift/enum-member",
    { file: subject.file, span, within: subject.within },
    { name: subject.shown, problem, remedy },
    {
      symbol: subject.symbol,
      key: member,
      declared: [`${subject.symbol}.${member}`, subject.symbol],
      ...sides,
    },
  );
}

function sameValue(expected: string | number, found: Found): boolean {
  const { value } = found;
  // `auto()` and members without a value say nothing about it; a Python enum's `auto()` of a StrEnum is the name.
  if (!value?.literal) return value === undefined || /^(?:enum\.)?auto\(\)$/.test(value.text);
  switch (value.literal.kind) {
    case "string":
      return value.literal.value === expected;
    case "number":
      return Number(value.literal.text.replaceAll("_", "")) === expected;
    default:
      return false;
  }
}

/** The values of a union of literals, aliases of such unions followed; `undefined` for any other type. */
export function literalsOf(
  context: DriftContext,
  subject: Subject,
  type: CodeType,
  depth = 0,
): Map<string, Span> | undefined {
  const parts =
    type.kind === "union"
      ? type.members
      : type.kind === "name" && /(?:^|\.)(?:Literal|Union)$/.test(type.name)
        ? type.arguments
        : undefined;
  if (parts) {
    const all = new Map<string, Span>();
    for (const part of parts) {
      const values = literalsOf(context, subject, part, depth);
      if (!values) return undefined;
      for (const [value, span] of values) all.set(value, span);
    }
    return all;
  }
  if (type.kind === "literal") {
    const { literal } = type;
    if (literal.kind === "string") return new Map([[literal.value, type]]);
    return literal.kind === "number" ? new Map([[literal.text, type]]) : undefined;
  }
  if (type.kind !== "name" || depth > 5) return undefined;
  const found = lookUp(context.project, subject.file, type.name);
  const alias =
    found.kind === "found" ? found.definition.symbols.find(({ kind }) => kind === "alias") : undefined;
  return alias?.kind === "alias" ? literalsOf(context, subject, alias.type, depth + 1) : undefined;
}
