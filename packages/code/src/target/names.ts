export {
  codeName,
  exportedName,
  isPlainName,
  legalName,
  type NameRole,
  possibleName,
  wantedName,
} from "@contractc/kernel";

/** Finds a name that is not taken, by counting up. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) name = `${wanted}_${count}`;
  return name;
}
