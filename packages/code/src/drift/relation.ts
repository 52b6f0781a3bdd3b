import { lastName } from "@contractc/kernel";
import { printTypeScriptType } from "../target/typescript-types.js";
import type { TypeVerdict } from "../types/compare.js";
import { contractType, type LiftedType, mapParts, someType } from "../types/lifted.js";
import type { DriftContext } from "./context.js";
import { codeName } from "./locate.js";
import type { Subject } from "./subject.js";

/**
 * What the compiler says of two types whose texts differ, where a part of them is computed (`Pick<T, K>`, `keyof T`, an
 * alias of a conditional type) so that nothing else can tell.
 *
 * @param verdict what the texts say; it stands where the compiler cannot tell either
 */
export function verdictOfCompiler(
  context: DriftContext,
  subject: Subject,
  expected: LiftedType,
  actual: LiftedType,
  verdict: TypeVerdict,
): TypeVerdict {
  const { file, scope, parameterNames, resolve } = subject;
  if (file.language !== "typescript" || resolve || !isComputed(context, expected, actual)) return verdict;
  // The contract's names of type parameters are not the file's.
  for (const [name, other] of parameterNames) if (name !== other) return verdict;
  const resolver = context.project.resolver?.(file.language);
  if (!resolver) return verdict;
  const reference = (target: string) => referenceText(context, subject, target);
  const names = { reference, ambient: (name: string) => name };
  const wanted = new Set(
    [expected, writable(expected)].map((type) =>
      printTypeScriptType(contractType(inReach(context, subject, type)), names),
    ),
  );
  const found = printTypeScriptType(contractType(actual), names);
  return resolver.relate(file.path, [...wanted], found, [...scope.typeParameters]) ?? verdict;
}

function isComputed(context: DriftContext, expected: LiftedType, actual: LiftedType): boolean {
  const isOpaque = ({ kind }: LiftedType) =>
    kind === "verbatim" || kind === "local" || kind === "object" || kind === "foreign";
  const isPart = (part: LiftedType) => {
    if (part.kind !== "reference") return isOpaque(part);
    const alias = context.declarations.alias(part.target);
    return (
      context.declarations.isExternal(part.target) || (alias !== undefined && someType(alias.type, isOpaque))
    );
  };
  return someType(expected, isPart) || someType(actual, isPart);
}

/** Verbatim types with the names that the file no longer has, but the contract knows, written out in full. */
function inReach(context: DriftContext, subject: Subject, type: LiftedType): LiftedType {
  if (type.kind !== "verbatim") return mapParts(type, (part) => inReach(context, subject, part));
  const { file, scope } = subject;
  const text = type.text.replace(NAME, (whole, quoted: string | undefined, name: string | undefined) => {
    if (quoted !== undefined || name === undefined || scope.typeParameters.has(name)) return whole;
    if (scope.project.resolveName(file.path, name).kind !== "unknown") return whole;
    const target = context.declarations.onlyNamed(name);
    return target === undefined ? whole : referenceText(context, subject, target);
  });
  return { ...type, text };
}

/** A string, or a name that is neither a member of something nor a key. */
const NAME =
  /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<![\p{ID_Continue}$.])([\p{ID_Start}$_][\p{ID_Continue}$]*)(?!\??\s*:)/gu;

/** A contract's list may be a read-only array as well as one that can be written. */
function writable(type: LiftedType): LiftedType {
  const inner = mapParts(type, writable);
  if (inner.kind !== "apply") return inner;
  if (inner.name === "list") return { ...inner, name: "sequence" };
  return inner.name === "sequence" ? { ...inner, name: "list" } : inner;
}

/** How the file can write a declaration's name, be it one that it does not import. */
function referenceText(context: DriftContext, { file }: Subject, target: string): string {
  const declaration = context.declarations.get(target);
  const name = declaration ? codeName(declaration, file.language) : lastName(target);
  const meaning = context.project.resolveName(file.path, name);
  if (context.addressOf(meaning, name, file) === target) return name;
  const place = context.placeOf(target);
  return place === undefined ? name : `import("/${place.file}").${place.name}`;
}
