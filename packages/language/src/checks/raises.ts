import {
  type Address,
  type Declaration,
  finding,
  type RaisedError,
  type Signature,
  type Type,
} from "@contractc/kernel";
import { KIND_WORDS } from "../binder/bind-file.js";
import { isClassLike, type World } from "../types/world.js";
import type { OwnerContext } from "./context.js";

/** `raises` of something that is no error, in clauses and in examples. */
export function checkRaises(context: OwnerContext, symbol: Address, { raises, examples }: Signature): void {
  if (raises) for (const raised of raises) checkRaised(context, symbol, raised);
  if (!examples) return;
  for (const { steps } of examples) {
    for (const step of steps) if (step.kind === "raises") checkRaised(context, symbol, step.error);
  }
}

function checkRaised(context: OwnerContext, symbol: Address, raised: RaisedError): void {
  if (raised.kind === "builtin") return;
  const { world, report } = context;
  const declaration = world.declaration(raised.target);
  if (!declaration || isError(world, declaration)) return;
  const { node, source } = context.originOf(raised);
  const { node: declared, source: declaredIn } = context.originOfDeclared(declaration, declaration.address);
  report(
    finding(
      "type/not-an-error",
      source.place(node),
      { name: declaration.name, kind: KIND_WORDS[declaration.kind] },
      {
        symbol,
        related: [
          { ...declaredIn.placeOf(declared, "name"), message: `\`${declaration.address}\` is declared here` },
        ],
      },
    ),
  );
}

function isError(world: World, declaration: Declaration): boolean {
  if (declaration.kind === "alias") return isErrorType(world, world.expand(declaration.type));
  if (!isClassLike(declaration)) return false;
  if (declaration.kind === "error") return true;
  // A class of a third party, or one that comes from such a class, may well be an exception.
  if (declaration.kind === "class" && world.isPartlyKnown(declaration)) return true;
  return world.ancestors(declaration).some((ancestor) => ancestor.declaration.kind === "error");
}

function isErrorType(world: World, type: Type): boolean {
  if (type.kind === "union") return type.members.every((member) => isErrorType(world, world.expand(member)));
  if (type.kind !== "reference") return type.kind === "unresolved" || type.kind === "verbatim";
  const declaration = world.declaration(type.target);
  return declaration !== undefined && isError(world, declaration);
}
