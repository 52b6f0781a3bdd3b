import { type Argument, nearestName, type Parameter } from "@contractc/kernel";

/** What is wrong with the arguments of a call; `at` is the argument concerned, absent for one that is missing. */
export interface CallProblem {
  problem: string;
  at?: number;
  /** The argument's name is concerned, not its value. */
  named?: true;
  /** The name that was probably meant. */
  near?: string;
}

/** Which argument fills which parameter. */
export interface Matching {
  /** By position of the argument; absent where an argument fills nothing. */
  parameters: (Parameter | undefined)[];
  problems: CallProblem[];
}

/**
 * Matches arguments with parameters, as Python does: positional ones in order, then named ones. Every parameter but a
 * positional-only one may be given by name, in TypeScript too: tests are compiled in the order of the parameters.
 *
 * @param shown how messages call what is called
 */
export function matchArguments(
  shown: string,
  parameters: readonly Parameter[],
  given: readonly Argument[],
): Matching {
  const positional = parameters.filter(({ kind }) => kind === "standard" || kind === "positional-only");
  const variadic = parameters.find(({ kind }) => kind === "variadic");
  const keywords = parameters.find(({ kind }) => kind === "keyword-variadic");
  const filled = new Set<Parameter>();
  const problems: CallProblem[] = [];
  let next = 0;
  const matched = given.map((argument, at): Parameter | undefined => {
    if (argument.name === undefined) {
      const parameter = positional[next++];
      if (parameter) {
        filled.add(parameter);
        return parameter;
      }
      if (!variadic && next === positional.length + 1) {
        const count = positional.length === 0 ? "no" : `at most ${positional.length}`;
        const what = positional.length === 1 ? "argument" : "arguments";
        const hint = parameters.some(({ kind }) => kind === "keyword-only") ? " without a name" : "";
        problems.push({ problem: `\`${shown}\` takes ${count} ${what}${hint}: remove this one.`, at });
      }
      return variadic;
    }
    const { name } = argument;
    const parameter = parameters.find(
      (each) => each.name === name && each.kind !== "variadic" && each.kind !== "positional-only",
    );
    if (parameter && filled.has(parameter)) {
      problems.push({ problem: `\`${name}\` is given twice: remove one of the two.`, at, named: true });
      return undefined;
    }
    if (parameter && parameter.kind !== "keyword-variadic") {
      filled.add(parameter);
      return parameter;
    }
    if (keywords) return keywords;
    problems.push({ ...unknownName(shown, parameters, name), at, named: true });
    return undefined;
  });
  // A misspelt name leaves its parameter open: that is one fault.
  if (problems.length === 0) {
    for (const parameter of parameters) {
      if (filled.has(parameter) || parameter.optional || parameter.type.kind === "optional") continue;
      if (parameter.kind === "variadic" || parameter.kind === "keyword-variadic") continue;
      problems.push({ problem: `\`${shown}\` needs a \`${parameter.name}\`: give one.` });
    }
  }
  return { parameters: matched, problems };
}

function unknownName(
  shown: string,
  parameters: readonly Parameter[],
  name: string,
): Pick<CallProblem, "problem" | "near"> {
  const names = parameters
    .filter(({ kind }) => kind === "standard" || kind === "keyword-only")
    .map((parameter) => parameter.name);
  const near = nearestName(name, names);
  const known = names.map((each) => `\`${each}\``).join(", ");
  const hint =
    near !== undefined ? `did you mean \`${near}\`?` : names.length > 0 ? `it has ${known}.` : "it has none.";
  return {
    problem: `\`${shown}\` has no parameter \`${name}\`: ${hint}`,
    ...(near === undefined ? {} : { near }),
  };
}
