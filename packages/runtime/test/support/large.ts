/** A sound contract of many modules, a hundred to a package, each with a class and two functions. */
export function largeContract(modules: number): string {
  const packages = new Map<number, string[]>();
  for (let at = 0; at < modules; at++) {
    const folder = Math.floor(at / 10);
    const uses = at === 0 ? "" : `\n    uses m${at - 1}`;
    const other = at === 0 ? "" : `, other: Thing${at - 1}`;
    const text = `  /// Part ${at} of the whole, which does what its name says for all of the others.
  module m${at} "m${at}.py" {${uses}
    /// A thing with some numbers.
    class Thing${at} {
      width: int
      height: int
      new(width: int, height: int)
    }
    /// Measures a thing.
    fn measure${at}(thing: Thing${at}${other}) -> int
    fn make${at}(width: int, height: int) -> Thing${at}
  }`;
    packages.set(folder, [...(packages.get(folder) ?? []), text]);
  }
  const bodies = [...packages].map(
    ([folder, all]) => `package p${folder} "p${folder}" {\n${all.join("\n")}\n}`,
  );
  return `contract Large version "1.0.0"\ntarget python {\n  roots "."\n  test "python -m pytest"\n}\n${bodies.join("\n")}\n`;
}
