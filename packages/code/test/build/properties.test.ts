import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { insertAll } from "../../src/build/source-text.js";
import { kernelFrom } from "../drift/support.js";
import { onDisk } from "./disk.js";
import { Workspace } from "./support.js";

/** One line of a contract, or a declaration with lines inside. */
interface Part {
  head: string;
  members?: string[];
}

const type = fc.letrec<{ type: string }>((tie) => ({
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      "int",
      "float",
      "bool",
      "string",
      "bytes",
      "any",
      "json",
      "object",
      "datetime",
      "path",
      "uuid",
    ),
    fc.constantFrom("Base", "Kind", '"a" | "b"', "1 | 2", "Pair<int>"),
    tie("type").map((inner) => `list<${inner}>`),
    tie("type").map((inner) => `(${inner})?`),
    tie("type").map((inner) => `map<string, ${inner}>`),
    tie("type").map((inner) => `set<${inner}>`),
    tie("type").map((inner) => `sequence<${inner}>`),
    tie("type").map((inner) => `iterator<${inner}>`),
    tie("type").map((inner) => `stream<${inner}>`),
    fc.tuple(tie("type"), tie("type")).map(([first, second]) => `tuple<${first}, ${second}>`),
    fc.tuple(tie("type"), tie("type")).map(([first, second]) => `((${first}) -> ${second})`),
  ),
})).type;

const parameters = fc
  .record({
    required: fc.array(type, { maxLength: 2 }),
    optional: fc.array(
      fc.oneof(
        type.map((text) => `?: ${text}`),
        fc.constantFrom(": int = 3", ': string = "x"', ": bool = true"),
      ),
      {
        maxLength: 2,
      },
    ),
    rest: fc.option(type, { nil: undefined }),
  })
  .map(({ required, optional, rest }) =>
    [
      ...required.map((text, at) => `a${at}: ${text}`),
      ...optional.map((text, at) => `b${at}${text}`),
      ...(rest === undefined ? [] : [`...rest: ${rest}`]),
    ].join(", "),
  );

const callable = fc
  .record({ parameters, result: fc.oneof(type, fc.constant("void")), async: fc.boolean(), doc: fc.boolean() })
  .map(
    (made) =>
      (name: string, word = "") =>
        `${made.doc ? `/// What ${name} does.\n` : ""}${made.async ? "async " : ""}${word}${name}(${made.parameters}) -> ${made.result}`,
  );

const field = fc.oneof(
  type.map((text) => (name: string) => `${name}: ${text}`),
  type.map((text) => (name: string) => `${name}?: ${text}`),
  fc.constant((name: string) => `${name}: list<int> = []`),
  fc.constant((name: string) => `/// A number.\nreadonly ${name}: int = 1`),
);

const declaration: fc.Arbitrary<(at: number) => Part> = fc.oneof(
  callable.map((make) => (at: number) => ({ head: make(`f${at}`, "fn ") })),
  fc
    .record({
      kind: fc.constantFrom("class", "record", "interface", "class Base"),
      fields: fc.array(field, { maxLength: 3 }),
      methods: fc.array(callable, { maxLength: 3 }),
      constructs: fc.option(parameters, { nil: undefined }),
    })
    .map(({ kind, fields, methods, constructs }) => (at: number) => ({
      head: kind === "class Base" ? `class C${at} extends Base` : `${kind} C${at}`,
      members: [
        ...fields.map((make, index) => make(`x${index}`)),
        ...(kind === "class" && constructs !== undefined ? [`new(${constructs})`] : []),
        ...methods.map((make, index) => make(`m${index}`)),
      ],
    })),
  fc
    .array(fc.constantFrom("Red", "Green", "Blue"), { minLength: 1, maxLength: 3 })
    .map((names) => (at: number) => ({
      head: `enum E${at}`,
      members: [...new Set(names)].map((name) => `${name} = "${name.toLowerCase()}"`),
    })),
  type.map((text) => (at: number) => ({ head: `type T${at} = ${text}` })),
  fc.constant((at: number) => ({ head: `const K${at}: int = ${at}` })),
  fc.array(field, { maxLength: 2 }).map((fields) => (at: number) => ({
    head: `error X${at}`,
    members: fields.map((make, index) => make(`e${index}`)),
  })),
);

const contract = fc
  .array(fc.tuple(declaration, fc.nat(), fc.boolean()), { minLength: 1, maxLength: 6 })
  .map((made) => made.map(([make, mask, kept], at) => ({ part: make(at), mask, kept })));

interface Made {
  part: Part;
  mask: number;
  kept: boolean;
}

const FIXED = 'class Base { size: int }\nenum Kind { A = "a", B = "b" }\ntype Pair<T> = tuple<T, T>';

function textOf(parts: readonly Part[], file: string): string {
  const lines = parts.map(({ head, members }) => (members ? `${head} {\n${members.join("\n")}\n}` : head));
  return `module m "${file}" {\n${FIXED}\n${lines.join("\n")}\n}`;
}

/** Whether the characters of a text stand in another, in order. */
function isKept(before: string, after: string): boolean {
  let at = 0;
  for (const character of before) {
    at = after.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The contract before it grew to what it is. */
function younger(made: readonly Made[]): Part[] {
  return made
    .filter(({ kept }) => kept)
    .map(({ part, mask }) => ({
      ...part,
      ...(part.members ? { members: part.members.filter((_, at) => isOld(part, mask, at)) } : {}),
    }));
}

function isOld({ head }: Part, mask: number, at: number): boolean {
  return (mask >> at) % 2 === 1 || (head.startsWith("enum") && at === 0);
}

/** Builds a contract over the code of its younger self. */
function grown(made: readonly Made[], file: string): { space: Workspace; before: string } {
  const space = new Workspace(
    kernelFrom(
      textOf(
        made.map(({ part }) => part),
        file,
      ),
    ),
  );
  space.build({}, kernelFrom(textOf(younger(made), file)));
  const before = space.read(file);
  space.build();
  return { space, before };
}

const NUM_RUNS = 60;

describe.each(["m.py", "m.ts"])("%s", (file) => {
  test("a skeleton differs from its contract in nothing but its hollow bodies", () => {
    fc.assert(
      fc.property(contract, (made) => {
        const space = new Workspace(
          kernelFrom(
            textOf(
              made.map(({ part }) => part),
              file,
            ),
          ),
        );
        space.build();
        const found = space.drift().filter(({ code }) => code !== "drift/hollow");
        expect(found.map(({ code, symbol, message }) => `${code} ${symbol} ${message}`)).toEqual([]);
        expect(space.build().writes).toEqual([]);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test("what a growing contract adds to the code removes nothing, and then nothing is missing", () => {
    fc.assert(
      fc.property(contract, (made) => {
        const { space, before } = grown(made, file);
        const after = space.read(file);
        expect(isKept(before.replaceAll(/^ +pass\n/gm, ""), after), `${before}\n=====\n${after}`).toBe(true);
        const found = space
          .drift()
          .filter(({ code }) => /missing-(symbol|member)|enum-member|unparsable/.test(code));
        expect(
          found.map(({ code, symbol }) => `${code} ${symbol}`),
          after,
        ).toEqual([]);
        expect(space.build().writes).toEqual([]);
      }),
      { numRuns: NUM_RUNS },
    );
  });
});

const SAMPLES = 60;

test("Python loads what is built, at once and in steps", () => {
  const files: Record<string, string> = {};
  for (const [at, made] of fc.sample(contract, SAMPLES).entries()) {
    const whole = new Workspace(
      kernelFrom(
        textOf(
          made.map(({ part }) => part),
          "m.py",
        ),
      ),
    );
    whole.build();
    files[`whole_${at}.py`] = whole.read("m.py");
    files[`grown_${at}.py`] = grown(made, "m.py").space.read("m.py");
  }
  const script = [
    "import importlib, sys, traceback",
    "for name in sys.argv[1:]:",
    "    try:",
    "        importlib.import_module(name)",
    "    except Exception:",
    "        print(open(name + '.py').read(), traceback.format_exc())",
    "print('done')",
  ].join("\n");
  const names = Object.keys(files).map((name) => name.slice(0, -3));
  const printed = execFileSync("python3", ["-c", script, ...names], { cwd: onDisk(files), encoding: "utf8" });
  expect(printed).toBe("done\n");
});

test("TypeScript takes what is built, at once and in steps", () => {
  const files: Record<string, string> = {};
  for (const [at, made] of fc.sample(contract, SAMPLES).entries()) {
    const whole = new Workspace(
      kernelFrom(
        textOf(
          made.map(({ part }) => part),
          "m.ts",
        ),
      ),
    );
    whole.build();
    files[`whole_${at}.ts`] = whole.read("m.ts");
    files[`grown_${at}.ts`] = grown(made, "m.ts").space.read("m.ts");
  }
  const folder = onDisk(files);
  const program = ts.createProgram(
    Object.keys(files).map((file) => join(folder, file)),
    { target: ts.ScriptTarget.ES2022, strict: true, noEmit: true, skipLibCheck: true, types: [] },
  );
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(({ file, messageText }) => `${ts.flattenDiagnosticMessageText(messageText, "\n")}\n${file?.text}`);
  expect(messages).toEqual([]);
});

test("insertions never change what stands around them", () => {
  const insertion = fc.record({ offset: fc.nat({ max: 40 }), text: fc.string({ maxLength: 5 }) });
  fc.assert(
    fc.property(
      fc.string({ minLength: 40, maxLength: 60 }),
      fc.array(insertion, { maxLength: 6 }),
      (text, insertions) => {
        const result = insertAll(text, insertions);
        expect(result).toHaveLength(
          text.length + insertions.reduce((sum, each) => sum + each.text.length, 0),
        );
        // Taking the insertions out again, from the last one on, gives the text back.
        let rest = result;
        const ordered = [...insertions].sort((a, b) => a.offset - b.offset);
        for (let at = ordered.length - 1; at >= 0; at -= 1) {
          const before = ordered.slice(0, at).reduce((sum, each) => sum + each.text.length, 0);
          const start = ordered[at]!.offset + before;
          rest = rest.slice(0, start) + rest.slice(start + ordered[at]!.text.length);
        }
        expect(rest).toBe(text);
      },
    ),
  );
});
