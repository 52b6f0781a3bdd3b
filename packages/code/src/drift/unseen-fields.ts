import type { ClassLike } from "@contractc/kernel";
import type { CodeMethod, CodeParameter } from "../reading/signature.js";
import { allBases, type CodeClassView, findMember, type OwnedMember } from "./code-class.js";
import type { DriftContext } from "./context.js";

/** Errors of the languages that keep none of a constructor's parameters under its name. */
const PLAIN_ERRORS: ReadonlySet<string> = new Set([
  "BaseException",
  "Exception",
  "ArithmeticError",
  "AssertionError",
  "IndexError",
  "KeyError",
  "LookupError",
  "NotImplementedError",
  "RuntimeError",
  "ValueError",
  "Error",
  "EvalError",
  "RangeError",
  "ReferenceError",
  "SyntaxError",
  "TypeError",
  "URIError",
]);

/** What the base class of all errors has. */
export function isBuiltInErrorField(declaration: ClassLike, name: string): boolean {
  return declaration.kind === "error" && ["message", "name", "stack", "cause", "args"].includes(name);
}

/**
 * A constructor's parameter of a name, in the class or above it, that a base class out of sight may keep. Without such
 * a base a parameter that is not kept is no field: whoever reads it finds nothing. (TypeScript's parameter properties
 * are fields already.)
 */
export function keptParameter(
  context: DriftContext,
  view: CodeClassView,
  name: string,
): { parameter: CodeParameter; owner: OwnedMember } | undefined {
  const { foreign } = allBases(context, view);
  if (foreign.every((type) => type.kind === "name" && PLAIN_ERRORS.has(type.name))) return undefined;
  const owner = findMember(context, view, (member) => member.kind === "constructor");
  const method = owner?.member as CodeMethod | undefined;
  const parameter = method?.signatures
    .flatMap(({ parameters }) => parameters)
    .find((one) => one.name === name);
  return owner && parameter ? { parameter, owner } : undefined;
}
