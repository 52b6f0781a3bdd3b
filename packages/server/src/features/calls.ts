import type { Member, Parameter } from "@contractc/kernel";
import type { Contract } from "../session/contract.js";
import { membersOf } from "./completion/scope.js";

/** One way to call something in an example. */
export interface Callable {
  /** Address of the function, method or class. */
  address: string;
  name: string;
  parameters: Pick<Parameter, "name" | "type" | "kind" | "optional" | "default">[];
  /** Absent for a construction. */
  result?: Parameter["type"];
  doc?: string;
  async?: true;
}

/** How something can be called; several for overloads. A class without a constructor takes its fields. */
export function callablesOf(contract: Contract, key: string): Callable[] {
  const subject = contract.subject(key);
  if (subject?.kind === "member") return subject.members.flatMap((member) => fromMember(member, key));
  if (subject?.kind !== "declaration") return [];
  return subject.declarations.flatMap((declaration): Callable[] => {
    if (declaration.kind === "function") {
      const { name, parameters, result, doc, async } = declaration;
      return [
        {
          address: key,
          name,
          parameters,
          result,
          ...(doc === undefined ? {} : { doc }),
          ...(async ? { async } : {}),
        },
      ];
    }
    if (!("members" in declaration) || declaration.kind === "enum") return [];
    const members = membersOf(contract.kernel, declaration);
    const constructors = declaration.members.filter((member) => member.kind === "constructor");
    const inherited = members.map(({ member }) => member).find((member) => member.kind === "constructor");
    const own = constructors.length > 0 ? constructors : inherited?.kind === "constructor" ? [inherited] : [];
    const { name, doc } = declaration;
    const common = { address: key, name, ...(doc === undefined ? {} : { doc }) };
    if (own.length > 0) return own.map(({ parameters }) => ({ ...common, parameters }));
    const fields = members.map(({ member }) => member).filter((member) => member.kind === "field");
    return [{ ...common, parameters: fields.map((field) => ({ ...field, kind: "standard" as const })) }];
  });
}

function fromMember(member: Member, address: string): Callable[] {
  if (member.kind === "field") return [];
  const { name, parameters, doc } = member;
  const result = member.kind === "method" ? { result: member.result } : {};
  return [{ address, name, parameters, ...result, ...(doc === undefined ? {} : { doc }) }];
}
