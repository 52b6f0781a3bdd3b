const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** @returns whether the contract language takes the text as a bare name */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** A name as a contract writes it: in back-ticks where it is no identifier. */
export function printName(name: string): string {
  return isIdentifier(name) ? name : `\`${name}\``;
}

/** The last part of an address: `Player` of `model.entities.Player`. */
export function lastName(address: string): string {
  return address.slice(address.lastIndexOf(".") + 1);
}

/** The name that a declaration was given: `find` of the overload `core.find#2`. */
export function declaredName(address: string): string {
  return lastName(address).replace(/#\d+$/, "");
}
