import { diagnostic } from "./define.js";

/** A contract with one function and a Python module with its code. */
function python(signature: string, code: string, more = ""): string {
  return `=== example.contract\ncontract Shop version "1.0.0"\n\nmodule cart "cart.py" {\n${more}  ${signature}\n}\n\n=== cart.py\n${code}`;
}

const CHARGE = "fn charge(amount: float, currency: string) -> bool";
const BODY = '    return amount > 0 and currency != ""\n';
const CHARGE_CODE = `def charge(amount: float, currency: str) -> bool:\n${BODY}`;

/** Drift in the signatures of functions, methods and constructors. */
export const driftSignatureDiagnostics = {
  "drift/parameter-missing": diagnostic<{ parameter: string; of: string }>({
    severity: "error",
    title: "A declared parameter is missing",
    message: ({ parameter, of }) =>
      `\`${of}\` lacks the parameter \`${parameter}\` that the contract declares. Add it to the code, or remove it from the contract.`,
    explanation: "Callers that follow the contract pass an argument that the code does not take.",
    wrong: python(CHARGE, "def charge(amount: float) -> bool:\n    return amount > 0\n"),
    right: python(CHARGE, CHARGE_CODE),
    fixes: {
      code: { does: "Adds the parameter where the contract has it." },
      contract: { does: "Takes the parameter out of the declaration." },
    },
  }),
  "drift/parameter-extra": diagnostic<{ parameter: string; of: string }>({
    severity: "error",
    title: "The code has a parameter that the contract does not declare",
    message: ({ parameter, of }) =>
      `\`${of}\` takes \`${parameter}\`, which the contract does not declare. Declare it, or remove it from the code.`,
    explanation:
      "Callers that follow the contract do not pass it. Even an optional parameter is part of the signature.",
    wrong: python(CHARGE, `def charge(amount: float, currency: str, retries: int = 3) -> bool:\n${BODY}`),
    right: python(CHARGE, CHARGE_CODE),
    fixes: {
      code: { does: "Takes the parameter out, unless the body uses it." },
      contract: { does: "Adds the parameter to the declaration." },
    },
  }),
  "drift/parameter-order": diagnostic<{ of: string; expected: string; actual: string }>({
    severity: "error",
    title: "Parameters stand in another order",
    message: ({ of, expected, actual }) =>
      `\`${of}\` takes its parameters as (${actual}), the contract declares (${expected}). Make the order the same.`,
    explanation: "Positional arguments would be taken for one another.",
    wrong: python(CHARGE, `def charge(currency: str, amount: float) -> bool:\n${BODY}`),
    right: python(CHARGE, CHARGE_CODE),
    fixes: {
      code: { does: "Puts the parameters in the contract's order. Calls are not changed." },
      contract: { does: "Takes over the order of the code." },
    },
  }),
  "drift/parameter-name": diagnostic<{ of: string; expected: string; actual: string }>({
    severity: "error",
    title: "A parameter has another name",
    message: ({ of, expected, actual }) =>
      `The parameter \`${expected}\` of \`${of}\` is called \`${actual}\` in the code. Rename it on one side, or say \`@name\` in the contract.`,
    explanation:
      "Python's callers may pass any standard parameter by its name. TypeScript has no such calls: there it is a warning. The names of positional-only parameters do not count.",
    wrong: python(
      CHARGE,
      `def charge(sum: float, currency: str) -> bool:\n    return sum > 0 and currency != ""\n`,
    ),
    right: python(CHARGE, CHARGE_CODE),
    fixes: {
      code: {
        does: "Renames the parameter in the signature and the body, unless the new name means something else there. Calls by name elsewhere are not changed.",
      },
      contract: { does: "Renames the parameter in the declaration." },
    },
  }),
  "drift/parameter-kind": diagnostic<{ of: string; parameters: string; expected: string; actual: string }>({
    severity: "error",
    title: "A parameter is passed in another way",
    message: ({ of, parameters, expected, actual }) =>
      `${parameters} of \`${of}\`: the contract says ${expected}, the code says ${actual}. Make the two agree.`,
    explanation:
      "Positional-only, keyword-only and variadic parameters decide which calls are possible: `*` and `/` in a contract mean what they mean in Python.",
    wrong: python("fn charge(amount: float, *, currency: string) -> bool", CHARGE_CODE),
    right: python(
      "fn charge(amount: float, *, currency: string) -> bool",
      `def charge(amount: float, *, currency: str) -> bool:\n${BODY}`,
    ),
    fixes: {
      code: { does: "Moves the `*` and `/` markers, or writes the star of a variadic parameter." },
      contract: { does: "Takes over how the code passes it." },
    },
  }),
  "drift/parameter-default": diagnostic<{ of: string; parameter: string; problem: string }>({
    severity: "error",
    title: "A parameter's default or optionality differs",
    message: ({ of, parameter, problem }) =>
      `The parameter \`${parameter}\` of \`${of}\` ${problem}. Make the two agree.`,
    explanation:
      "A caller may leave out only what has a default or is optional, and relies on the value that is then taken. Only defaults that are literals can be compared.",
    wrong: python(
      'fn charge(amount: float, currency: string = "EUR") -> bool',
      `def charge(amount: float, currency: str = "USD") -> bool:\n${BODY}`,
    ),
    right: python(
      'fn charge(amount: float, currency: string = "EUR") -> bool',
      `def charge(amount: float, currency: str = "EUR") -> bool:\n${BODY}`,
    ),
    fixes: {
      code: { does: "Writes, changes or takes out the default or the `?`." },
      contract: { does: "Takes over the default, or that there is none." },
    },
  }),
  "drift/parameter-type": diagnostic<{
    of: string;
    parameter: string;
    expected: string;
    actual: string;
    relation: string;
  }>({
    severity: "error",
    title: "A parameter has another type",
    message: ({ of, parameter, expected, actual, relation }) =>
      `The parameter \`${parameter}\` of \`${of}\` is declared as \`${expected}\`, but the code says \`${actual}\`${relation}. Change the annotation, or the contract.`,
    explanation:
      "Types are compared after normalisation; see the table of equivalences of the language. A wider type is drift, too: the next caller will rely on it.",
    wrong: python(
      CHARGE,
      CHARGE_CODE.replace("amount: float", "amount: str").replace("amount > 0", 'amount != ""'),
    ),
    right: python(CHARGE, CHARGE_CODE),
    fixes: {
      code: { does: "Changes the annotation, and imports what it names." },
      contract: { does: "Changes the declared type." },
    },
  }),
  "drift/return-type": diagnostic<{ of: string; expected: string; actual: string; relation: string }>({
    severity: "error",
    title: "The result has another type",
    message: ({ of, expected, actual, relation }) =>
      `\`${of}\` is declared to return \`${expected}\`, but the code says \`${actual}\`${relation}. Change the annotation, or the contract.`,
    explanation:
      "Types are compared after normalisation; a missing result type in the contract is `void`. An `async fn` is compared by what it resolves to.",
    wrong: python(
      CHARGE,
      CHARGE_CODE.replace("-> bool", "-> str").replace("return amount", 'return "" and amount'),
    ),
    right: python(CHARGE, CHARGE_CODE),
    fixes: {
      code: { does: "Changes the annotation, and imports what it names." },
      contract: { does: "Changes the declared result." },
    },
  }),
  "drift/raises": diagnostic<{ of: string; error: string }>({
    severity: "error",
    title: "The code raises a declared error that the contract does not list",
    message: ({ of, error }) =>
      `\`${of}\` raises \`${error}\`, which its \`raises\` clause does not list. Add \`raises ${error}\` to the contract, or do not raise it.`,
    explanation:
      "Only errors that the contract declares count, and only where the code visibly raises them. A listed error stands for those below it.",
    wrong: python(
      "fn check(amount: float)\n    raises TooMuch",
      "class TooMuch(Exception):\n    pass\n\n\nclass TooLittle(Exception):\n    pass\n\n\ndef check(amount: float) -> None:\n    if amount > 100:\n        raise TooMuch()\n    if amount < 1:\n        raise TooLittle()\n",
      "  error TooMuch\n  error TooLittle\n",
    ),
    right: python(
      "fn check(amount: float)\n    raises TooMuch, TooLittle",
      "class TooMuch(Exception):\n    pass\n\n\nclass TooLittle(Exception):\n    pass\n\n\ndef check(amount: float) -> None:\n    if amount > 100:\n        raise TooMuch()\n    if amount < 1:\n        raise TooLittle()\n",
      "  error TooMuch\n  error TooLittle\n",
    ),
    fixes: {
      code: { not: "Not to raise it would change what the body does." },
      contract: { does: "Adds `raises` to the declaration." },
    },
  }),
  "drift/missing-annotation": diagnostic<{ of: string; parts: string }>({
    severity: "warning",
    title: "The code gives no type where the contract does",
    message: ({ of, parts }) =>
      `\`${of}\`: ${parts} without a type in the code. Annotate as the contract declares.`,
    explanation:
      "Without an annotation nobody, neither a type checker nor this one, can tell whether the code keeps the contract.",
    wrong: python(CHARGE, `def charge(amount, currency) -> bool:\n${BODY}`),
    right: python(CHARGE, CHARGE_CODE),
    fixes: {
      code: { does: "Writes the annotations, and imports what they name." },
      contract: { not: "The contract says more than the code, which has nothing that could be taken over." },
    },
  }),
  "drift/hollow": diagnostic<{ name: string }>({
    severity: "error",
    title: "A body does nothing",
    message: ({ name }) =>
      `\`${name}\` is declared and present, but its body does nothing. Implement it, or accept it with \`@allow("drift/hollow", "why")\`.`,
    explanation:
      'Only `pass`, `...`, a doc string, a "not implemented" error, an empty block or a lone TODO: a skeleton that nobody has filled in. Abstract members and interfaces have no bodies to fill.',
    wrong: python(
      CHARGE,
      "def charge(amount: float, currency: str) -> bool:\n    raise NotImplementedError\n",
    ),
    right: python(CHARGE, CHARGE_CODE),
    fixes: {
      code: { not: "A body is for its author to write." },
      contract: {
        not: 'A contract does not say whether a body does something: `@allow("drift/hollow", "why")` accepts it.',
      },
    },
  }),
};
