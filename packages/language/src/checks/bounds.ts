import { finding, printType } from "@contractc/kernel";
import { Assignability } from "../types/assignable.js";
import { substitute, substitutionOf } from "../types/world.js";
import type { CheckContext } from "./context.js";

/** Type arguments against the bounds of the type parameters they are given for. */
export function checkBounds({ tables, world, report }: CheckContext): void {
  for (const { type, symbol } of tables.applications) {
    const declaration = world.declaration(type.target);
    const parameters =
      declaration && "typeParameters" in declaration ? (declaration.typeParameters ?? []) : [];
    const substitution = substitutionOf(parameters, type.arguments);
    const types = new Assignability(world, world.boundsAt(symbol));
    parameters.forEach(({ name, bound }, at) => {
      const argument = type.arguments[at];
      if (!bound || !argument || types.fits(argument, substitute(bound, substitution))) return;
      const { node, source } = tables.originOf(type);
      const texts = { argument: printType(argument), parameter: name, bound: printType(bound) };
      report(
        finding("type/bound", source.placeOf(node, "arguments", at), texts, {
          symbol,
          expected: texts.bound,
          actual: texts.argument,
        }),
      );
    });
  }
}
