import { describe, expect, it } from "vitest";
import { contract, PYTHON, TYPESCRIPT } from "./fixtures.js";
import { kernelOf, ROOT, tryGate } from "./support.js";

const kernelWith = (language: "python" | "typescript", smoke: string) =>
  kernelOf({ "main.contract": contract(language, `smoke ${JSON.stringify(smoke)}`) });

describe("a program that ends", () => {
  const run = (text: string, smoke = "python -m src.calc") =>
    tryGate("smoke", {
      kernel: kernelWith("python", smoke),
      files: { ...PYTHON, "src/calc.py": `${PYTHON["src/calc.py"]}${text}` },
    });

  it("passes with 0", async () => {
    const { report, output } = await run('print("started")\n');
    expect(report).toMatchObject({ verdict: "passed", failures: [], warnings: [] });
    expect(output(0)).toBe("started\n");
  });

  it("fails with anything else, and its trace names the owner", async () => {
    const { report } = await run("from src.shapes import Box\nBox('x').area()\n");
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({ class: "code", source: "smoke", module: "shapes", exit: 1 });
    expect(report.failures[0]?.summary).toMatch(/ended with 1: TypeError: can't multiply/);
  });

  it("is warned about where no flow and no criterion speaks of it", async () => {
    const { report } = await run("", "python -c pass");
    expect(report.verdict).toBe("passed");
    expect(report.warnings).toEqual([
      'The smoke `python -c pass` belongs to no flow and to no requirement with a criterion: "it starts" lets most faults through',
    ]);
  });

  it("is missed where the contract states none", async () => {
    const kernel = kernelOf({ "main.contract": contract("python", 'check "true"') });
    const { report } = await tryGate("smoke", { kernel, files: PYTHON });
    expect(report.warnings).toEqual(["The contract states no `smoke`: the program was never started"]);
  });
});

const SERVER = (answer: string, status = 200) => `
import http from "node:http";
setTimeout(() => http.createServer((_, response) => {
  response.writeHead(${status}, { "content-type": "application/json" });
  response.end(${JSON.stringify(answer)});
}).listen(8123, "127.0.0.1"), 200);
`;

describe("a service", () => {
  const ask = (server: string, expected: string) =>
    tryGate("smoke", {
      kernel: kernelWith(
        "typescript",
        `node src/calc.ts expect GET http://127.0.0.1:8123/health ${expected}`,
      ),
      files: { ...TYPESCRIPT, "src/calc.ts": server },
      workspace: ROOT.replace(/\/$/, ""),
    });

  it("is started, waited for and asked", async () => {
    const { report, contents } = await ask(
      SERVER('{"status":"ok","items":[{"name":"a"}]}'),
      "200 status=ok items.0.name",
    );
    expect(report).toMatchObject({ verdict: "passed", failures: [], warnings: [] });
    expect(
      report.evidence.reports.map(({ path, content }) => [path, JSON.parse(contents.text(content))]),
    ).toEqual([
      [
        "smoke.json",
        {
          faults: [],
          answers: ['GET http://127.0.0.1:8123/health -> 200 {"status":"ok","items":[{"name":"a"}]}'],
        },
      ],
    ]);
  });

  it.each([
    ["another status", SERVER("{}", 500), "200", "answers 500, not 200"],
    [
      "a field that is missing",
      SERVER('{"status":"ok"}'),
      "200 version",
      "answers without the field version",
    ],
    [
      "a field with another value",
      SERVER('{"status":"down"}'),
      "200 status=ok",
      'answers status = "down", not ok',
    ],
    ["what is no JSON", SERVER("hello"), "200 status", "answers no JSON"],
    ["an end before the answer", "process.exit(3);\n", "200", "it ended with 3 before it was asked"],
  ])("fails for %s", async (_, server, expected, fault) => {
    const { report } = await ask(server, expected);
    expect(report.verdict).toBe("failed");
    expect(report.failures).toHaveLength(1);
    expect(report.failures[0]).toMatchObject({ class: "code", source: "smoke" });
    expect(report.failures[0]?.summary).toContain(fault);
  });

  it.each([
    ["GET https://example.com/ 200", /is no address on the loopback/],
    ["GET http://127.0.0.1:8123/ OK", /`OK` is no status/],
  ])("with an expectation that cannot be tried is the contract's fault: %s", async (expected, fault) => {
    const { report } = await tryGate("smoke", {
      kernel: kernelWith("typescript", `node src/calc.ts expect ${expected}`),
      files: TYPESCRIPT,
    });
    expect(report.failures[0]).toMatchObject({ class: "contract" });
    expect(report.failures[0]?.summary).toMatch(fault);
  });
});
