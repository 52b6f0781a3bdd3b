import { diagnostic } from "./define.js";
import { contract, module } from "./words.js";

const typescript = (body: string) =>
  contract(`module example "example.ts" {\n${body.replace(/^/gm, "  ")}\n}`);
const LANGUAGE = { python: "Python", typescript: "TypeScript" } as const;

/** Types at work: in examples, and in the target's language. */
export const typeUseDiagnostics = {
  "type/example": diagnostic<{ problem: string }>({
    severity: "error",
    title: "An example that cannot hold",
    message: ({ problem }) => problem,
    explanation:
      "Examples are compiled to tests, so they are type-checked as code would be: arguments against parameters, by " +
      "position or by name, members against the type of what is before the dot, and the expected value against the " +
      "result. Asynchronous calls are awaited; what the contract does not know is not checked.",
    wrong: module("fn add(a: int, b: int) -> int\n  example add(1) == 3"),
    right: module("fn add(a: int, b: int) -> int\n  example add(1, 2) == 3"),
  }),

  "type/target-feature": diagnostic<{ feature: string; language: "python" | "typescript"; remedy: string }>({
    severity: "error",
    title: "Something that the target's language lacks",
    message: ({ feature, language, remedy }) => `${LANGUAGE[language]} has no ${feature}: ${remedy}.`,
    explanation:
      "A module is written in the language that its path's extension picks, and its contract must be one that this " +
      "language can keep. TypeScript has no keyword-only, positional-only or keyword-variadic parameters and no class " +
      "with several base classes; Python has no default export.",
    wrong: typescript("fn hits(player: string, *, limit: int = 10) -> int"),
    right: typescript("fn hits(player: string, limit: int = 10) -> int"),
  }),

  "type/target-name": diagnostic<{
    name: string;
    language: "python" | "typescript";
    suggestion: string;
  }>({
    severity: "error",
    title: "A name that the target's language cannot have",
    message: ({ name, language, suggestion }) =>
      `${LANGUAGE[language]} cannot name this \`${name}\`: say how the code calls it with \`@name(${language}: "${suggestion}")\`.`,
    explanation:
      "Contracts have no reserved words, but languages do. `@name` gives a declaration, member or parameter another name " +
      "in the code of one target.",
    wrong: module("fn send(from: string) -> void"),
    right: module('fn send(@name(python: "from_") from: string) -> void'),
  }),
};
