import type { Declaration, Kernel, Member, Module, Projection } from "@contractc/kernel";
import { nameOf } from "./code.js";
import type { MarkdownClass, MarkdownContract, MarkdownFile } from "./document.js";
import { untaken } from "./untaken.js";

/**
 * Adds what code does not say: documentation, owners and their roles, requirements and decisions.
 *
 * What the document declares and extraction did not take is added to what the contract left out.
 *
 * Cycles that extraction would accept are not: a plan that has one is to be told.
 *
 * @param kernel of the interfaces alone, extracted from `codeOf(contract)`
 */
export function enrich(kernel: Kernel, contract: MarkdownContract): Kernel {
  contract.left.push(...untaken(kernel, contract));
  const names = new Names();
  const modules = kernel.modules.map((module) => {
    const file = contract.files.get(module.path);
    return file === undefined ? module : withClauses(module, file);
  });
  const signatures = Object.fromEntries(
    kernel.modules.map((module) => {
      const file = contract.files.get(module.path);
      const own = kernel.signatures[module.address] ?? [];
      return [module.address, file === undefined ? own : own.map((each) => documented(each, file))];
    }),
  );
  const owners = new Set(modules.flatMap(({ owner }) => owner ?? []));
  const projection: Projection = {
    ...kernel.projection,
    requirements: contract.requirements.map(({ text, accept }) => ({
      name: names.unused(text),
      priority: "must",
      text,
      accept,
    })),
    decisions: contract.decisions.map(({ label, text }) => ({ name: names.unused(label), text })),
    roles: [...owners].map((name) => ({ name })),
  };
  const uses = kernel.graph.uses.map(({ allows: _, ...edge }) => edge);
  const languages = [...new Set(modules.flatMap(({ language }) => language ?? []))];
  return {
    ...kernel,
    targets: languages.map((language) => ({ language, roots: ["."] })),
    modules,
    signatures,
    graph: { ...kernel.graph, uses },
    projection,
  };
}

function withClauses(module: Module, { doc, owner }: MarkdownFile): Module {
  return {
    ...module,
    ...(doc === undefined ? {} : { doc }),
    ...(owner === undefined ? {} : { owner: identifier(owner, "_") }),
  };
}

function documented(declaration: Declaration, file: MarkdownFile): Declaration {
  const owner = file.classes.find(({ name }) => name === declaration.name);
  if (owner !== undefined && "members" in declaration && declaration.kind !== "enum") {
    const members = declaration.members.map((member): Member => withDoc(member, docOfMember(member, owner)));
    return withDoc({ ...declaration, members }, owner.doc);
  }
  const named = [
    ...file.functions.map(({ signature, doc }) => ({ name: nameOf(signature), doc })),
    ...file.constants,
  ].find(({ name }) => name === declaration.name);
  return withDoc(declaration, named?.doc);
}

function docOfMember(member: Member, owner: MarkdownClass): string | undefined {
  if (member.kind === "field") return owner.attributes.find(({ name }) => name === member.name)?.doc;
  return owner.methods.find(({ signature }) => {
    const name = nameOf(signature);
    return member.kind === "constructor"
      ? name === "__init__" || name === "constructor" || name === owner.name
      : name === member.name;
  })?.doc;
}

function withDoc<T extends object>(of: T, doc: string | undefined): T {
  return doc === undefined ? of : { ...of, doc };
}

/** Makes names of sentences: of their first words, each once. */
class Names {
  readonly #taken = new Set<string>();

  unused(text: string): string {
    const words = text
      .replace(/[:(].*$/s, "")
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .slice(0, 5);
    const base = identifier(words.map((word) => word[0]!.toUpperCase() + camel(word.slice(1))).join(" "), "");
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) name = `${base}${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** `MONEY` reads `Money` in a name made of words. */
function camel(rest: string): string {
  return rest === rest.toUpperCase() ? rest.toLowerCase() : rest;
}

/** @param between stands where the text has something that a name may not hold */
function identifier(text: string, between: string): string {
  const name = text
    .trim()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean)
    .join(between);
  return /^[\p{L}_]/u.test(name) ? name : `N${name}`;
}
