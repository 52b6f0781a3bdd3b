import {
  type Finding,
  isCode,
  isFixedError,
  type Place,
  type TextEdit,
  withoutOverload,
} from "@contractc/kernel";
import type { Contract } from "../../session/contract.js";
import { isContract, type Session } from "../../session/session.js";
import { childrenOf, stretchOf, type TreeNode, treeOf } from "../tree.js";

/** An edit after which a finding is accepted, once its author has written why. */
export interface Acceptance {
  title: string;
  edit: TextEdit;
  /** The same text with a place for the reason, as a snippet. */
  snippet: string;
}

/** How a finding can be accepted: by `@allow` in the contract, by a comment in the code. */
export function acceptancesOf(session: Session, contract: Contract, finding: Finding): Acceptance[] {
  const { code } = finding;
  if (!isCode(code) || /^(?:config|policy)\//.test(code) || isFixedError(code)) return [];
  const inContract = allow(session, contract, finding);
  const inCode = /^(?:drift|import)\//.test(code) ? comment(session, finding) : undefined;
  return [...(inCode ? [inCode] : []), ...(inContract ? [inContract] : [])];
}

/** `@allow` before the clause that a finding is about, else before the declaration of its symbol. */
function allow(session: Session, contract: Contract, finding: Finding): Acceptance | undefined {
  const at = placeOfAllow(session, contract, finding);
  const text = at && session.textOf(at.file);
  if (!at || !text) return undefined;
  const start = text.lines.offsetOfLine(at.line);
  const indent = /^[ \t]*/.exec(text.value.slice(start))![0];
  const end = /\r\n|\n|\r/.exec(text.value)?.[0] ?? "\n";
  // What shares its line with something before it cannot have a line of its own without moving.
  const offset = text.lines.offset(at.line, at.column);
  const isFirst = text.value.slice(start, offset).trim() === "";
  const where = isFirst ? start + indent.length : offset;
  const gap = isFirst ? `${end}${indent}` : " ";
  const edit = { ...text.lines.place(at.file, where, where), text: `@allow("${finding.code}", "")${gap}` };
  return {
    title: `Accept \`${finding.code}\` in the contract, with a reason`,
    edit,
    snippet: `@allow("${finding.code}", "\${1:why}")${gap}`,
  };
}

function placeOfAllow(session: Session, contract: Contract, finding: Finding): Place | undefined {
  if (isContract(finding.file)) {
    const clause = clauseAt(session, finding.file, offsetOf(session, finding));
    if (clause) return placeOf(session, finding.file, clause);
  }
  const position =
    contract.kernel.positions[finding.symbol] ?? contract.kernel.positions[withoutOverload(finding.symbol)];
  if (finding.symbol === "" || !position) return undefined;
  const place = { ...position, file: contract.absolute(position.file) };
  const declared = declarationAround(session, place.file, offsetOf(session, place));
  return declared && placeOf(session, place.file, declared);
}

function offsetOf(session: Session, { file, line, column }: Place): number {
  return session.textOf(file)?.lines.offset(line, column) ?? 0;
}

function placeOf(session: Session, file: string, node: TreeNode): Place {
  const { start } = stretchOf(node);
  return session.textOf(file)!.lines.place(file, start, start);
}

/** The `uses` around an offset: its `@allow` speaks of these edges alone. */
function clauseAt(session: Session, path: string, offset: number): TreeNode | undefined {
  return around(session, path, offset).find(({ $type }) => $type === "UsesClause");
}

/** What carries annotations and is nearest around an offset. */
function declarationAround(session: Session, path: string, offset: number): TreeNode | undefined {
  return around(session, path, offset).findLast(
    (node) => "annotations" in node && "modifiers" in node && node.$type !== "Header",
  );
}

/** The nodes around an offset, from the outermost. */
function around(session: Session, path: string, offset: number): TreeNode[] {
  const found: TreeNode[] = [];
  let level: TreeNode[] = treeOf(session, path)?.elements ?? [];
  for (;;) {
    const node = level.find((each) => {
      const { start, end } = stretchOf(each);
      return start <= offset && offset <= end;
    });
    if (!node) return found;
    found.push(node);
    level = childrenOf(node);
  }
}

/** `contract-ignore` above the line of code. */
function comment(session: Session, { file, line, code }: Finding): Acceptance | undefined {
  if (isContract(file)) return undefined;
  const text = session.textOf(file);
  if (!text) return undefined;
  const start = text.lines.offsetOfLine(line);
  const indent = /^[ \t]*/.exec(text.value.slice(start))![0];
  const end = /\r\n|\n|\r/.exec(text.value)?.[0] ?? "\n";
  const mark = /\.pyi?$/.test(file) ? "#" : "//";
  const place = text.lines.place(file, start, start);
  return {
    title: `Accept \`${code}\` here, with a reason`,
    edit: { ...place, text: `${indent}${mark} contract-ignore ${code}: ${end}` },
    snippet: `${indent}${mark} contract-ignore ${code}: \${1:why}${end}`,
  };
}
