import { type Address, type Declaration, finding, type Member, type Parameter } from "@contractc/kernel";
import { isClassLike } from "../types/world.js";
import { allDeclarations, type CheckContext } from "./context.js";

/** Overloads that take the same parameters. */
export function checkOverloads(context: CheckContext): void {
  const declarations = allDeclarations(context.kernel);
  compare(context, declarations);
  for (const declaration of declarations) if (isClassLike(declaration)) compare(context, declaration.members);
}

function compare({ tables, report }: CheckContext, parts: readonly (Declaration | Member)[]): void {
  const overloads = new Map<string, { address: Address; parameters: Parameter[] }[]>();
  for (const part of parts) {
    if (part.kind !== "function" && part.kind !== "method" && part.kind !== "constructor") continue;
    const name = part.address.replace(/#\d+$/, "");
    const others = overloads.get(name);
    if (!others) {
      overloads.set(name, [part]);
      continue;
    }
    const own = JSON.stringify(part.parameters.map(shape));
    const other = others.find((each) => JSON.stringify(each.parameters.map(shape)) === own);
    others.push(part);
    if (!other) continue;
    const { node, source } = tables.originOf(part);
    const before = tables.originOf(other);
    report(
      finding(
        "type/overload",
        source.placeOf(node, "name"),
        { name: part.name },
        {
          symbol: part.address,
          related: [
            { ...before.source.placeOf(before.node, "name"), message: "the one with the same parameters" },
          ],
        },
      ),
    );
  }
}

/** What tells calls apart: names do where they must be written. */
function shape({ kind, name, type, optional }: Parameter) {
  return { kind, type, optional, ...(kind === "keyword-only" ? { name } : {}) };
}
