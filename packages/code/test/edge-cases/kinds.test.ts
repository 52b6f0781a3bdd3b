import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The kinds of code that comparisons of Python and of import graphs get wrong, by the file whose tests hold them. */
const KINDS: Record<string, readonly string[]> = {
  "python-overloads-and-stubs": [
    "@overload without an implementation in a stub",
    "overloads on __new__ and __init__",
    "overloads that only tell receivers apart",
    "a stub beside the source says the signatures",
    "a stub that promises what its source lacks",
    "a stub package and py.typed say nothing of the project's own names",
  ],
  "python-parameters": [
    "positional-only by / and by the __x convention",
    "a renamed positional-only parameter is no break",
    "positional-only in one overload only",
    "* after / with nothing between",
    "a default that became None with | None in the type is one difference",
    "a ParamSpec and a TypeVarTuple",
  ],
  "python-annotations": [
    "an annotation that is a complex string",
    "strings inside Annotated metadata are no types",
    "non-type expressions as annotations",
    "PEP 695 type statements and type parameters",
    "PEP 696 defaults of type parameters",
    "TypeAlias, a type statement and a plain assignment are one kind",
    "Self, Never and LiteralString",
    "Final and ClassVar",
    "NewType is an alias",
    "a name of a compatibility module that stands for itself",
  ],
  "python-classes": [
    "a property is an attribute with setter and deleter",
    "a TypedDict with Required and NotRequired keys",
    "a NamedTuple in its functional and its class form",
    "an Enum in its functional form",
    "Protocol bases",
    "a Protocol with bodies is an abstract class",
    "Generic bases in both spellings",
    "__slots__",
    "dataclasses, attrs and pydantic classes are records",
  ],
  "python-names": [
    "wildcard imports and __all__ built at run time",
    "wildcard imports that come back to themselves",
    "an alias that leads back to itself",
    "a module with __getattr__",
    "conditional definitions by version, platform and type checking",
    "a fallback after a failed import",
    "names that are deleted",
    "names that are defined again",
    "re-exports through __init__, relative and absolute",
    "a type that cannot be determined is never taken for equal",
  ],
  "python-functions": [
    "decorators that keep or wrap a signature, a rule for each",
    "a context manager by decorator",
    "a lambda and a partial that are assigned",
    "generators, with and without annotation",
    "async def",
    "a yield in a nested function, a lambda or a comprehension is not the function's",
    "a result that is not annotated but plainly something else",
  ],
  "graph-python": [
    "imports under if TYPE_CHECKING are edges for types only",
    "types may be used of one pair only",
    "imports in functions are edges but close no circle at load time",
    "a circle is judged over all its edges, with its path and the lines of its imports",
    "a huge circle is cut in its message, with a count",
    "dynamic imports with a literal are edges, others are none",
    "third-party packages by what one installs and by what code imports",
    "imports of tests inside of a folder module are not the module's",
    "namespace packages, a src layout and several roots",
    "roots by the settings of %s",
  ],
  "graph-typescript": [
    "a circle of types only is none at run time, also of imports that the compiler drops",
    "a file with nothing but types is there",
    "an alias of tsconfig leads on, and breaks rules as a path does",
    "a barrel does not hide the file that defines",
    "a folder means its index",
    "import() is an edge but closes no circle",
    "a use by a declaration file through an alias is one",
    "workspaces import each other by name",
  ],
  policy: [
    "texts are compared first and names of aliases are kept",
    "a verdict is equivalent, widened, narrowed, incompatible or unknown",
    "unknown is a finding of its own, and part of a type is enough",
    "what has no order is compared without one",
    "absolute paths reach no message and no fingerprint",
    "a clean repository has no finding",
  ],
};

const folder = new URL(".", import.meta.url);

describe.each(Object.entries(KINDS))("the tests of %s", (name, kinds) => {
  const text = readFileSync(new URL(`${name}.test.ts`, folder), "utf8");
  it.each(kinds)("hold the kind: %s", (kind) => {
    const title = JSON.stringify(kind);
    expect(text.split(title).length - 1).toBe(1);
  });
});

it("each file of kinds is listed", () => {
  const files = readdirSync(folder)
    .filter((name) => /^(?:python|graph)-.*\.test\.ts$/.test(name))
    .map((name) => name.replace(".test.ts", ""));
  expect(files.filter((name) => !(name in KINDS))).toEqual([]);
});
