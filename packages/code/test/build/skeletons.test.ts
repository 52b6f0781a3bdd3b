import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { NODE_MODULES, onDisk } from "./disk.js";
import { expectGolden } from "./golden.js";
import { fixture, workspace } from "./support.js";

const SHOP = fixture("shop.contract");

test("a build of a whole contract writes these files", () => {
  const space = workspace(SHOP);
  space.build();
  const { "contract-build/contract.kernel.json": kernel, ...files } = space.files();
  expect(JSON.parse(kernel ?? "")).toEqual(JSON.parse(JSON.stringify(space.kernel)));
  expectGolden("shop", files);
});

test("the code that a build writes differs from its contract in nothing but its hollow bodies", () => {
  const space = workspace(SHOP);
  space.build();
  const findings = space.drift();
  expect(
    findings.filter(({ code }) => code !== "drift/hollow").map(({ code, symbol }) => `${code} ${symbol}`),
  ).toEqual([]);
  expect(findings.map(({ symbol }) => symbol)).toEqual([
    "shop.cart.total",
    "shop.cart.close",
    "shop.cart.load",
    "shop.cart.stream",
    "shop.cart.pick",
    "shop.cart.both",
    "shop.cart.sum",
    "shop.cart.helper",
    "shop.model.Special.new",
    "shop.model.Special.area",
    "shop.model.Special.first",
    "shop.model.Special.parse",
    "shop.model.Special.price",
    "shop.model.Special.reset",
    "web.cart.total",
    "web.cart.load",
    "web.cart.stream",
    "web.cart.pick",
    "web.cart.both",
    "web.cart.main",
    "web.cart.helper",
    "web.model.Base.new",
    "web.model.Special.new",
    "web.model.Special.area",
    "web.model.Special.first",
    "web.model.Special.parse",
    "web.model.Special.price",
    "web.model.Special.reset",
    "web.model.Point.distance",
  ]);
});

test("Python compiles and imports its skeletons, and their bodies say what is not implemented", () => {
  const space = workspace(SHOP);
  space.build();
  const stub = { "requests/__init__.py": "class Session: ...\n" };
  const folder = onDisk({ ...space.files(), ...stub });
  execFileSync("python3", ["-m", "compileall", "-q", "shop", "contract-build"], { cwd: folder });
  const script = [
    "import dataclasses, inspect, pickle",
    "from shop import cart, model",
    "order = model.Order(line=model.Line('tea', 1.0), last=1)",
    "print(order.lines, order.note, order.weight, order.line.count)",
    "print([f.name for f in dataclasses.fields(model.Order)])",
    "print(pickle.loads(pickle.dumps(model.Refused('no', 4))).code)",
    "print(model.Missing('gone', key='k').key, model.Missing('gone').why)",
    "print(inspect.isabstract(model.Base), model.Side.Right.value, model.Level.High.value)",
    "try:",
    "    cart.total([], rate=1.0)",
    "except NotImplementedError as error:",
    "    print(error)",
    "try:",
    "    order.line.name = 'coffee'",
    "except dataclasses.FrozenInstanceError as error:",
    "    print(error)",
  ].join("\n");
  const printed = execFileSync("python3", ["-c", script], { cwd: folder, encoding: "utf8" });
  expect(printed.split("\n")).toEqual([
    "[] None 0.5 1",
    "['weight', 'line', 'lines', 'note', 'last']",
    "4",
    "k gone",
    "True right 2",
    "shop.cart.total",
    "cannot assign to field 'name'",
    "",
  ]);
});

test.each([
  ["nodenext", {}],
  ["nodenext", { exactOptionalPropertyTypes: true, noImplicitOverride: true, verbatimModuleSyntax: true }],
  ["bundler", { module: "esnext" }],
  ["nodenext", { allowImportingTsExtensions: true, noEmit: true, erasableSyntaxOnly: true }],
])("TypeScript takes its skeletons and their tests: %s %j", (moduleResolution, more) => {
  const options = {
    target: "es2022",
    strict: true,
    skipLibCheck: true,
    types: [],
    module: "nodenext",
    moduleResolution,
    ...more,
  };
  const tsconfig = JSON.stringify({ compilerOptions: options });
  const space = workspace(SHOP, { "tsconfig.json": tsconfig });
  space.build();
  const stub = {
    "node_modules/hono/index.d.ts": "export class Context { readonly request: string }\n",
    "node_modules/hono/package.json": '{"name":"hono","types":"index.d.ts"}',
    "package.json": '{"type":"module"}',
  };
  const folder = onDisk({ ...space.files(), ...stub });
  symlinkSync(join(NODE_MODULES, "vitest"), join(folder, "node_modules/vitest"));
  const files = Object.keys(space.files()).filter((path) => path.endsWith(".ts"));
  expect(files).toHaveLength(4);
  const parsed = ts.convertCompilerOptionsFromJson({ ...options, noEmit: true }, folder);
  expect(parsed.errors).toEqual([]);
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    parsed.options,
  );
  const messages = ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.slice(folder.length)}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  expect(messages).toEqual([]);
});
