import { diagnostic } from "./define.js";
import { module } from "./words.js";

/** Types: what Σ says of itself, once every name is resolved. */
export const typeDiagnostics = {
  "type/mismatch": diagnostic<{ expected: string; actual: string }>({
    severity: "error",
    title: "A value that does not fit its type",
    message: ({ expected, actual }) => `${actual} does not fit ${expected}: change the value, or the type.`,
    explanation:
      "Defaults of fields and parameters, and the values of constants, must be of the type declared beside them. An " +
      "integer fits `float`; `null` fits only `T?`, `null` and `any`.",
    wrong: module('record Plane { health: int = "three" }'),
    right: module("record Plane { health: int = 3 }"),
  }),

  "type/arity": diagnostic<{ name: string; wanted: string; given: number }>({
    severity: "error",
    title: "The wrong number of type arguments",
    message: ({ name, wanted, given }) =>
      wanted === "no"
        ? `\`${name}\` takes no type arguments, but ${given} ${given === 1 ? "is" : "are"} given: remove ${given === 1 ? "it" : "them"}.`
        : `\`${name}\` takes ${wanted} type argument${wanted === "1" ? "" : "s"}, but ${given === 0 ? "none is" : given === 1 ? "1 is" : `${given} are`} given.`,
    explanation:
      "A generic type is named with an argument for each of its type parameters: `list<int>`, `map<string, int>`. " +
      "`tuple` takes any number.",
    wrong: module("fn names() -> map<string>"),
    right: module("fn names() -> map<string, int>"),
  }),

  "type/bound": diagnostic<{ argument: string; parameter: string; bound: string }>({
    severity: "error",
    title: "A type argument outside of its bound",
    message: ({ argument, parameter, bound }) =>
      `\`${argument}\` does not fit \`${parameter}: ${bound}\`: give a type that is a \`${bound}\`.`,
    explanation:
      "A type parameter `<T: Entity>` accepts `Entity` and what extends or implements it, nothing else.",
    wrong: module("class Entity\nclass Pool<T: Entity>\nfn pool() -> Pool<int>"),
    right: module(
      "class Entity\nclass Plane extends Entity\nclass Pool<T: Entity>\nfn pool() -> Pool<Plane>",
    ),
  }),

  "type/parameter-order": diagnostic<{ name: string; problem: string }>({
    severity: "error",
    title: "Parameters in an order that no call can use",
    message: ({ name, problem }) => `The parameter \`${name}\` ${problem}`,
    explanation:
      "Positional parameters that must be given come first, then those that may be left out, then `...rest`, then " +
      "keyword-only ones after `*`, then `**rest`. `/` stands once, after the positional-only parameters, and before `*`.",
    wrong: module("fn hits(limit: int = 10, name: string) -> int"),
    right: module("fn hits(name: string, limit: int = 10) -> int"),
  }),

  "type/inheritance-cycle": diagnostic<{ what: "class" | "type"; cycle: readonly string[] }>({
    severity: "error",
    title: "Something that is made of itself",
    message: ({ what, cycle }) =>
      `${what === "class" ? "The inheritance" : "The definition"} of \`${cycle[0]}\` leads back to itself: \`${cycle.join(" -> ")}\`. ` +
      `Take one of them out.`,
    explanation:
      "No class can be its own ancestor, and no alias can stand for itself. An alias may name itself inside of another " +
      "type, as `type Tree = list<Tree>` does.",
    wrong: module("class A extends B\nclass B extends A"),
    right: module("class A extends B\nclass B"),
  }),

  "type/base": diagnostic<{
    name: string;
    kind: string;
    clause: string;
    base: string;
    baseKind: string;
    expected: string;
  }>({
    severity: "error",
    title: "A base of the wrong kind",
    message: ({ name, kind, clause, base, baseKind, expected }) =>
      `The ${kind} \`${name}\` cannot ${clause} the ${baseKind} \`${base}\`: ${expected}.`,
    explanation:
      "Classes extend a class and implement interfaces; interfaces extend interfaces; records extend records; errors " +
      "extend errors. Enums, aliases of other types, and constants are nobody's base.",
    wrong: module("enum Side { Left, Right }\nclass Plane extends Side"),
    right: module("class Entity\nclass Plane extends Entity"),
  }),

  "type/override": diagnostic<{ member: string; base: string; problem: string }>({
    severity: "error",
    title: "A member that cannot stand for the one it overrides",
    message: ({ member, base, problem }) => `\`${member}\` does not fit that of \`${base}\`: ${problem}.`,
    explanation:
      "Whoever holds a base class may get one that extends it. So an overriding method accepts at least what the " +
      "overridden one accepts (parameters are contravariant) and returns nothing else (results are covariant).",
    wrong: module("class Entity {\n  name() -> string\n}\nclass Plane extends Entity {\n  name() -> int\n}"),
    right: module(
      "class Entity {\n  name() -> string\n}\nclass Plane extends Entity {\n  name() -> string\n}",
    ),
  }),

  "type/implements": diagnostic<{ name: string; interface: string; problem: string }>({
    severity: "error",
    title: "A class that does not have what its interface demands",
    message: ({ name, interface: of, problem }) => `\`${name}\` does not implement \`${of}\`: ${problem}.`,
    explanation:
      "A class that implements an interface has all of its members, its own or inherited, with types that fit: " +
      "parameters at least as wide, results at most as wide. An abstract class may leave some to those that extend it.",
    wrong: module("interface Drawable {\n  draw(scale: float) -> void\n}\nclass Plane implements Drawable"),
    right: module(
      "interface Drawable {\n  draw(scale: float) -> void\n}\nclass Plane implements Drawable {\n  draw(scale: float) -> void\n}",
    ),
  }),

  "type/overload": diagnostic<{ name: string }>({
    severity: "error",
    title: "Overloads that cannot be told apart",
    message: ({ name }) =>
      `Two declarations of \`${name}\` take the same parameters: change or remove one of them.`,
    explanation:
      "Overloads differ in the number or the types of their parameters; a different result does not tell them apart.",
    wrong: module("fn area(side: int) -> int\nfn area(length: int) -> float"),
    right: module("fn area(side: int) -> int\nfn area(side: float) -> float"),
  }),

  "type/not-an-error": diagnostic<{ name: string; kind: string }>({
    severity: "error",
    title: "Raising something that is no error",
    message: ({ name, kind }) =>
      `\`${name}\` is a ${kind}, and no error: declare it with \`error\`, or raise something else.`,
    explanation:
      "`raises` names declared errors, classes that extend one or a class of an external, and the exceptions that are " +
      "built into the target.",
    wrong: module("class Trouble\nfn load() -> void\n  raises Trouble"),
    right: module("error Trouble\nfn load() -> void\n  raises Trouble"),
  }),
};
