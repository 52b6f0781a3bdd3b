import { diagnostic } from "./define.js";
import { contract, module } from "./words.js";

const names = (list: readonly string[]) => list.map((each) => `\`${each}\``).join(", ");
const CART = (clauses: string) =>
  `module cart "cart.py" {\n${clauses}  /// What the items cost together.\n  fn total(prices: list<float>) -> float\n`;
const REQUIREMENT = 'requirement Checkout must "A customer sees what a cart costs"';

/** Completeness: what a contract leaves open. */
export const completeDiagnostics = {
  "complete/empty-module": diagnostic<{ module: string }>({
    severity: "warning",
    title: "A module that says nothing",
    message: ({ module: name }) =>
      `\`${name}\` declares nothing and uses nothing: declare what it offers, or remove it.`,
    explanation:
      "A module without declarations and dependencies describes no code, and nothing can be built or checked from it.",
    wrong: contract('module cart "cart.py" {}'),
    right: contract(`${CART("")}}`),
  }),

  "complete/undocumented": diagnostic<{ module: string; declarations: readonly string[] }>({
    severity: "info",
    title: "Declarations without a description",
    message: ({ module: name, declarations }) =>
      `${declarations.length === 1 ? "A declaration" : `${declarations.length} declarations`} of \`${name}\` ${declarations.length === 1 ? "has" : "have"} no doc comment: ${names(declarations.slice(0, 5))}${
        declarations.length > 5 ? " and others" : ""
      }. Say with \`///\` what ${declarations.length === 1 ? "it is" : "they are"} for.`,
    explanation:
      "What people and agents get to read of a module are its doc comments. Functions, classes and interfaces that are " +
      "not `internal` should have one; a function that says by `requires`, `ensures` or an `example` what it does needs " +
      "none.",
    wrong: module("fn total(prices: list<float>) -> float"),
    right: module("/// What the items cost together.\nfn total(prices: list<float>) -> float"),
  }),

  "complete/requirement": diagnostic<{ what: "requirement" | "quality"; name: string }>({
    severity: "warning",
    title: "A requirement that nobody satisfies",
    message: ({ what, name }) =>
      `No module satisfies the ${what} \`${name}\`: write \`satisfies ${name}\` in the one that does.`,
    explanation:
      "Every requirement and quality is the business of at least one module, which names it in `satisfies`. The checks " +
      "of agents' work, and the reviews that a change asks for, follow from that.",
    wrong: contract(`${REQUIREMENT}\n${CART("")}}`),
    right: contract(`${REQUIREMENT}\n${CART("  satisfies Checkout\n\n")}}`),
  }),

  "complete/owner": diagnostic<{
    module: string;
    /** Absent where the module has no owner. */
    role?: string;
    path?: string;
  }>({
    severity: "warning",
    title: "A module that nobody may write",
    message: ({ module: name, role, path }) =>
      role === undefined
        ? `\`${name}\` has no owner: write \`owner ROLE\` with one of the roles.`
        : `\`${role}\` owns \`${name}\`, but its \`write\` does not cover \`${path}\`: add the path to the role.`,
    explanation:
      "Where a contract has roles, each module belongs to the one that implements it, and what that role may `write` " +
      "covers the module's path. A role without permissions gets exactly the files of its modules.",
    wrong: contract(
      `role backend "Implements the shop"\n${CART("")}}\nmodule shop "shop.py" {\n  owner backend\n  /// Opens the shop.\n  fn open()\n}`,
    ),
    right: contract(`role backend "Implements the shop"\n${CART("  owner backend\n\n")}}`),
  }),

  "complete/role": diagnostic<{ role: string }>({
    severity: "warning",
    title: "A role that nobody plays",
    message: ({ role }) =>
      `No module is owned by \`${role}\`: write \`owner ${role}\` in the modules that are its work, or remove it.`,
    explanation: "A role stands for the work on the modules it owns. One without modules has nothing to do.",
    wrong: contract(
      `role backend "Implements the shop"\nrole frontend "Implements the pages"\n${CART("  owner backend\n\n")}}`,
    ),
    right: contract(`role backend "Implements the shop"\n${CART("  owner backend\n\n")}}`),
  }),

  "complete/criterion": diagnostic<{ requirement: string; criteria: number }>({
    severity: "info",
    title: "Acceptance criteria without an example",
    message: ({ requirement, criteria }) =>
      `No example shows the acceptance of \`${requirement}\` (${criteria === 1 ? "1 criterion" : `${criteria} criteria`}): write one that \`verifies ${requirement}\`.`,
    explanation:
      "An acceptance criterion is covered by the examples that `verifies` its requirement; `contractc build` makes tests " +
      "of them. What no example can show is tested by hand.",
    wrong: contract(
      `${REQUIREMENT} {\n  accept "An empty cart costs nothing"\n}\n${CART("  satisfies Checkout\n\n")}}`,
    ),
    right: contract(
      `${REQUIREMENT} {\n  accept "An empty cart costs nothing"\n}\n${CART("  satisfies Checkout\n\n")}    example "an empty cart costs nothing" verifies Checkout { total([]) == 0 }\n}`,
    ),
  }),

  "complete/question": diagnostic<{ text: string }>({
    severity: "info",
    title: "An open question",
    message: ({ text }) =>
      `Nobody has answered this question yet: ${text} Write its \`answer "…"\` behind it.`,
    explanation:
      "A `question` is something that the plan leaves open. It is listed until it has an answer, which stays in the " +
      "contract as a record of the decision.",
    wrong: contract('question "Which currencies are there?"'),
    right: contract('question "Which currencies are there?" answer "Euro only"'),
  }),
};
