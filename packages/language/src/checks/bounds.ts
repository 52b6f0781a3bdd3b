import { finding, printType } from "@contractc/kernel";
import { Assignability } from "../types/assignable.js";
import { substitute, substitutionOf } from "../types/world.js";
import type { OwnerContext } from "./context.js";

/** Type arguments against the bounds of the type parameters they are given for. */
export function checkBounds(context: OwnerContext): void {
  const { world, report } = context;
  for (const { type, symbol } of context.owner.applications) {
    const declaration = world.declaration(type.target);
    const parameters =
      declaration && "typeParameters" in declaration ? (declaration.typeParameters ?? []) : [];
    const substitution = substitutionOf(parameters, type.arguments);
    const types = new Assignability(world, symbol, context.language);
    parameters.forEach(({ name, bound }, at) => {
      const argument = type.arguments[at];
      if (!bound || !argument || types.fits(argument, substitute(bound, substitution))) return;
      const { node, source } = context.originOf(type);
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
