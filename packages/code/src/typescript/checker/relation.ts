import type ts from "typescript";
import type { TypeVerdict } from "../../types/compare.js";
import type { Compiler } from "./compiler.js";
import type { Programs } from "./programs.js";

export interface Relation {
  file: string;
  /** Texts of types; the one that fits best counts. */
  expected: readonly string[];
  actual: string;
  typeParameters: readonly string[];
}

type Verdict = Exclude<TypeVerdict, "unknown">;

const RANK: readonly Verdict[] = ["equivalent", "narrowed", "widened", "incompatible"];

/**
 * Compares types that are written as the file could write them: they are put behind the file's own text.
 *
 * Equivalent are types that the compiler takes for identical, and types that fit each other both ways without an
 * `any`, which fits everything.
 *
 * @returns `undefined` where a name in them leads nowhere
 */
export function relate(compiler: Compiler, programs: Programs, relation: Relation): Verdict | undefined {
  const { file, expected, actual, typeParameters } = relation;
  if (!/\.[cm]?tsx?$/.test(file)) return undefined;
  const parameters = typeParameters.length > 0 ? `<${typeParameters.join(", ")}>` : "";
  const lines = expected.map(
    (text, index) =>
      `;type ${NAME}${index}${parameters} = [${text}, ${actual}, (<Q>() => Q extends ${text} ? 1 : 2) extends (<Q>() => Q extends ${actual} ? 1 : 2) ? true : false];`,
  );
  const checked = programs.withMore(file, `\n${lines.join("\n")}\n`);
  if (!checked) return undefined;
  const { ts } = compiler;
  const { checker, file: source } = checked;
  const verdicts: Verdict[] = [];
  for (const statement of source.statements) {
    if (!ts.isTypeAliasDeclaration(statement) || !statement.name.text.startsWith(NAME)) continue;
    const tuple = checker.getTypeAtLocation(statement.name);
    const [left, right, same] = checker.getTypeArguments(tuple as ts.TypeReference);
    if (!left || !right || !same || isError(left) || isError(right)) continue;
    verdicts.push(verdictOf(compiler, checker, left, right, checker.typeToString(same) === "true"));
  }
  return RANK.find((verdict) => verdicts.includes(verdict));
}

const NAME = "ContractcRelation";

function verdictOf(
  { ts }: Compiler,
  checker: ts.TypeChecker,
  expected: ts.Type,
  actual: ts.Type,
  isIdentical: boolean,
): Verdict {
  if (isIdentical) return "equivalent";
  const isAny = (type: ts.Type) => (type.flags & ts.TypeFlags.Any) !== 0;
  if (isAny(expected) !== isAny(actual)) return isAny(actual) ? "widened" : "narrowed";
  const fits = checker.isTypeAssignableTo(actual, expected);
  const holds = checker.isTypeAssignableTo(expected, actual);
  if (fits && holds)
    return holdsAny(ts, checker, expected) || holdsAny(ts, checker, actual) ? "incompatible" : "equivalent";
  if (fits) return "narrowed";
  return holds ? "widened" : "incompatible";
}

function isError(type: ts.Type): boolean {
  const { intrinsicName } = type as ts.Type & { intrinsicName?: string };
  return intrinsicName === "error" || intrinsicName === "unresolved";
}

/** Whether an `any` stands somewhere in a type: then that each fits the other says nothing. */
function holdsAny(compiler: typeof ts, checker: ts.TypeChecker, type: ts.Type): boolean {
  const seen = new Set<ts.Type>();
  const visit = (part: ts.Type, depth: number): boolean => {
    if (part.flags & compiler.TypeFlags.Any) return true;
    if (depth > 5 || seen.size > 300 || seen.has(part)) return false;
    seen.add(part);
    if (part.isUnionOrIntersection()) return part.types.some((each) => visit(each, depth + 1));
    if (!(part.flags & compiler.TypeFlags.Object)) return false;
    const { objectFlags } = part as ts.ObjectType;
    if (objectFlags & compiler.ObjectFlags.Reference) {
      if (checker.getTypeArguments(part as ts.TypeReference).some((each) => visit(each, depth + 1)))
        return true;
    }
    if (objectFlags & compiler.ObjectFlags.Class) return false;
    return (
      part.getProperties().some((each) => visit(checker.getTypeOfSymbol(each), depth + 1)) ||
      part
        .getCallSignatures()
        .some(
          (each) =>
            visit(each.getReturnType(), depth + 1) ||
            each.parameters.some((parameter) => visit(checker.getTypeOfSymbol(parameter), depth + 1)),
        )
    );
  };
  return visit(type, 0);
}
