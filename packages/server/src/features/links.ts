import { DIAGNOSTICS } from "@contractc/kernel";
import type { DocumentLink } from "vscode-languageserver";
import type { Contract } from "../session/contract.js";
import { folderOf } from "../session/files.js";
import { isContract, type Session } from "../session/session.js";
import { nodesOf, type Stretch, stretchOfProperty, type TreeNode, treeOf } from "./tree.js";

/** The files that paths and imports of a contract lead to, and the pages of the codes that are accepted. */
export function documentLinks(session: Session, path: string): DocumentLink[] {
  if (!isContract(path)) return codeLinks(session, path);
  const [contract] = session.contractsOf(path);
  const root = treeOf(session, path);
  if (!contract || !root) return [];
  return [...nodesOf(root)].flatMap((node) => linkOf(session, contract, path, node));
}

function linkOf(session: Session, contract: Contract, path: string, node: TreeNode): DocumentLink[] {
  const { $type } = node;
  if ($type === "Import" && "path" in node && typeof node.path === "string") {
    return toFile(session, path, stretchOfProperty(node, "path"), join(folderOf(path), node.path));
  }
  if (($type === "Module" || $type === "Package") && "name" in node && typeof node.name === "string") {
    const place = stretchOfProperty(node, "path");
    const named = stretchOfProperty(node, "name");
    const key =
      named && contract.symbols(path).find(({ start, declares }) => declares && start === named.start)?.key;
    const subject = key === undefined ? undefined : contract.subject(key);
    const file = subject?.kind === "module" ? subject.module.path : undefined;
    return file === undefined ? [] : toFile(session, path, place, contract.absolute(file));
  }
  if (
    $type === "Entry" &&
    "values" in node &&
    "name" in node &&
    node.name === "tsconfig" &&
    Array.isArray(node.values)
  ) {
    const [value] = node.values;
    return typeof value === "string"
      ? toFile(session, path, stretchOfProperty(node, "values"), contract.absolute(value))
      : [];
  }
  if ($type === "Annotation" && "name" in node && node.name === "allow" && "arguments" in node) {
    const [first] = node.arguments as { value?: TreeNode }[];
    const value = first?.value;
    const code = value && "value" in value ? value.value : undefined;
    const place = value && stretchOfProperty(value, "value");
    return typeof code === "string" && place ? toPage(session, path, place, code) : [];
  }
  return [];
}

/** In code, the codes of `contract-ignore` comments. */
function codeLinks(session: Session, path: string): DocumentLink[] {
  const [contract] = session.contractsOf(path);
  const file = contract?.code.project?.files.get(contract.relative(path) ?? "");
  if (!file) return [];
  return file.signature.suppressions.flatMap(({ code, start, end }) => {
    const at = file.text.slice(start, end).indexOf(code);
    return at < 0 ? [] : toPage(session, path, { start: start + at, end: start + at + code.length }, code);
  });
}

function toFile(session: Session, path: string, place: Stretch | undefined, target: string): DocumentLink[] {
  if (!place || session.files.stat(target)?.kind !== "file") return [];
  return [
    {
      range: session.rangeOf(path, ...inside(place)),
      target: session.uriOf(target),
      tooltip: "Open the file",
    },
  ];
}

function toPage(session: Session, path: string, place: Stretch, code: string): DocumentLink[] {
  if (!Object.hasOwn(DIAGNOSTICS, code)) return [];
  const isQuoted = place.end - place.start === code.length + 2;
  const [start, end] = isQuoted ? inside(place) : [place.start, place.end];
  return [
    {
      range: session.rangeOf(path, start, end),
      target: `${session.documentation}${code}.md`,
      tooltip: "Explain the diagnostic",
    },
  ];
}

/** Without the quotes. */
function inside({ start, end }: Stretch): [number, number] {
  return [start + 1, end - 1];
}

function join(folder: string, relative: string): string {
  let at = folder;
  for (const part of relative.split("/")) {
    if (part === "..") at = folderOf(at);
    else if (part !== "." && part !== "") at = at === "/" ? `/${part}` : `${at}/${part}`;
  }
  return at;
}
