import { lastName, withoutOverload } from "@contractc/kernel";
import { type InlayHint, InlayHintKind } from "vscode-languageserver";
import type { Contract } from "../session/contract.js";
import { isContract, type Session } from "../session/session.js";
import { callablesOf } from "./calls.js";
import { isClassLike, membersOf } from "./completion/scope.js";
import { nodesOf, type Stretch, stretchOf, stretchOfProperty, type TreeNode, treeOf } from "./tree.js";

/** What an editor shows between the words of a contract: externals, inherited members, names of arguments. */
export function inlayHints(session: Session, path: string, within: Stretch): InlayHint[] {
  const [contract] = session.contractsOf(path);
  const root = isContract(path) ? treeOf(session, path) : undefined;
  if (!contract || !root) return [];
  const hints = externals(session, contract, path, within);
  for (const node of nodesOf(root)) {
    const { start, end } = stretchOf(node);
    if (end < within.start || start > within.end) continue;
    hints.push(...inherited(session, contract, path, node), ...argumentNames(session, contract, path, node));
  }
  return hints
    .filter(({ position }) => {
      const offset = session.textOf(path)!.offsetAt(position);
      return within.start <= offset && offset <= within.end;
    })
    .sort((a, b) => a.position.line - b.position.line || a.position.character - b.position.character);
}

/** A type of an external tells of which; an external that is used tells what one installs. */
function externals(session: Session, contract: Contract, path: string, within: Stretch): InlayHint[] {
  const text = session.textOf(path)!;
  const byAddress = new Map(contract.kernel.externals.map((each) => [each.address, each]));
  return contract.symbols(path).flatMap(({ key, start, end, declares }): InlayHint[] => {
    if (declares || end < within.start || start > within.end) return [];
    const external = byAddress.get(key);
    if (external) {
      const label = external.requirement === "std" ? "standard library" : external.requirement;
      return [{ position: text.positionAt(end), label, kind: InlayHintKind.Type, paddingLeft: true }];
    }
    const subject = contract.subject(withoutOverload(key));
    const owner = subject?.kind === "declaration" ? byAddress.get(subject.owner) : undefined;
    // A name that is written with its module says it already.
    if (!owner || text.value[start - 1] === ".") return [];
    const label = `${owner.from ?? owner.name}.`;
    return [
      { position: text.positionAt(start), label, kind: InlayHintKind.Type, tooltip: owner.requirement },
    ];
  });
}

/** Most members that are named. */
const NAMED = 6;

/** What a class gets from those that it extends, behind the opening brace. */
function inherited(session: Session, contract: Contract, path: string, node: TreeNode): InlayHint[] {
  if (!("bases" in node) || !Array.isArray(node.bases) || node.bases.length === 0) return [];
  const name = stretchOfProperty(node, "name");
  const key =
    name && contract.symbols(path).find(({ start, declares }) => declares && start === name.start)?.key;
  const subject = key === undefined ? undefined : contract.subject(withoutOverload(key));
  const declaration = subject?.kind === "declaration" ? subject.declarations[0] : undefined;
  if (!isClassLike(declaration)) return [];
  const members = membersOf(contract.kernel, declaration).filter(
    ({ owner, member }) => owner !== declaration && member.kind !== "constructor",
  );
  if (members.length === 0) return [];
  const text = session.textOf(path)!;
  const last = stretchOfProperty(node, "bases", node.bases.length - 1);
  const brace = text.value.indexOf("{", last?.end ?? stretchOf(node).start);
  const at = brace >= 0 && brace < stretchOf(node).end ? brace + 1 : (last?.end ?? stretchOf(node).end);
  const names = members.map(({ member }) => member.name);
  const more = names.length > NAMED ? `, … ${names.length - NAMED} more` : "";
  return [
    {
      position: text.positionAt(at),
      label: `inherits ${names.slice(0, NAMED).join(", ")}${more}`,
      paddingLeft: true,
      tooltip: members.map(({ member, owner }) => `${member.name} of ${owner.name}`).join("\n"),
    },
  ];
}

/** The names of arguments that are given by place in examples. */
function argumentNames(session: Session, contract: Contract, path: string, node: TreeNode): InlayHint[] {
  if (node.$type !== "CallExpression" || !("callee" in node) || !("arguments" in node)) return [];
  const callee = node.callee as TreeNode;
  const name = stretchOfProperty(callee, "name");
  const symbol =
    name && contract.symbols(path).find(({ start, declares }) => !declares && start === name.start);
  const [callable, ...others] = symbol ? callablesOf(contract, withoutOverload(symbol.key)) : [];
  if (!callable || others.length > 0) return [];
  const text = session.textOf(path)!;
  const hints: InlayHint[] = [];
  (node.arguments as (TreeNode & { name?: string; value?: TreeNode })[]).forEach((argument, index) => {
    const parameter = callable.parameters[index];
    if (argument.name !== undefined || !argument.value || !parameter) return;
    if (parameter.kind === "variadic" || parameter.kind === "keyword-only") return;
    // `collides(a, b)` for parameters of these names says nothing more.
    const written = text.value.slice(stretchOf(argument).start, stretchOf(argument).end);
    if (lastName(written) === parameter.name) return;
    hints.push({
      position: text.positionAt(stretchOf(argument).start),
      label: `${parameter.name}:`,
      kind: InlayHintKind.Parameter,
      paddingRight: true,
    });
  });
  return hints;
}
