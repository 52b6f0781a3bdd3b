import { type ClassLike, finding, type Member, type RelatedPlace, type Type } from "@contractc/kernel";
import { Assignability } from "../types/assignable.js";
import { memberFits } from "../types/conformance.js";
import { type Ancestor, compose, type NamedMember, substituteMember } from "../types/world.js";
import type { OwnerContext } from "./context.js";

/** The members of a class against those that they override, and against the interfaces that it implements. */
export function checkConformance(context: OwnerContext, declaration: ClassLike): void {
  if (context.owner.kind === "external") return;
  // A class that is its own ancestor has been reported, and cannot be compared with itself.
  if (!isOwnAncestor(context, declaration)) new Conformance(context, declaration).check();
}

function isOwnAncestor({ world }: OwnerContext, declaration: ClassLike): boolean {
  const isBack = (base: Ancestor) => base.declaration.address === declaration.address;
  return (
    world.bases(declaration).some(isBack) ||
    world.ancestors(declaration).some((ancestor) => world.bases(ancestor.declaration).some(isBack))
  );
}

class Conformance {
  readonly #types: Assignability;
  readonly #own: ReadonlyMap<string, readonly NamedMember[]>;
  /** Names already reported: what is wrong with one base is not repeated for the next. */
  readonly #reported = new Set<string>();

  constructor(
    readonly context: OwnerContext,
    readonly declaration: ClassLike,
  ) {
    this.#types = new Assignability(context.world, declaration.address, context.language);
    this.#own = context.world.membersOf(declaration);
  }

  check(): void {
    const { declaration } = this;
    for (const type of declaration.extends ?? []) this.#checkBase(type);
    for (const type of declaration.implements ?? []) this.#checkInterface(type, () => true);
    for (const type of declaration.extends ?? []) {
      this.#checkInterface(type, (member, owner) => Boolean(member.abstract) && owner.kind === "class");
    }
  }

  /** Every own member against the nearest one of its name among the ancestors along one base. */
  #checkBase(type: Type): void {
    for (const [name, own] of this.#own) {
      const wanted = this.#inherited(type, name);
      if (wanted) this.#compare(name, own, wanted, "type/override");
    }
  }

  #compare(
    name: string,
    own: readonly NamedMember[],
    wanted: { members: NamedMember[]; owner: ClassLike },
    code: "type/override" | "type/implements",
  ): void {
    if (this.#reported.has(name)) return;
    for (const member of wanted.members) {
      const problem = memberFits(this.#types, own, member, this.context.language);
      if (problem === undefined) continue;
      this.#reported.add(name);
      const [first] = own;
      if (!first) return;
      const { node, source } = this.context.originOf(first);
      const place = source.placeOf(node, "name");
      const options = { symbol: first.address, related: [this.#placeOf(wanted.owner, name)] };
      const base = `${wanted.owner.name}.${name}`;
      this.context.report(
        code === "type/override"
          ? finding(code, place, { member: name, base, problem }, options)
          : finding(
              code,
              place,
              {
                name: this.declaration.name,
                interface: wanted.owner.name,
                problem: `of \`${name}\`, ${problem}`,
              },
              options,
            ),
      );
      return;
    }
  }

  /** Every member that an interface, or an abstract base, demands: there and fitting. */
  #checkInterface(type: Type, demands: (member: NamedMember, owner: ClassLike) => boolean): void {
    const { world } = this.context;
    const target = world.ancestor(type);
    if (!target || this.declaration.kind === "interface") return;
    const missing: string[] = [];
    const chain = [target, ...world.ancestors(target.declaration).map((each) => composed(each, target))];
    const seen = new Set<string>();
    for (const { declaration: owner, substitution } of chain) {
      for (const [name, members] of world.membersOf(owner)) {
        // What a nearer one says of a name, it says for all.
        if (seen.has(name)) continue;
        seen.add(name);
        const wanted = members.filter((member) => demands(member, owner));
        if (wanted.length === 0) continue;
        const own = this.#own.get(name);
        if (own) {
          const asked = wanted.map((member) => substituteMember(member, substitution));
          this.#compare(name, own, { members: asked, owner }, "type/implements");
        } else if (
          !this.#has(name) &&
          !wanted.every((member) => member.kind === "field" && member.optional)
        ) {
          missing.push(name);
        }
      }
    }
    if (missing.length === 0 || this.declaration.abstract || world.isPartlyKnown(this.declaration)) return;
    const { node, source } = this.context.originOf(type);
    const names = missing.map((name) => `\`${name}\``).join(", ");
    const problem = `${names} ${missing.length === 1 ? "is" : "are"} missing`;
    this.context.report(
      finding(
        "type/implements",
        source.place(node),
        { name: this.declaration.name, interface: target.declaration.name, problem },
        {
          symbol: this.declaration.address,
          related: missing.map((name) => this.#placeOf(target.declaration, name)),
        },
      ),
    );
  }

  /** Whether a class along `extends` has a member that is no mere demand. */
  #has(name: string): boolean {
    if (this.context.world.hasBuiltinMember(this.declaration, name)) return true;
    return this.context.world
      .ancestors(this.declaration, "extends")
      .some(({ declaration }) =>
        declaration.members.some((member) => member.name === name && !isAbstract(member)),
      );
  }

  #inherited(type: Type, name: string): { members: NamedMember[]; owner: ClassLike } | undefined {
    const { world } = this.context;
    const base = world.ancestor(type);
    if (!base) return undefined;
    for (const each of [
      base,
      ...world.ancestors(base.declaration).map((ancestor) => composed(ancestor, base)),
    ]) {
      const members = world.membersOf(each.declaration).get(name);
      if (!members) continue;
      return {
        members: members.map((member) => substituteMember(member, each.substitution)),
        owner: each.declaration,
      };
    }
    return undefined;
  }

  /** The place of a member of that name in a class or its ancestors; of the class where there is none. */
  #placeOf(owner: ClassLike, name: string): RelatedPlace {
    const { world } = this.context;
    const owners = [owner, ...world.ancestors(owner).map((ancestor) => ancestor.declaration)];
    const having = owners.find(({ members }) => members.some((each) => each.name === name)) ?? owner;
    const member = having.members.find((each) => each.name === name);
    const { node, source } = this.context.originOfDeclared(member ?? having, having.address);
    return { ...source.placeOf(node, "name"), message: `\`${(member ?? having).address}\` is declared here` };
  }
}

function isAbstract(member: Member): boolean {
  return member.kind !== "constructor" && member.abstract === true;
}

function composed(ancestor: Ancestor, base: Ancestor): Ancestor {
  return { ...ancestor, substitution: compose(ancestor.substitution, base.substitution) };
}
