import { hashOf } from "../hashing.js";
import type { Declaration } from "../model/declarations.js";
import type { Kernel, ModuleHashes, Position } from "../model/kernel.js";
import type { Address } from "../model/types.js";
import { outlineOf, outlineOfMember } from "../outline.js";
import { printEnumMember } from "../print/declarations.js";
import { Lines, printAnnotations } from "../print/lines.js";
import { writeModule } from "../print/modules.js";
import { printName } from "../print/names.js";
import { writeDecision, writeFlow, writeRequirement, writeRole } from "../print/projection.js";
import { KernelNames } from "../print/scope.js";
import { printDeclarations, printWholeMember, writeExternal } from "../print/whole-declarations.js";
import type { Subject } from "./subjects.js";
import { type User, usersOf } from "./users.js";

/** What there is to know of one thing in a contract. */
export interface Description {
  address: Address;
  /** `module`, `class`, `method`, `requirement`, … */
  kind: string;
  /** Contract text with docs and clauses. */
  text: string;
  /** Where it is declared, overloads one after the other; relative to the contract's folder. */
  declared: Position[];
  usedBy: User[];
  /** The modules of a package. */
  modules?: Address[];
  hashes: Partial<ModuleHashes>;
}

/** Describes what a name was found to mean. */
export function describeSubject(kernel: Kernel, subject: Subject): Description {
  const modules =
    subject.kind === "package"
      ? {
          modules: kernel.modules
            .map(({ address }) => address)
            .filter((address) => address.startsWith(`${subject.address}.`)),
        }
      : {};
  return {
    address: subject.address,
    kind: kindOf(subject),
    text: textOf(kernel, subject),
    declared: subject.positions.flatMap((key) => kernel.positions[key] ?? []),
    usedBy: usersOf(kernel, subject),
    ...modules,
    hashes: hashesOf(subject),
  };
}

/** The word of the language for a thing. */
export function kindOf(subject: Subject): string {
  switch (subject.kind) {
    case "declaration":
      return KIND_WORD[subject.declarations[0].kind] ?? subject.declarations[0].kind;
    case "member":
      return subject.members[0].kind;
    case "enum-member":
      return "value";
    case "requirement":
      return "kind" in subject.requirement ? "quality" : "requirement";
    default:
      return subject.kind;
  }
}

const KIND_WORD: Partial<Record<Declaration["kind"], string>> = { alias: "type" };

function textOf(kernel: Kernel, subject: Subject): string {
  const names = new KernelNames(kernel);
  const out = new Lines();
  switch (subject.kind) {
    case "package": {
      const { doc, name, path } = subject.package;
      out.doc(doc);
      out.lines(printAnnotations(subject.package));
      out.line(`package ${printName(name)} ${JSON.stringify(path)}`);
      return out.text();
    }
    case "module":
      writeModule(out, names.moduleText(subject.module, false), names.optionsIn(subject.address));
      return out.text();
    case "external":
      writeExternal(out, subject.external, names.optionsIn(subject.address));
      return out.text();
    case "declaration":
      return printDeclarations(subject.declarations, names.optionsIn(subject.owner));
    case "member": {
      const options = names.optionsIn(subject.module);
      return subject.members.map((member) => printWholeMember(member, options)).join("");
    }
    case "enum-member":
      out.doc(subject.member.doc);
      out.lines(printAnnotations(subject.member));
      out.line(printEnumMember(subject.member));
      return out.text();
    case "requirement":
      writeRequirement(out, subject.requirement);
      return out.text();
    case "role":
      writeRole(out, subject.role);
      return out.text();
    case "decision":
      writeDecision(out, subject.decision);
      return out.text();
    case "flow":
      writeFlow(out, subject.flow, names);
      return out.text();
  }
}

/** A module has its own hashes; of everything else `slice` covers all of it and `signature` what code depends on. */
function hashesOf(subject: Subject): Partial<ModuleHashes> {
  switch (subject.kind) {
    case "module":
      return subject.module.hashes;
    case "declaration":
      return {
        signature: hashOf(subject.declarations.map(outlineOf)),
        slice: hashOf(subject.declarations),
      };
    case "member":
      return { signature: hashOf(subject.members.map(outlineOfMember)), slice: hashOf(subject.members) };
    case "enum-member":
      return { slice: hashOf(subject.member) };
    case "requirement":
      return { slice: hashOf(subject.requirement) };
    case "role":
      return { slice: hashOf(subject.role) };
    case "decision":
      return { slice: hashOf(subject.decision) };
    case "flow":
      return { slice: hashOf(subject.flow) };
    case "package":
      return { slice: hashOf(subject.package) };
    case "external":
      return { slice: hashOf(subject.external) };
  }
}
