import { parseXml, type XmlElement } from "./xml.js";

/** One test as a report has it. */
export interface TestCase {
  /** As a reader would look for it: `tests/test_a.py::test_b`, `a.test.ts > group > b`. */
  name: string;
  /** The test's own name, without the groups around it. */
  title: string;
  /** Where it stands, as far as the report tells; relative to the workspace where it lies in it. */
  file: string | undefined;
  outcome: "passed" | "failed" | "skipped";
  /** What the runner says of why it failed or was skipped. */
  message: string;
  /** Trace and comparison. */
  detail: string;
  /** The kind of skip or failure: `pytest.xfail`, `todo`, `AssertionError`. */
  kind: string;
}

/**
 * Reads a JUnit report of pytest, Vitest or Node's test runner.
 *
 * @param relative brings a path of the report to the workspace; `undefined` for one that lies outside
 * @returns `undefined` where it is none
 * @see https://github.com/testmoapp/junitxml
 */
export function readJUnit(
  text: string,
  relative: (path: string) => string | undefined,
): TestCase[] | undefined {
  const root = parseXml(text);
  if (!root || (root.name !== "testsuites" && root.name !== "testsuite")) return undefined;
  const found: TestCase[] = [];
  const walk = (element: XmlElement, groups: readonly string[]) => {
    for (const child of element.children) {
      if (child.name === "testsuite") walk(child, [...groups, child.attributes.get("name") ?? ""]);
      else if (child.name === "testcase") found.push(testCase(child, groups, relative));
    }
  };
  walk(root, []);
  return found;
}

function testCase(
  element: XmlElement,
  groups: readonly string[],
  relative: (path: string) => string | undefined,
): TestCase {
  const title = element.attributes.get("name") ?? "";
  const className = element.attributes.get("classname") ?? "";
  const written = element.attributes.get("file");
  const file = fileOf(written, className, title, groups, relative);
  const failure = element.children.find(({ name }) => name === "failure" || name === "error");
  const skipped = element.children.find(({ name }) => name === "skipped");
  const told = skipped ?? failure;
  // Node marks a test that was expected to fail as both.
  const detail = [skipped, failure].map((each) => each?.text.trim() ?? "").filter((each) => each !== "");
  return {
    name: nameOf(file, className, title, groups),
    title: title.split(" > ").at(-1) ?? title,
    file,
    outcome: skipped ? "skipped" : failure ? "failed" : "passed",
    message: told?.attributes.get("message") ?? "",
    detail: detail.join("\n"),
    kind: told?.attributes.get("type") ?? "",
  };
}

/** pytest names the file where it is asked to; of a file that could not be loaded it gives the dotted name only. */
function fileOf(
  written: string | undefined,
  className: string,
  title: string,
  groups: readonly string[],
  relative: (path: string) => string | undefined,
): string | undefined {
  if (written !== undefined) return relative(written);
  const dotted = className === "" ? title : className;
  const guesses = [className, ...groups, title];
  for (let at = dotted; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    guesses.push(`${at.replaceAll(".", "/")}.py`);
  }
  for (const guess of guesses) {
    const path = guess === "" ? undefined : relative(guess);
    if (path !== undefined) return path;
  }
  return undefined;
}

function nameOf(
  file: string | undefined,
  className: string,
  title: string,
  groups: readonly string[],
): string {
  if (file === undefined) return [className, title].filter((part) => part !== "").join(" > ");
  if (file.endsWith(".py")) {
    const dotted = file.slice(0, -3).replaceAll("/", ".");
    const classes = className.startsWith(`${dotted}.`) ? className.slice(dotted.length + 1).split(".") : [];
    return title === dotted ? file : [file, ...classes, title].join("::");
  }
  const inner = groups.filter((group) => group !== file && group !== "");
  return [file, ...(title.includes(" > ") ? [] : inner), title].filter((part) => part !== "").join(" > ");
}
