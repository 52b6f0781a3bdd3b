import { memoryFileSystem } from "@contractc/kernel";
import * as language from "@contractc/language";

export function compile(text: string) {
  return language.compile({ fs: memoryFileSystem({ "/w/x.contract": text }), root: "/w/x.contract" });
}

/** A class of the given members, each in one of several forms, on one line where every form allows it. */
export function memberTexts(
  kind: string,
  names: readonly string[],
  forms: readonly number[],
  oneLine: boolean,
): string {
  const members = names.map((name, at) => {
    switch (forms[at]) {
      case 0:
        return `${name}: int`;
      case 1:
        return `${name}: string?`;
      case 2:
        return oneLine ? `${name}: list<int>` : `/// About ${name}.\n${name}: list<int>`;
      case 3:
        return `${name}(x: int) -> int`;
      case 4:
        return oneLine ? `${name}() -> bool` : `${name}() -> bool\n  ensures "it holds"`;
      case 5:
        return oneLine ? `${name}: float` : `${name}: float // as measured`;
      default:
        return `${name}: bool`;
    }
  });
  if (members.length === 0) return `${kind} X {}`;
  if (oneLine) return `${kind} X { ${members.join(", ")} }`;
  return `${kind} X {\n${members.map((member) => `  ${member.replaceAll("\n", "\n  ")}`).join("\n")}\n}`;
}
