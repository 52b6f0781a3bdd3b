import type { Member, Subject } from "@contractc/kernel";
import { kindOf } from "@contractc/kernel";
import { type DocumentSymbol, SymbolKind, SymbolTag, type WorkspaceSymbol } from "vscode-languageserver";
import type { Session } from "../session/session.js";
import { declarationPlaces } from "./places.js";
import { childrenOf, type Stretch, stretchOf, stretchOfProperty, type TreeNode, treeOf } from "./tree.js";

/** The outline of a contract file; what is half-written is in it as far as it has a name. */
export function documentSymbols(session: Session, path: string): DocumentSymbol[] {
  const root = treeOf(session, path);
  return root ? root.elements.flatMap((node) => symbolOf(session, path, node)) : [];
}

/** What a node of the outline is called and shown as. */
const KINDS: Readonly<Record<string, SymbolKind>> = {
  Header: SymbolKind.File,
  Target: SymbolKind.Object,
  Requirement: SymbolKind.String,
  Quality: SymbolKind.String,
  Decision: SymbolKind.String,
  Role: SymbolKind.Object,
  External: SymbolKind.Package,
  Package: SymbolKind.Package,
  Module: SymbolKind.Module,
  ClassDeclaration: SymbolKind.Class,
  InterfaceDeclaration: SymbolKind.Interface,
  RecordDeclaration: SymbolKind.Struct,
  ErrorDeclaration: SymbolKind.Class,
  EnumDeclaration: SymbolKind.Enum,
  EnumMember: SymbolKind.EnumMember,
  TypeAlias: SymbolKind.TypeParameter,
  FunctionDeclaration: SymbolKind.Function,
  ConstDeclaration: SymbolKind.Constant,
  EventDeclaration: SymbolKind.Event,
  StatesDeclaration: SymbolKind.Enum,
  Field: SymbolKind.Field,
  Method: SymbolKind.Method,
  Constructor: SymbolKind.Constructor,
  Flow: SymbolKind.Operator,
};

function symbolOf(session: Session, path: string, node: TreeNode): DocumentSymbol[] {
  const kind = KINDS[node.$type];
  const children = childrenOf(node).flatMap((child) => symbolOf(session, path, child));
  const name = "name" in node && typeof node.name === "string" ? node.name : "";
  if (kind === undefined || name === "") return children;
  const whole = stretchOf(node);
  const selection = within(stretchOfProperty(node, "name") ?? whole, whole);
  const detail = detailOf(node);
  return [
    {
      name,
      kind,
      ...(detail === "" ? {} : { detail }),
      ...(isDeprecated(node) ? { tags: [SymbolTag.Deprecated] } : {}),
      range: session.rangeOf(path, whole.start, whole.end),
      selectionRange: session.rangeOf(path, selection.start, selection.end),
      ...(children.length > 0 ? { children } : {}),
    },
  ];
}

/** The protocol wants the name inside of the whole, which a mended text does not promise. */
function within(inner: Stretch, outer: Stretch): Stretch {
  const start = Math.min(Math.max(inner.start, outer.start), outer.end);
  return { start, end: Math.min(Math.max(inner.end, start), outer.end) };
}

function detailOf(node: TreeNode): string {
  if ("path" in node && typeof node.path === "string") return node.path;
  if ("text" in node && typeof node.text === "string") return node.text;
  if ("requirement" in node && typeof node.requirement === "string") return node.requirement;
  return "version" in node && typeof node.version === "string" ? node.version : "";
}

function isDeprecated(node: TreeNode): boolean {
  return (
    "annotations" in node &&
    Array.isArray(node.annotations) &&
    node.annotations.some(({ name }: { name?: string }) => name === "deprecated")
  );
}

/** Most answers to one question: who wants others types more. */
const LIMIT = 500;

/** Everything with a name whose letters contain those of a query in their order, in all contracts. */
export function workspaceSymbols(session: Session, query: string): WorkspaceSymbol[] {
  const wanted = query.toLowerCase();
  const found: WorkspaceSymbol[] = [];
  for (const contract of session.contracts.values()) {
    for (const subject of contract.subjects) {
      if (found.length >= LIMIT) return found;
      const name = nameOf(subject);
      if (!isSubsequence(wanted, wanted.includes(".") ? subject.address.toLowerCase() : name.toLowerCase()))
        continue;
      const [place] = declarationPlaces({ contract, key: subject.positions[0] ?? subject.address });
      if (!place) continue;
      const containerName = subject.address.slice(0, Math.max(0, subject.address.length - name.length - 1));
      found.push({
        name,
        kind: SUBJECT_KINDS[kindOf(subject)] ?? SymbolKind.Variable,
        ...(containerName === "" ? {} : { containerName }),
        location: session.location(place),
      });
    }
  }
  return found;
}

function nameOf(subject: Subject): string {
  if (subject.kind === "declaration") return subject.declarations[0].name;
  if (subject.kind === "member") return (subject.members[0] satisfies Member).name;
  return subject.address.slice(subject.address.lastIndexOf(".") + 1);
}

function isSubsequence(wanted: string, name: string): boolean {
  let at = 0;
  for (const letter of wanted) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const SUBJECT_KINDS: Readonly<Record<string, SymbolKind>> = {
  package: SymbolKind.Package,
  module: SymbolKind.Module,
  external: SymbolKind.Package,
  class: SymbolKind.Class,
  interface: SymbolKind.Interface,
  record: SymbolKind.Struct,
  error: SymbolKind.Class,
  enum: SymbolKind.Enum,
  type: SymbolKind.TypeParameter,
  function: SymbolKind.Function,
  const: SymbolKind.Constant,
  event: SymbolKind.Event,
  states: SymbolKind.Enum,
  field: SymbolKind.Field,
  method: SymbolKind.Method,
  constructor: SymbolKind.Constructor,
  value: SymbolKind.EnumMember,
  requirement: SymbolKind.String,
  quality: SymbolKind.String,
  role: SymbolKind.Object,
  decision: SymbolKind.String,
  flow: SymbolKind.Operator,
};
