import type { Parameter } from "@contractc/kernel";

/**
 * Whether a caller may leave a parameter out. A parameter of type `T?` equals one that is written `a?: T`, so it may
 * be left out too - unless a parameter that has to be given follows it.
 *
 * @param parameters the whole list
 * @param at the index of the one in question
 */
export function mayBeOmitted(parameters: readonly Parameter[], at: number): boolean {
  const parameter = parameters[at]!;
  if (parameter.optional || parameter.default !== undefined) return true;
  if (parameter.type.kind !== "optional") return false;
  if (parameter.kind === "keyword-only") return true;
  return parameters.every((later, index) => {
    const positional = later.kind === "standard" || later.kind === "positional-only";
    return index <= at || !positional || mayBeOmitted(parameters, index);
  });
}
