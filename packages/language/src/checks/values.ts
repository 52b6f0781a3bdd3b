import {
  type Expression,
  type Fix,
  finding,
  printExpression,
  printName,
  printType,
  type Type,
} from "@contractc/kernel";
import { isInteger } from "../lowering/literal-types.js";
import type { Source } from "../source/source.js";
import { spanOf } from "../source/source.js";
import type * as ast from "../syntax/index.js";
import { Assignability } from "../types/assignable.js";
import { valueFits } from "../types/values.js";
import { isClassLike } from "../types/world.js";
import type { OwnerContext } from "./context.js";
import { forEachParameterList } from "./parameter-lists.js";

/** Defaults of fields and parameters, and values of constants, against their types. */
export function checkValues(context: OwnerContext): void {
  const { world } = context;
  const check = (
    symbol: string,
    type: Type,
    value: Expression | undefined,
    part: object,
    isOptional: () => boolean = () => false,
  ) => {
    if (!value || isPlainValue(value, type)) return;
    if (valueFits(new Assignability(world, symbol), value, type)) return;
    if (value.kind === "null" && isOptional()) return;
    const { node, source } = context.originOf(part);
    reportMismatch(context, symbol, type, value, node as Typed, source);
  };
  for (const declaration of context.declarations) {
    if (declaration.kind === "const")
      check(declaration.address, declaration.type, declaration.value, declaration);
    if (!isClassLike(declaration)) continue;
    for (const member of declaration.members) {
      if (member.kind !== "field" || !member.default) continue;
      check(member.address, member.type, member.default, member, () => member.optional === true);
    }
  }
  forEachParameterList(context, ({ address, parameters }) => {
    for (const parameter of parameters) {
      if (!parameter.default) continue;
      // A default makes a parameter optional too; here it counts whether it is written so.
      const isOptional = () => (context.originOf(parameter).node as ast.Parameter).optional;
      check(address, parameter.type, parameter.default, parameter, isOptional);
    }
  });
}

/** What most defaults are: a literal of the very type that is written there. */
function isPlainValue(value: Expression, type: Type): boolean {
  if (type.kind !== "primitive") return false;
  switch (value.kind) {
    case "string":
      return type.name === "string";
    case "boolean":
      return type.name === "bool";
    case "number":
      return type.name === "float" || (type.name === "int" && isInteger(value.text));
    default:
      return false;
  }
}

/** A node with a type and a value. */
type Typed = ast.Field | ast.ConstDeclaration | ast.Parameter;

function reportMismatch(
  { report, world }: OwnerContext,
  symbol: string,
  type: Type,
  value: Expression,
  node: Typed,
  source: Source,
): void {
  const expected = printType(type);
  const actual = printExpression(value);
  const place = node.value ? source.place(node.value) : source.place(node);
  const fixes: Fix[] = [];
  if (value.kind === "null" && node.type) {
    const { start, end } = spanOf(node.type);
    const wraps = node.type.$type === "UnionType" || node.type.$type === "FunctionType";
    const at = (offset: number) => source.placeAt({ start: offset, end: offset });
    fixes.push({
      title: `Make the type \`${wraps ? `(${expected})` : expected}?\``,
      kind: "contract",
      edits: wraps
        ? [
            { ...at(start), text: "(" },
            { ...at(end), text: ")?" },
          ]
        : [{ ...at(end), text: "?" }],
    });
  }
  const expanded = world.expand(type);
  const declared = expanded.kind === "reference" ? world.declaration(expanded.target) : undefined;
  if (declared?.kind === "enum" && value.kind === "string") {
    const member = declared.members.find((each) => each.value === value.value || each.name === value.value);
    if (member) {
      const text = `${printName(declared.name)}.${printName(member.name)}`;
      fixes.push({ title: `Write \`${text}\``, kind: "contract", edits: [{ ...place, text }] });
    }
  }
  report(
    finding(
      "type/mismatch",
      place,
      { expected: `\`${expected}\``, actual: `\`${actual}\`` },
      {
        symbol,
        expected,
        actual,
        fixes,
      },
    ),
  );
}
