import {
  type Address,
  type Constant,
  type Expression,
  type Field,
  type Fix,
  finding,
  type Parameter,
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
import type { OwnerContext } from "./context.js";

/**
 * The default of a field or parameter, or the value of a constant, against its type.
 *
 * @param symbol address of the declaration or member that it stands in
 */
export function checkValue(context: OwnerContext, symbol: Address, part: Constant | Field | Parameter): void {
  const { type } = part;
  const value = part.kind === "const" ? part.value : part.default;
  if (!value || isPlainValue(value, type)) return;
  if (valueFits(new Assignability(context.world, symbol), value, type)) return;
  const { node, source } = context.originOf(part);
  // A default makes a parameter optional too; here it counts whether it is written so.
  if (value.kind === "null" && "optional" in node && node.optional) return;
  reportMismatch(context, symbol, type, value, node as Typed, source);
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
