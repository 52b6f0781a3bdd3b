import { posix } from "node:path";
import type { TextEdit } from "@contractc/kernel";
import type { Contract } from "../session/contract.js";
import { isContract, type Session } from "../session/session.js";
import { nodesOf, stretchOfProperty } from "./tree.js";

/** A file or folder that is moved: absolute paths. */
export interface Move {
  from: string;
  to: string;
}

/** What contracts have to say differently when files move: paths of modules and packages, and imports. */
export function editsForMoves(session: Session, moves: readonly Move[]): TextEdit[] {
  const edits = new Map<string, TextEdit>();
  for (const contract of session.contracts.values()) {
    for (const edit of [...modulePaths(session, contract, moves), ...imports(session, contract, moves)]) {
      edits.set(`${edit.file} ${edit.line} ${edit.column}`, edit);
    }
  }
  return [...edits.values()];
}

/** Where a path leads after the moves. */
function moved(path: string, moves: readonly Move[]): string {
  for (const { from, to } of moves) {
    if (path === from) return to;
    if (path.startsWith(`${from}/`)) return to + path.slice(from.length);
  }
  return path;
}

/** Packages and modules whose folder or file moves; those below a package that moves go with it. */
function modulePaths(session: Session, contract: Contract, moves: readonly Move[]): TextEdit[] {
  const { kernel } = contract;
  const edits: TextEdit[] = [];
  /** Where the folder of each package will be: that of one whose path is rewritten, and of all below it. */
  const folders = new Map<string, string>();
  const around = (address: string): { before: string; after: string } => {
    const parent = address.slice(0, Math.max(0, address.lastIndexOf(".")));
    const declared = kernel.packages.find((each) => each.address === parent);
    const before = declared ? contract.absolute(declared.path) : contract.folder;
    return { before: posix.normalize(before), after: folders.get(parent) ?? posix.normalize(before) };
  };
  for (const part of [...kernel.packages, ...kernel.modules].sort((a, b) =>
    a.address < b.address ? -1 : 1,
  )) {
    const isPackage = kernel.packages.some((each) => each === part);
    const before = posix.normalize(contract.absolute(part.path));
    const after = moved(before, moves);
    const { before: parentBefore, after: parentAfter } = around(part.address);
    if (isPackage) folders.set(part.address, after);
    const written = posix.relative(parentAfter, after);
    if (written === posix.relative(parentBefore, before)) continue;
    // A file that leaves the contract's folder is no module of it any more.
    if (!after.startsWith(contract.folder === "/" ? "/" : `${contract.folder}/`)) continue;
    const isFolder = "folder" in part && part.folder;
    edits.push(
      ...pathEdit(session, contract, part.address, `${written === "" ? "." : written}${isFolder ? "/" : ""}`),
    );
  }
  return edits;
}

function pathEdit(session: Session, contract: Contract, address: string, path: string): TextEdit[] {
  const position = contract.kernel.positions[address];
  if (!position) return [];
  const file = contract.compilation.files.find((each) => each.file === contract.absolute(position.file));
  const text = file && session.textOf(file.file);
  if (!file || !text) return [];
  const start = text.lines.offset(position.line, position.column);
  for (const node of nodesOf(file.root)) {
    if (node.$type !== "Module" && node.$type !== "Package") continue;
    if (stretchOfProperty(node, "name")?.start !== start) continue;
    const place = stretchOfProperty(node, "path");
    return place
      ? [{ ...text.lines.place(file.file, place.start, place.end), text: JSON.stringify(path) }]
      : [];
  }
  return [];
}

/** Imports of a contract file that moves, and those that it makes itself. */
function imports(session: Session, contract: Contract, moves: readonly Move[]): TextEdit[] {
  return contract.compilation.files.flatMap((file) => {
    const text = session.textOf(file.file);
    if (!text) return [];
    const before = posix.dirname(file.file);
    const after = posix.dirname(moved(file.file, moves));
    return [...nodesOf(file.root)].flatMap((node): TextEdit[] => {
      if (node.$type !== "Import" || !("path" in node) || typeof node.path !== "string") return [];
      const target = posix.join(before, node.path);
      const relative = posix.relative(after, moved(target, moves));
      const written = relative.startsWith(".") ? relative : `./${relative}`;
      const place = stretchOfProperty(node, "path");
      if (!place || !isContract(target) || posix.normalize(node.path) === posix.normalize(written)) return [];
      return [{ ...text.lines.place(file.file, place.start, place.end), text: JSON.stringify(written) }];
    });
  });
}
