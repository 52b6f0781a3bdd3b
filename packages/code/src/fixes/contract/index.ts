import {
  type Address,
  type Declaration,
  type Finding,
  type Member,
  type Method,
  printRaised,
} from "@contractc/kernel";
import type { Comparison } from "../../drift/comparison.js";
import { locateModules } from "../../drift/locate.js";
import { memberOf } from "../../extract/classes.js";
import type { FixContext } from "../context.js";
import { renamedMember, renamedSymbol } from "../nearest.js";
import { type ActionDraft, type ContractRemedy, type NoRemedy, none } from "../remedy.js";
import {
  NOT_COMPARED,
  updateAlias,
  updateClass,
  updateConstant,
  updateEnum,
  updateField,
  updateModifiers,
  updateSignature,
} from "./declarations.js";
import { addExternal, addUse, openInternal, removeUse } from "./imports.js";
import { addModule, moveModule } from "./modules.js";
import { mergedSignature, readerOf } from "./signatures.js";
import { ContractWriter, holding } from "./text.js";

type Result = ContractRemedy | NoRemedy;

/** What brings the contract to the code: evolution actions for a finding, or why there are none. */
export class ContractFixes {
  readonly #writer: ContractWriter;

  constructor(readonly fix: FixContext) {
    this.#writer = new ContractWriter(fix, locateModules(fix.kernel, fix.project));
  }

  remedy(finding: Finding): Result {
    const writer = this.#writer;
    switch (finding.code) {
      case "import/undeclared":
        return addUse(finding);
      case "import/external":
        return addExternal(writer, finding);
      case "import/internal":
        return openInternal(writer, finding);
      case "import/unused-use":
        return removeUse(finding);
      case "drift/unlisted-file":
        return addModule(this.fix, finding);
    }
    const comparison = this.fix.comparisonOf(finding);
    if (!comparison) return NOT_COMPARED;
    switch (finding.code) {
      case "drift/missing-file":
        return moveModule(this.fix, finding, comparison);
      case "drift/missing-symbol":
        return this.#missingSymbol(finding, comparison);
      case "drift/missing-member":
        return this.#missingMember(finding, comparison);
      case "drift/kind":
        return this.#kind(comparison);
      case "drift/parameter-missing":
      case "drift/parameter-extra":
      case "drift/parameter-order":
      case "drift/parameter-name":
      case "drift/parameter-kind":
      case "drift/parameter-default":
      case "drift/parameter-type":
      case "drift/return-type":
        return updateSignature(writer, comparison);
      case "drift/field-type":
        if (comparison.field) return updateField(writer, comparison);
        return comparison.group?.declarations[0].kind === "const"
          ? updateConstant(writer, comparison)
          : updateAlias(writer, comparison);
      case "drift/field-default":
        return updateField(writer, comparison);
      case "drift/modifier":
        if (comparison.signature) return updateSignature(writer, comparison);
        if (comparison.field) return updateField(writer, comparison);
        // The signature may differ, too: one update says both.
        if (comparison.owned && comparison.members?.length === 1) return this.#wholeMethod(comparison);
        if (comparison.pair && !comparison.members) return updateClass(writer, comparison);
        if (comparison.group?.declarations.length === 1) return this.#wholeDeclaration(comparison);
        return updateModifiers(writer, comparison);
      case "drift/base":
        return updateClass(writer, comparison);
      case "drift/enum-member":
        return updateEnum(writer, comparison);
      case "drift/const-value":
        return updateConstant(writer, comparison);
      case "drift/raises":
        return this.#raises(finding, comparison);
      case "drift/unlisted-symbol":
        return this.#unlistedSymbol(comparison);
      case "drift/unlisted-member":
        return this.#unlistedMember(comparison);
      default:
        return NOT_COMPARED;
    }
  }

  /** A method whose modifiers differ, with whatever else does. */
  #wholeMethod(comparison: Comparison): Result {
    const { owned, members } = comparison;
    const [method] = members ?? [];
    const member = owned?.member;
    if (method?.kind === "method" && member?.kind === "method" && member.signatures.length === 1) {
      const own = this.#signatureOf(method);
      if (own) return updateSignature(this.#writer, own);
    }
    return updateModifiers(this.#writer, comparison);
  }

  /** What is compared of a method's signature, if that differs as well. */
  #signatureOf(method: Method): Comparison | undefined {
    for (const finding of this.fix.findingsAt(method.address)) {
      const other = this.fix.comparisonOf(finding);
      if (other?.signature) return other;
    }
    return undefined;
  }

  #wholeDeclaration(comparison: Comparison): Result {
    const [declaration] = comparison.group!.declarations;
    for (const finding of this.fix.findingsAt(declaration.address)) {
      const other = this.fix.comparisonOf(finding);
      if (other?.signature && !other.members) return updateSignature(this.#writer, other);
    }
    if (declaration.kind === "const") return updateConstant(this.#writer, comparison);
    if (declaration.kind === "alias") return updateAlias(this.#writer, comparison);
    if (comparison.pair) return updateClass(this.#writer, comparison);
    return updateModifiers(this.#writer, comparison);
  }

  #missingSymbol(finding: Finding, comparison: Comparison): Result {
    const { group, callable } = comparison;
    if (!group) return NOT_COMPARED;
    if (callable) return removal(`Remove this overload of ${callable.name}`, [callable.address]);
    const renamed = renamedSymbol(this.fix, finding, comparison);
    if (renamed) return renaming(group.declarations[0].address, renamed.name);
    const addresses = group.declarations.map(({ address }) => address).reverse();
    return removal(`Remove ${group.name} from the contract`, addresses);
  }

  #missingMember(finding: Finding, comparison: Comparison): Result {
    const { members } = comparison;
    if (!members) return NOT_COMPARED;
    const renamed = renamedMember(this.fix, finding, comparison);
    if (renamed) return renaming(members[0].address, renamed.name);
    const addresses = members.map(({ address }) => address).reverse();
    return removal(`Remove ${members[0].name} from the contract`, addresses);
  }

  #kind(comparison: Comparison): Result {
    const { located, group, definition, owned, pair, members } = comparison;
    if (!located || !group || !definition) return NOT_COMPARED;
    const module = located.module.address;
    if (owned && pair && members) {
      if (owned.inherited)
        return none("The code inherits it: the contract is changed where the base declares it.");
      const read = this.#read(comparison, owned.member);
      if (read.length === 0) return NOT_COMPARED;
      return this.#replace(module, members, read, pair.declaration.address, [
        holding(pair.declaration, read),
      ]);
    }
    const name = group.name;
    const declarations = this.#writer.read(module, name, definition.file.path, definition.symbols);
    if (declarations.length === 0)
      return none("The code has something that a contract has no declaration for.");
    const content = this.#writer.whole(module, declarations);
    const removed = group.declarations.map(
      ({ address }): ActionDraft => ({ op: "remove", target: address, content: "" }),
    );
    const actions = this.#writer.complete(module, declarations, [
      ...removed.reverse(),
      { op: "add", target: module, content },
    ]);
    return { kind: "contract", title: `Declare ${name} as the code has it`, actions };
  }

  #replace(
    module: Address,
    members: readonly Member[],
    read: readonly Member[],
    owner: Address,
    changed: readonly Declaration[],
  ): Result {
    const [first] = members;
    const named = read.map((member) => ({ ...member, name: first!.name }) as Member);
    const content = named.map((member) => this.#writer.wholeMember(module, member)).join("\n");
    const actions: ActionDraft[] = [
      ...members
        .map(({ address }): ActionDraft => ({ op: "remove", target: address, content: "" }))
        .reverse(),
      { op: "add", target: owner, content },
    ];
    const title = `Declare ${first!.name} as the code has it`;
    return { kind: "contract", title, actions: this.#writer.complete(module, changed, actions) };
  }

  #raises({ actual }: Finding, { located, callables, pair }: Comparison): Result {
    if (!located || !callables || actual === undefined) return NOT_COMPARED;
    const module = located.module.address;
    const [first] = callables;
    const target = this.#errorNamed(actual, callables[0].address);
    if (target === undefined) return NOT_COMPARED;
    const name = printRaised({ kind: "declared", target }, this.#writer.options(module));
    const actions = callables.map(
      ({ address }): ActionDraft => ({ op: "add", target: address, content: `raises ${name}` }),
    );
    const raising = { ...first, raises: [{ kind: "declared" as const, target }], parameters: [] };
    const changed: Declaration[] =
      raising.kind === "function" ? [raising] : pair ? [holding(pair.declaration, [raising])] : [];
    return {
      kind: "contract",
      title: `Add \`raises ${name}\``,
      actions: this.#writer.complete(module, changed, actions),
    };
  }

  /** The error that a function's body raises and the finding names. */
  #errorNamed(name: string, symbol: Address): Address | undefined {
    const { drift } = this.fix;
    for (const finding of this.fix.findingsAt(symbol)) {
      const comparison = this.fix.comparisonOf(finding);
      if (finding.code !== "drift/raises" || !comparison?.code || !comparison.subject) continue;
      const { file } = comparison.subject;
      for (const raise of comparison.code.raises) {
        const meaning = this.fix.project.resolveName(file.path, raise.name);
        const address = drift.addressOf(meaning, raise.name, file);
        if (address !== undefined && drift.declarations.get(address)?.name === name) return address;
      }
    }
    return undefined;
  }

  #unlistedSymbol(comparison: Comparison): Result {
    const { located, definition, signature, callables, group } = comparison;
    if (!located) return NOT_COMPARED;
    const module = located.module.address;
    const writer = this.#writer;
    if (signature && callables && group && comparison.subject) {
      const [first] = callables;
      const { extraction } = writer;
      const overload = { ...mergedSignature(this.fix, extraction, comparison.subject, first, signature) };
      if (overload.kind !== "function") return NOT_COMPARED;
      const all = [...callables, overload].filter((each) => each.kind === "function");
      const actions: ActionDraft[] = [
        ...callables
          .map(({ address }): ActionDraft => ({ op: "remove", target: address, content: "" }))
          .reverse(),
        { op: "add", target: module, content: writer.whole(module, all) },
      ];
      const title = `Declare this overload of ${first.name}`;
      return { kind: "contract", title, actions: writer.complete(module, all, actions) };
    }
    if (!definition) return NOT_COMPARED;
    const name = definition.symbols[0]?.name;
    if (name === undefined) return NOT_COMPARED;
    const declarations = writer.read(module, name, definition.file.path, definition.symbols);
    if (declarations.length === 0) return none("It is something that a contract has no declaration for.");
    const actions: ActionDraft[] = [
      { op: "add", target: module, content: writer.whole(module, declarations) },
    ];
    const title = `Declare ${name}`;
    return { kind: "contract", title, actions: writer.complete(module, declarations, actions) };
  }

  #unlistedMember(comparison: Comparison): Result {
    const { located, pair, unlisted, signature, callables } = comparison;
    if (!located || !pair) return NOT_COMPARED;
    const module = located.module.address;
    const { declaration } = pair;
    const writer = this.#writer;
    if (!unlisted && signature && callables && comparison.subject) {
      const [first] = callables;
      if (first.kind === "function") return NOT_COMPARED;
      const overload = mergedSignature(this.fix, writer.extraction, comparison.subject, first, signature);
      const last = callables.at(-1);
      const members = declaration.members.flatMap((member) =>
        member === last ? [member, overload] : [member],
      );
      const { doc: _, ...rest } = declaration;
      const content = writer.whole(module, [{ ...rest, members }]);
      return {
        kind: "contract",
        title: `Declare this overload of ${first.name}`,
        actions: writer.complete(
          module,
          [holding(declaration, [overload])],
          [{ op: "update", target: declaration.address, content }],
        ),
      };
    }
    if (!unlisted) return NOT_COMPARED;
    const read = this.#read(comparison, unlisted);
    if (read.length === 0) return NOT_COMPARED;
    const content = read.map((member) => writer.wholeMember(module, member)).join("\n");
    const actions: ActionDraft[] = [{ op: "add", target: declaration.address, content }];
    return {
      kind: "contract",
      title: `Declare ${unlisted.name} of ${declaration.name}`,
      actions: writer.complete(module, [holding(declaration, read)], actions),
    };
  }

  /** A member of the code as a class of the contract declares it. */
  #read({ pair, subject }: Comparison, member: Parameters<typeof memberOf>[0]): Member[] {
    if (!pair) return [];
    const part = pair.view.parts.find(({ members }) => members.includes(member)) ?? pair.view.parts[0];
    const own = { ...(subject ?? pair.subject), scope: pair.subject.scope, file: pair.view.file };
    const reader = readerOf(this.#writer.extraction, own);
    return memberOf(member, part, pair.declaration.address, reader);
  }
}

function removal(title: string, addresses: readonly Address[]): ContractRemedy {
  return {
    kind: "contract",
    title,
    actions: addresses.map((target) => ({ op: "remove", target, content: "" })),
  };
}

function renaming(target: Address, content: string): ContractRemedy {
  return {
    kind: "contract",
    title: `Rename it to ${content} in the contract`,
    actions: [{ op: "rename", target, content }],
  };
}
