import { type Finding, LineIndex } from "@contractc/kernel";
import { describe, expect, it } from "vitest";
import { driftOf, ROOT } from "./support.js";

/** The code after the first fix of every finding, and what is then left to find. */
function fixed(declarations: string, path: "m.py" | "m.ts", code: string): { code: string; left: string[] } {
  const run = (text: string): Finding[] =>
    driftOf(`module m "${path}" {\n${declarations}\n}`, { [path]: text });
  const lines = new LineIndex(code);
  const edits = run(code).flatMap((finding) => {
    const [fix] = finding.fixes;
    expect(fix?.kind, finding.message).toBe("code");
    return fix!.edits.map((edit) => {
      expect(edit.file).toBe(`${ROOT}/${path}`);
      return {
        start: lines.offsetOfLine(edit.line) + edit.column - 1,
        end: lines.offsetOfLine(edit.endLine) + edit.endColumn - 1,
        text: edit.text,
      };
    });
  });
  let result = code;
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + text + result.slice(end);
  }
  return { code: result, left: run(result).map(({ code: left }) => left) };
}

describe("the fix of the code", () => {
  it("changes annotations, in the forms that the file has names for", () => {
    expect(
      fixed(
        "record Hit { damage: int }\nfn f(a: list<Hit>, b: int?, c: map<string, int>) -> Hit?\nclass C { x: list<int> }",
        "m.py",
        `from dataclasses import dataclass


@dataclass
class Hit:
    damage: float


def f(a: int, b: str | None, c: dict[str, str]) -> Hit:
    return work(a, b, c)


class C:
    x: list[str]
`,
      ),
    ).toEqual({
      left: [],
      code: `from dataclasses import dataclass


@dataclass
class Hit:
    damage: int


def f(a: list[Hit], b: int | None, c: dict[str, int]) -> Hit | None:
    return work(a, b, c)


class C:
    x: list[int]
`,
    });
    expect(
      fixed(
        "record Hit { damage: int, tags?: list<string> }\nasync fn f(a: list<Hit>, b?: int, ...rest: string) -> Hit?",
        "m.ts",
        `export interface Hit { damage: string; tags?: string }
export async function f(a: Hit, b?: string, ...rest: number[]): Promise<Hit> { return work(a, b, rest); }
`,
      ),
    ).toEqual({
      left: [],
      code: `export interface Hit { damage: number; tags?: string[] }
export async function f(a: Hit[], b?: number, ...rest: string[]): Promise<Hit | undefined> { return work(a, b, rest); }
`,
    });
  });

  it("writes annotations that are missing", () => {
    expect(
      fixed(
        'async fn f(a: int, b: string = "x", ...rest: int) -> bool',
        "m.py",
        "async def f(a, b='x', *rest):\n    return await work(a, b)\n",
      ),
    ).toEqual({
      left: [],
      code: "async def f(a: int, b: str = 'x', *rest: int) -> bool:\n    return await work(a, b)\n",
    });
    expect(
      fixed(
        "async fn f(a: int, b?: string, ...rest: int) -> bool",
        "m.ts",
        "export async function f(a, b?, ...rest) { return work(a, b, rest); }\n",
      ),
    ).toEqual({
      left: [],
      code: "export async function f(a: number, b?: string, ...rest: number[]): Promise<boolean> { return work(a, b, rest); }\n",
    });
  });

  it("changes values", () => {
    expect(
      fixed(
        'const A: int = 3\nfn f(a: int = 10, b: bool = true)\nclass C { x: string = "y" }',
        "m.py",
        "A: int = 4\n\n\ndef f(a: int = 9, b: bool = False) -> None:\n    work(a, b)\n\n\nclass C:\n    x: str = 'z'\n",
      ),
    ).toEqual({
      left: [],
      code: 'A: int = 3\n\n\ndef f(a: int = 10, b: bool = True) -> None:\n    work(a, b)\n\n\nclass C:\n    x: str = "y"\n',
    });
  });

  it("exports", () => {
    expect(
      fixed(
        "fn f() -> int\nclass C { x: int }",
        "m.ts",
        "async function g() {}\nfunction f(): number { return work(g); }\n\nclass C { x = 1 }\n",
      ),
    ).toEqual({
      left: [],
      code: "async function g() {}\nexport function f(): number { return work(g); }\n\nexport class C { x = 1 }\n",
    });
  });
});

describe("no fix", () => {
  const fixesOf = (declarations: string, path: string, code: string) =>
    driftOf(`module m "${path}" {\n${declarations}\n}`, { [path]: code }).map(({ code: name, fixes }) => [
      name,
      fixes.length,
    ]);

  it("is offered where the file would need an import, or a decision", () => {
    expect(fixesOf("fn f(a: path) -> int", "m.py", "def f(a: str) -> int:\n    return work(a)\n")).toEqual([
      ["drift/parameter-type", 0],
    ]);
    expect(
      fixesOf("fn f(a: int, b: int)", "m.ts", "export function f(a: number): void { work(a); }\n"),
    ).toEqual([["drift/parameter-missing", 0]]);
  });
});
