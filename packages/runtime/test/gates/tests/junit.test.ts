import { describe, expect, it } from "vitest";
import { readJUnit } from "../../../src/gates/tests/junit.js";

const FILES = new Set(["tests/test_a.py", "test_b.py", "a.test.ts", "b.test.ts", "n.test.ts", "m.test.ts"]);
const relative = (path: string) => {
  const at = path.replace("/gate/work/", "");
  return FILES.has(at) ? at : undefined;
};
const read = (text: string) =>
  readJUnit(text, relative)?.map(({ name, file, outcome, kind, message }) => [
    name,
    file,
    outcome,
    kind,
    message,
  ]);

describe("reports as runners write them", () => {
  it("pytest", () => {
    const report = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="5" time="0.432" timestamp="2026-11-30T21:42:45.931253+00:00" hostname="vm"><testcase classname="tests.test_a" name="test_one[a-1]" file="tests/test_a.py" line="3" time="0.001" /><testcase classname="tests.test_a.TestGroup" name="test_two" file="tests/test_a.py" line="9" time="0.000"><failure message="assert 2 == 3&#10; +  where 2 = ok()">tests/test_a.py:9: in test_two
E   assert 2 &lt; 3</failure></testcase><testcase classname="tests.test_a" name="test_x" file="tests/test_a.py" time="0.0"><skipped type="pytest.xfail" message="why" /></testcase><testcase classname="tests.test_a" name="test_fix" file="tests/test_a.py" time="0.0"><error message="failed on setup with &quot;RuntimeError: fix&quot;">E   RuntimeError: fix</error></testcase><testcase classname="" name="test_b" time="0.000"><error message="collection failure">ImportError</error></testcase></testsuite></testsuites>`;
    expect(read(report)).toEqual([
      ["tests/test_a.py::test_one[a-1]", "tests/test_a.py", "passed", "", ""],
      [
        "tests/test_a.py::TestGroup::test_two",
        "tests/test_a.py",
        "failed",
        "",
        "assert 2 == 3\n +  where 2 = ok()",
      ],
      ["tests/test_a.py::test_x", "tests/test_a.py", "skipped", "pytest.xfail", "why"],
      [
        "tests/test_a.py::test_fix",
        "tests/test_a.py",
        "failed",
        "",
        'failed on setup with "RuntimeError: fix"',
      ],
      ["test_b.py", "test_b.py", "failed", "", "collection failure"],
    ]);
    expect(readJUnit(report, relative)?.[1]?.detail).toBe("tests/test_a.py:9: in test_two\nE   assert 2 < 3");
  });

  it("Vitest", () => {
    const report = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="4" failures="2" errors="0" time="0.08">
    <testsuite name="a.test.ts" timestamp="2026-11-30T21:42:54.548Z" hostname="vm" tests="3" failures="1" errors="0" skipped="1" time="0.08">
        <testcase classname="a.test.ts" name="group &gt; deep" time="0.048">
            <failure message="bad 1" type="TypeError">
TypeError: bad 1
 ❯ g a.ts:2:39
            </failure>
        </testcase>
        <testcase classname="a.test.ts" name="group &gt; good" time="0.0003">
        </testcase>
        <testcase classname="a.test.ts" name="skipped" time="0">
            <skipped/>
        </testcase>
    </testsuite>
    <testsuite name="b.test.ts" timestamp="2026-11-30T21:42:54.551Z" hostname="vm" tests="1" failures="1" errors="0" skipped="0" time="0">
        <testcase classname="b.test.ts" name="b.test.ts" time="0">
            <failure message="Cannot find module &apos;./missing.ts&apos;" type="Error">
Error: Cannot find module &apos;./missing.ts&apos;
            </failure>
        </testcase>
    </testsuite>
</testsuites>`;
    expect(read(report)).toEqual([
      ["a.test.ts > group > deep", "a.test.ts", "failed", "TypeError", "bad 1"],
      ["a.test.ts > group > good", "a.test.ts", "passed", "", ""],
      ["a.test.ts > skipped", "a.test.ts", "skipped", "", ""],
      ["b.test.ts > b.test.ts", "b.test.ts", "failed", "Error", "Cannot find module './missing.ts'"],
    ]);
  });

  it("Node, whose expected failures are skipped and failed at once", () => {
    const report = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testcase name="m.test.ts" time="0.4" classname="test" file="/gate/work/m.test.ts" failure="test failed">
		<failure type="testCodeFailure" message="test failed">
[Error: test failed] { code: 'ERR_TEST_FAILURE' }
		</failure>
	</testcase>
	<testsuite name="group" time="0.02" disabled="0" errors="0" tests="2" failures="1" skipped="1" hostname="vm">
		<testcase name="good" time="0.0004" classname="group" file="/gate/work/n.test.ts"/>
		<testcase name="later" time="0.0001" classname="group" file="/gate/work/n.test.ts" failure="x">
			<skipped type="todo" message="true"/>
			<failure type="testCodeFailure" message="x">
[Error [ERR_TEST_FAILURE]: x] { cause: Error: x }
			</failure>
		</testcase>
	</testsuite>
	<!-- tests 3 -->
</testsuites>`;
    expect(read(report)).toEqual([
      ["m.test.ts > m.test.ts", "m.test.ts", "failed", "testCodeFailure", "test failed"],
      ["n.test.ts > group > good", "n.test.ts", "passed", "", ""],
      ["n.test.ts > group > later", "n.test.ts", "skipped", "todo", "true"],
    ]);
  });

  it("text that is not read as markup", () => {
    expect(
      read('<testsuite><testcase name="a"><failure><![CDATA[<b> & "c"]]></failure></testcase></testsuite>'),
    ).toEqual([["a", undefined, "failed", "", ""]]);
  });
});

describe("what is no report", () => {
  it.each([
    ["nothing", ""],
    ["a text", "2 passed"],
    ["another document", "<html></html>"],
    ["half a document", '<testsuites><testcase name="a"/>'],
    ["crossed elements", "<testsuites><testsuite></testsuites></testsuite>"],
    ["two documents", "<testsuites/><testsuites/>"],
    ["text after the end", "<testsuites/>x"],
    ["endless nesting", `${"<testsuite>".repeat(200)}${"</testsuite>".repeat(200)}`],
  ])("%s", (_, text) => {
    expect(readJUnit(text, relative)).toBeUndefined();
  });

  it("entities do not grow", () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "${"x".repeat(100)}">]><testsuites><testcase name="&b;"/></testsuites>`;
    expect(read(bomb) ?? []).not.toContainEqual([
      expect.stringContaining("xxx"),
      undefined,
      "passed",
      "",
      "",
    ]);
    expect(read('<testsuites><testcase name="&b;&#65;"/></testsuites>')).toEqual([
      ["&b;A", undefined, "passed", "", ""],
    ]);
  });

  it("a long one is read in time that grows with it", () => {
    const cases =
      '<testcase name="a" classname="tests.test_a" file="tests/test_a.py" time="0.1"><failure message="m">text &lt; more</failure></testcase>';
    const report = `<testsuites><testsuite>${cases.repeat(20_000)}</testsuite></testsuites>`;
    expect(read(report)).toHaveLength(20_000);
  });
});
