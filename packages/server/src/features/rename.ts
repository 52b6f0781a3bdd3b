import { type Clock, isIdentifier, lastName, printName, withoutOverload } from "@contractc/kernel";
import { rehearse } from "@contractc/language";
import type { Range } from "vscode-languageserver";
import { isContract, type Session } from "../session/session.js";
import { codeReferences } from "./code-references.js";
import { type Target, targetsAt } from "./targets.js";
import type { EditGroups, GroupedEdit } from "./workspace-edits.js";

/** How the edits of a rename are grouped in a preview. */
export const RENAME_GROUPS: EditGroups = {
  contract: { label: "Contract" },
  code: { label: "Code", description: "where the name leads to what the contract declares" },
  members: {
    label: "Code, to be checked",
    description: "members of the same name, in files that have to do with the class",
    needsConfirmation: true,
  },
};

/** The name at an offset, if it can be changed here: in a contract or, where code is renamed too, in code. */
export function prepareRename(
  session: Session,
  path: string,
  offset: number,
  options: { code: boolean },
): { range: Range; placeholder: string } | null {
  const [target] = renameable(session, path, offset, options);
  if (!target) return null;
  const text = session.textOf(path)!.value.slice(target.start, target.end);
  return { range: session.rangeOf(path, target.start, target.end), placeholder: text.replaceAll("`", "") };
}

/** Why nothing is renamed, in a sentence for the user. */
export interface RenameRefusal {
  message: string;
}

export interface RenameOptions {
  /** Code is changed with the contract. */
  code: boolean;
  clock: Clock;
}

/**
 * Another name for the thing at an offset, wherever the contract names it. With `code` also where the code does, as far
 * as its name there is the same.
 */
export function renameAt(
  session: Session,
  path: string,
  offset: number,
  name: string,
  options: RenameOptions,
): { edits: GroupedEdit[] } | RenameRefusal {
  const [target] = renameable(session, path, offset, options);
  if (!target) return { message: "There is nothing here that the contract names." };
  if (name.trim() === "" || /[`\r\n]/.test(name)) {
    return { message: "That is no name: one is a letter with letters and digits, such as `Bullet2`." };
  }
  const contract =
    target.contract.subject(target.key) || /^[a-z]+ /.test(target.key)
      ? renameDeclared(session, target, name, options.clock)
      : renameParameter(session, target, name);
  if ("message" in contract || !options.code) return contract;
  return { edits: [...contract.edits, ...renameInCode(target, name)] };
}

function renameable(session: Session, path: string, offset: number, { code }: { code: boolean }): Target[] {
  if (!isContract(path) && !code) return [];
  return targetsAt(session, path, offset).filter(
    ({ key, contract }) =>
      lastName(key) !== "new" && key !== "" && !key.startsWith("target ") && isOwn(contract.kernel, key),
  );
}

/** What a third party calls its types is not for a contract to change. */
function isOwn({ externals }: Target["contract"]["kernel"], key: string): boolean {
  return !externals.some(({ address }) => key.startsWith(`${address}.`));
}

function renameDeclared(
  session: Session,
  { contract, key }: Target,
  name: string,
  clock: Clock,
): { edits: GroupedEdit[] } | RenameRefusal {
  const content = isIdentifier(name) ? name : `\`${name}\``;
  const action = { op: "rename" as const, target: key, content, reason: "renamed in the editor", by: "user" };
  const outcome = rehearse({ fs: session.files, root: contract.root, clock }, [action]);
  if (!("edits" in outcome)) {
    const [first] = outcome.findings;
    return { message: first ? `${outcome.message} ${first.message}` : outcome.message };
  }
  return { edits: outcome.edits.map((edit) => ({ ...edit, group: "contract" })) };
}

/** A parameter is named by its declaration, and by the named arguments of examples. */
function renameParameter(
  session: Session,
  { contract, key }: Target,
  name: string,
): { edits: GroupedEdit[] } | RenameRefusal {
  const owner = key.slice(0, key.lastIndexOf("."));
  if (contract.kernel.positions[`${owner}.${name}`]) {
    return { message: `\`${owner}\` has a parameter \`${name}\` already.` };
  }
  const edits = contract.compilation.files.flatMap(({ file }) =>
    contract
      .symbols(file)
      .filter((symbol) => withoutOverload(symbol.key) === key)
      .map(({ start, end }) => {
        const lines = session.textOf(file)!.lines;
        return { ...lines.place(file, start, end), text: printName(name), group: "contract" };
      }),
  );
  return edits.length === 0 ? { message: "This name cannot be changed." } : { edits };
}

function renameInCode({ contract, key }: Target, name: string): GroupedEdit[] {
  const old = lastName(key);
  return codeReferences(contract, key)
    .filter(({ file, start, end }) => file.text.slice(start, end) === old)
    .map(({ file, start, end, how }) => ({
      ...file.lines.place(contract.absolute(file.path), start, end),
      text: name,
      group: how === "member" ? "members" : "code",
    }));
}
