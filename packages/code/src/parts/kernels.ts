import type { Address, Declaration, Kernel, Position } from "@contractc/kernel";

/*
 * What is different between two kernels of one contract, as far as the comparison with code can see it.
 */

/**
 * What bears on the comparison of every module: which modules there are and where, what is outside, and what is
 * accepted. Where it is the same, only declarations, uses and places are others.
 */
export function frameOf({ packages, externals, modules, targets }: Kernel): string {
  return JSON.stringify([
    targets,
    packages.map(({ address, path, allows }) => [address, path, allows]),
    externals,
    modules.map(({ address, name, path, folder, language, allows }) => [
      address,
      name,
      path,
      folder,
      language,
      allows,
    ]),
  ]);
}

/**
 * Notes the addresses of declarations of one module that are not what they were.
 *
 * @returns whether there are any, or their order is another
 */
export function changedDeclarations(
  before: readonly Declaration[] = [],
  after: readonly Declaration[] = [],
  into: Set<Address>,
): boolean {
  if (before === after) return false;
  const texts = (declarations: readonly Declaration[]) =>
    declarations.map((each) => [each.address, JSON.stringify(each)] as const);
  const [olds, news] = [texts(before), texts(after)];
  const known = new Map(olds);
  for (const [address, text] of news) {
    if (known.get(address) !== text) into.add(address);
    known.delete(address);
  }
  for (const address of known.keys()) into.add(address);
  return olds.length !== news.length || news.some(([, text], at) => olds[at]![1] !== text);
}

export function samePosition(one: Position | undefined, other: Position | undefined): boolean {
  if (one === other) return true;
  if (!one || !other) return false;
  return (
    one.file === other.file &&
    one.line === other.line &&
    one.column === other.column &&
    one.endLine === other.endLine &&
    one.endColumn === other.endColumn
  );
}
