import type { Declaration, Member, Signature } from "./declarations.js";
import type { Address, Type, TypeParameter } from "./types.js";

/** The declared and external types and errors that declarations name. */
export function references(declarations: readonly Declaration[]): Set<Address> {
  const found = new Set<Address>();
  const add = (type: Type | undefined) => type && collect(type, found);
  const addParameters = (parameters: readonly TypeParameter[] = []) => {
    for (const parameter of parameters) {
      add(parameter.bound);
      add(parameter.default);
    }
  };
  const addSignature = (signature: Signature) => {
    addParameters(signature.typeParameters);
    for (const { type } of signature.parameters) add(type);
    add(signature.result);
    for (const error of signature.raises ?? []) if (error.kind === "declared") found.add(error.target);
  };
  const addMember = (member: Member) => (member.kind === "field" ? add(member.type) : addSignature(member));
  for (const declaration of declarations) {
    switch (declaration.kind) {
      case "class":
      case "interface":
      case "record":
      case "error":
        addParameters(declaration.typeParameters);
        declaration.extends?.forEach(add);
        declaration.implements?.forEach(add);
        declaration.members.forEach(addMember);
        break;
      case "alias":
        addParameters(declaration.typeParameters);
        add(declaration.type);
        break;
      case "function":
        addSignature(declaration);
        break;
      case "const":
        add(declaration.type);
        break;
      case "event":
        for (const { type } of declaration.parameters) add(type);
        break;
      case "enum":
      case "states":
        break;
    }
  }
  return found;
}

function collect(type: Type, found: Set<Address>): void {
  switch (type.kind) {
    case "reference":
      found.add(type.target);
      for (const argument of type.arguments) collect(argument, found);
      break;
    case "apply":
      for (const argument of type.arguments) collect(argument, found);
      break;
    case "optional":
      collect(type.type, found);
      break;
    case "union":
      for (const member of type.members) collect(member, found);
      break;
    case "function":
      for (const parameter of type.parameters) collect(parameter.type, found);
      collect(type.result, found);
      break;
  }
}
