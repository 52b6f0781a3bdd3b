import type { CodeClass, CodeField, CodeMember } from "../reading/signature.js";
import type { Extraction } from "./extraction.js";

/** A class of the project and the file that defines it. */
export interface PlacedClass {
  code: CodeClass;
  file: string;
}

/** The classes of the project above one, nearest first, each once. */
export function basesOf(of: PlacedClass, extraction: Extraction): PlacedClass[] {
  const found: PlacedClass[] = [];
  const seen = new Set<CodeClass>([of.code]);
  const visit = ({ code, file }: PlacedClass) => {
    for (const base of code.extends) {
      const above = base.kind === "name" ? classNamed(base.name, file, extraction) : undefined;
      if (!above || seen.has(above.code)) continue;
      seen.add(above.code);
      found.push(above);
      visit(above);
    }
  };
  visit(of);
  return found;
}

/** The class of the project that a name of a file stands for. */
export function classNamed(name: string, from: string, extraction: Extraction): PlacedClass | undefined {
  const meaning = extraction.project.resolveName(from, name);
  if (meaning.kind !== "symbol" || meaning.member !== undefined) return undefined;
  const file = extraction.project.files.get(meaning.file);
  const code = file && extraction.symbols(file, meaning.name).find(({ kind }) => kind === "class");
  return code?.kind === "class" ? { code, file: meaning.file } : undefined;
}

/** Whether a class leaves members abstract that its bases demand, and so is abstract without saying so. */
export function leavesAbstract(of: PlacedClass, extraction: Extraction): boolean {
  const defined = new Set(of.code.members.map(({ name }) => name));
  for (const { code } of basesOf(of, extraction)) {
    for (const member of code.members) {
      if (defined.has(member.name)) continue;
      if (member.abstract || isDemanded(member, code)) return true;
      defined.add(member.name);
    }
  }
  return false;
}

/** Whether a base declares an attribute as one of the class: what a subclass assigns to it is one, too. */
export function isClassAttribute(field: CodeField, of: PlacedClass, extraction: Extraction): boolean {
  if (field.origin !== "declaration" || field.type) return false;
  const isSame = (member: CodeMember) =>
    member.kind === "field" && member.name === field.name && member.static === true;
  return basesOf(of, extraction).some(({ code }) => code.members.some(isSame));
}

/** What a protocol that has bodies leaves without one. */
function isDemanded(member: CodeMember, { form, members }: CodeClass): boolean {
  return form === "interface" && !member.implemented && members.some(({ implemented }) => implemented);
}
